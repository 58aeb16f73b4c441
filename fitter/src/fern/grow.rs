//! One fern: the tests that gain most, level by level.

use super::bins::{Binned, Bins, between};
use super::boost::{FernParameters, FernSize};
use super::slopes::Slopes;
use super::{Fern, Test};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Slopes and curvatures summed over some rows, for each output.
type Sums = Vec<[f32; 2]>;

/// A fern on the way.
struct Growing<'a> {
    bins: &'a Bins,
    slopes: &'a Slopes,
    fern_parameters: FernParameters,
    tests: Vec<Test>,
    /// The leaf of each row.
    leaves: Vec<u8>,
    /// Sums of each leaf.
    totals: Sums,
}

/// A test that could come next, with what all leaves together then gain.
struct Candidate {
    gain: f64,
    place: usize,
}

/// The fern of most gain for its bytes, no larger than the room; `None` where nothing fits or gains.
pub fn grow(
    bins: &Bins,
    slopes: &Slopes,
    (fern_parameters, price, room): (FernParameters, FernSize, usize),
) -> Option<Fern> {
    let rows = slopes.values.len() / slopes.outputs.max(1);
    let mut growing =
        Growing { bins, slopes, fern_parameters, tests: Vec::new(), leaves: vec![0; rows], totals: Vec::new() };
    let mut best: Option<(f64, usize)> = None;
    for depth in 1..=fern_parameters.depth {
        if price.bytes(depth) > room {
            break;
        }
        let Some(gain) = growing.deepen() else { break };
        let worth = gain / (price.bytes(depth) as f64).powf(fern_parameters.size_penalty);
        if gain > 0.0 && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, depth));
        }
    }
    let (_, depth) = best?;
    Some(growing.cut(depth))
}

