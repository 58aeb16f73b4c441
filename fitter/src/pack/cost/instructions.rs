//! Instructions of a prediction: its blocks, its scores, and what it answers beside them.

use super::block::block_cost;
use super::estimate::three_digits;
use super::extras::Extras;
use super::shape::Shape;
use super::table::*;
use kernelet::Contract;
use kernelet::number::Layout;

/// How the firmware is built whose instructions are estimated.
pub const BUILD: &str = "opt-level = 3, lto = true, codegen-units = 1, without the feature dsp or small";

/// Returns the instructions of one prediction on each of [`CORES`](super::CORES), for firmware of
/// [`BUILD`]; `None` for formats that were not measured.
///
/// Most estimates are right to a few per cent, and no measured one is off by more than a fifth.
/// The estimate is the cost of a prediction without blocks, by inputs and outputs, plus that of
/// each block and of each logarithm.
pub fn instructions(contract: Contract, blocks: &[Shape]) -> Option<[u64; 3]> {
    let costs = blocks.iter().map(|block| block_cost(contract, block)).collect::<Option<Vec<_>>>()?;
    let (inputs, outputs) = blocks.first().map_or((0, 0), |block| (block.inputs, block.outputs));
    let whole = by_width(contract, [WHOLE, WIDE_WHOLE, F32_WHOLE]);
    let input = by_width(contract, [INPUT, WIDE_INPUT, F32_INPUT]);
    let whole = |core: usize| input[core] * inputs as f64 + scores_cost(whole, core, outputs);
    let cost = |core: usize| whole(core) + costs.iter().map(|cost| cost[core]).sum::<f64>();
    Some(std::array::from_fn(|core| three_digits(cost(core))))
}

/// Returns the instructions up to the end of the first block, of the second, and so on, with a
/// checkpoint behind each but the last; `None` as for [`instructions`].
pub fn cumulative_instructions(contract: Contract, blocks: &[Shape]) -> Option<Vec<[u64; 3]>> {
    let each = by_width(contract, [CHECKPOINT, WIDE_CHECKPOINT, WIDE_CHECKPOINT]);
    let upto = |count: usize| {
        let passed = count.min(blocks.len() - 1) * blocks[0].outputs;
        let costs = instructions(contract, &blocks[..count])?;
        Some(std::array::from_fn(|core| costs[core] + (passed as f64 * each[core]) as u64))
    };
    (1..=blocks.len()).map(upto).collect()
}

/// Returns the instructions of the extras of so many scores; those of checkpoints are part of
/// [`cumulative_instructions`].
pub fn extra_instructions(contract: Contract, outputs: usize, extras: Extras) -> [u64; 3] {
    let tables = [
        (extras.probability, by_width(contract, [PROBABILITY, WIDE_PROBABILITY, F32_PROBABILITY])),
        (extras.novelty, by_width(contract, [NOVELTY, WIDE_NOVELTY, F32_NOVELTY])),
        (extras.interval, by_width(contract, [INTERVAL, WIDE_INTERVAL, F32_INTERVAL])),
    ];
    std::array::from_fn(|core| {
        let asked = tables.iter().filter(|(asked, _)| *asked);
        asked.map(|&(_, table)| three_digits(scores_cost(table, core, outputs))).sum()
    })
}

/// Chooses among the values for scores of 32 bits, of 64 bits, and in single precision.
fn by_width<T>(contract: Contract, [narrow, wide, float]: [T; 3]) -> T {
    match contract.is_fixed() {
        true if Layout::of(contract).score == 4 => narrow,
        true => wide,
        false => float,
    }
}

/// Returns the instructions of so many scores on a core.
fn scores_cost(table: Scores, core: usize, outputs: usize) -> f64 {
    let [single, first, each] = table[core];
    if outputs > 1 { first + each * outputs as f64 } else { single }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::block::Kind;

    #[test]
    fn formats_that_were_not_measured_have_no_estimate() {
        let shape = Shape {
            kind: Kind::Sorf,
            inputs: 1,
            outputs: 1,
            features: 1,
            tests: 0,
            reads: 0,
            runs: 0,
            guards: 0,
            logarithms: 0,
        };
        assert_eq!(instructions(Contract::F32Libm, &[shape]), None);
        assert!(instructions(Contract::Q7, &[shape]).is_some());
    }
}
