//! Instructions of a prediction: its blocks, its scores, and what it answers beside them.

use super::block::block_cost;
use super::core::{Core, of_all, of_each};
use super::costs::{by_width, of_scores};
use super::estimate::three_digits;
use super::extras::Extras;
use super::shape::Shape;
use crate::recipe::Counts;
use kernelet::Contract;

/// Returns the instructions of one prediction on each of [`CORES`](super::CORES), or the cycles,
/// for firmware of the core's build; `None` for formats that were not measured.
///
/// Most estimates are right to a few per cent; [`Core::error`] is how far those are off that were
/// measured. The estimate is the cost of a prediction without blocks, by inputs and outputs, plus
/// that of each block and of each logarithm.
pub fn instructions(contract: Contract, blocks: &[Shape]) -> Option<Counts> {
    of_all(|core| on_core(core, contract, blocks))
}

fn on_core(core: &Core, contract: Contract, blocks: &[Shape]) -> Option<u64> {
    let costs = blocks.iter().map(|block| block_cost(core.costs, contract, block)).sum::<Option<f64>>()?;
    let size = blocks.first().map_or((0, 0), |block| (block.inputs, block.outputs));
    Some(three_digits(core.costs.prediction(contract, size) + costs))
}

/// Returns the instructions up to the end of the first block, of the second, and so on, with a
/// checkpoint behind each but the last; `None` as for [`instructions`].
pub fn cumulative_instructions(contract: Contract, blocks: &[Shape]) -> Option<Vec<Counts>> {
    let upto = |count: usize| {
        let passed = (count.min(blocks.len() - 1) * blocks[0].outputs) as f64;
        let checkpoints = |core: &Core| (passed * core.costs.checkpoint(contract)) as u64;
        of_all(|core| Some(on_core(core, contract, &blocks[..count])? + checkpoints(core)))
    };
    (1..=blocks.len()).map(upto).collect()
}

/// Returns the instructions of the extras of so many scores; those of checkpoints are part of
/// [`cumulative_instructions`].
pub fn extra_instructions(contract: Contract, outputs: usize, extras: Extras) -> Counts {
    of_each(|core| {
        let costs = core.costs;
        let tables = [
            (extras.probability, costs.probability),
            (extras.novelty, costs.novelty),
            (extras.interval, costs.interval),
        ];
        let asked = tables.into_iter().filter(|(asked, _)| *asked);
        asked.map(|(_, table)| three_digits(of_scores(by_width(contract, table), outputs))).sum()
    })
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
