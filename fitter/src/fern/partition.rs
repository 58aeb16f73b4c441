//! The training rows in the leaves of a growing fern.

use super::bins::BinnedInput;
use super::derivatives::Derivatives;
use super::outputs::known_or;

/// Sums of `[gradient, curvature]` over some rows, for each output in turn.
pub type Sums = Vec<[f32; 2]>;

/// The partition of the training rows into the leaves of a growing fern.
pub struct Partition<'a> {
    derivatives: &'a Derivatives,
    /// The L2 regularisation, which is added to the curvature of each leaf.
    pub ridge: f32,
    /// The number of tests so far, of which there are `2^depth` leaves.
    pub depth: usize,
    /// The leaf of each row.
    pub leaves: Vec<u8>,
    /// The sums of each leaf.
    pub totals: Sums,
}

impl<'a> Partition<'a> {
    /// Puts all rows into a single leaf.
    pub fn new(derivatives: &'a Derivatives, ridge: f64) -> Partition<'a> {
        let rows = derivatives.values.len() / derivatives.outputs.max(1);
        let mut partition =
            Partition { derivatives, ridge: ridge as f32, depth: 0, leaves: vec![0; rows], totals: Vec::new() };
        partition.totals = partition.totals();
        partition
    }

    /// Splits every leaf by a threshold on an input's values.
    pub fn split(&mut self, values: &[f64], threshold: f64) {
        for (leaf, &value) in self.leaves.iter_mut().zip(values) {
            *leaf = 2 * *leaf + u8::from(value > threshold);
        }
        self.depth += 1;
        self.totals = self.totals();
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.derivatives.outputs
    }

    /// Returns the gain of splitting rows whose sums are `whole` into those with the sums `below`
    /// and the rest (Chen and Guestrin 2016, equation 7, but for the constant of the rows unsplit).
    #[inline]
    pub fn gain(&self, below: &[[f32; 2]], whole: &[[f32; 2]]) -> f64 {
        let sides = below.iter().zip(whole);
        let sides =
            sides.map(|([g, h], [all_g, all_h])| side(*g, *h, self.ridge) + side(all_g - g, all_h - h, self.ridge));
        f64::from(sides.sum::<f32>())
    }

    /// Adds a row to the sums of its leaf.
    #[inline]
    pub fn add_row(&self, sums: &mut Sums, row: usize) {
        let outputs = self.outputs();
        let first = usize::from(self.leaves[row]) * outputs;
        add(&mut sums[first..][..outputs], &self.derivatives.values[row * outputs..][..outputs]);
    }

    /// Returns the part of the sums that belongs to a leaf.
    pub fn leaf<'s>(&self, sums: &'s Sums, leaf: usize) -> &'s [[f32; 2]] {
        &sums[leaf * self.outputs()..][..self.outputs()]
    }

    /// Returns the sums of each leaf and bin of an input; `K` as `by_outputs` gives it.
    pub fn histogram<const K: usize>(&self, input: &BinnedInput) -> Sums {
        let (outputs, bins) = (known_or::<K>(self.outputs()), input.thresholds.len() + 1);
        let mut sums = vec![[0.0; 2]; (bins * outputs) << self.depth];
        let mut add_row = |leaf: u8, bin: u8, values: &[[f32; 2]]| {
            let cell = usize::from(leaf) * bins + usize::from(bin);
            add(&mut sums[cell * outputs..][..outputs], &values[..outputs]);
        };
        let Some(rare_rows) = &input.rare_rows else {
            let values = self.derivatives.values.chunks_exact(outputs);
            for ((&leaf, &bin), values) in self.leaves.iter().zip(&input.bins).zip(values) {
                add_row(leaf, bin, values);
            }
            return sums;
        };
        for row in rare_rows.iter().map(|&row| row as usize) {
            add_row(self.leaves[row], input.bins[row], &self.derivatives.values[row * outputs..]);
        }
        // what a leaf has beyond its rare rows belongs to the most common bin
        let mut rare = vec![[0.0; 2]; outputs];
        for (cells, totals) in sums.chunks_mut(bins * outputs).zip(self.totals.chunks(outputs)) {
            total(cells, &mut rare);
            let common = &mut cells[usize::from(input.common_bin) * outputs..][..outputs];
            for ((cell, total), rare) in common.iter_mut().zip(totals).zip(&rare) {
                *cell = [total[0] - rare[0], total[1] - rare[1]];
            }
        }
        sums
    }

    /// Returns the bins of an input that may have rows, for each leaf.
    pub fn taken(&self, input: &BinnedInput) -> Vec<Taken> {
        let mut taken = vec![Taken::default(); 1 << self.depth];
        match &input.rare_rows {
            None => self.leaves.iter().zip(&input.bins).for_each(|(&leaf, &bin)| taken[usize::from(leaf)].add(bin)),
            Some(rare_rows) => {
                let rare_rows = rare_rows.iter().map(|&row| row as usize);
                rare_rows.for_each(|row| taken[usize::from(self.leaves[row])].add(input.bins[row]));
                // its sums are what the others leave of a leaf's, and rounding leaves something too
                taken.iter_mut().for_each(|taken| taken.add(input.common_bin));
            }
        }
        taken
    }

    /// Returns the sums of each leaf after the first `depth` tests, in double precision.
    pub fn exact_totals(&self, depth: usize) -> Vec<[f64; 2]> {
        let (outputs, later) = (self.outputs(), self.depth - depth);
        let mut sums = vec![[0.0f64; 2]; outputs << depth];
        for (leaf, values) in self.leaves.iter().zip(self.derivatives.values.chunks_exact(outputs)) {
            let first = usize::from(leaf >> later) * outputs;
            for (sum, value) in sums[first..].iter_mut().zip(values) {
                *sum = [sum[0] + f64::from(value[0]), sum[1] + f64::from(value[1])];
            }
        }
        sums
    }

    fn totals(&self) -> Sums {
        by_outputs!(self.outputs(), K => self.totals_of::<K>())
    }

    fn totals_of<const K: usize>(&self) -> Sums {
        let outputs = known_or::<K>(self.outputs());
        let mut totals = vec![[0.0; 2]; outputs << self.depth];
        for (&leaf, values) in self.leaves.iter().zip(self.derivatives.values.chunks_exact(outputs)) {
            add(&mut totals[usize::from(leaf) * outputs..][..outputs], values);
        }
        totals
    }
}

/// A set of bins.
#[derive(Clone, Copy, Default)]
pub struct Taken([u64; 4]);

impl Taken {
    fn add(&mut self, bin: u8) {
        self.0[usize::from(bin / 64)] |= 1 << (bin % 64);
    }

    /// The bins, in order.
    pub fn bins(self) -> impl Iterator<Item = usize> {
        let of_word = |(place, word): (usize, u64)| {
            let left = std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            left.take_while(|left| *left != 0).map(move |left| 64 * place + left.trailing_zeros() as usize)
        };
        self.0.into_iter().enumerate().flat_map(of_word)
    }
}

/// Returns the gain of one side of a split.
#[inline(always)]
pub fn side(gradient: f32, curvature: f32, ridge: f32) -> f32 {
    gradient * gradient / (curvature + ridge)
}

/// Adds the sums of other rows.
#[inline(always)]
pub fn add(sums: &mut [[f32; 2]], values: &[[f32; 2]]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum = [sum[0] + value[0], sum[1] + value[1]];
    }
}

/// Sets the sums over all bins of a leaf.
fn total(bins: &[[f32; 2]], sums: &mut [[f32; 2]]) {
    sums.fill([0.0; 2]);
    bins.chunks(sums.len()).for_each(|bin| add(sums, bin));
}
