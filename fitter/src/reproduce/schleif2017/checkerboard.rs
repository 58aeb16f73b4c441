//! The checkerboard.

use crate::data::shuffled;
use crate::reproduce::labelled::Labelled;
use nalgebra::DMatrix;
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;

/// Returns a thousand points in each cell of a 3 x 3 board whose neighbouring cells differ in
/// class, standardised.
pub fn checkerboard() -> Labelled {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let inside = Uniform::new(0.1, 0.9).expect("a proper range");
    let cell = |n: usize| [n % 3, n / 3 % 3];
    let mut rows = DMatrix::from_fn(2, 9_000, |i, n| cell(n)[i] as f64 + inside.sample(&mut random));
    for mut row in rows.row_iter_mut() {
        let (mean, deviation) = (row.mean(), row.variance().sqrt());
        row.apply(|x| *x = (*x - mean) / deviation);
    }
    let classes = (0..9_000).map(|n| cell(n).iter().sum::<usize>() % 2).collect();
    Labelled::of_classes(rows, classes, 2).select(&shuffled(9_000, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_cells_differ_in_class() {
        let board = checkerboard();
        assert_eq!((board.rows.shape(), board.classes().0.iter().sum::<usize>()), ((2, 9_000), 4_000));
        assert!(board.rows.column_mean().amax() < 1e-9);
        // class 0 is in the middle of the board and at its corners; a cell is 1.22 wide
        let class = |x: f64, y: f64| {
            let near = |n: &usize| (board.rows[(0, *n)] - x).abs() < 0.3 && (board.rows[(1, *n)] - y).abs() < 0.3;
            let classes: Vec<usize> = (0..9_000).filter(near).map(|n| board.classes().0[n]).collect();
            assert!(classes.len() > 100 && classes.iter().all(|c| *c == classes[0]));
            classes[0]
        };
        assert_eq!([class(0.0, 0.0), class(1.2, 0.0), class(1.2, 1.2), class(0.0, -1.2)], [0, 1, 0, 1]);
    }
}
