//! The cost of one block.

use super::shape::Shape;
use super::table::{F32_LOGARITHM, LOGARITHM, TABLES, Table};
use super::{dense, ferns, seeded, structured};
use kernelet::Contract;
use kernelet::block::Kind;

/// Returns the instructions of a block on each core; `None` where its format was not measured.
pub fn block_cost(contract: Contract, shape: &Shape) -> Option<[f64; 3]> {
    let factors = factors(shape);
    let cost = |coefficients: [f64; 8]| coefficients.iter().zip(factors).map(|(cost, count)| cost * count).sum::<f64>();
    let each = if contract.is_fixed() { LOGARITHM } else { F32_LOGARITHM };
    let [m0, m4, riscv] = table(contract, shape.kind)?.map(cost);
    let logarithms = each.map(|each| each * shape.logarithms as f64);
    Some([m0 + logarithms[0], m4 + logarithms[1], riscv + logarithms[2]])
}

/// Returns the factors of the coefficients, by the kind of the block.
fn factors(shape: &Shape) -> [f64; 8] {
    match shape.kind {
        Kind::Ferns => ferns::factors(shape),
        Kind::Seeded => seeded::factors(shape),
        Kind::Sorf | Kind::Fastfood => structured::factors(shape),
        _ => dense::factors(shape),
    }
}

/// Returns the coefficients of a kind in a format.
fn table(contract: Contract, kind: Kind) -> Option<Table> {
    TABLES.into_iter().find(|(of, known, _)| (*of, *known) == (contract, kind)).map(|(.., table)| table)
}
