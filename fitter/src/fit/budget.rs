//! What a size allows: features, ferns, bytes of flash and RAM, instructions.

use super::plan::FitPlan;
use crate::error::text::counted;
use crate::error::{Error, Result};
use crate::pack::PackedModel;
use crate::pack::cost::{self, Extras, Shape};
use crate::recipe::{Bytes, Core, Deadline, Size};
use crate::recipe::{SHARES, stages};
use kernelet::number::Word;
use kernelet::{Contract, Format};
use std::ops::Range;

/// The number of features where neither it nor a budget is given.
const FEATURES: u16 = 200;

impl FitPlan<'_> {
    /// The size that features may take: half of the flash and of the instructions where ferns take
    /// the other half.
    pub(super) fn size(&self) -> Size {
        let share = if self.blocks.ferns { 2 } else { 1 };
        let size = self.recipe.size;
        let deadline =
            size.deadline.map(|deadline| Deadline { instructions: deadline.instructions / share, ..deadline });
        Size { flash: size.flash.map(|flash| Bytes(flash.0 / share as usize)), deadline, ..size }
    }
}

/// The number of features of `each` bytes that a size allows beside `overhead` bytes.
///
/// # Errors
/// [`Error::Budget`] where it is less than the number asked for, or none.
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
        "{} of {each} bytes and {overhead} bytes for the rest need {needed} bytes of flash, {excess} more than the budget of {flash}",
        counted(least, "feature")
    )))
}

/// The bytes that cutting a block into stages may add: a head of so many bytes for each, and the
/// checkpoints.
pub(super) fn of_stages<F: Format>(head: usize) -> usize {
    let more = SHARES.len();
    more * head + kernelet::answer::early::size::<F>(more + 1)
}

/// The number of features, of so many, that a deadline allows in a block of this shape, or in one
/// for each stage.
///
/// # Errors
/// [`Error::Budget`] where the least number takes too many instructions.
pub(super) fn in_time(
    size: &Size,
    (contract, shape): (Contract, Shape),
    extras: Extras,
    features: usize,
) -> Result<usize> {
    let Some(deadline) = size.deadline else { return Ok(features) };
    let taken = |features: usize| {
        let shapes: Vec<Shape> = staged(shape, features, extras.early);
        instructions(deadline.core, (contract, &shapes), extras)
    };
    let least = size.features.map_or(1, usize::from);
    let needed = taken(least)?;
    if needed > deadline.instructions {
        return Err(late(&format!("{least} features"), needed, deadline));
    }
    // bisection: estimates rise with the number of features
    let (mut fits, mut over) = (least, features + 1);
    while over - fits > 1 {
        let middle = fits.midpoint(over);
        if taken(middle)? <= deadline.instructions { fits = middle } else { over = middle }
    }
    Ok(fits)
}

/// The shapes of so many features in one block, or in one for each stage; the first prepares the
/// inputs.
fn staged(shape: Shape, features: usize, early: bool) -> Vec<Shape> {
    let of = |stage: Range<usize>| match stage.start {
        0 => shape.of_features(stage.end),
        _ => Shape { guards: 0, logarithms: 0, ..shape.of_features(stage.len()) },
    };
    stages(features, early).into_iter().map(of).collect()
}

/// The instructions of blocks on a core, with their checkpoints and everything that is answered
/// beside the scores.
///
/// # Errors
/// [`Error::Usage`] where the number format was not measured.
pub(super) fn instructions(core: Core, (contract, shapes): (Contract, &[Shape]), extras: Extras) -> Result<u64> {
    let blocks = match extras.early {
        true => cost::cumulative_instructions(contract, shapes).and_then(|counts| counts.last().copied()),
        false => cost::instructions(contract, shapes),
    };
    let beside = cost::extra_instructions(contract, shapes.first().map_or(0, |shape| shape.outputs), extras);
    let blocks = blocks.ok_or_else(|| {
        Error::Usage(format!("--instructions: the cost of {contract:?} was not measured: use q15, q7, q3 or f32"))
    })?;
    let place = cost::Core::place(core);
    Ok(blocks[place] + beside[place])
}

/// The error of too many instructions, with the excess.
pub(super) fn late(what: &str, needed: u64, deadline: Deadline) -> Error {
    let Deadline { core, instructions } = deadline;
    let excess = needed - instructions;
    let unit = cost::Core::of(core).unit;
    Error::Budget(format!("{what}: about {needed} {unit} on {core}, {excess} more than the budget of {instructions}"))
}

/// Checks bytes of flash against the budget.
pub(super) fn check(bytes: usize, size: Size) -> Result<()> {
    within("flash", bytes, size.flash)
}

/// Checks the RAM of readings and scores against the budget, before anything is learned.
pub(super) fn least_ram<F: Format>(inputs: usize, outputs: usize, size: Size) -> Result<()> {
    within("RAM", inputs * F::Input::SIZE + outputs * F::Score::SIZE, size.ram)
}

/// Checks a packed model against its budget, with the figures that `inspect` reports.
pub(super) fn check_all(model: &PackedModel, size: Size) -> Result<()> {
    check(model.bytes().len(), size)?;
    let device = model.device();
    within("RAM", device.ram_bytes(), size.ram)?;
    let Some(deadline) = size.deadline else { return Ok(()) };
    let needed = instructions(deadline.core, (model.contract(), &Shape::of(&*device)), Extras::by(&*device))?;
    if needed > deadline.instructions { Err(late("the model's blocks", needed, deadline)) } else { Ok(()) }
}

fn within(what: &str, bytes: usize, budget: Option<Bytes>) -> Result<()> {
    match budget {
        Some(budget) if bytes > budget.0 => {
            let excess = bytes - budget.0;
            Err(Error::Budget(format!(
                "the model needs {bytes} bytes of {what}, {excess} more than the budget of {budget}"
            )))
        }
        _ => Ok(()),
    }
}

/// Checks that a header can count so many inputs.
pub(super) fn fits_a_header(inputs: usize) -> Result<()> {
    let most = usize::from(u16::MAX);
    match inputs <= most {
        true => Ok(()),
        false => Err(Error::Usage(format!("{inputs} inputs are more than the {most} that a model can have"))),
    }
}
