//! The best threshold of an input, among its bins and then between single values.

use super::bins::{BinnedInput, between};
use super::outputs::known_or;
use super::partition::{Partition, Sums, Taken, add, side};
use multiversion::multiversion;

/// A split of all leaves between two neighbouring bins of an input.
pub struct Split {
    /// The gain, summed over all leaves.
    pub gain: f64,
    /// The bin below the threshold.
    pub bin: usize,
}

impl Split {
    /// Finds the split with the largest gain; `None` for an input without thresholds.
    pub fn best(partition: &Partition<'_>, input: &BinnedInput) -> Option<Split> {
        by_outputs!(partition.outputs(), K => Split::best_of::<K>(partition, input))
    }

    fn best_of<const K: usize>(partition: &Partition<'_>, input: &BinnedInput) -> Option<Split> {
        let (outputs, bins) = (partition.outputs(), input.thresholds.len() + 1);
        let mut gains = vec![0.0; bins - 1];
        let histogram = partition.histogram::<K>(input);
        if outputs == 1 {
            let mut below = [vec![0.0; bins], vec![0.0; bins]];
            histogram.chunks(bins).for_each(|leaf| add_gains(leaf, partition.ridge, &mut below, &mut gains));
        } else {
            let leaves = histogram.chunks(bins * outputs).zip(partition.taken(input));
            leaves.for_each(|(leaf, taken)| add_gains_of_several::<K>(partition, leaf, taken, &mut gains));
        }
        let splits = gains.into_iter().enumerate().map(|(bin, gain)| Split { gain, bin });
        splits.reduce(|best, next| if next.gain > best.gain { next } else { best })
    }
}

/// Adds the gains of splitting a leaf behind each of its bins, where there is one output; `below`
/// has room for the sums up to each bin.
#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn add_gains(leaf: &[[f32; 2]], ridge: f32, below: &mut [Vec<f32>; 2], gains: &mut [f64]) {
    let [gradients, curvatures] = below;
    let mut whole = [0.0; 2];
    for ((bin, gradient), curvature) in leaf.iter().zip(gradients.iter_mut()).zip(curvatures.iter_mut()) {
        whole = [whole[0] + bin[0], whole[1] + bin[1]];
        [*gradient, *curvature] = whole;
    }
    for ((gain, &g), &h) in gains.iter_mut().zip(gradients.iter()).zip(curvatures.iter()) {
        *gain += f64::from(side(g, h, ridge) + side(whole[0] - g, whole[1] - h, ridge));
    }
}

/// Adds the same for any number of outputs; other bins than those taken have no rows.
fn add_gains_of_several<const K: usize>(partition: &Partition<'_>, leaf: &[[f32; 2]], taken: Taken, gains: &mut [f64]) {
    let outputs = known_or::<K>(partition.outputs());
    let (mut whole, mut below) = (vec![[0.0; 2]; outputs], vec![[0.0; 2]; outputs]);
    let bin = |place: usize| &leaf[place * outputs..][..outputs];
    taken.bins().for_each(|place| add(&mut whole, bin(place)));
    let gain = |below: &[[f32; 2]]| partition.gain(&below[..outputs], &whole[..outputs]);
    let (mut last, mut from) = (gain(&below), 0);
    let splits = gains.len();
    for place in taken.bins().take_while(|&place| place < splits) {
        // between bins with rows the gain stays
        gains[from..place].iter_mut().for_each(|gain| *gain += last);
        add(&mut below, bin(place));
        (last, from) = (gain(&below), place);
    }
    gains[from..].iter_mut().for_each(|gain| *gain += last);
}

