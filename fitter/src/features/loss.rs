//! Losses of one row's scores, with their first two derivatives.

/// A smooth and convex loss of the scores of one row, for its targets of 1 and -1.
pub trait Loss: Sync {
    /// The loss; the scores are replaced by its derivative by each of them.
    fn slope(&self, scores: &mut [f64], targets: &[f64]) -> f64;

    /// The second derivative times a direction, which it replaces; `slopes` are those of [`Loss::slope`].
    fn bend(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]);

    /// The second derivative by one score alone.
    fn curvature(&self, slope: f64, target: f64) -> f64;

    /// Returns whether the loss has a second derivative to follow; the hinge has none.
    fn is_smooth(&self) -> bool {
        true
    }
}

/// `log(1 + exp(-t s))` for each score `s` and its target `t` (logistic regression, for two classes with one score).
#[derive(Clone, Copy, Debug)]
pub struct Logistic;

/// `log sum_c exp(s_c) - s_y` for the row's class `y`, the one whose target is 1 (multinomial logistic regression).
#[derive(Clone, Copy, Debug)]
pub struct Softmax;

/// `(s - t)^2 / 2` for each score `s` and its target `t`.
#[derive(Clone, Copy, Debug)]
pub struct Squared;

/// `max(0, 1 - t s)^2` for each score `s` and its target `t` (the linear support vector machine of liblinear, Fan 2008).
#[derive(Clone, Copy, Debug)]
pub struct SquaredHinge;

/// `max(0, 1 - t s)` for each score `s` and its target `t`: it does not bend, so that only descent minimises it.
#[derive(Clone, Copy, Debug)]
pub struct Hinge;

impl Loss for Logistic {
    fn slope(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let each = |(score, target): (&mut f64, &f64)| {
            let margin = target * *score;
            let tail = (-margin.abs()).exp();
            *score = -target * if margin > 0.0 { tail / (1.0 + tail) } else { 1.0 / (1.0 + tail) };
            tail.ln_1p() + (-margin).max(0.0)
        };
        scores.iter_mut().zip(targets).map(each).sum()
    }

    fn bend(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        for ((entry, slope), target) in direction.iter_mut().zip(slopes).zip(targets) {
            *entry *= self.curvature(*slope, *target);
        }
    }

    fn curvature(&self, slope: f64, target: f64) -> f64 {
        let wrong = -slope * target;
        wrong * (1.0 - wrong)
    }
}

impl Loss for Softmax {
    fn slope(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let own: f64 =
            scores.iter().zip(targets).filter(|(_, target)| **target > 0.0).map(|(score, _)| score - largest).sum();
        scores.iter_mut().for_each(|score| *score = (*score - largest).exp());
        let sum: f64 = scores.iter().sum();
        for (score, target) in scores.iter_mut().zip(targets) {
            *score = *score / sum - is_own(*target);
        }
        sum.ln() - own
    }

    fn bend(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        let share = |slope: &f64, target: &f64| slope + is_own(*target);
        let shares = || slopes.iter().zip(targets).map(|(slope, target)| share(slope, target));
        let mean: f64 = shares().zip(direction.iter()).map(|(share, entry)| share * entry).sum();
        direction.iter_mut().zip(shares()).for_each(|(entry, share)| *entry = share * (*entry - mean));
    }

    fn curvature(&self, slope: f64, target: f64) -> f64 {
        let share = slope + is_own(target);
        share * (1.0 - share)
    }
}

impl Loss for Squared {
    fn slope(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        scores.iter_mut().zip(targets).for_each(|(score, target)| *score -= target);
        scores.iter().map(|slope| slope * slope / 2.0).sum()
    }

    fn bend(&self, _slopes: &[f64], _targets: &[f64], _direction: &mut [f64]) {}

    fn curvature(&self, _slope: f64, _target: f64) -> f64 {
        1.0
    }
}

impl Loss for SquaredHinge {
    fn slope(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let each = |(score, target): (&mut f64, &f64)| {
            let short = (1.0 - target * *score).max(0.0);
            *score = -2.0 * target * short;
            short * short
        };
        scores.iter_mut().zip(targets).map(each).sum()
    }

    fn bend(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        for ((entry, slope), target) in direction.iter_mut().zip(slopes).zip(targets) {
            *entry *= self.curvature(*slope, *target);
        }
    }

    fn curvature(&self, slope: f64, _target: f64) -> f64 {
        if slope == 0.0 { 0.0 } else { 2.0 }
    }
}

impl Loss for Hinge {
    fn slope(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let each = |(score, target): (&mut f64, &f64)| {
            let short = 1.0 - target * *score;
            *score = if short > 0.0 { -target } else { 0.0 };
            short.max(0.0)
        };
        scores.iter_mut().zip(targets).map(each).sum()
    }

    fn bend(&self, _slopes: &[f64], _targets: &[f64], direction: &mut [f64]) {
        direction.fill(0.0);
    }

    fn curvature(&self, _slope: f64, _target: f64) -> f64 {
        0.0
    }

    fn is_smooth(&self) -> bool {
        false
    }
}

/// 1 for the row's own class.
fn is_own(target: f64) -> f64 {
    f64::from(u8::from(target > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: f64 = 1e-5;
    const SCORES: [f64; 3] = [0.3, -1.2, 2.0];
    const TARGETS: [f64; 3] = [-1.0, 1.0, -1.0];

    fn slopes(loss: &dyn Loss, scores: [f64; 3]) -> (f64, [f64; 3]) {
        let mut slopes = scores;
        let value = loss.slope(&mut slopes, &TARGETS);
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
                loss.bend(&exact, &TARGETS, &mut bent);
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
        assert!((Softmax.slope(&mut pair, &[-1.0, 1.0]) - Logistic.slope(&mut one, &[1.0])).abs() < 1e-12);
        assert!((pair[1] - one[0]).abs() < 1e-12);
    }
}
