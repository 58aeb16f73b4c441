//! The cost of one block.

use super::ferns;
use super::shape::Shape;
use super::table::{F32_LOGARITHM, LOGARITHM, TABLES, Table};
use kernelet::block::Kind;
use kernelet::{Contract, with_form};

/// Returns the instructions of a block on each core; `None` where its format was not measured.
pub fn block_cost(contract: Contract, shape: &Shape) -> Option<[f64; 3]> {
    let factors = with_form!(shape.kind.form(), form => form::factors(shape), ferns => ferns::factors(shape));
    let cost = |coefficients: [f64; 8]| coefficients.iter().zip(factors).map(|(cost, count)| cost * count).sum::<f64>();
    let each = if contract.is_fixed() { LOGARITHM } else { F32_LOGARITHM };
    let [m0, m4, riscv] = table(contract, shape.kind)?.map(cost);
    let logarithms = each.map(|each| each * shape.logarithms as f64);
    Some([m0 + logarithms[0], m4 + logarithms[1], riscv + logarithms[2]])
}

/// Returns the coefficients of a kind in a format.
fn table(contract: Contract, kind: Kind) -> Option<Table> {
    TABLES.into_iter().find(|(of, known, _)| (*of, *known) == (contract, kind)).map(|(.., table)| table)
}
