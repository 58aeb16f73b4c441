//! Landmarks: a few points that stand for all rows.

use super::clusters::Clusters;
use crate::features::draw::{Purpose, generator};
use nalgebra::{DMatrix, DVector};
use rand::seq::index;

/// The rule by which landmarks are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandmarkRule {
    /// Rows at random, without replacement, with equal shares.
    Sample,
    /// The centres of k-means clusters, each with its cluster's share of the rows.
    Cluster,
    /// The row nearest to each centre, likewise.
    Nearest,
}

/// Landmarks with the share of the rows that each stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Landmarks {
    /// The points, `inputs x landmarks`.
    pub points: DMatrix<f64>,
    /// The shares, which sum to 1.
    pub shares: DVector<f64>,
}

impl Landmarks {
    /// Chooses at most `count` landmarks of the rows (`inputs x rows`); all rows where there are no
    /// more.
    pub fn choose(rule: LandmarkRule, rows: &DMatrix<f64>, count: usize, seed: u64) -> Landmarks {
        let mut random = generator(seed, Purpose::Landmarks);
        let count = count.min(rows.ncols());
        if rule == LandmarkRule::Sample || count == rows.ncols() {
            let picked = index::sample(&mut random, rows.ncols(), count).into_vec();
            return Landmarks {
                points: rows.select_columns(&picked),
                shares: DVector::repeat(count, 1.0 / count as f64),
            };
        }
        let clusters = Clusters::of(rows, count, &mut random);
        let points = match rule {
            LandmarkRule::Nearest => rows.select_columns(&clusters.nearest()),
            _ => clusters.centres.clone(),
        };
        Landmarks { points, shares: clusters.sizes() / rows.ncols() as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Returns three distant clusters of 30, 50 and 20 rows.
    fn distant_clusters() -> DMatrix<f64> {
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
    fn centres_are_the_means_of_distant_clusters() {
        let rows = distant_clusters();
        let Landmarks { points, shares } = Landmarks::choose(LandmarkRule::Cluster, &rows, 3, 4);
        for (from, count) in [(0, 30), (30, 50), (80, 20)] {
            let mean = rows.columns(from, count).column_mean();
            let found = points.column_iter().position(|point| (point - &mean).amax() < 1e-12).expect("a centre");
            assert!((shares[found] - count as f64 / 100.0).abs() < 1e-12);
        }
    }

    #[test]
    fn nearest_rows_are_nearest_to_the_centres() {
        let rows = distant_clusters();
        let centres = Landmarks::choose(LandmarkRule::Cluster, &rows, 12, 4);
        let nearest = Landmarks::choose(LandmarkRule::Nearest, &rows, 12, 4);
        assert_eq!(centres.shares, nearest.shares);
        for (centre, point) in centres.points.column_iter().zip(nearest.points.column_iter()) {
            let least = rows.column_iter().map(|row| row.metric_distance(&centre)).fold(f64::INFINITY, f64::min);
            assert!((point.metric_distance(&centre) - least).abs() < 1e-9);
        }
    }

    #[test]
    fn samples_are_different_rows_and_equal_rows_are_allowed() {
        let rows = DMatrix::from_fn(1, 50, |_, j| j as f64);
        let mut drawn: Vec<f64> = Landmarks::choose(LandmarkRule::Sample, &rows, 20, 1).points.as_slice().to_vec();
        drawn.sort_by(f64::total_cmp);
        drawn.dedup();
        assert_eq!(drawn.len(), 20);
        for rule in [LandmarkRule::Sample, LandmarkRule::Cluster, LandmarkRule::Nearest] {
            let equal = Landmarks::choose(rule, &DMatrix::repeat(2, 30, 1.5), 4, 1);
            assert!((equal.shares.sum() - 1.0).abs() < 1e-12);
            assert!(equal.points.iter().all(|x| (x - 1.5).abs() < 1e-12));
            assert_eq!(Landmarks::choose(rule, &rows, 80, 1).points.ncols(), 50);
        }
    }
}