/// Finds the best threshold between any two values of the bins on either side of a split, and
/// returns `(gain, threshold)`; `None` where both bins hold a single value.
///
/// Where a rule made the classes, a threshold that is off by a hundredth of the rows misclassifies
/// the rows between itself and the rule's own.
pub fn refined(partition: &Partition<'_>, input: &BinnedInput, Split { bin: place, .. }: &Split) -> Option<(f64, f64)> {
    if input.is_single[*place] && input.is_single[place + 1] {
        return None;
    }
    let mut below = vec![[0.0; 2]; partition.totals.len()];
    let mut near = Vec::new();
    for (row, &bin) in input.bins.iter().enumerate() {
        match usize::from(bin) {
            bin if bin < *place => partition.add_row(&mut below, row),
            bin if bin <= place + 1 => near.push(row),
            _ => {}
        }
    }
    near.sort_unstable_by(|&a, &b| input.values[a].total_cmp(&input.values[b]).then(a.cmp(&b)));
    let gain = |below: &Sums, leaf: usize| {
        partition.gain(partition.leaf(below, leaf), partition.leaf(&partition.totals, leaf))
    };
    let mut gains: Vec<f64> = (0..1 << partition.depth).map(|leaf| gain(&below, leaf)).collect();
    let mut best: Option<(f64, f64)> = None;
    for rows in near.windows(2) {
        partition.add_row(&mut below, rows[0]);
        let leaf = usize::from(partition.leaves[rows[0]]);
        gains[leaf] = gain(&below, leaf);
        let [low, high] = [0, 1].map(|side| input.values[rows[side]]);
        if low == high {
            continue; // no threshold lies between equal values
        }
        let sum: f64 = gains.iter().sum();
        if best.is_none_or(|(largest, _)| sum > largest) {
            best = Some((sum, between(low, high)));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::bins::Bins;
    use super::super::derivatives::Derivatives;
    use super::super::fixtures::{PARAMETERS, checkerboard, problem};
    use super::*;
    use crate::features::loss::Logistic;

    /// Bit for bit, also where most bins of a leaf are empty.
    #[test]
    fn one_output_gains_what_one_of_several_would() {
        let data = checkerboard(700);
        let problem = problem(data.each_ref(), &Logistic);
        let (bins, derivatives) = (Bins::new(problem.inputs), Derivatives::at(&problem, problem.start));
        let mut partition = Partition::new(&derivatives, PARAMETERS.ridge);
        for threshold in [50.0, 20.0, 80.0, 65.0] {
            for input in &bins.inputs {
                let histogram = partition.histogram::<1>(input);
                let bins = input.thresholds.len() + 1;
                let [mut own, mut several] = [vec![0.0; bins - 1], vec![0.0; bins - 1]];
                for (leaf, taken) in histogram.chunks(bins).zip(partition.taken(input)) {
                    add_gains(leaf, partition.ridge, &mut [vec![0.0; bins], vec![0.0; bins]], &mut own);
                    add_gains_of_several::<0>(&partition, leaf, taken, &mut several);
                }
                assert!(own.iter().any(|gain| *gain > 0.0));
                assert_eq!(own, several);
            }
            partition.split(&bins.inputs[partition.depth % 3].values, threshold);
        }
    }

    /// By the definition, after a first test: no value of the bins on either side splits the leaves
    /// better.
    #[test]
    fn refined_thresholds_are_the_best_within_two_bins() {
        let data = checkerboard(3_000);
        let problem = problem(data.each_ref(), &Logistic);
        let (bins, derivatives) = (Bins::new(problem.inputs), Derivatives::at(&problem, problem.start));
        let mut partition = Partition::new(&derivatives, PARAMETERS.ridge);
        partition.split(&bins.inputs[1].values, 50.0);
        let input = &bins.inputs[0];
        let gain = |threshold: f64| -> f64 {
            let mut sides = [[0.0; 2]; 4];
            for n in 0..3_000 {
                let side = 2 * usize::from(partition.leaves[n]) + usize::from(input.values[n] > threshold);
                sides[side] = [sides[side][0] - problem.targets[n] / 2.0, sides[side][1] + 0.25];
            }
            sides.iter().map(|[slope, curvature]| slope * slope / (curvature + PARAMETERS.ridge)).sum()
        };
        for bin in [3, 40, 77] {
            let (found, threshold) = refined(&partition, input, &Split { gain: 0.0, bin }).expect("several values");
            let near = (0..3_000).filter(|&n| (bin..=bin + 1).contains(&usize::from(input.bins[n])));
            let mut values: Vec<f64> = near.map(|n| input.values[n]).collect();
            values.sort_unstable_by(f64::total_cmp);
            values.dedup();
            let best = values[..values.len() - 1].iter().map(|value| gain(*value)).fold(0.0, f64::max);
            assert!(values.len() > 10 && (found / best - 1.0).abs() < 1e-4);
            assert!((gain(threshold) / best - 1.0).abs() < 1e-9);
        }
    }
}
