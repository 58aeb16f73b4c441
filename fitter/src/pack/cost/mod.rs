//! What a prediction costs on each core, in instructions: a model calibrated on emulators.

mod table;

use crate::pack::emulate::Device;
use crate::recipe::Recipe;
use kernelet::Contract;
use kernelet::block::{self, Kind, Sizes};
use table::*;

/// The shape of a block, as far as its cost depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What it is.
    pub kind: Kind,
    /// Inputs.
    pub inputs: usize,
    /// Scores.
    pub outputs: usize,
    /// Features, or ferns.
    pub features: usize,
    /// Tests of ferns.
    pub tests: usize,
    /// Guarded inputs, counted with the first block.
    pub guards: usize,
    /// Inputs of which the logarithm is taken, counted likewise.
    pub logarithms: usize,
}

/// What is told beside the scores and the class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Whether a class is [clear early](crate::calibrate::early).
    pub early: bool,
    /// How [probable](crate::calibrate::probability) classes are.
    pub probability: bool,
    /// Whether a row is [new](crate::calibrate::novelty).
    pub novelty: bool,
}

impl Extras {
    /// By a model.
    pub fn by(device: &dyn Device) -> Extras {
        Extras {
            early: device.checkpoints() > 0,
            probability: device.has_probabilities(),
            novelty: device.has_novelty(),
        }
    }

    /// As a recipe asks.
    pub fn of(recipe: &Recipe) -> Extras {
        Extras { early: recipe.early.is_some(), probability: recipe.probability, novelty: recipe.novelty.is_some() }
    }
}

impl Shape {
    /// The blocks of a model.
    pub fn of(device: &dyn Device) -> Vec<Shape> {
        let header = device.header();
        let shape = |(place, (kind, sizes)): (usize, (Kind, Sizes))| Shape {
            kind,
            inputs: header.inputs.into(),
            outputs: header.outputs.into(),
            features: sizes.features + sizes.ferns,
            tests: sizes.tests,
            guards: if place == 0 { header.guards.into() } else { 0 },
            logarithms: if place == 0 { device.logarithms() } else { 0 },
        };
        device.parts().into_iter().enumerate().map(shape).collect()
    }
}

/// Names of the cores.
pub const CORES: [&str; 3] = ["cortex-m0", "cortex-m4", "riscv32"];

/// Instructions of one prediction on each of [`CORES`] in firmware built with `opt-level = 3`, most to a few per cent and
/// none that was measured worse than to a fourth; `None` for formats that were not measured.
///
/// What a prediction takes without any block, by inputs and outputs, and the sum over these: with dense rows `a + features (b +
/// c inputs + e outputs + f [outputs > 1] + g inputs [inputs > 40] + s [inputs <= 4]) + h guards`, with structured ones in blocks
/// of `n` lanes `a + features (b + e outputs) + blocks (p + q n + r n log2 n) + h guards`, with seeded ones `a + features (b + e
/// outputs + f [outputs > 1]) + c inputs + h guards`, of ferns `a + b ferns + c tests + e outputs ferns + f ferns [outputs > 1] +
/// h guards`; and so much for each logarithm.
pub fn instructions(contract: Contract, blocks: &[Shape]) -> Option<[u64; 3]> {
    let costs = blocks.iter().map(|&block| of_block(contract, block)).collect::<Option<Vec<_>>>()?;
    let (inputs, outputs) = blocks.first().map_or((0, 0), |block| (block.inputs, block.outputs));
    let whole = by_width(contract, [WHOLE, WIDE_WHOLE, F32_WHOLE]);
    let input = by_width(contract, [INPUT, WIDE_INPUT, F32_INPUT]);
    let whole = |core: usize| input[core] * inputs as f64 + of_scores(whole, core, outputs);
    let cost = |core: usize| whole(core) + costs.iter().map(|cost| cost[core]).sum::<f64>();
    Some(std::array::from_fn(|core| three_digits(cost(core))))
}

/// Instructions up to the end of the first block, of the second, and so on, with a checkpoint behind each but the last, where a
/// class may be [clear early](crate::calibrate::early); `None` as for [`instructions`].
pub fn upto(contract: Contract, blocks: &[Shape]) -> Option<Vec<[u64; 3]>> {
    let each = if matches!(contract, Contract::Q7 | Contract::Q3) { CHECKPOINT } else { WIDE_CHECKPOINT };
    let upto = |count: usize| {
        let passed = count.min(blocks.len() - 1) * blocks[0].outputs;
        let costs = instructions(contract, &blocks[..count])?;
        Some(std::array::from_fn(|core| costs[core] + (passed as f64 * each[core]) as u64))
    };
    (1..=blocks.len()).map(upto).collect()
}

