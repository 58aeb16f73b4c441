//! The size of a packed model.

use super::cost::{self, Shape};
use super::model_file::ModelFile;
use crate::search::ModelSize;

/// Returns the bytes of a model and the instructions of a prediction, those of windows included.
pub fn size(file: &ModelFile) -> ModelSize {
    let device = file.device();
    let size = ModelSize {
        bytes: file.model.bytes().len(),
        instructions: cost::instructions(file.contract(), &Shape::of(&*device)),
    };
    device.window().map_or(size, |section| size.after(0, cost::window_instructions(&section)))
}
