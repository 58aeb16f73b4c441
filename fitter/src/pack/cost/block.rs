//! The cost of one block.

use super::ferns;
use super::shape::Shape;
use super::table::{F32_LOGARITHM, LOGARITHM, TABLES, Table};
use kernelet::block::{Form, Kind};
use kernelet::number::group::GROUP;
use kernelet::{Contract, with_form};

/// Returns the instructions of a block on each core; `None` where its format was not measured.
pub fn block_cost(contract: Contract, shape: &Shape) -> Option<[f64; 3]> {
    let each = if contract.is_fixed() { LOGARITHM } else { F32_LOGARITHM };
    let groups = whole_groups(shape);
    let factors = [shape, &groups, &groups].map(factors);
    let table = table(contract, shape.kind)?;
    let cost = |core: usize| table[core].iter().zip(factors[core]).map(|(cost, count)| cost * count).sum::<f64>();
    Some(std::array::from_fn(|core| cost(core) + each[core] * shape.logarithms as f64))
}

fn factors(shape: &Shape) -> [f64; 8] {
    with_form!(shape.kind.form(), form => form::factors(shape), ferns => ferns::factors(shape))
}

/// The shape with whole groups of features, as all cores but the smallest compute them.
fn whole_groups(shape: &Shape) -> Shape {
    let features = match shape.kind.form() {
        Form::Dense(_) => shape.features.next_multiple_of(GROUP),
        _ => shape.features,
    };
    Shape { features, ..*shape }
}

/// Returns the coefficients of a kind in a format.
fn table(contract: Contract, kind: Kind) -> Option<Table> {
    TABLES.into_iter().find(|(of, known, _)| (*of, *known) == (contract, kind)).map(|(.., table)| table)
}
