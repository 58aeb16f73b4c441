//! The plot of error against features, method by method.

use super::axis::{Axis, around};
use super::colour::Colour;
use super::frame::Frame;
use super::mark::{Anchor, Mark};

/// The number of methods with a colour of their own; others have rings in place of dots.
const COLOURS: usize = 8;
/// The size of a plot in pixels.
pub const SIZE: [u32; 2] = [760, 460];
/// The ratio of errors from which on their axis is logarithmic.
const DECADES: f64 = 3.0;
/// The opacity of a band, and the sum of those of all bands, at most.
const BAND: f64 = 0.12;
const BANDS: f64 = 0.6;
/// Half the length of the dash of a published error, as a ratio of features.
const DASH: f64 = 1.06;

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
    pub features: u32,
    /// The mean error.
    pub mean: f64,
    /// The standard deviation over repeats.
    pub std: f64,
    /// The published error, if there is one.
    pub published: Option<f64>,
}

/// Returns an SVG of curves by features, with a band of one standard deviation to each side, and
/// dashes where an error was published. The errors are named by `title`; their axis is logarithmic
/// where they span much.
pub fn plot(title: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let mut features: Vec<f64> = points().map(|point| point.features.into()).collect();
    features.sort_by(f64::total_cmp);
    features.dedup();
    let edges = points().flat_map(|point| [low(point), point.mean + point.std].into_iter().chain(point.published));
    let errors = around(edges.clone(), 0.05);
    let logarithmic = edges.fold([f64::INFINITY, 0.0f64], |[low, high], edge| [low.min(edge), high.max(edge)]);
    let y = match logarithmic {
        [low, high] if low > 0.0 && high > DECADES * low => Axis::logarithmic(title, [low * 0.97, high * 1.03], &[]),
        _ => Axis::linear(title, errors),
    };
    let ends = [features.first().copied().unwrap_or(1.0), features.last().copied().unwrap_or(10.0)];
    let ends = if ends[0] < ends[1] { [ends[0] / DASH, ends[1] * DASH] } else { [ends[0] / 2.0, ends[1] * 2.0] };
    let top = [ends[1], f64::MAX];
    let x = Axis::logarithmic("features", ends, &features);
    let frame = Frame { label: &format!("{title} against features"), size: SIZE, sides: [56, 150], x, y };
    // of many methods, bands lie upon each other
    let opacity = (BANDS / curves.len() as f64).min(BAND);
    let own = |(index, curve)| marks((index, opacity), curve, top);
    let mut marks: Vec<Mark> = curves.iter().enumerate().flat_map(own).collect();
    if points().any(|point| point.published.is_some()) {
        marks.extend(named(top, curves.len(), ("—", Colour::Quiet), "published"));
    }
    frame.alone(&marks)
}

/// Returns a name to the right of the marks, below so many others, behind its key; names begin at
/// the corner `top`.
fn named(top: [f64; 2], place: usize, (key, colour): (&str, Colour), name: &str) -> [Mark; 2] {
    let text = |text: &str, x: i32, colour| {
        let shift = [x, 20 + 40 * place as i32];
        Mark::Text { at: top, shift, text: text.to_owned(), anchor: Anchor::Start, colour }
    };
    [text(key, 28, colour), text(name, 60, Colour::Ink)]
}

/// Returns the band, the curve, the published errors and the name of a method.
fn marks((index, opacity): (usize, f64), curve: &Curve, top: [f64; 2]) -> Vec<Mark> {
    let colour = Colour::Hue(index);
    let at = |point: &Point, error: f64| [f64::from(point.features), error];
    let upper = curve.points.iter().map(|point| at(point, point.mean + point.std));
    let lower = curve.points.iter().rev().map(|point| at(point, low(point)));
    let dash = |point: &Point| {
        let published = [f64::from(point.features) / DASH, f64::from(point.features) * DASH];
        point.published.map(|error| Mark::line(published.map(|features| [features, error]).to_vec(), colour, 5))
    };
    let dashes: Vec<Mark> = curve.points.iter().filter_map(dash).collect();
    let means: Vec<[f64; 2]> = curve.points.iter().map(|point| at(point, point.mean)).collect();
    let dots = means.iter().map(|&at| match index < COLOURS {
        true => Mark::dot(at, 3, colour),
        false => Mark::ring(at, 3, colour),
    });
    let band = Mark::Area { points: upper.chain(lower).collect(), colour: (colour, opacity) };
    let key = if index < COLOURS { "●" } else { "○" };
    [band, Mark::line(means.clone(), colour, 4)]
        .into_iter()
        .chain(dots)
        .chain(dashes)
        .chain(named(top, index, (key, colour), &curve.name))
        .collect()
}

/// Returns the lower edge of the band, kept above zero where the mean is, for the logarithm.
fn low(point: &Point) -> f64 {
    let low = point.mean - point.std;
    if point.mean > 0.0 { low.max(point.mean / 10.0) } else { low }
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
        let point = |features, mean| Point { features, mean, std: mean / 5.0, published: None };
        let curve = |name: &str, scale: f64| Curve {
            name: name.to_owned(),
            points: vec![point(50, 0.2 * scale), point(200, 0.1 * scale)],
        };
        let svg = plot("error", &[curve("mc", 1.0), curve("a<b", 0.5)]);
        assert!(svg.contains("\nmc\n") && svg.contains("\na&lt;b\n") && svg.contains("\nfeatures\n"), "{svg}");
        let corners = corners(&svg);
        // two bands of four corners and two curves of two points, besides what is drawn of the axes
        assert!(corners.len() >= 12);
        assert!(corners.iter().all(|[x, y]| (112.0..=1220.0).contains(x) && (48.0..=840.0).contains(y)), "{corners:?}");
        // half the error is further down
        let y = |place: usize| corners[place][1];
        assert!(!svg.contains("#FA") && y(0) < y(corners.len() - 2));
    }

    /// Published errors lie where ours would: the dash of one that is equal to the mean is as high
    /// as the dot.
    #[test]
    fn published_errors_are_dashes_at_their_height() {
        let point = |published| Point { features: 100, mean: 0.3, std: 0.1, published };
        let curve = |published| Curve { name: "mc".to_owned(), points: vec![point(published)] };
        let [without, with] = [None, Some(0.3)].map(|published| plot("error", &[curve(published)]));
        assert_eq!(without.matches("<polyline").count() + 1, with.matches("<polyline").count());
        let dash = corners(&with[with.rfind("<polyline").expect("a dash")..]);
        let dot = with.split("<circle cx=\"").nth(1).expect("a dot");
        let centre: f64 = dot.split('"').next().and_then(|x| x.parse().ok()).expect("a number");
        let height: f64 = dot.split("cy=\"").nth(1).and_then(|y| y.split('"').next()?.parse().ok()).expect("a number");
        assert!((dash[0][0] + dash[1][0] - 2.0 * centre).abs() <= 2.0 && dash[0][0] < centre, "{dash:?} {centre}");
        assert!(dash.iter().all(|[_, y]| *y == height), "{dash:?} {height}");
    }

    #[test]
    fn one_point_or_none_can_be_plotted() {
        assert!(!plot("error", &[]).contains("NaN"));
        for mean in [0.1, 0.0, -1.0] {
            let points = vec![Point { features: 50, mean, std: 0.0, published: None }];
            assert!(!plot("error", &[Curve { name: "x".to_owned(), points }]).contains("NaN"));
        }
    }
}
