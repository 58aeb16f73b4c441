//! Models that learn, and the arithmetic of FORMAT.md in integers of 128 bits.

use super::random::Random;
use super::sample::Sample;
use kernelet::answer::Learning;
use kernelet::number::{Quantise, Weight, Word};
use kernelet::wire::{Sections, seal};
use kernelet::{Format, Stream};

/// A number format in which a model learns.
pub trait Learnable: Sample + Format<Input = i16, Feature = i16, Score: Into<i64>> {}
impl<F: Sample + Format<Input = i16, Feature = i16, Score: Into<i64>>> Learnable for F {}

/// How a model learns.
#[derive(Clone, Copy)]
pub struct Settings {
    pub first: u16,
    pub learnt: u16,
    pub rate: u16,
    pub forget: u8,
    pub shift: u8,
    pub count: u8,
    pub target: f64,
    pub margin: f64,
}

/// A model with a section of learning; directions take any words.
pub fn learning<F: Learnable>(model: &[u8], settings: Settings, random: &mut Random) -> Vec<u8> {
    let sections = Sections::of(model).expect("a model");
    let Settings { first, learnt, rate, forget, shift, count, target, margin } = settings;
    let features = sections.features() as u16;
    let learning = Learning { features, first, learnt, rate, forget, shift, count, levels: &[], directions: &[] };
    let at = model.len() - sections.blocks.bytes().len();
    let levels = [target, margin].map(|level| F::Score::quantise(level).to_bytes().as_ref().to_vec()).concat();
    let own = usize::from(features) + 1;
    let word = |at: usize, bits: u64| if at % learning.room() < own { (bits >> 32) as u8 } else { 0 };
    let directions = (0..learning.room() * usize::from(count)).map(|at| word(at, random.bits()));
    let section: Vec<u8> = learning.head().into_iter().chain(levels).chain(directions).collect();
    let mut learning = [&model[..at], &section, &model[at..]].concat();
    seal(&mut learning);
    learning
}

/// The learner of FORMAT.md, step by step; every number is checked to fit the word that it has
/// there.
pub struct Twin {
    pub weights: Vec<Vec<i128>>,
    first: usize,
    rate: i128,
    forget: u32,
    shift: u32,
    levels: [i128; 2],
    directions: Vec<Vec<i128>>,
    bits: u32,
    score_bits: u32,
}

/// The number, which must fit so many bits.
fn fits(number: i128, bits: u32) -> i128 {
    assert!((-1i128 << (bits - 1)..1 << (bits - 1)).contains(&number), "{number} does not fit {bits} bits");
    number
}

/// Divided by a power of two, to nearest.
fn near(number: i128, bits: u32) -> i128 {
    (number + (1i128 << bits) / 2).div_euclid(1 << bits)
}

impl Twin {
    pub fn of<F: Learnable>(stream: &Stream<'_, F>) -> Twin {
        let own = stream.learning().expect("a model that learns");
        let mut levels = F::Score::words(own.levels).map(|level| i128::from(level.into()));
        let directions: Vec<i128> = own.directions.iter().map(|&word| i128::from(word as i8)).collect();
        let rows = usize::from(own.features) + 1;
        let row = |row: usize| (0..usize::from(own.count)).map(|j| directions[j * own.room() + row]).collect();
        Twin {
            weights: vec![vec![0; rows]; own.learnt.into()],
            first: own.first.into(),
            rate: own.rate.into(),
            forget: own.forget.into(),
            shift: own.shift.into(),
            levels: std::array::from_fn(|_| levels.next().expect("two levels")),
            directions: (0..rows).map(row).collect(),
            bits: F::Weight::BITS as u32,
            score_bits: 8 * F::Score::SIZE as u32,
        }
    }

