//! Inputs of two dimensions.

use crate::features::draw::{MonteCarlo, Sampler};
use nalgebra::DMatrix;

/// The number of inputs.
const COUNT: usize = 300;

/// A distribution of inputs of two dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Toy {
    /// A round normal distribution.
    Round,
    /// A normal distribution along `x = y`.
    Line,
    /// Two groups on `x = y`.
    Groups,
    /// A ring.
    Ring,
}

impl Toy {
    /// All of them.
    pub const ALL: [Toy; 4] = [Toy::Round, Toy::Line, Toy::Groups, Toy::Ring];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Toy::Round => "round",
            Toy::Line => "line",
            Toy::Groups => "groups",
            Toy::Ring => "ring",
        }
    }

    /// Draws inputs, `2 x 300`, each dimension with mean 0 and variance 1.
    pub fn rows(self, seed: u64) -> DMatrix<f64> {
        let mut rows = MonteCarlo.normals(2, COUNT, seed);
        for (n, mut row) in rows.column_iter_mut().enumerate() {
            let [x, y] = [row[0], row[1]];
            let [x, y] = match self {
                Toy::Round => [x, y],
                Toy::Line => [x + 0.1 * y, x - 0.1 * y],
                Toy::Groups => [[-2.0, 2.0][n % 2] + 0.4 * x, [-2.0, 2.0][n % 2] + 0.4 * y],
                Toy::Ring => [x, y].map(|z| z * (1.0 + 0.05 * x) / x.hypot(y)),
            };
            (row[0], row[1]) = (x, y);
        }
        for mut row in rows.row_iter_mut() {
            let (mean, deviation) = (row.mean(), row.variance().sqrt());
            row.apply(|x| *x = (*x - mean) / deviation);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The correlation of the two dimensions is 0 or nearly 1, and a ring is empty in its middle.
    #[test]
    fn sets_have_their_shapes() {
        let correlation = |toy: Toy| toy.rows(1).row(0).dot(&toy.rows(1).row(1)) / COUNT as f64;
        assert!([Toy::Round, Toy::Ring].iter().all(|toy| correlation(*toy).abs() < 0.2));
        assert!([Toy::Line, Toy::Groups].iter().all(|toy| correlation(*toy) > 0.9));
        let nearest = |toy: Toy| toy.rows(1).column_iter().map(|row| row.norm()).fold(f64::INFINITY, f64::min);
        assert!(nearest(Toy::Ring) > 0.8 && nearest(Toy::Groups) > 0.4 && nearest(Toy::Round) < 0.4);
    }
}
