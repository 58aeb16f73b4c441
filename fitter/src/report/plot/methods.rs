//! The plot of error against features, method by method.

use super::axis::Axis;
use super::colour::Colour;
use super::frame::Frame;
use super::mark::{Anchor, Mark};

/// The number of methods with a colour of their own; others have dashes too.
const COLOURS: usize = 8;

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
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let mut features: Vec<f64> = points().map(|point| point.features.into()).collect();
    features.sort_by(f64::total_cmp);
    features.dedup();
    let edges = points().flat_map(|point| [low(point), point.mean + point.std]);
    let [least, most] = edges.fold([f64::INFINITY, 0.0f64], |[least, most], edge| [least.min(edge), most.max(edge)]);
    let errors =
        if least < most { [least * 0.97, most * 1.03] } else { [0.5, 2.0].map(|factor| factor * most.max(0.1)) };
    let ends = [features.first().copied().unwrap_or(1.0), features.last().copied().unwrap_or(10.0)];
    let ends = if ends[0] < ends[1] { ends } else { [ends[0] / 2.0, ends[1] * 2.0] };
    let frame = Frame {
        label: "error against features",
        size: [760, 460],
        sides: [56, 150],
        x: Axis::logarithmic("features", ends, &features),
        y: Axis::logarithmic("error", errors, &[]),
    };
    let marks: Vec<Mark> =
        curves.iter().enumerate().flat_map(|(index, curve)| marks(index, curve, ends[1], errors)).collect();
    frame.alone(&marks)
}

/// Returns the band, the curve and the name of a method.
fn marks(index: usize, curve: &Curve, right: f64, errors: [f64; 2]) -> Vec<Mark> {
    let colour = Colour::Hue(index);
    let at = |point: &Point, error: f64| [f64::from(point.features), error];
    let upper = curve.points.iter().map(|point| at(point, point.mean + point.std));
    let lower = curve.points.iter().rev().map(|point| at(point, low(point)));
    let means: Vec<[f64; 2]> = curve.points.iter().map(|point| at(point, point.mean)).collect();
    let dots = means.iter().map(|&at| match index < COLOURS {
        true => Mark::dot(at, 3, colour),
        false => Mark::ring(at, 3, colour),
    });
    let name = |text: String, x: i32, colour| {
        let shift = [x, 20 + 40 * index as i32];
        Mark::Text { at: [right, errors[1]], shift, text, anchor: Anchor::Start, colour }
    };
    let band = Mark::Area { points: upper.chain(lower).collect(), colour: (colour, 0.12) };
    let key = if index < COLOURS { "●" } else { "○" };
    [band, Mark::line(means.clone(), colour, 4)]
        .into_iter()
        .chain(dots)
        .chain([name(key.to_owned(), 28, colour), name(curve.name.clone(), 60, Colour::Ink)])
        .collect()
}

/// Returns the lower edge of the band, kept above zero for the logarithm.
fn low(point: &Point) -> f64 {
    (point.mean - point.std).max(point.mean / 10.0).max(1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of a polygon or polyline, as numbers.
    fn corners(svg: &str) -> Vec<[f64; 2]> {
        let lists = svg.split("points=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let pair = |pair: &str| {
            let (x, y) = pair.split_once(',').expect("a pair");
            [x, y].map(|number| number.parse().expect("a number"))
        };
        lists.flat_map(str::split_whitespace).map(pair).collect()
    }

    #[test]
    fn points_lie_in_the_area_and_names_beside_it() {
        let point = |features, mean| Point { features, mean, std: mean / 5.0 };
        let curve = |name: &str, scale: f64| Curve {
            name: name.to_owned(),
            points: vec![point(50, 0.2 * scale), point(200, 0.1 * scale)],
        };
        let svg = plot(&[curve("mc", 1.0), curve("a<b", 0.5)]);
        assert!(svg.contains("\nmc\n") && svg.contains("\na&lt;b\n") && svg.contains("\nfeatures\n"), "{svg}");
        let corners = corners(&svg);
        // two bands of four corners and two curves of two points, besides what is drawn of the axes
        assert!(corners.len() >= 12);
        assert!(corners.iter().all(|[x, y]| (112.0..=1220.0).contains(x) && (48.0..=840.0).contains(y)), "{corners:?}");
        // half the error is further down
        let y = |place: usize| corners[place][1];
        assert!(!svg.contains("#FA") && y(0) < y(corners.len() - 2));
    }

    #[test]
    fn one_point_or_none_can_be_plotted() {
        assert!(!plot(&[]).contains("NaN"));
        let single = Curve { name: "x".to_owned(), points: vec![Point { features: 50, mean: 0.1, std: 0.0 }] };
        assert!(!plot(&[single]).contains("NaN"));
    }
}
