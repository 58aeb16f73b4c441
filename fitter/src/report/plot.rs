//! A plot of error against features, as SVG.

use crate::error::text::significant;
use std::fmt::Write;

/// Colours that people with red-green blindness can tell apart (Okabe and Ito 2008).
const COLOURS: [&str; 8] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#000000"];
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
/// The left, right, top and bottom of the area with the curves.
const AREA: [f64; 4] = [70.0, 600.0, 20.0, 410.0];

/// The errors of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The name of the method.
    pub name: String,
    /// The points, in the order of the features.
    pub points: Vec<Point>,
}

/// The error at one number of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The number of features.
    pub features: u16,
    /// The mean error, above zero.
    pub mean: f64,
    /// The standard deviation over repeats.
    pub std: f64,
}

/// Returns an SVG of curves on logarithmic axes, with a band of one standard deviation to each
/// side.
pub fn plot(curves: &[Curve]) -> String {
    let axes = Axes::around(curves);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    axes.draw(&mut svg);
    for (index, curve) in curves.iter().enumerate() {
        axes.curve(&mut svg, index, curve);
    }
    svg + "</svg>\n"
}

/// The logarithmic axes of a plot.
struct Axes {
    features: Vec<u16>,
    /// The logarithms of the least and the largest number of features.
    across: [f64; 2],
    /// The logarithms of the least and the largest error.
    up: [f64; 2],
}

impl Axes {
    fn around(curves: &[Curve]) -> Axes {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let mut features: Vec<u16> = points().map(|point| point.features).collect();
        features.sort_unstable();
        features.dedup();
        let span = |values: Vec<f64>| {
            let least = values.iter().copied().fold(f64::MAX, f64::min).ln();
            let most = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max).ln();
            if least < most { [least, most] } else { [most - 0.5, most + 0.5] }
        };
        let across = span(features.iter().copied().map(f64::from).collect());
        let up = span(points().flat_map(|point| [low(point), point.mean + point.std]).collect());
        Axes { features, across, up }
    }

    fn x(&self, features: u16) -> f64 {
        let [left, right, ..] = AREA;
        left + (right - left) * (f64::from(features).ln() - self.across[0]) / (self.across[1] - self.across[0])
    }

    fn y(&self, error: f64) -> f64 {
        let [.., top, bottom] = AREA;
        bottom - (bottom - top) * (error.ln() - self.up[0]) / (self.up[1] - self.up[0])
    }

    fn draw(&self, svg: &mut String) {
        let [left, right, top, bottom] = AREA;
        for &features in &self.features {
            let x = self.x(features);
            line(svg, [x, top, x, bottom]);
            text(svg, [x, bottom + 18.0], "middle", &features.to_string());
        }
        for step in 0..=4 {
            let error = (self.up[0] + (self.up[1] - self.up[0]) * f64::from(step) / 4.0).exp();
            let y = self.y(error);
            line(svg, [left, y, right, y]);
            text(svg, [left - 6.0, y + 4.0], "end", &significant(error, 3));
        }
        text(svg, [(left + right) / 2.0, bottom + 38.0], "middle", "features");
        text(svg, [left, top - 6.0], "middle", "error");
    }

    fn curve(&self, svg: &mut String, index: usize, curve: &Curve) {
        let colour = COLOURS[index % COLOURS.len()];
        let dash = if index < COLOURS.len() { "" } else { " stroke-dasharray=\"6 4\"" };
        let at = |point: &Point, error: f64| format!("{:.1},{:.1} ", self.x(point.features), self.y(error));
        let upper: String = curve.points.iter().map(|point| at(point, point.mean + point.std)).collect();
        let lower: String = curve.points.iter().rev().map(|point| at(point, low(point))).collect();
        let means: String = curve.points.iter().map(|point| at(point, point.mean)).collect();
        let _ = writeln!(svg, "<polygon points=\"{upper}{lower}\" fill=\"{colour}\" fill-opacity=\"0.15\"/>");
        let _ =
            writeln!(svg, "<polyline points=\"{means}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>");
        let y = AREA[2] + 10.0 + 20.0 * index as f64;
        let right = AREA[1];
        let _ = writeln!(svg, "<path d=\"M{} {y}h24\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>", right + 16.0);
        text(svg, [right + 46.0, y + 4.0], "start", &curve.name);
    }
}

/// Returns the lower edge of the band, kept above zero for the logarithm.
fn low(point: &Point) -> f64 {
    (point.mean - point.std).max(point.mean / 10.0).max(1e-12)
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4]) {
    let _ = writeln!(svg, "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#dddddd\"/>");
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_in_the_area_and_names_beside_it() {
        let point = |features, mean| Point { features, mean, std: mean / 5.0 };
        let curve = |name: &str, scale: f64| Curve {
            name: name.to_owned(),
            points: vec![point(50, 0.2 * scale), point(200, 0.1 * scale)],
        };
        let svg = plot(&[curve("mc", 1.0), curve("a<b", 0.5)]);
        assert!(svg.contains(">mc</text>") && svg.contains(">a&lt;b</text>"));
        let numbers =
            svg.split("points=\"").skip(1).flat_map(|rest| rest.split('"').next().unwrap_or("").split_whitespace());
        for pair in numbers {
            let (x, y) = pair.split_once(',').expect("a pair");
            let (x, y): (f64, f64) = (x.parse().expect("a number"), y.parse().expect("a number"));
            assert!((AREA[0]..=AREA[1]).contains(&x) && (AREA[2]..=AREA[3] + 0.1).contains(&y), "{pair}");
        }
    }

    #[test]
    fn one_point_or_none_can_be_plotted() {
        assert!(!plot(&[]).contains("NaN"));
        let single = Curve { name: "x".to_owned(), points: vec![Point { features: 50, mean: 0.1, std: 0.0 }] };
        assert!(!plot(&[single]).contains("NaN"));
    }
}
