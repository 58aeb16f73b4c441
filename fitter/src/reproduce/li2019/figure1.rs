//! Li, Zhang, Wang and Kumar 2019, Figure 1: the weights that are learnt for a grid of spectral
//! samples, for inputs of two dimensions.

use super::toy::Toy;
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::features::refine::{LandmarkLoss, Landmarks, Spectrum, kernel_matrix};
use crate::metrics::Repeats;
use crate::recipe::KernelName;
use crate::report::plot::{Axis, Colour, Frame, Mark, SIZE, sheet};
use crate::reproduce::data_set::Quantity;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;
use nalgebra::{DMatrix, DVector};

/// The paper's bandwidth for two inputs, `2 sigma^2 = d`.
const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.0 };
/// The frequency at the edge of the grids, in radians per unit.
const EDGE: f64 = 4.5;
/// The numbers of samples along an axis of the grids, odd ones; the figure shows the second one.
const SIDES: [usize; 3] = [13, 7, 5];
/// The decay of the weights, that of `cluster` and `sample`.
const DECAY: f64 = 1e-3;
/// The radius in the figure of the largest change of a weight, in pixels.
const REACH: f64 = 14.0;
/// The number of draws of the inputs.
const REPEATS: u64 = 10;

/// The weights of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Weighting {
    /// The kernel's own density at the samples, over its sum.
    Density,
    /// Those that minimise the loss on all inputs.
    Learned,
}

impl Weighting {
    const ALL: [(Weighting, &'static str); 2] = [(Weighting::Density, "density"), (Weighting::Learned, "learned")];

    /// Returns a grid, weighted.
    fn spectrum(self, side: usize, rows: &DMatrix<f64>) -> Spectrum {
        let step = 2.0 * EDGE / (side - 1) as f64;
        let frequencies = DMatrix::from_fn(2, side * side, |axis, n| [n % side, n / side][axis] as f64 * step - EDGE);
        let weights = match self {
            Weighting::Density => {
                let squares = frequencies.column_iter().map(|w| (-w.norm_squared() / 2.0).exp());
                let weights = DVector::from_iterator(side * side, squares);
                let sum = weights.sum();
                weights / sum
            }
            Weighting::Learned => {
                let shares = DVector::repeat(rows.ncols(), 1.0 / rows.ncols() as f64);
                let landmarks = Landmarks { points: rows.clone(), shares };
                LandmarkLoss::new(SCALED, landmarks, rows.ncols()).weights(&frequencies, DECAY)
            }
        };
        Spectrum { frequencies, weights }
    }
}

/// Returns the relative error of the kernel on a weighted grid.
fn error((weighting, side): (Weighting, usize), rows: &DMatrix<f64>) -> f64 {
    let features = weighting.spectrum(side, rows).paired(rows);
    let exact = kernel_matrix(SCALED, rows, rows);
    (features.tr_mul(&features) - &exact).norm() / exact.norm()
}

/// Measures the errors, step by step, with ten repeats, `quick` or not. The paper prints no
/// figures.
///
/// # Errors
/// [`Error::Usage`](crate::error::Error::Usage) for inputs that the figure lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    for toy in scope.of(Toy::ALL, |toy| toy.name())? {
        for side in SIDES {
            for (weighting, name) in Weighting::ALL {
                steps.step((name, side * side), || {
                    let errors = (0..REPEATS).map(|seed| error((weighting, side), &toy.rows(seed))).collect();
                    let quantity = Quantity { method: name.to_owned(), name: "error", features: side * side };
                    Ok(vec![quantity.cell(toy.name(), None, Repeats::of(errors))])
                })?;
            }
        }
    }
    Ok(())
}

