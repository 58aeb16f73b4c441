//! The derivatives of every loss against central differences, and its values at extreme scores.

use super::{Hinge, Logistic, Loss, Softmax, Squared, SquaredHinge};

const STEP: f64 = 1e-5;
const SCORES: [f64; 3] = [0.3, -1.2, 2.0];
const TARGETS: [f64; 3] = [-1.0, 1.0, -1.0];
/// Those of the probabilities 0.3, 0.6 and 0.1, as a teacher may say.
const SOFT: [f64; 3] = [-0.4, 0.2, -0.8];

fn slopes(loss: &dyn Loss, targets: [f64; 3], scores: [f64; 3]) -> (f64, [f64; 3]) {
    let mut slopes = scores;
    let value = loss.gradient(&mut slopes, &targets);
    (value, slopes)
}

fn moved(direction: [f64; 3], by: f64) -> [f64; 3] {
    std::array::from_fn(|c| SCORES[c] + by * direction[c])
}

/// Central differences are wrong by about `STEP^2`.
#[test]
fn derivatives_equal_differences() {
    let hard = [&Logistic as &dyn Loss, &Softmax, &Squared, &SquaredHinge, &Hinge].map(|loss| (loss, TARGETS));
    let soft = [&Logistic as &dyn Loss, &Softmax, &Squared].map(|loss| (loss, SOFT));
    for (loss, targets) in hard.into_iter().chain(soft) {
        let (_, exact) = slopes(loss, targets, SCORES);
        for direction in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, -2.0, 1.0]] {
            let (above, below) =
                (slopes(loss, targets, moved(direction, STEP)), slopes(loss, targets, moved(direction, -STEP)));
            let slope: f64 = exact.iter().zip(direction).map(|(slope, entry)| slope * entry).sum();
            assert!(((above.0 - below.0) / (2.0 * STEP) - slope).abs() < 1e-8);
            let mut product = direction;
            loss.hessian_times(&exact, &targets, &mut product);
            for c in 0..3 {
                assert!(((above.1[c] - below.1[c]) / (2.0 * STEP) - product[c]).abs() < 1e-8);
                if direction == [1.0, 0.0, 0.0] {
                    assert!((loss.curvature(exact[0], targets[0]) - product[0]).abs() < 1e-12);
                }
            }
        }
    }
}

#[test]
fn huge_scores_stay_finite() {
    let both = [&Logistic as &dyn Loss, &Softmax];
    for (loss, targets) in both.into_iter().flat_map(|loss| [(loss, TARGETS), (loss, SOFT)]) {
        for scores in [[1e300, -1e300, 0.0], [-1e300, 1e300, 1e300]] {
            let (value, slopes) = slopes(loss, targets, scores);
            assert!(value.is_finite() && slopes.iter().all(|slope| slope.is_finite()));
        }
    }
}

/// A soft loss is the mean of the hard ones, by the probabilities of the classes.
#[test]
fn soft_losses_are_means_of_hard_ones() {
    let of_class = |class: usize| std::array::from_fn(|k| if k == class { 1.0 } else { -1.0 });
    for loss in [&Logistic as &dyn Loss, &Softmax] {
        let mean: f64 = (0..3).map(|class| (1.0 + SOFT[class]) / 2.0 * slopes(loss, of_class(class), SCORES).0).sum();
        assert!((slopes(loss, SOFT, SCORES).0 - mean).abs() < 1e-12);
    }
}

#[test]
fn two_classes_have_the_same_loss_either_way() {
    let mut pair = [0.0, 0.8];
    let mut one = [0.8];
    assert!((Softmax.gradient(&mut pair, &[-1.0, 1.0]) - Logistic.gradient(&mut one, &[1.0])).abs() < 1e-12);
    assert!((pair[1] - one[0]).abs() < 1e-12);
}
