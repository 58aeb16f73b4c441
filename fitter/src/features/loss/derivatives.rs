//! The derivatives of every loss against central differences, and its values at extreme scores.

use super::{Hinge, Logistic, Loss, Softmax, Squared, SquaredHinge};

const STEP: f64 = 1e-5;
const SCORES: [f64; 3] = [0.3, -1.2, 2.0];
const TARGETS: [f64; 3] = [-1.0, 1.0, -1.0];

fn slopes(loss: &dyn Loss, scores: [f64; 3]) -> (f64, [f64; 3]) {
    let mut slopes = scores;
    let value = loss.gradient(&mut slopes, &TARGETS);
    (value, slopes)
}

fn moved(direction: [f64; 3], by: f64) -> [f64; 3] {
    std::array::from_fn(|c| SCORES[c] + by * direction[c])
}

/// Central differences are wrong by about `STEP^2`.
#[test]
fn derivatives_equal_differences() {
    for loss in [&Logistic as &dyn Loss, &Softmax, &Squared, &SquaredHinge, &Hinge] {
        let (_, exact) = slopes(loss, SCORES);
        for direction in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, -2.0, 1.0]] {
            let (above, below) = (slopes(loss, moved(direction, STEP)), slopes(loss, moved(direction, -STEP)));
            let slope: f64 = exact.iter().zip(direction).map(|(slope, entry)| slope * entry).sum();
            assert!(((above.0 - below.0) / (2.0 * STEP) - slope).abs() < 1e-8);
            let mut bent = direction;
            loss.hessian_times(&exact, &TARGETS, &mut bent);
            for c in 0..3 {
                assert!(((above.1[c] - below.1[c]) / (2.0 * STEP) - bent[c]).abs() < 1e-8);
                if direction == [1.0, 0.0, 0.0] {
                    assert!((loss.curvature(exact[0], TARGETS[0]) - bent[0]).abs() < 1e-12);
                }
            }
        }
    }
}

#[test]
fn huge_scores_stay_finite() {
    for loss in [&Logistic as &dyn Loss, &Softmax] {
        for scores in [[1e300, -1e300, 0.0], [-1e300, 1e300, 1e300]] {
            let (value, slopes) = slopes(loss, scores);
            assert!(value.is_finite() && slopes.iter().all(|slope| slope.is_finite()));
        }
    }
}

#[test]
fn two_classes_have_the_same_loss_either_way() {
    let mut pair = [0.0, 0.8];
    let mut one = [0.8];
    assert!((Softmax.gradient(&mut pair, &[-1.0, 1.0]) - Logistic.gradient(&mut one, &[1.0])).abs() < 1e-12);
    assert!((pair[1] - one[0]).abs() < 1e-12);
}