/// Returns the figure as an SVG: inputs to the left, and to the right the grid, each sample as
/// large as the difference of its weight from that of the kernel's density.
///
/// # Errors
/// [`Error::Usage`](crate::error::Error::Usage) for inputs that the figure lacks.
pub fn figure(scope: &Scope<'_>) -> Result<String> {
    let mut plots = Vec::new();
    for toy in scope.of(Toy::ALL, |toy| toy.name())? {
        let rows = toy.rows(0);
        let inputs = rows.column_iter().map(|x| Mark::dot([x[0], x[1]], 2, Colour::Ink)).collect::<Vec<_>>();
        plots.push(panel(&format!("{}: inputs", toy.name()), EDGE, &inputs));
        let density = Weighting::Density.spectrum(SIDES[1], &rows);
        let change = Weighting::Learned.spectrum(SIDES[1], &rows).weights - &density.weights;
        let dots = density.frequencies.column_iter().zip(&change).map(|(w, by)| {
            let radius = (REACH * (by.abs() / change.amax()).sqrt()).round() as u32;
            let colour = if *by < 0.0 { Colour::Doubt } else { Colour::Accent };
            Mark::dot([w[0], w[1]], radius.max(1), if radius == 0 { Colour::Line } else { colour })
        });
        let title = format!("{}: weights above (blue) and below the kernel's density", toy.name());
        plots.push(panel(&title, 1.2 * EDGE, &dots.collect::<Vec<_>>()));
    }
    Ok(sheet(&plots))
}

/// Returns a panel of marks on two axes that reach as far to either side.
fn panel(title: &str, reach: f64, marks: &[Mark]) -> String {
    // as many units to a pixel on both axes
    let wide = reach * 1.35;
    let (x, y) = (Axis::linear("", [-wide, wide]), Axis::linear(title, [-reach, reach]));
    Frame { label: title, size: SIZE, sides: [56, 40], x, y }.alone(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a coarse grid, weights that know the inputs approximate the kernel better than those of
    /// its density, and those of one set serve it better than those of another set.
    #[test]
    fn learnt_weights_depend_on_the_inputs() {
        let on = |spectrum: &Spectrum, rows: &DMatrix<f64>| {
            let features = spectrum.paired(rows);
            (features.tr_mul(&features) - kernel_matrix(SCALED, rows, rows)).norm()
        };
        let [ring, groups] = [Toy::Ring, Toy::Groups].map(|toy| toy.rows(0));
        let learnt = [&ring, &groups].map(|rows| Weighting::Learned.spectrum(7, rows));
        for (own, other, rows) in [(0, 1, &ring), (1, 0, &groups)] {
            let density = on(&Weighting::Density.spectrum(7, rows), rows);
            let [own, other] = [own, other].map(|set| on(&learnt[set], rows));
            assert!(own < 0.8 * density && own < other, "{own} {other} {density}");
        }
    }

    /// The weights are those of the paper's programme on all inputs, written out: no change of a
    /// single weight lowers the loss.
    #[test]
    fn no_single_weight_lowers_the_loss() {
        let rows = Toy::Line.rows(0).columns(0, 60).into_owned();
        let Spectrum { frequencies, weights } = Weighting::Learned.spectrum(5, &rows);
        let exact = kernel_matrix(SCALED, &rows, &rows);
        let loss = |weights: &DVector<f64>| {
            let mut sum = 0.0;
            for (s, t) in (0..60).flat_map(|s| (0..60).map(move |t| (s, t))) {
                let difference = rows.column(s) - rows.column(t);
                let cosines = frequencies.tr_mul(&difference).map(f64::cos);
                sum += (cosines.dot(weights) - exact[(s, t)]).powi(2);
            }
            sum / exact.norm_squared() + DECAY * weights.norm_squared()
        };
        let least = loss(&weights);
        for j in 0..weights.len() {
            for change in [1e-3, -1e-3] {
                let mut changed = weights.clone();
                changed[j] = (changed[j] + change).max(0.0);
                assert!(loss(&changed) >= least, "{j} {change}");
            }
        }
    }

    #[test]
    fn the_figure_has_two_panels_for_each_set() {
        let scope = Scope { folder: std::path::Path::new("."), quick: false, sets: &[], methods: &[], features: &[] };
        assert_eq!(figure(&scope).expect("a figure").matches("<svg").count(), 1 + 2 * Toy::ALL.len());
    }
}
