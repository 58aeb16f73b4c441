//! Kernel alignment with random features, "LKRF" (Sinha and Duchi 2016).

use super::energy::Energy;
use super::scorer::Scorer;
use crate::features::pool::Pool;
use nalgebra::DVector;

/// The number of halvings of the multiplier: the rest is below the resolution of `f64`.
const HALVINGS: usize = 60;

/// The distribution `q` over the candidates that aligns their kernel best with the targets and
/// stays near the uniform one: `max_q sum_m q_m v_m` with `M0 sum_m (q_m - 1/M0)^2 <= rho` (Sinha
/// and Duchi 2016, equation 4, chi-square).
///
/// `v_m = sum_o (sum_n y_on z(x_n, w_m))^2`; the features are then scaled by `sqrt(q_m)`. With the
/// multiplier `1 / t` the Lagrangian has its maximum at `q_m = max(0, 1/M0 + t v_m - c)`, where `c`
/// makes them add up to 1, and its divergence grows with `t`: bisection finds the largest `t` that
/// is allowed. `O(M0 log M0)`.
///
/// A uniform distribution over `M` candidates has the divergence `M0 / M - 1`.
#[derive(Clone, Copy, Debug)]
pub struct Align {
    /// The alignments `v_m`, up to a factor.
    pub energy: Energy,
    /// The largest divergence `rho`, above zero.
    pub divergence: f64,
}

impl Scorer for Align {
    fn worths(&self, pool: &Pool<'_>) -> DVector<f64> {
        aligned(&self.energy.worths(pool), self.divergence)
    }
}

/// Returns the best distribution for these alignments, uniform where all are equal.
fn aligned(alignments: &DVector<f64>, most: f64) -> DVector<f64> {
    let count = alignments.len() as f64;
    let uniform = DVector::from_element(alignments.len(), 1.0 / count);
    if alignments.is_empty() || alignments.max() <= alignments.min() {
        return uniform;
    }
    let values = (alignments.add_scalar(-alignments.min())) / (alignments.max() - alignments.min());
    let sorted = descending(&values);
    let divergence = |q: &DVector<f64>| count * q.norm_squared() - 1.0;
    // from `t = sum / (v_1 - v_2)` on, nothing changes: only the largest are left
    let (mut low, mut high) = (0.0, 1.0);
    while divergence(&projected(&values, &sorted, high)) < most && high < f64::MAX.sqrt() {
        (low, high) = (high, high * 2.0);
    }
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        match divergence(&projected(&values, &sorted, middle)) <= most {
            true => low = middle,
            false => high = middle,
        }
    }
    projected(&values, &sorted, low)
}

/// Returns `max(0, t v - c)` with the sum 1, the point of the simplex nearest to `t v` (Duchi
/// 2008).
fn projected(values: &DVector<f64>, sorted: &[f64], t: f64) -> DVector<f64> {
    let (mut sum, mut level) = (0.0, 0.0);
    for (place, value) in sorted.iter().enumerate() {
        // relative to the largest, so that a large `t` costs no digits
        sum += t * (value - sorted[0]);
        let next = (sum - 1.0) / (place + 1) as f64;
        if t * (value - sorted[0]) <= next {
            break;
        }
        level = next;
    }
    values.map(|value| (t * (value - sorted[0]) - level).max(0.0))
}

fn descending(values: &DVector<f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().collect();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};

    fn divergence(q: &DVector<f64>) -> f64 {
        q.len() as f64 * q.norm_squared() - 1.0
    }

    /// Projected gradient ascent in small steps, onto the ball and the simplex in turn (Dykstra
    /// 1983).
    fn plain(v: &DVector<f64>, most: f64) -> DVector<f64> {
        let count = v.len() as f64;
        let uniform = DVector::from_element(v.len(), 1.0 / count);
        let radius = (most / count).sqrt();
        let onto = |target: DVector<f64>| {
            let (mut q, mut first, mut second) = (target, DVector::zeros(v.len()), DVector::zeros(v.len()));
            for _ in 0..300 {
                let moved = &q + &first;
                let away = &moved - &uniform;
                let ball = &uniform + &away * (radius / away.norm()).min(1.0);
                first = moved - &ball;
                let moved = &ball + &second;
                q = simplex(&moved);
                second = moved - &q;
            }
            q
        };
        (0..300).fold(uniform.clone(), |q, _| onto(q + v * (0.05 / v.norm())))
    }

    /// Returns the nearest point of the simplex, by bisection on the level.
    fn simplex(point: &DVector<f64>) -> DVector<f64> {
        let at = |level: f64| point.map(|p| (p - level).max(0.0));
        let (mut low, mut high) = (point.min() - 1.0, point.max());
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if at(middle).sum() > 1.0 { low = middle } else { high = middle }
        }
        at(low)
    }

    #[test]
    fn no_other_distribution_aligns_better() {
        let (rows, targets) = sample();
        let energies = Energy { centred: true }.worths(&pool(&rows, &targets, false));
        for most in [0.1, 1.0, 4.0, 20.0] {
            let (ours, plain) = (aligned(&energies, most), plain(&energies, most));
            assert!((ours.sum() - 1.0).abs() < 1e-9 && ours.min() >= 0.0 && divergence(&ours) <= most + 1e-6);
            let (best, reached) = (ours.dot(&energies), plain.dot(&energies));
            assert!((best - reached).abs() < 1e-3 * best, "{most}: {best} {reached}");
        }
    }

    /// Without the simplex's bounds, `q - 1/M0` lies along `v`, centred, as far as the ball allows.
    #[test]
    fn a_small_ball_is_left_in_the_direction_of_the_alignments() {
        let v = DVector::from_column_slice(&[1.0, 2.0, 3.0, 6.0]);
        let q = aligned(&v, 0.01);
        let centred = v.add_scalar(-3.0);
        let expected = (&centred * (0.01_f64 / 4.0).sqrt() / centred.norm()).add_scalar(0.25);
        assert!((q - expected).amax() < 1e-12);
    }

    #[test]
    fn a_large_ball_keeps_only_the_best() {
        let v = DVector::from_column_slice(&[1.0, 2.0, 6.0, 6.0, 0.0]);
        assert!((aligned(&v, 1e9) - DVector::from_column_slice(&[0.0, 0.0, 0.5, 0.5, 0.0])).amax() < 1e-12);
        let close = DVector::from_column_slice(&[1.0, 1.0 + 1e-12, 0.0]);
        assert!((aligned(&close, 1e9).sum() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn equal_alignments_give_the_uniform_distribution() {
        for value in [0.0, 7.0] {
            assert_eq!(aligned(&DVector::from_element(4, value), 1.0), DVector::from_element(4, 0.25));
        }
        assert_eq!(aligned(&DVector::from_element(1, 2.0), 1.0)[0], 1.0);
        assert_eq!(aligned(&DVector::zeros(0), 1.0).len(), 0);
    }
}