    /// The features with the one before the bias, and the scores with what was learnt.
    pub fn scores<F: Learnable>(&self, stream: &Stream<'_, F>, inputs: &[i16]) -> (Vec<i128>, Vec<i128>) {
        let mut z = Vec::new();
        let mut scratch = vec![F::Lane::default(); stream.scratch()];
        stream.features_with(&mut inputs.to_vec(), &mut scratch, |z_j| z.push(i128::from(z_j))).expect("its lengths");
        z.push(32_767);
        let mut scores = vec![F::Score::default(); stream.outputs()];
        stream.scores_with(&mut inputs.to_vec(), &mut scores, &mut scratch).expect("its lengths");
        let mut scores: Vec<i128> = scores.into_iter().map(|score| i128::from(score.into())).collect();
        let most = (1i128 << (self.score_bits - 1)) - 1;
        for (score, weights) in scores[self.first..].iter_mut().zip(&self.weights) {
            let product = |(w, z): (&i128, &i128)| fits(near(*w, 8) * z, 32);
            let sum = fits(weights.iter().zip(&z).map(product).sum(), 64);
            *score = (*score + near(sum, 16 - self.bits)).clamp(-most - 1, most);
        }
        (z, scores)
    }

    /// Learns a class; returns the scores before.
    pub fn learn<F: Learnable>(&mut self, stream: &Stream<'_, F>, inputs: &[i16], label: usize) -> Vec<i128> {
        let (z, scores) = self.scores(stream, inputs);
        let [target, margin] = self.levels;
        let errors: Vec<i128> = (self.first..self.first + self.weights.len())
            .map(|k| match scores[..] {
                [score] if label == 1 => (target.min(margin) - score).max(0),
                [score] => -(target.min(margin) + score).max(0),
                _ if k == label => {
                    let other = scores.iter().enumerate().filter(|(j, _)| *j != label).map(|(_, score)| *score).max();
                    (target.min(other.expect("two classes") + margin) - scores[k]).max(0)
                }
                _ => -(scores[k] - (scores[label] - margin).max(-target)).max(0),
            })
            .collect();
        self.step(&z, &errors);
        scores
    }

    /// Learns values; returns the scores before.
    pub fn learn_values<F: Learnable>(&mut self, stream: &Stream<'_, F>, inputs: &[i16], values: &[i128]) -> Vec<i128> {
        let (z, scores) = self.scores(stream, inputs);
        let errors: Vec<i128> = values.iter().zip(&scores[self.first..]).map(|(value, score)| value - score).collect();
        self.step(&z, &errors);
        scores
    }

    fn step(&mut self, z: &[i128], errors: &[i128]) {
        let count = self.directions[0].len();
        let share = |j: usize| {
            let sum: i128 = self.directions.iter().zip(z).map(|(row, z)| row[j] * z).sum();
            near(fits(sum, 32), 12).clamp(-32_767, 32_767)
        };
        let shares: Vec<i128> = (0..count).map(share).collect();
        let turned = |(row, z): (&Vec<i128>, &i128)| {
            let shared: i128 = row.iter().zip(&shares).map(|(v, share)| v * share).sum();
            (z - near(fits(shared, 32), 2)).clamp(-32_767, 32_767)
        };
        let g: Vec<i128> = self.directions.iter().zip(z).map(turned).collect();
        let length: i128 = z.iter().zip(&g).map(|(z, g)| (z * g).div_euclid(256)).sum();
        let reciprocal = (1 << 31) / (fits(length, 32).max(0) / 64 + (1 << 15));
        for (weights, error) in self.weights.iter_mut().zip(errors) {
            let error = near(*error, self.shift).clamp(-32_768, 32_767);
            let step = fits(fits(self.rate * error, 33) * reciprocal, 50);
            let step = near(step, 21 + self.bits - self.shift).clamp(-1 << 19, (1 << 19) - 1);
            for (w, g) in weights.iter_mut().zip(&g) {
                // a product without its lowest four bits
                let (high, low) = (step.div_euclid(256), step.rem_euclid(256));
                let moved = fits(16 * high * g + (low * g).div_euclid(16), 32);
                let kept = if self.forget > 0 { *w - near(*w, self.forget) } else { *w };
                *w = (kept + near(moved, 11)).clamp(128 - (1 << 23), (1 << 23) - 128);
            }
        }
    }
}
