//! Bandwidths from distances between standardised rows.

use super::spread::spread;
use multiversion::multiversion;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The largest number of rows to sample, spread evenly over all: distances between them cost its
/// square.
const ROWS: usize = 2_000;
/// The number of points whose distances are summed up together, so that each row is fetched once
/// for all.
const POINTS: usize = 8;
/// The number of distances from a point that stay in the nearest cache meanwhile.
const CACHED: usize = 256;

/// Returns `sigma` with `2 sigma^2 = d` (Li 2019).
pub fn paper(inputs: usize) -> f64 {
    (inputs as f64 / 2.0).sqrt()
}

/// Returns the median distance between two of the rows (`inputs x rows`); 1 where all rows are
/// equal.
pub fn median(rows: &DMatrix<f64>) -> f64 {
    let sample = sample(rows);
    let count = sample.ncols();
    let mut distances: Vec<f64> = (0..count)
        .into_par_iter()
        .flat_map_iter(|i| distances_from(&sample, i).skip(i + 1).collect::<Vec<_>>())
        .collect();
    if distances.is_empty() {
        return 1.0;
    }
    let middle = distances.len() / 2;
    let (_, median, _) = distances.select_nth_unstable_by(middle, f64::total_cmp);
    positive(*median)
}

/// Returns the mean distance of a row to its 50th nearest neighbour among all rows
/// (`inputs x rows`; Shahrampour 2018).
///
/// With fewer than 51 rows it is the distance to the farthest one.
pub fn knn50(rows: &DMatrix<f64>) -> f64 {
    let (sample, by_input) = (sample(rows), rows.transpose());
    let (inputs, count) = rows.shape();
    let nearest: Vec<Vec<f64>> = sample
        .as_slice()
        .par_chunks(POINTS * inputs.max(1))
        .map(|points| {
            let mut squares = vec![0.0; points.len() / inputs.max(1) * count];
            add_squares(by_input.as_slice(), (points, inputs), &mut squares, count);
            let rank = 50.min(count - 1); // rank 0 is the row itself
            let distance = |squares: &mut [f64]| squares.select_nth_unstable_by(rank, f64::total_cmp).1.sqrt();
            squares.chunks_exact_mut(count).map(distance).collect()
        })
        .collect();
    let nearest = nearest.concat();
    positive(nearest.iter().sum::<f64>() / nearest.len() as f64)
}

/// Adds the squared distances of `count` rows to each of some points; the rows lie input by input.
#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn add_squares(by_input: &[f64], (points, inputs): (&[f64], usize), squares: &mut [f64], count: usize) {
    for first in (0..count).step_by(CACHED) {
        let some = first..(first + CACHED).min(count);
        for (input, rows) in by_input.chunks_exact(count).enumerate() {
            for (point, squares) in points.chunks_exact(inputs).zip(squares.chunks_exact_mut(count)) {
                for (square, row) in squares[some.clone()].iter_mut().zip(&rows[some.clone()]) {
                    let distance = row - point[input];
                    *square += distance * distance;
                }
            }
        }
    }
}

fn distances_from(rows: &DMatrix<f64>, i: usize) -> impl Iterator<Item = f64> + '_ {
    distances_to(rows, rows.column(i).into_owned())
}

fn distances_to(rows: &DMatrix<f64>, point: DVector<f64>) -> impl Iterator<Item = f64> + '_ {
    rows.column_iter().map(move |row| row.metric_distance(&point))
}

/// Returns at most [`ROWS`] of the rows, evenly spread.
fn sample(rows: &DMatrix<f64>) -> DMatrix<f64> {
    rows.select_columns(&spread(rows.ncols(), ROWS))
}

fn positive(distance: f64) -> f64 {
    if distance > 0.0 { distance } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    #[test]
    fn distances_on_a_line_are_known() {
        let line = DMatrix::from_fn(1, 101, |_, i| i as f64);
        assert_eq!(median(&line), 30.0); // 101 - r pairs are r apart: half of the 5050 lie at or below 30
        // the 50th nearest is 25 away from the middle 51 points, then 26 .. 50 towards each end
        let expected = (51.0 * 25.0 + 2.0 * (26..=50).sum::<i32>() as f64) / 101.0;
        assert!((knn50(&line) - expected).abs() < 1e-12);
    }

    /// Bit for bit, row by row.
    #[test]
    fn many_rows_have_the_distances_of_each() {
        let rows = MonteCarlo.normals(7, 3_000, 1);
        let sample = sample(&rows);
        let nearest = (0..sample.ncols()).map(|i| {
            let mut distances: Vec<f64> = distances_to(&rows, sample.column(i).into_owned()).collect();
            distances.sort_unstable_by(f64::total_cmp);
            distances[50]
        });
        assert_eq!(knn50(&rows), nearest.sum::<f64>() / 2_000.0);
    }

    #[test]
    fn equal_rows_still_give_a_bandwidth() {
        let equal = DMatrix::from_element(3, 7, 2.0);
        assert_eq!((median(&equal), knn50(&equal)), (1.0, 1.0));
        assert_eq!(median(&DMatrix::from_element(3, 1, 2.0)), 1.0);
    }

    #[test]
    fn the_rule_of_the_paper() {
        assert_eq!(2.0 * paper(8) * paper(8), 8.0);
    }
}
