//! Learning on the device: against the same algorithm in `f64`, against drift, at its limits, and
//! replayed.

use crate::common::random::Random;
use crate::common::sample::{self, Shape};
use kernelet::online::{Learner, Rate};
use kernelet::{Format, Model, Q7, Q15};

const FEATURES: usize = 20;
const SHAPE: Shape = Shape { inputs: 4, outputs: 2, features: FEATURES, guarded: false };
/// A unit of the packed head, in units of an adapted weight.
const UNIT: f64 = 65_536.0;

type Number = Q7;
type Small<'a> = Model<'a, Number, 4, 2>;

fn inputs(random: &mut Random) -> [i16; 4] {
    std::array::from_fn(|_| (random.bits() >> 48) as i16)
}

fn features<F: Format<Input = i16, Feature = i16>>(model: &Model<F, 4, 2>, inputs: [i16; 4]) -> Vec<f64> {
    let mut features = Vec::new();
    model.features(inputs, |feature| features.push(f64::from(feature)));
    features
}

/// Normalised least mean squares in `f64`, with a bound of how far a twin that rounds may be from
/// it.
struct Twin {
    weights: Vec<[f64; 2]>,
    rate: f64,
    bound: f64,
}

impl Twin {
    fn new(rate: Rate) -> Twin {
        Twin { weights: vec![[0.0; 2]; FEATURES], rate: f64::from(rate.0) / 32_768.0, bound: 0.0 }
    }

    /// A step in the subspace of the features is a contraction for rates below 2, so that the
    /// errors of all steps add up at most: per weight half a unit of rounding; 2^-4 of a quotient
    /// that is cut (`32767 / 2^19`); what half a unit of the score moves; and what the length's cut
    /// of 2^20 moves. Euclidean over all features.
    fn learn(&mut self, model: &Small, inputs: [i16; 4], targets: [i64; 2]) {
        let z = features(model, inputs);
        let length = z.iter().map(|z| z * z).sum::<f64>() + 1_073_741_824.0;
        let packed = model.scores(inputs);
        let mut most: f64 = 0.0;
        for k in 0..2 {
            let sum: f64 = self.weights.iter().zip(&z).map(|(w, z)| w[k] * z / UNIT).sum();
            let error = targets[k] as f64 - f64::from(packed[k]) - sum;
            for (w, z) in self.weights.iter_mut().zip(&z) {
                let step = self.rate * error * z / length * UNIT;
                w[k] += step;
                let score = 0.5 * self.rate * z.abs() / length * UNIT;
                most = most.max(0.5 + 0.0625 + score + step.abs() * 1_048_576.0 / (length - 1_048_576.0));
            }
        }
        self.bound += most * (FEATURES as f64).sqrt();
    }

    /// The distance of a score's weights.
    fn distance(&self, weights: &[i32], k: usize) -> f64 {
        let squares = self.weights.iter().zip(weights.chunks(2)).map(|(w, own)| (w[k] - f64::from(own[k])).powi(2));
        squares.sum::<f64>().sqrt()
    }
}

#[test]
fn weights_follow_those_of_the_algorithm_in_f64() {
    let packed = sample::model::<Number>(SHAPE, 4);
    let model = Small::view(&packed).expect("a model");
    for rate in [Rate(1_000), Rate(16_384), Rate(60_000)] {
        let (mut weights, mut twin, mut random) = ([0; 2 * FEATURES], Twin::new(rate), Random(7));
        for _ in 0..300 {
            let inputs = inputs(&mut random);
            let targets = model.scores(inputs).map(|score| i64::from(score) + (random.symmetric() * 1e6) as i64);
            Learner::new(&model, &mut weights, rate).expect("as many weights").learn(inputs, targets);
            twin.learn(&model, inputs, targets);
        }
        for k in 0..2 {
            let moved = weights.chunks(2).map(|own| f64::from(own[k]).powi(2)).sum::<f64>().sqrt();
            println!(
                "{rate:?} score {k}: moved {moved:.0}, from the twin {:.1}, bound {:.1}",
                twin.distance(&weights, k),
                twin.bound
            );
            assert!(twin.distance(&weights, k) <= twin.bound && moved > 10.0 * twin.bound, "{rate:?}");
        }
    }
}

