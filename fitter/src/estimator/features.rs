//! Features in double precision, for whoever fits a head of their own.

use super::choices::{Choices, named};
use super::watch::Watch;
use crate::data::Groups;
use crate::error::{Error, Result};
use crate::features::find::{Find, Goal};
use crate::features::kernel::rule::resolve;
use crate::features::kernel::{Map, Scaled};
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::recipe::{Bandwidth, HeadName};
use nalgebra::{DMatrix, DVector};
use std::time::Instant;

/// The map, its size, and its frequencies, phases and weights.
type Stored = (Map, [usize; 2], Vec<f64>);

/// Features of a kernel in double precision, `z(x) = sqrt(g / m) w cos(W'x + b)` for the cosine
/// map, whose products approximate the kernel.
#[derive(Clone, Debug)]
pub struct Features {
    map: FeatureMap,
}

impl Features {
    /// Draws features, whatever the targets, for so many inputs.
    ///
    /// # Errors
    /// [`Error::Usage`] for names that there are not, where draw and kernel do not go together, and
    /// for a bandwidth that is not above 0.
    pub fn drawn(draw: &str, kernel: (&str, f64), size: [usize; 2], seed: u64) -> Result<Features> {
        let draw = named(draw).map_err(|what| Error::Usage(format!("draw {draw:?}: {what}")))?;
        Ok(Features { map: FeatureMap::of(draw, scaled(kernel)?, size, seed)? })
    }

    /// Selects features for rows (`inputs x rows`) and their targets (`outputs x rows`), by the
    /// method, the number of features, the candidates and the seed that are chosen. There are fewer
    /// where the method finds no more, or where nobody waits any more.
    ///
    /// # Errors
    /// [`Error::Usage`] for choices that do not go together or with the rows, for another number of
    /// rows than of targets, for numbers that are not finite, and for a bandwidth that is not above
    /// 0.
    pub fn selected(
        choices: &Choices,
        bandwidth: f64,
        (rows, targets): (&DMatrix<f64>, &DMatrix<f64>),
        watch: Watch<'_>,
    ) -> Result<Features> {
        let [all, of_targets] = [rows.ncols(), targets.ncols()];
        if all != of_targets {
            return Err(Error::Usage(format!("{all} rows have {of_targets} targets")));
        }
        if rows.iter().chain(targets).any(|number| !number.is_finite()) {
            return Err(Error::Usage("a number of the rows or of their targets is not finite".to_owned()));
        }
        let bandwidth = positive(bandwidth)?;
        let recipe = choices.recipe()?;
        let count = recipe.size.features.map_or(rows.nrows(), usize::from);
        let sample_weights = vec![1.0; rows.ncols()];
        let find = Find {
            recipe: &recipe,
            scaled: Scaled { name: recipe.kernel, bandwidth },
            head: HeadName::Ridge,
            rounding: None,
            patch: None,
            schedule: None,
            goal: Goal::Model,
            search: watch.search(Instant::now(), None),
            classes: None,
            groups: &Groups::Independent,
            sample_weights: &sample_weights,
            on_device: &|map| map,
        };
        Ok(Features { map: find.features(Sample { rows, targets }, count)?.map })
    }

    /// Returns the features with these bytes, which [`Features::to_bytes`] gave.
    ///
    /// # Errors
    /// [`Error::Usage`] for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Features> {
        let wrong = || Error::Usage("these bytes are no features".to_owned());
        let (map, [inputs, count], numbers): Stored = serde_json::from_slice(bytes).map_err(|_| wrong())?;
        if inputs.checked_add(2).and_then(|rows| rows.checked_mul(count)) != Some(numbers.len()) {
            return Err(wrong());
        }
        let (frequencies, rest) = numbers.split_at(inputs * count);
        let (phases, weights) = rest.split_at(count);
        let frequencies = DMatrix::from_column_slice(inputs, count, frequencies);
        let map = FeatureMap::plain(map, frequencies, DVector::from_column_slice(phases));
        Ok(Features { map: FeatureMap { weights: DVector::from_column_slice(weights), ..map } })
    }

    /// Returns bytes that hold the features, for [`Features::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let FeatureMap { map, frequencies, phases, weights, .. } = &self.map;
        let numbers = [frequencies.as_slice(), phases.as_slice(), weights.as_slice()].concat();
        let stored: Stored = (*map, self.size(), numbers);
        serde_json::to_vec(&stored).expect("numbers are JSON")
    }

    /// The number of inputs, and that of features.
    pub fn size(&self) -> [usize; 2] {
        [self.map.frequencies.nrows(), self.map.frequencies.ncols()]
    }

    /// Returns the features of rows (`inputs x rows`), `features x rows`.
    ///
    /// # Panics
    /// If the rows have another number of inputs.
    pub fn of(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let scale = (self.map.map.gain() / self.map.phases.len() as f64).sqrt();
        let scales = &self.map.weights * scale;
        let mut features = self.map.phased(rows);
        features.column_iter_mut().for_each(|mut column| column.component_mul_assign(&scales));
        features
    }
}

