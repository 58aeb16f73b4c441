//! Landmarks: few points that stand for all rows.

use crate::features::draw::{Purpose, generator};
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};
use rand::Rng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;

/// Lloyd's iterations at most: those after some tens move no centre that matters.
const ITERATIONS: usize = 30;

/// How landmarks are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandmarkRule {
    /// Rows at random, without replacement, of equal shares.
    Sample,
    /// Centres of k-means clusters, each of its cluster's share of the rows.
    Cluster,
    /// The row nearest to each centre, likewise.
    Nearest,
}

/// Points, `inputs x landmarks`, and the share of the rows that each stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Landmarks {
    /// The points.
    pub points: DMatrix<f64>,
    /// The shares, which add up to 1.
    pub shares: DVector<f64>,
}

impl Landmarks {
    /// At most `count` landmarks of the rows (`inputs x rows`); all rows where there are no more.
    pub fn choose(choice: LandmarkRule, rows: &DMatrix<f64>, count: usize, seed: u64) -> Landmarks {
        let mut random = generator(seed, Purpose::Landmarks);
        let count = count.min(rows.ncols());
        if choice == LandmarkRule::Sample || count == rows.ncols() {
            let picked = index::sample(&mut random, rows.ncols(), count).into_vec();
            return Landmarks {
                points: rows.select_columns(&picked),
                shares: DVector::repeat(count, 1.0 / count as f64),
            };
        }
        let clusters = Clusters::of(rows, count, &mut random);
        let points = match choice {
            LandmarkRule::Nearest => rows.select_columns(&clusters.nearest()),
            _ => clusters.centres.clone(),
        };
        Landmarks { points, shares: clusters.sizes() / rows.ncols() as f64 }
    }
}

/// Clusters of rows: Lloyd's algorithm from a k-means++ start (Arthur and Vassilvitskii 2007).
struct Clusters {
    /// `inputs x clusters`.
    centres: DMatrix<f64>,
    /// The cluster of each row and the squared distance to its centre.
    members: Vec<(usize, f64)>,
}

impl Clusters {
    fn of(rows: &DMatrix<f64>, count: usize, random: &mut ChaCha8Rng) -> Clusters {
        let centres = rows.select_columns(&seeds(rows, count, random));
        let mut clusters = Clusters { members: assign(rows, &centres), centres };
        for _ in 0..ITERATIONS {
            clusters.move_centres(rows);
            let members = assign(rows, &clusters.centres);
            let settled = members.iter().zip(&clusters.members).all(|(new, old)| new.0 == old.0);
            clusters.members = members;
            if settled {
                break;
            }
        }
        clusters
    }

    /// Each centre to the mean of its rows; one without rows stays.
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

    fn sizes(&self) -> DVector<f64> {
        let mut sizes = DVector::zeros(self.centres.ncols());
        self.members.iter().for_each(|&(cluster, _)| sizes[cluster] += 1.0);
        sizes
    }

    /// The row nearest to each centre among its own; the first row for a cluster without any, whose share is zero.
    fn nearest(&self) -> Vec<usize> {
        let mut nearest = vec![(0, f64::INFINITY); self.centres.ncols()];
        for (row, &(cluster, distance)) in self.members.iter().enumerate() {
            if distance < nearest[cluster].1 {
                nearest[cluster] = (row, distance);
            }
        }
        nearest.into_iter().map(|(row, _)| row).collect()
    }
}

/// Rows, each drawn in proportion to its squared distance from those before.
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

/// An index drawn in proportion to a weight; any where all are zero.
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

/// The nearest centre of each row, and the squared distance to it.
fn assign(rows: &DMatrix<f64>, centres: &DMatrix<f64>) -> Vec<(usize, f64)> {
    let products = product::transposed_times(centres, rows);
    let lengths: Vec<f64> = centres.column_iter().map(|centre| centre.norm_squared()).collect();
    let nearest = |(products, row): (nalgebra::DVectorView<'_, f64>, nalgebra::DVectorView<'_, f64>)| {
        let distances = products.iter().zip(&lengths).map(|(product, length)| length - 2.0 * product);
        let (cluster, distance) = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0));
        (cluster, distance + row.norm_squared())
    };
    products.column_iter().zip(rows.column_iter()).map(nearest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Three far heaps of 30, 50 and 20 rows.
    fn heaps() -> DMatrix<f64> {
        let mut rows = MonteCarlo.normals(2, 100, 1) * 0.1;
        for (n, mut row) in rows.column_iter_mut().enumerate() {
            row[0] += if n < 30 {
                5.0
            } else if n < 80 {
                -5.0
            } else {
                0.0
            };
        }
        rows
    }

    #[test]
    fn centres_are_the_means_of_far_heaps() {
        let rows = heaps();
        let Landmarks { points, shares } = Landmarks::choose(LandmarkRule::Cluster, &rows, 3, 4);
        for (from, count) in [(0, 30), (30, 50), (80, 20)] {
            let mean = rows.columns(from, count).column_mean();
            let found = points.column_iter().position(|point| (point - &mean).amax() < 1e-12).expect("a centre");
            assert!((shares[found] - count as f64 / 100.0).abs() < 1e-12);
        }
    }

    #[test]
    fn nearest_rows_are_nearest_to_the_centres() {
        let rows = heaps();
        let centres = Landmarks::choose(LandmarkRule::Cluster, &rows, 12, 4);
        let nearest = Landmarks::choose(LandmarkRule::Nearest, &rows, 12, 4);
        assert_eq!(centres.shares, nearest.shares);
        for (centre, point) in centres.points.column_iter().zip(nearest.points.column_iter()) {
            let least = rows.column_iter().map(|row| row.metric_distance(&centre)).fold(f64::INFINITY, f64::min);
            assert!((point.metric_distance(&centre) - least).abs() < 1e-9);
        }
    }

    #[test]
    fn samples_are_different_rows_and_equal_rows_do_no_harm() {
        let rows = DMatrix::from_fn(1, 50, |_, j| j as f64);
        let mut drawn: Vec<f64> = Landmarks::choose(LandmarkRule::Sample, &rows, 20, 1).points.as_slice().to_vec();
        drawn.sort_by(f64::total_cmp);
        drawn.dedup();
        assert_eq!(drawn.len(), 20);
        for choice in [LandmarkRule::Sample, LandmarkRule::Cluster, LandmarkRule::Nearest] {
            let equal = Landmarks::choose(choice, &DMatrix::repeat(2, 30, 1.5), 4, 1);
            assert!((equal.shares.sum() - 1.0).abs() < 1e-12);
            assert!(equal.points.iter().all(|x| (x - 1.5).abs() < 1e-12));
            assert_eq!(Landmarks::choose(choice, &rows, 80, 1).points.ncols(), 50);
        }
    }
}