/// Samples of one place with targets of no mean: nothing calls back a weight that rounding moves
/// the same way each time, and rounding down would move each by half a unit a step, 100,000 units.
/// A walk of steps to nearest, of variance 1/12 each, comes as far as `6 sqrt(200,000 / 12)`, 775
/// units, once in 10^9 times; in the features' own direction the noise adds its own.
#[test]
fn noise_does_not_make_weights_drift() {
    let packed = sample::model::<Number>(SHAPE, 4);
    let model = Small::view(&packed).expect("a model");
    let (rate, mut weights, mut random) = (Rate(1_000), [0; 2 * FEATURES], Random(9));
    let inputs = inputs(&mut random);
    let z = features(&model, inputs);
    let scores = model.scores(inputs).map(i64::from);
    let mut learner = Learner::new(&model, &mut weights, rate).expect("as many weights");
    for _ in 0..200_000 {
        learner.learn(inputs, scores.map(|score| score + (random.symmetric() * 1e5) as i64));
    }
    let length: f64 = z.iter().map(|z| z * z).sum();
    for k in 0..2 {
        let along: f64 = weights.chunks(2).zip(&z).map(|(own, z)| f64::from(own[k]) * z).sum::<f64>() / length;
        let across =
            weights.chunks(2).zip(&z).map(|(own, z)| (f64::from(own[k]) - along * z).abs()).fold(0.0, f64::max);
        println!("score {k}: {across:.0} units across the features");
        assert!(across <= 775.0, "score {k}: {across}");
    }
}

/// Another head on the same features is learnt: the last samples err by less than a hundredth of
/// the first.
#[test]
fn a_task_that_has_changed_is_learnt() {
    let packed = sample::model::<Number>(SHAPE, 4);
    let model = Small::view(&packed).expect("a model");
    let (mut weights, mut random) = ([0; 2 * FEATURES], Random(3));
    let mut learner = Learner::new(&model, &mut weights, Rate(16_384)).expect("as many weights");
    let mut error = |_| {
        let inputs = inputs(&mut random);
        let z = features(&model, inputs);
        let changed = [40.0 * z[3] - 25.0 * z[7], 10.0 * z[0] + 60.0 * z[19]];
        let targets: [i64; 2] = std::array::from_fn(|k| i64::from(model.scores(inputs)[k]) + changed[k] as i64);
        let found = learner.learn(inputs, targets);
        (0..2).map(|k| (found[k] - targets[k]).abs() as f64).sum::<f64>()
    };
    let first: f64 = (0..20).map(&mut error).sum();
    let last: f64 = (0..4_020).map(&mut error).skip(4_000).sum();
    println!("first {first:.0}, last {last:.0}");
    assert!(last < first / 100.0, "first {first:.0}, last {last:.0}");
    assert!((f64::from(weights[6]) / UNIT - 40.0).abs() < 1.0 && (f64::from(weights[39]) / UNIT - 60.0).abs() < 1.0);
}

/// Impossible targets at the largest rate: weights stop at their limit and nothing overflows.
#[test]
fn weights_are_bounded_and_samples_can_be_replayed() {
    fn run<F: Format<Input = i16, Feature = i16, Score: Into<i64>> + sample::Sample>() -> Vec<i32> {
        let packed = sample::model::<F>(SHAPE, 4);
        let model = Model::<F, 4, 2>::view(&packed).expect("a model");
        let (mut weights, mut random) = ([0; 2 * FEATURES], Random(5));
        let mut learner = Learner::new(&model, &mut weights, Rate(u16::MAX)).expect("as many weights");
        for _ in 0..2_000 {
            learner.learn(inputs(&mut random), [i64::MAX, i64::MIN]);
        }
        weights.to_vec()
    }
    let weights = run::<Q15>();
    assert!(weights.iter().all(|weight| weight.abs() <= 128 << 16) && weights.contains(&(128 << 16)));
    assert_eq!(weights, run::<Q15>());
    assert_eq!(run::<Q7>(), run::<Q7>());
}

#[test]
fn another_number_of_weights_is_refused() {
    let packed = sample::model::<Number>(SHAPE, 4);
    let model = Small::view(&packed).expect("a model");
    for count in [0, 1, 2 * FEATURES - 2, 2 * FEATURES + 1, 2 * FEATURES + 2] {
        assert!(Learner::new(&model, &mut vec![0; count], Rate(1)).is_err());
    }
}
