//! The windows that are asked for.

use crate::series::Cut;

/// The windows that are asked for.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The channels; all that there are, where none is named.
    pub channels: Vec<String>,
    /// The samples from one window to the next; where not given, those of a window.
    pub stride: Option<u16>,
    /// The way in which recordings were cut, if they were.
    pub cut: Option<Cut>,
    /// Whether the size of the model is chosen too, of several up to that of the recipe.
    pub any_size: bool,
}
