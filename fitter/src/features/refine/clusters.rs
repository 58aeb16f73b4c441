//! Clusters of rows by k-means.

use crate::linalg::product;
use nalgebra::{DMatrix, DVector, DVectorView};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The largest number of Lloyd's iterations: after some tens of them no centre moves enough to
/// matter.
const ITERATIONS: usize = 30;

/// Clusters of rows: Lloyd's algorithm from a k-means++ start (Arthur and Vassilvitskii 2007).
pub(super) struct Clusters {
    /// The centres, `inputs x clusters`.
    pub centres: DMatrix<f64>,
    /// The cluster of each row and the squared distance to its centre.
    members: Vec<(usize, f64)>,
}

impl Clusters {
    /// Clusters rows (`inputs x rows`).
    pub fn of(rows: &DMatrix<f64>, count: usize, random: &mut ChaCha8Rng) -> Clusters {
        let centres = rows.select_columns(&seeds(rows, count, random));
        let mut clusters = Clusters { members: assign(rows, &centres), centres };
        for _ in 0..ITERATIONS {
            clusters.move_centres(rows);
            let members = assign(rows, &clusters.centres);
            let converged = members.iter().zip(&clusters.members).all(|(new, old)| new.0 == old.0);
            clusters.members = members;
            if converged {
                break;
            }
        }
        clusters
    }

    /// Moves each centre to the mean of its rows; one without rows stays.
    fn move_centres(&mut self, rows: &DMatrix<f64>) {
        let sizes = self.sizes();
        let mut sums = DMatrix::zeros(rows.nrows(), sizes.len());
        for (row, &(cluster, _)) in rows.column_iter().zip(&self.members) {
            let mut sum = sums.column_mut(cluster);
            sum += row;
        }
        for (cluster, &size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0.0) {
            self.centres.set_column(cluster, &(sums.column(cluster) / size));
        }
    }

    /// Returns the number of rows of each cluster.
    pub fn sizes(&self) -> DVector<f64> {
        let mut sizes = DVector::zeros(self.centres.ncols());
        self.members.iter().for_each(|&(cluster, _)| sizes[cluster] += 1.0);
        sizes
    }

    /// Returns the row nearest to each centre among its own; the first row for a cluster without
    /// any, whose share is zero.
    pub fn nearest(&self) -> Vec<usize> {
        let mut nearest = vec![(0, f64::INFINITY); self.centres.ncols()];
        for (row, &(cluster, distance)) in self.members.iter().enumerate() {
            if distance < nearest[cluster].1 {
                nearest[cluster] = (row, distance);
            }
        }
        nearest.into_iter().map(|(row, _)| row).collect()
    }
}

/// Returns rows, each drawn in proportion to its squared distance from those before.
fn seeds(rows: &DMatrix<f64>, count: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let mut seeds = vec![random.random_range(0..rows.ncols())];
    let mut distances = vec![f64::INFINITY; rows.ncols()];
    while seeds.len() < count {
        let last = rows.column(seeds[seeds.len() - 1]);
        for (row, distance) in rows.column_iter().zip(&mut distances) {
            *distance = distance.min(row.metric_distance(&last).powi(2));
        }
        seeds.push(drawn(&distances, random));
    }
    seeds
}

/// Returns an index drawn in proportion to a weight; any where all are zero.
fn drawn(weights: &[f64], random: &mut ChaCha8Rng) -> usize {
    let mut left = random.random::<f64>() * weights.iter().sum::<f64>();
    let last = weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0);
    weights[..last]
        .iter()
        .position(|weight| {
            left -= weight;
            left < 0.0
        })
        .unwrap_or(last)
}

/// Returns the nearest centre of each row, and the squared distance to it.
fn assign(rows: &DMatrix<f64>, centres: &DMatrix<f64>) -> Vec<(usize, f64)> {
    let products = product::transposed_times(centres, rows);
    let lengths: Vec<f64> = centres.column_iter().map(|centre| centre.norm_squared()).collect();
    let nearest = |(products, row): (DVectorView<'_, f64>, DVectorView<'_, f64>)| {
        let distances = products.iter().zip(&lengths).map(|(product, length)| length - 2.0 * product);
        let (cluster, distance) = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0));
        (cluster, distance + row.norm_squared())
    };
    products.column_iter().zip(rows.column_iter()).map(nearest).collect()
}
