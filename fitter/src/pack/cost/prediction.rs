//! The cost of a whole prediction: scores and class by all blocks, from the readings or the samples
//! on.

use super::instructions::instructions;
use super::shape::Shape;
use super::window::window_instructions;
use crate::pack::device::Device;
use crate::recipe::Counts;
use kernelet::Contract;

/// Returns the instructions of a prediction of a model, with those of the features of windows;
/// `None` for formats that were not measured.
pub fn prediction(contract: Contract, device: &dyn Device) -> Option<Counts> {
    let blocks = instructions(contract, &Shape::of(device))?;
    let windows = device.window().map(|section| window_instructions(&section)).unwrap_or_default();
    Some(std::array::from_fn(|core| blocks[core] + windows[core]))
}