impl Growing<'_> {
    /// Adds the best test and gives the gain of all leaves; `None` where no test separates anything.
    fn deepen(&mut self) -> Option<f64> {
        self.totals = self.totals();
        let candidates: Vec<Option<Candidate>> = self.bins.inputs.par_iter().map(|input| self.best_of(input)).collect();
        let best = candidates.into_iter().enumerate().filter_map(|(input, candidate)| Some((input, candidate?)));
        let better = |best: (usize, Candidate), next: (usize, Candidate)| {
            if next.1.gain > best.1.gain { next } else { best }
        };
        let (input, Candidate { gain, place }) = best.reduce(better)?;
        let binned = &self.bins.inputs[input];
        let (gain, threshold) = self.finer(binned, place).unwrap_or((gain, binned.thresholds[place]));
        self.tests.push(Test { input, threshold });
        for (leaf, &value) in self.leaves.iter_mut().zip(&binned.values) {
            *leaf = 2 * *leaf + u8::from(value > threshold);
        }
        Some(gain)
    }

    /// The best threshold of an input.
    fn best_of(&self, input: &Binned) -> Option<Candidate> {
        let (outputs, bins) = (self.slopes.outputs, input.thresholds.len() + 1);
        let leaves = 1 << self.tests.len();
        let sums = self.histogram(input, leaves);
        let mut gains = vec![0.0; bins - 1];
        for leaf in sums.chunks(bins * outputs) {
            let whole = total(leaf, outputs);
            let mut below = vec![[0.0; 2]; outputs];
            for (gain, bin) in gains.iter_mut().zip(leaf.chunks(outputs)) {
                add(&mut below, bin);
                *gain += self.gain(&below, &whole);
            }
        }
        let candidates = gains.into_iter().enumerate().map(|(place, gain)| Candidate { gain, place });
        candidates.reduce(|best, next| if next.gain > best.gain { next } else { best })
    }

    /// The best of all thresholds in the bins on either side of a place, with what all leaves then gain.
    ///
    /// Where a rule made the classes, a threshold that is a hundredth of the rows off the rule's own gets those between wrong.
    fn finer(&self, input: &Binned, place: usize) -> Option<(f64, f64)> {
        if input.single[place] && input.single[place + 1] {
            return None; // there is but one threshold between two values
        }
        let mut below = vec![[0.0; 2]; self.totals.len()];
        let mut near = Vec::new();
        for (row, &bin) in input.rows.iter().enumerate() {
            match usize::from(bin) {
                bin if bin < place => self.put(&mut below, row),
                bin if bin <= place + 1 => near.push(row),
                _ => {}
            }
        }
        near.sort_unstable_by(|&a, &b| input.values[a].total_cmp(&input.values[b]).then(a.cmp(&b)));
        let gain = |below: &Sums, leaf: usize| self.gain(self.of(below, leaf), self.of(&self.totals, leaf));
        let mut gains: Vec<f64> = (0..1 << self.tests.len()).map(|leaf| gain(&below, leaf)).collect();
        let mut best: Option<(f64, f64)> = None;
        for rows in near.windows(2) {
            self.put(&mut below, rows[0]);
            let leaf = usize::from(self.leaves[rows[0]]);
            gains[leaf] = gain(&below, leaf);
            let [low, high] = [0, 1].map(|side| input.values[rows[side]]);
            if low == high {
                continue; // nothing lies between them
            }
            let all: f64 = gains.iter().sum();
            if best.is_none_or(|(most, _)| all > most) {
                best = Some((all, between(low, high)));
            }
        }
        best
    }

    /// Adds a row to the sums of its leaf.
    fn put(&self, sums: &mut Sums, row: usize) {
        let outputs = self.slopes.outputs;
        let cell = usize::from(self.leaves[row]) * outputs;
        add(&mut sums[cell..][..outputs], &self.slopes.values[row * outputs..][..outputs]);
    }

    /// The sums of one leaf.
    fn of<'s>(&self, sums: &'s Sums, leaf: usize) -> &'s [[f32; 2]] {
        &sums[leaf * self.slopes.outputs..][..self.slopes.outputs]
    }

    /// Sums of each leaf and bin.
    fn histogram(&self, input: &Binned, leaves: usize) -> Sums {
        let (outputs, bins) = (self.slopes.outputs, input.thresholds.len() + 1);
        let mut sums = vec![[0.0; 2]; leaves * bins * outputs];
        let mut put = |row: usize| {
            let cell = usize::from(self.leaves[row]) * bins + usize::from(input.rows[row]);
            add(&mut sums[cell * outputs..][..outputs], &self.slopes.values[row * outputs..][..outputs]);
        };
        let Some(others) = &input.others else {
            (0..self.leaves.len()).for_each(put);
            return sums;
        };
        others.iter().for_each(|&row| put(row as usize));
        // what the leaf has beyond the other bins is the usual one's
        for (cells, totals) in sums.chunks_mut(bins * outputs).zip(self.totals.chunks(outputs)) {
            let seen = total(cells, outputs);
            let usual = &mut cells[usize::from(input.usual) * outputs..][..outputs];
            for ((cell, total), seen) in usual.iter_mut().zip(totals).zip(seen) {
                *cell = [total[0] - seen[0], total[1] - seen[1]];
            }
        }
        sums
    }

    /// Sums of each leaf.
    fn totals(&self) -> Sums {
        let outputs = self.slopes.outputs;
        let mut totals = vec![[0.0; 2]; outputs << self.tests.len()];
        for (&leaf, slopes) in self.leaves.iter().zip(self.slopes.values.chunks_exact(outputs)) {
            add(&mut totals[usize::from(leaf) * outputs..][..outputs], slopes);
        }
        totals
    }

    /// What the two sides of a split gain.
    fn gain(&self, below: &[[f32; 2]], whole: &[[f32; 2]]) -> f64 {
        let ridge = self.fern_parameters.ridge as f32;
        let side = |slope: f32, curvature: f32| slope * slope / (curvature + ridge);
        let sides = below.iter().zip(whole).map(|([g, h], [all_g, all_h])| side(*g, *h) + side(all_g - g, all_h - h));
        f64::from(sides.sum::<f32>())
    }

    /// The fern of the first tests, its leaves Newton's steps, shrunk.
    fn cut(mut self, depth: usize) -> Fern {
        let cut = self.tests.len() - depth;
        self.tests.truncate(depth);
        let outputs = self.slopes.outputs;
        let mut sums = vec![[0.0f64; 2]; outputs << depth];
        for (leaf, slopes) in self.leaves.iter().zip(self.slopes.values.chunks_exact(outputs)) {
            let cell = usize::from(leaf >> cut) * outputs;
            for (sum, slope) in sums[cell..].iter_mut().zip(slopes) {
                *sum = [sum[0] + f64::from(slope[0]), sum[1] + f64::from(slope[1])];
            }
        }
        let step = |[slope, curvature]: &[f64; 2]| {
            -self.fern_parameters.shrinkage * slope / (curvature + self.fern_parameters.ridge)
        };
        Fern { tests: self.tests, leaves: DMatrix::from_iterator(outputs, 1 << depth, sums.iter().map(step)) }
    }
}

#[inline(always)]
fn add(sums: &mut [[f32; 2]], slopes: &[[f32; 2]]) {
    for (sum, slope) in sums.iter_mut().zip(slopes) {
        *sum = [sum[0] + slope[0], sum[1] + slope[1]];
    }
}

