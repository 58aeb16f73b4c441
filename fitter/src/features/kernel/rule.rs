//! The bandwidth that a rule asks for, or that a search finds by the estimated error.

use super::bandwidth::{knn50, median, paper};
pub use super::spread::spread;
use crate::recipe::Bandwidth;
use nalgebra::DMatrix;

/// The largest number of rows that the search fits to.
pub const ROWS: usize = 4_000;
/// The largest number of features that the search draws.
pub const FEATURES: usize = 200;
/// The multiples of the median distance that the search tries.
const MULTIPLES: [f64; 8] = [0.18, 0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0];

/// Returns the bandwidth that a rule asks for, on standardised `inputs x rows`; `error` returns the
/// estimated error of a bandwidth.
///
/// # Errors
/// Those of `error`.
pub fn resolve<E>(rule: Bandwidth, inputs: &DMatrix<f64>, error: impl Fn(f64) -> Result<f64, E>) -> Result<f64, E> {
    Ok(match rule {
        Bandwidth::Fixed(bandwidth) => bandwidth,
        Bandwidth::Paper => paper(inputs.nrows()),
        Bandwidth::Median => median(inputs),
        Bandwidth::Knn50 => knn50(inputs),
        Bandwidth::Auto => search(median(inputs), error)?,
    })
}

/// Returns the multiple of the median distance with the lowest error, the first of equal ones.
fn search<E>(median: f64, error: impl Fn(f64) -> Result<f64, E>) -> Result<f64, E> {
    let mut best = (f64::INFINITY, median);
    for multiple in MULTIPLES {
        let bandwidth = median * multiple;
        let error = error(bandwidth)?;
        if error < best.0 {
            best = (error, bandwidth);
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn the_search_takes_the_least_error() {
        let Ok(found) = search::<Infallible>(2.0, |bandwidth| Ok((bandwidth - 0.8).abs()));
        assert_eq!(found, 0.7);
    }
}
