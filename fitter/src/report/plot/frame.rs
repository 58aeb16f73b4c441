//! The frame of a plot: axes around marks, drawn by `plotters`.

use super::axis::Axis;
use super::colour::Colour;
use super::coordinate::Coordinate;
use super::mark::{Anchor, Mark};
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The units of a plot in a pixel of the page: whole units leave halves of pixels.
pub(super) const UNITS: u32 = 2;
/// The size of texts in pixels, times a factor that `plotters` takes back.
const TEXT: f64 = 12.0 * 1.24 * UNITS as f64;
/// What only a file of its own needs.
const NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";
/// An invariant of plots.
const DRAWN: &str = "a plot in memory, within finite axes";

/// What is around the marks of a plot, in pixels.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// What the plot shows, for people who do not see it.
    pub label: &'a str,
    /// The width and the height of all.
    pub size: [u32; 2],
    /// The room for the labels of the vertical axis, and for what is to the right of the marks.
    pub sides: [u32; 2],
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
}

/// A chart of two axes.
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Coordinate, Coordinate>>;

impl Frame<'_> {
    /// Returns the plot for a page, which defines its colours.
    pub fn in_page(&self, marks: &[Mark]) -> String {
        let svg = self.draw(marks, false);
        let [width, height] = self.size.map(|pixels| pixels * UNITS);
        let head = format!("<svg width=\"{width}\" height=\"{height}\" ");
        let label = maud::html! { (self.label) }.into_string();
        let svg = svg.replacen(&head, &format!("<svg class=\"plot\" role=\"img\" aria-label=\"{label}\" "), 1);
        Colour::themed(&svg, true)
            .replace(" font-family=\"sans-serif\"", "")
            .replace(" opacity=\"1\"", "")
            .replace(NAMESPACE, "")
    }

    /// Returns the plot as a file of its own, on white.
    pub fn alone(&self, marks: &[Mark]) -> String {
        Colour::themed(&self.draw(marks, true), false).replace(" opacity=\"1\"", "")
    }

    fn draw(&self, marks: &[Mark], with_paper: bool) -> String {
        let (mut svg, [width, height]) = (String::new(), self.size.map(|pixels| pixels * UNITS));
        {
            let root = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
            if with_paper {
                root.fill(&Colour::Paper.drawn()).expect(DRAWN);
            }
            self.titles(&root);
            let mut chart = self.chart(&root);
            marks.iter().for_each(|mark| self.mark(&mut chart, mark));
            root.present().expect(DRAWN);
        }
        svg
    }

    /// Writes the titles of the axes: one above, the other below.
    fn titles(&self, root: &DrawingArea<SVGBackend<'_>, Shift>) {
        let [width, height] = self.size.map(|pixels| (pixels * UNITS) as i32);
        let write = |title: &str, at, pos| {
            let style = text(Colour::Quiet).pos(pos);
            root.draw(&Text::new(title.to_owned(), at, style)).expect(DRAWN);
        };
        write(self.y.title(), (0, 6), Pos::new(HPos::Left, VPos::Top));
        let right = width - (self.sides[1] * UNITS) as i32;
        write(self.x.title(), (right, height - 4), Pos::new(HPos::Right, VPos::Bottom));
    }

    fn chart<'a, 'b>(&self, root: &'a DrawingArea<SVGBackend<'b>, Shift>) -> Chart<'a, 'b> {
        let [left, right] = self.sides.map(|side| side * UNITS);
        let room = |axis: &Axis, pixels: u32| if axis.title().is_empty() { 6 } else { pixels } * UNITS;
        let labels = if self.x.ticks().is_empty() { 0 } else { 20 * UNITS };
        let mut chart = ChartBuilder::on(root)
            .margin_top(room(&self.y, 24))
            .margin_bottom(room(&self.x, 20))
            .margin_right(right)
            .set_label_area_size(LabelAreaPosition::Left, left)
            .set_label_area_size(LabelAreaPosition::Bottom, labels)
            .build_cartesian_2d(Coordinate(self.x.clone()), Coordinate(self.y.clone()))
            .expect(DRAWN);
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(Colour::Line.drawn().stroke_width(UNITS / 2))
            .axis_style(TRANSPARENT)
            .label_style(text(Colour::Quiet))
            .x_labels(self.x.ticks().len().max(1))
            .y_labels(self.y.ticks().len().max(1))
            .draw()
            .expect(DRAWN);
        chart
    }

    fn mark(&self, chart: &mut Chart<'_, '_>, mark: &Mark) {
        let at = |[x, y]: &[f64; 2]| (self.x.place(*x), self.y.place(*y));
        match mark {
            Mark::Dot { at: centre, radius, colour: (colour, opacity), hollow } => {
                let (centre, radius) = (at(centre), radius * UNITS);
                let style = colour.drawn().mix(*opacity).stroke_width(2 * UNITS);
                if *hollow {
                    add(chart, Circle::new(centre, radius, Colour::Paper.drawn().filled()));
                }
                let style = if *hollow { style } else { style.filled() };
                add(chart, Circle::new(centre, radius, style));
            }
            Mark::Line { points, colour, width } => {
                let style = colour.drawn().stroke_width(*width);
                add(chart, PathElement::new(points.iter().map(at).collect::<Vec<_>>(), style));
            }
            Mark::Area { points, colour: (colour, opacity) } => {
                add(chart, Polygon::new(points.iter().map(at).collect::<Vec<_>>(), colour.drawn().mix(*opacity)));
            }
            Mark::Text { at: point, shift: [x, y], text: written, anchor, colour } => {
                let style = text(*colour).pos(Pos::new(side(*anchor), VPos::Center));
                add(chart, EmptyElement::at(at(point)) + Text::new(written.clone(), (*x, *y), style));
            }
        }
    }
}

/// Adds one element to a chart.
fn add<'b, E>(chart: &mut Chart<'_, 'b>, element: E)
where
    for<'c> &'c E: plotters::element::PointCollection<'c, (f64, f64)>,
    E: plotters::element::Drawable<SVGBackend<'b>>,
{
    chart.plotting_area().draw(&element).expect(DRAWN);
}

fn side(anchor: Anchor) -> HPos {
    match anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    }
}

fn text(colour: Colour) -> TextStyle<'static> {
    ("sans-serif", TEXT).into_font().color(&colour.drawn())
}
