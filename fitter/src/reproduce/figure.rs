//! Ours drawn over the paper's points.

use super::cell::Cell;
use crate::report::plot::{Curve, Point, plot, sheet};

/// Returns an SVG with a plot for each data set and quantity, in their order: our means with bands
/// of one standard deviation, and the paper's figures as dashes.
pub fn figure(cells: &[Cell]) -> String {
    let mut plots: Vec<(String, Vec<Curve>)> = Vec::new();
    for cell in cells {
        let title = format!("{}, {}", cell.data, cell.quantity);
        let curves = &mut entry(&mut plots, |(known, _)| *known == title, || (title.clone(), Vec::new())).1;
        let named = || Curve { name: cell.method.clone(), points: Vec::new() };
        let curve = entry(curves, |known: &Curve| known.name == cell.method, named);
        let Cell { features, mean, std, paper, .. } = *cell;
        curve.points.push(Point { features: features as u32, mean, std, published: paper });
    }
    let points = plots.iter_mut().flat_map(|(_, curves)| curves).map(|curve| &mut curve.points);
    points.for_each(|points| points.sort_by_key(|point| point.features));
    let drawn: Vec<String> = plots.iter().map(|(title, curves)| plot(title, curves)).collect();
    sheet(&drawn)
}

/// Returns the first item that is wanted, which is added where there is none.
fn entry<T>(all: &mut Vec<T>, is_wanted: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> &mut T {
    let place = all.iter().position(is_wanted).unwrap_or_else(|| {
        all.push(make());
        all.len() - 1
    });
    &mut all[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sets with two methods each, one of which has a published figure.
    #[test]
    fn every_set_has_a_plot_and_every_figure_of_the_paper_a_dash() {
        let cell = |data: &str, method: &str, features, paper| Cell {
            data: data.to_owned(),
            method: method.to_owned(),
            quantity: "error".to_owned(),
            features,
            paper,
            mean: 0.3,
            std: 0.01,
            repeats: 3,
            note: None,
        };
        let with = |paper| {
            let of =
                |data| [("mc", 50, paper), ("mc", 20, None), ("orf", 50, None)].map(|(m, f, p)| cell(data, m, f, p));
            figure(&["wine", "adult"].map(of).concat())
        };
        let [ours, both] = [None, Some(0.31)].map(with);
        assert_eq!([&ours, &both].map(|svg| svg.matches("<svg").count()), [3, 3]);
        assert!(["wine, error", "adult, error"].iter().all(|title| ours.contains(title)));
        assert_eq!(ours.matches("<polyline").count() + 2, both.matches("<polyline").count());
    }
}