fn total(cells: &[[f32; 2]], outputs: usize) -> Sums {
    let mut sums = vec![[0.0; 2]; outputs];
    cells.chunks(outputs).for_each(|cell| add(&mut sums, cell));
    sums
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ALIKE, FERNS, PRICE, checkerboard};
    use super::super::{Boosting, boost};
    use super::*;
    use crate::features::loss::Logistic;

    /// By the definition, over every threshold that separates two values: no other first test gains more.
    #[test]
    fn the_first_test_is_the_best_of_all() {
        let [inputs, start, targets] = checkerboard(60);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Logistic };
        let fern_parameters = FernParameters { depth: 1, ..FERNS };
        let fern = boost(&problem, fern_parameters, (PRICE, PRICE.bytes(1))).remove(0);
        // at a score of zero the slope is -t / 2, the curvature 1 / 4
        let gain = |test: Test| {
            let side = |above: bool| {
                let rows = (0..60).filter(|&n| (inputs[(test.input, n)] > test.threshold) == above);
                let (slope, count) = rows.fold((0.0, 0.0), |(slope, count), n| (slope - targets[n] / 2.0, count + 1.0));
                slope * slope / (count / 4.0 + fern_parameters.ridge)
            };
            side(false) + side(true)
        };
        let all = (0..3).flat_map(|input| {
            inputs.row(input).iter().map(move |&threshold| Test { input, threshold }).collect::<Vec<_>>()
        });
        let most = all.map(gain).fold(0.0, f64::max);
        assert!((gain(fern.tests[0]) / most - 1.0).abs() < 1e-5);
    }

    /// Of 3,000 values only every fifteenth lies at a bin's end, yet the test is the best of all by the definition, near the
    /// best end.
    #[test]
    fn thresholds_are_finer_than_bins() {
        let [inputs, start, _] = checkerboard(3_000);
        let targets = DMatrix::from_fn(1, 3_000, |_, n| if inputs[(1, n)] > 333.0 { 1.0 } else { -1.0 });
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Logistic };
        let fern = boost(&problem, FernParameters { depth: 1, ..FERNS }, (PRICE, PRICE.bytes(1))).remove(0);
        assert!(!Bins::new(&inputs).inputs[1].thresholds.contains(&fern.tests[0].threshold));
        let wrong = |threshold: f64| (0..3_000).filter(|&n| (inputs[(1, n)] > threshold) != (targets[n] > 0.0)).count();
        assert_eq!((fern.tests[0].input, wrong(fern.tests[0].threshold)), (1, 0));
    }

    /// By the definition: behind a first test, no value of the bins on either side of a place separates leaves better.
    #[test]
    fn finer_thresholds_are_the_best_of_two_bins_for_all_leaves() {
        let [inputs, start, targets] = checkerboard(3_000);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Logistic };
        let (bins, slopes) = (Bins::new(&inputs), Slopes::at(&problem, &start));
        let leaves = vec![0; 3_000];
        let mut growing =
            Growing { bins: &bins, slopes: &slopes, fern_parameters: FERNS, tests: vec![], leaves, totals: vec![] };
        growing.deepen().expect("a test");
        growing.totals = growing.totals();
        let input = &bins.inputs[0];
        let gain = |threshold: f64| -> f64 {
            let mut sides = [[0.0; 2]; 4];
            for n in 0..3_000 {
                let side = 2 * usize::from(growing.leaves[n]) + usize::from(inputs[(0, n)] > threshold);
                sides[side] = [sides[side][0] - targets[n] / 2.0, sides[side][1] + 0.25];
            }
            sides.iter().map(|[slope, curvature]| slope * slope / (curvature + FERNS.ridge)).sum()
        };
        for place in [3, 40, 77] {
            let (most, threshold) = growing.finer(input, place).expect("several values");
            let near = (0..3_000).filter(|&n| (place..=place + 1).contains(&usize::from(input.rows[n])));
            let mut values: Vec<f64> = near.map(|n| inputs[(0, n)]).collect();
            values.sort_unstable_by(f64::total_cmp);
            values.dedup();
            let best = values[..values.len() - 1].iter().map(|value| gain(*value)).fold(0.0, f64::max);
            assert!(
                values.len() > 10 && (most / best - 1.0).abs() < 1e-4 && (gain(threshold) / best - 1.0).abs() < 1e-9
            );
        }
    }

    /// Bins that most rows share are taken as what is left of the whole; the sums are the same.
    #[test]
    fn usual_values_need_not_be_looked_at() {
        let [mut inputs, start, targets] = checkerboard(300);
        (0..300).filter(|n| n % 4 > 0).for_each(|n| inputs[(1, n)] = 0.0);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Logistic };
        let (mut bins, slopes) = (Bins::new(&inputs), Slopes::at(&problem, &start));
        assert!(bins.inputs[1].others.is_some() && bins.inputs[0].others.is_none());
        let ask = (FERNS, PRICE, 1000);
        let sparse = grow(&bins, &slopes, ask).expect("a fern");
        bins.inputs[1].others = None;
        let dense = grow(&bins, &slopes, ask).expect("a fern");
        assert_eq!(sparse.tests, dense.tests);
        assert!((sparse.leaves - dense.leaves).amax() < 1e-4);
    }
}