/// Returns the bandwidth of a rule such as `median`, or a number's own, for rows (`inputs x rows`).
///
/// # Errors
/// [`Error::Usage`] for another rule; `auto` needs targets, and is none here.
pub fn bandwidth(rule: &str, rows: &DMatrix<f64>) -> Result<f64> {
    let rule: Bandwidth = rule.parse().map_err(|what| Error::Usage(format!("bandwidth {rule:?}: {what}")))?;
    resolve(rule, rows, |_| Err(Error::Usage("bandwidth \"auto\" needs the fit of a whole model".to_owned())))
}

fn scaled((name, bandwidth): (&str, f64)) -> Result<Scaled> {
    let name = named(name).map_err(|what| Error::Usage(format!("kernel {name:?}: {what}")))?;
    Ok(Scaled { name, bandwidth: positive(bandwidth)? })
}

fn positive(bandwidth: f64) -> Result<f64> {
    match bandwidth > 0.0 && bandwidth.is_finite() {
        true => Ok(bandwidth),
        false => Err(Error::Usage(format!("the bandwidth is {bandwidth}, not a number above 0"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::kernel::{exact, kernel};
    use crate::recipe::KernelName;

    #[test]
    fn products_of_features_approximate_the_kernel() {
        let rows = DMatrix::from_fn(3, 20, |i, j| ((7 * i + 3 * j) as f64).sin());
        for name in ["gaussian", "laplacian", "arccos1"] {
            let features = Features::drawn("mc", (name, 1.5), [3, 40_000], 1).unwrap().of(&rows);
            let found = features.transpose() * features;
            let name = named::<KernelName>(name).unwrap();
            let exact = exact(&*kernel(name), 1.5, &rows, &rows);
            let error = (found - &exact).norm() / exact.norm();
            assert!(error < 0.03, "{name}: {error}");
        }
    }

    #[test]
    fn features_come_back_from_their_bytes() {
        let rows = DMatrix::from_fn(3, 5, |i, j| (i + 2 * j) as f64 / 7.0);
        let features = Features::drawn("orf", ("gaussian", 1.0), [3, 8], 4).unwrap();
        let bytes = features.to_bytes();
        assert_eq!(Features::from_bytes(&bytes).unwrap().of(&rows), features.of(&rows));
        assert!(Features::from_bytes(b"[\"cosine\",[3,8],[0.5]]").is_err());
        assert!(Features::from_bytes(&bytes[1..]).is_err());
    }

    #[test]
    fn selected_features_follow_the_targets() {
        let rows = DMatrix::from_fn(2, 300, |i, j| (((i + 2) * j * 37 % 101) as f64 - 50.0) / 30.0);
        let targets = DMatrix::from_fn(1, 300, |_, j| (2.0 * rows[(0, j)]).sin());
        let made = [("method", "greedy"), ("features", "10"), ("candidates", "100")];
        let choices = made.iter().try_fold(Choices::default(), |made, (name, value)| made.with(name, value)).unwrap();
        let width = bandwidth("median", &rows).unwrap();
        let selected = Features::selected(&choices, width, (&rows, &targets), Watch::default()).unwrap();
        assert_eq!(selected.size(), [2, 10]);
        let left = |features: &Features| {
            let z = features.of(&rows);
            let weights = (&z * z.transpose()).pseudo_inverse(1e-12).unwrap() * &z * targets.transpose();
            (z.transpose() * weights - targets.transpose()).norm()
        };
        let drawn = Features::drawn("mc", ("gaussian", width), [2, 10], 0).unwrap();
        assert!(left(&selected) < left(&drawn));
    }

    #[test]
    fn rows_without_targets_and_bandwidths_that_are_none_are_refused() {
        let (rows, targets) = (DMatrix::from_element(2, 5, 1.0), DMatrix::from_element(1, 5, 1.0));
        let said = |bandwidth, rows: &DMatrix<f64>, targets: &DMatrix<f64>| {
            Features::selected(&Choices::default(), bandwidth, (rows, targets), Watch::default())
                .unwrap_err()
                .to_string()
        };
        assert!(said(1.0, &rows, &targets.columns(0, 4).into_owned()).contains("5 rows have 4 targets"));
        assert!(said(1.0, &rows.map(|_| f64::NAN), &targets).contains("not finite"));
        for bandwidth in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(said(bandwidth, &rows, &targets).contains("not a number above 0"), "{bandwidth}");
            assert!(Features::drawn("mc", ("gaussian", bandwidth), [2, 3], 0).is_err());
        }
    }
}
