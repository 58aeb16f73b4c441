//! The Sobol sequence.

use super::digital::{self, Directions};
use super::sampler::Sampler;
use super::uniform;
use nalgebra::DMatrix;
use sobol::params::JoeKuoD6;

/// The Sobol sequence with the direction numbers of Joe and Kuo (2008, `new-joe-kuo-6`, up to
/// 21,201 axes), scrambled linearly and shifted digitally at random (Matousek 1998).
///
/// The shift moves the first point away from 0, so none is skipped, and the first `2^k` points stay
/// a net. Each point alone is a standard normal vector, exactly up to 2^-32. Axes beyond the last
/// with direction numbers reuse those of the first ones, with a scramble of their own.
#[derive(Clone, Copy, Debug)]
pub struct Sobol;

impl Sampler for Sobol {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let directions = directions(axes);
        uniform::normals(axes, count, |axis, points| {
            digital::fill(&directions[axis % directions.len()], axis, seed, points);
        })
    }
}

/// Returns the directions of each axis; unpacks only as large a table as is needed.
fn directions(axes: usize) -> Vec<Directions> {
    let table = match axes {
        ..=100 => JoeKuoD6::minimal(),
        101..=1_000 => JoeKuoD6::standard(),
        _ => JoeKuoD6::extended(),
    };
    sobol::Sobol::<u32>::init_direction_vals(axes.min(table.max_dims), 32, &table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are the first points of Joe and Kuo's tables, by index; their program
    /// visits them in the order of a Gray code.
    #[test]
    fn points_are_those_of_joe_and_kuo() {
        let axes: Vec<Vec<u32>> = directions(3).iter().map(|axis| digital::words(axis, 4)).collect();
        let eighths = |numbers: [u32; 4]| numbers.map(|number| number << 29).to_vec();
        assert_eq!(axes, [eighths([0, 4, 2, 6]), eighths([0, 4, 6, 2]), eighths([0, 4, 6, 2])]);
    }

    #[test]
    fn any_number_of_axes_can_be_drawn() {
        assert_eq!(Sobol.normals(1_200, 2, 1).nrows(), 1_200);
        assert_eq!(Sobol.normals(21_300, 2, 1).nrows(), 21_300);
    }

    #[test]
    fn the_seed_decides_and_longer_draws_extend_shorter_ones() {
        let short = Sobol.normals(4, 5, 9);
        assert_eq!(Sobol.normals(4, 8, 9).columns(0, 5), short);
        assert_ne!(Sobol.normals(4, 5, 10), short);
    }
}
