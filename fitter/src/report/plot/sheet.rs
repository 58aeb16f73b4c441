//! Several plots in one file.

use super::frame::UNITS;
use super::methods::SIZE;
use std::fmt::Write;

/// The number of plots side by side.
const COLUMNS: usize = 2;

/// Returns an SVG of plots, each an SVG of [`SIZE`].
pub fn sheet(plots: &[String]) -> String {
    let [width, height] = SIZE.map(|side| (side * UNITS) as usize);
    let (columns, rows) = (plots.len().clamp(1, COLUMNS), plots.len().div_ceil(COLUMNS).max(1));
    let size = [columns * width, rows * height];
    let mut all = format!(
        "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\">\n",
        size[0] / UNITS as usize,
        size[1] / UNITS as usize,
        size[0],
        size[1]
    );
    for (place, plot) in plots.iter().enumerate() {
        let [x, y] = [place % COLUMNS * width, place / COLUMNS * height];
        let own = plot.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1);
        writeln!(all, "{own}").expect("a string takes all");
    }
    all + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::super::methods::{Curve, Point, plot};
    use super::*;

    #[test]
    fn plots_stand_side_by_side() {
        let point = Point { features: 20, mean: 0.2, std: 0.0, published: Some(0.25) };
        let curve = Curve { name: "mc".to_owned(), points: vec![point] };
        let svg = sheet(&["wine", "adult", "letter"].map(|title| plot(title, std::slice::from_ref(&curve))));
        assert!(svg.starts_with("<svg width=\"1520\" height=\"920\""), "{}", &svg[..80]);
        for place in ["x=\"0\" y=\"0\"", "x=\"1520\" y=\"0\"", "x=\"0\" y=\"920\""] {
            assert_eq!(svg.matches(&format!("<svg {place} ")).count(), 1, "{place}");
        }
        assert_eq!((svg.matches("<svg").count(), svg.matches("</svg>").count()), (4, 4));
        assert!(!sheet(&[]).contains("NaN"));
    }
}
