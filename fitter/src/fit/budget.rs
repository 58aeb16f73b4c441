//! What a size allows.

use super::Job;
use crate::error::{Error, Result};
use crate::recipe::{Bytes, Size};

/// Features where neither their number nor a budget is given.
const FEATURES: u16 = 200;

impl Job<'_> {
    /// What features may take: half of the flash where ferns have the other.
    pub(super) fn size(&self) -> Size {
        let Size { features, flash } = self.recipe.size;
        let share = if self.blocks.ferns { 2 } else { 1 };
        Size { features, flash: flash.map(|flash| Bytes(flash.0 / share)) }
    }
}

/// How many features of `each` bytes a size allows beside `overhead` bytes.
pub(super) fn features(size: &Size, (overhead, each): (usize, usize)) -> Result<usize> {
    let wanted = size.features.map(usize::from);
    let Some(flash) = size.flash else {
        return Ok(wanted.unwrap_or(usize::from(FEATURES)));
    };
    let room = flash.0.saturating_sub(overhead) / each;
    let least = wanted.unwrap_or(1);
    if room >= least {
        return Ok(wanted.unwrap_or(room).min(usize::from(u16::MAX)));
    }
    let needed = overhead + least * each;
    let excess = needed - flash.0;
    Err(Error::Budget(format!(
        "{least} features of {each} bytes and {overhead} bytes for the rest need {needed} bytes of flash, {excess} more than the budget of {flash}"
    )))
}

/// Whether so many bytes are within the budget.
pub(super) fn check(bytes: usize, size: Size) -> Result<()> {
    match size.flash {
        Some(flash) if bytes > flash.0 => {
            let excess = bytes - flash.0;
            Err(Error::Budget(format!(
                "the model needs {bytes} bytes of flash, {excess} more than the budget of {flash}"
            )))
        }
        _ => Ok(()),
    }
}

/// Whether so many inputs can be counted in a header.
pub(super) fn fits_a_header(inputs: usize) -> Result<()> {
    let most = usize::from(u16::MAX);
    match inputs <= most {
        true => Ok(()),
        false => Err(Error::Usage(format!("{inputs} inputs are more than the {most} that a model can have"))),
    }
}
