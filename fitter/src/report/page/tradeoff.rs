//! The plots of error against size.

use super::models::{Models, Tried};
use crate::report::plot::{Anchor, Axis, Colour, Frame, Mark, around};
use crate::search::ModelSize;

/// The size of a plot in pixels.
const SIZE: [u32; 2] = [400, 290];

/// The share of a plot to the left in which a name goes to the right of its model.
const EDGE: f64 = 0.25;

/// A size by which models are placed.
type Place<'a> = &'a dyn Fn(&ModelSize) -> Option<f64>;

/// Returns the plot of error against bytes.
pub fn against_bytes(models: &Models) -> String {
    let size = |size: &ModelSize| Some(size.bytes as f64);
    plot(models, &size, Axis::bytes("bytes of flash", range(models, &size)))
}

/// Returns the plot of error against instructions; nothing, where these are not known.
pub fn against_instructions(models: &Models) -> String {
    let core = models.core;
    let size = |size: &ModelSize| size.instructions.map(|counts| counts[core.place] as f64);
    if models.tried.iter().all(|tried| size(&tried.size).is_none()) {
        return String::new();
    }
    plot(models, &size, Axis::counts(&format!("{} of a prediction, {}", core.unit, core.name), range(models, &size)))
}

/// The range of a size, with room on both sides.
fn range(models: &Models, size: Place<'_>) -> [f64; 2] {
    let sizes = models.tried.iter().filter_map(|tried| size(&tried.size)).map(f64::ln);
    let [low, high] = around(sizes, 0.06);
    if high - low < 0.1 { [low - 0.7, high + 0.7] } else { [low, high] }.map(f64::exp)
}

fn plot(models: &Models, size: Place<'_>, x: Axis) -> String {
    let at = |tried: &Tried| size(&tried.size).map(|size| [size, models.shown(tried.error)]);
    let front = models.front(|own| size(own).unwrap_or(f64::INFINITY));
    let front: Vec<[f64; 2]> = front.into_iter().filter_map(at).collect();
    let (taken, linear) = (models.taken().and_then(at), models.linear().and_then(at));
    let [low, high] = around(front.iter().chain(&taken).chain(&linear).map(|point| point[1]), 0.1);
    let ends = if models.is_share { [low.max(0.0), high.clamp(1.0, 100.0)] } else { [low.max(0.0), high] };
    let title = if models.is_share { "right answers" } else { "root mean square error" };
    let title = format!("{title} on {}{}", models.rows, if models.is_share { ", %" } else { "" });
    let label = format!("{title}, by {}", x.title());
    let frame = Frame { label: &label, size: SIZE, sides: [44, 14], x, y: Axis::linear(&title, ends) };
    let range = range(models, size);
    let drawn = |point: &[f64; 2]| (ends[0]..=ends[1]).contains(&point[1]);
    let all = models.tried.iter().filter_map(at).filter(drawn);
    let beside = |error: f64| taken.is_some_and(|at| (at[1] - error).abs() < 0.1 * (ends[1] - ends[0]));
    let linear = linear.filter(|_| models.taken().is_none_or(|taken| !taken.is_linear));
    let mut marks: Vec<Mark> = linear.iter().flat_map(|at| of_linear(range, at[1], beside(at[1]))).collect();
    marks.push(Mark::line(front.clone(), Colour::Accent, 3));
    marks.extend(all.map(|at| Mark::Dot { at, radius: 3, colour: (Colour::Quiet, 0.45), hollow: false }));
    marks.extend(front.into_iter().map(|at| Mark::dot(at, 3, Colour::Accent)));
    marks.extend(taken.iter().flat_map(|at| of_taken(range, *at, models.is_share)));
    frame.in_page(&marks)
}

/// The line of the linear model, with its name to the right, or to the left of what is beside it.
fn of_linear([left, right]: [f64; 2], error: f64, is_beside: bool) -> [Mark; 2] {
    let line = Mark::line(vec![[left, error], [right, error]], Colour::Dashed, 3);
    let (text, colour) = ("linear model".to_owned(), Colour::Quiet);
    let (x, shift, anchor) = if is_beside { (left, 8, Anchor::Start) } else { (right, -8, Anchor::End) };
    [line, Mark::Text { at: [x, error], shift: [shift, -16], text, anchor, colour }]
}

/// The ring around the model that was taken, with its name where the front leaves room.
fn of_taken([left, right]: [f64; 2], at: [f64; 2], is_share: bool) -> [Mark; 2] {
    let is_right = (at[0] / left).ln() > EDGE * (right / left).ln();
    let (x, anchor) = if is_right { (-22, Anchor::End) } else { (22, Anchor::Start) };
    let (text, colour, shift) = ("this model".to_owned(), Colour::Ink, [x, if is_share { -26 } else { 26 }]);
    [Mark::ring(at, 6, Colour::Accent), Mark::Text { at, shift, text, anchor, colour }]
}
