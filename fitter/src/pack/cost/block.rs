//! The cost of one block.

use super::costs::Costs;
use super::ferns;
use super::shape::Shape;
use kernelet::block::Form;
use kernelet::number::group::GROUP;
use kernelet::{Contract, with_form};

/// Returns the cost of a block on a core; `None` where its format was not measured.
pub fn block_cost(costs: &Costs, contract: Contract, shape: &Shape) -> Option<f64> {
    let shape = if costs.in_groups { &whole_groups(shape) } else { shape };
    let block = costs.block(contract, shape.kind)?.iter().zip(factors(shape));
    let cost: f64 = block.map(|(cost, count)| cost * count).sum();
    Some(cost + costs.logarithm(contract) * shape.logarithms as f64)
}

fn factors(shape: &Shape) -> [f64; 8] {
    with_form!(shape.kind.form(), form => form::factors(shape), ferns => ferns::factors(shape))
}

/// The shape with whole groups of features.
fn whole_groups(shape: &Shape) -> Shape {
    let features = match shape.kind.form() {
        Form::Dense(_) => shape.features.next_multiple_of(GROUP),
        _ => shape.features,
    };
    Shape { features, ..*shape }
}