/// Instructions of what is told of so many scores, beside their own; checkpoints are counted by [`upto`].
pub fn beside(contract: Contract, outputs: usize, told: Extras) -> [u64; 3] {
    let tables = [
        by_width(contract, [PROBABILITY, WIDE_PROBABILITY, F32_PROBABILITY]),
        by_width(contract, [NOVELTY, WIDE_NOVELTY, F32_NOVELTY]),
    ];
    let asked = [told.probability, told.novelty];
    std::array::from_fn(|core| {
        let costs =
            tables.iter().zip(asked).filter(|(_, asked)| *asked).map(|(&table, _)| of_scores(table, core, outputs));
        costs.map(three_digits).sum()
    })
}

/// What is of a format whose scores have 32 bits, 64 bits, or single precision.
fn by_width<T>(contract: Contract, [narrow, wide, float]: [T; 3]) -> T {
    match contract {
        Contract::Q7 | Contract::Q3 => narrow,
        Contract::Q15 | Contract::Q7Wide => wide,
        _ => float,
    }
}

/// What so many scores take on a core.
fn of_scores(table: Scores, core: usize, outputs: usize) -> f64 {
    let [single, first, each] = table[core];
    if outputs > 1 { first + each * outputs as f64 } else { single }
}

fn of_block(contract: Contract, shape: Shape) -> Option<[f64; 3]> {
    let terms = match shape.kind {
        Kind::Ferns => ferns(shape),
        Kind::Seeded => seeded(shape),
        Kind::Sorf | Kind::Fastfood => structured(shape),
        _ => dense(shape),
    };
    let cost = |coefficients: [f64; 8]| coefficients.iter().zip(terms).map(|(cost, count)| cost * count).sum::<f64>();
    let each = if contract.is_fixed() { LOGARITHM } else { F32_LOGARITHM };
    let [m0, m4, riscv] = table(contract, shape.kind)?.map(cost);
    let logarithms = each.map(|each| each * shape.logarithms as f64);
    Some([m0 + logarithms[0], m4 + logarithms[1], riscv + logarithms[2]])
}

fn table(contract: Contract, kind: Kind) -> Option<Table> {
    TABLES.into_iter().find(|(of, known, _)| (*of, *known) == (contract, kind)).map(|(.., table)| table)
}

/// What the coefficients `a, b, c, e, f, g, s, h` belong to.
fn dense(shape: Shape) -> [f64; 8] {
    let [inputs, outputs, features, guards] = counts(shape);
    let several = f64::from(shape.outputs > 1);
    let [long, short] = [shape.inputs > 40, shape.inputs <= 4].map(f64::from);
    let product = features * inputs;
    [1.0, features, product, features * outputs, features * several, product * long, features * short, guards]
}

/// What the coefficients `a, b, c, e, f`, two of none and `h` belong to.
fn ferns(shape: Shape) -> [f64; 8] {
    let [_, outputs, ferns, guards] = counts(shape);
    let several = f64::from(shape.outputs > 1);
    [1.0, ferns, shape.tests as f64, outputs * ferns, ferns * several, 0.0, 0.0, guards]
}

/// What the coefficients `a, b, e, p, q, r`, none and `h` belong to.
fn structured(shape: Shape) -> [f64; 8] {
    let [_, outputs, features, guards] = counts(shape);
    let width = block::width(shape.inputs);
    let blocks = shape.features.div_ceil(width) as f64;
    let (lanes, levels) = (blocks * width as f64, f64::from(width.ilog2()));
    [1.0, features, features * outputs, blocks, lanes, lanes * levels, 0.0, guards]
}

/// What the coefficients `a, b, e, f, c`, two of none and `h` belong to.
fn seeded(shape: Shape) -> [f64; 8] {
    let [inputs, outputs, features, guards] = counts(shape);
    let several = f64::from(shape.outputs > 1);
    [1.0, features, features * outputs, features * several, inputs, 0.0, 0.0, guards]
}

fn counts(shape: Shape) -> [f64; 4] {
    [shape.inputs, shape.outputs, shape.features, shape.guards].map(|count| count as f64)
}

/// Rounded to three digits: more the estimate is not good for.
fn three_digits(count: f64) -> u64 {
    let unit = 10f64.powf(count.max(1.0).log10().floor() - 2.0).max(1.0);
    ((count / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_three_digits() {
        assert_eq!([7.0, 38_621.0, 2_144_604.0, 99_960.0].map(three_digits), [7, 38_600, 2_140_000, 100_000]);
    }

    #[test]
    fn formats_that_were_not_measured_have_no_estimate() {
        let shape = Shape { kind: Kind::Sorf, inputs: 1, outputs: 1, features: 1, tests: 0, guards: 0, logarithms: 0 };
        assert_eq!(instructions(Contract::F32Libm, &[shape]), None);
        assert!(instructions(Contract::Q7, &[shape]).is_some());
    }
}
