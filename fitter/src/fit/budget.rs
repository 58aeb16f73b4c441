//! What a size allows.

use super::FitPlan;
use crate::error::{Error, Result};
use crate::pack::PackedModel;
use crate::pack::cost;
use crate::pack::cost::{CORES, Extras, Shape};
use crate::recipe::{Bytes, Core, Deadline, Size};
use crate::recipe::{SHARES, stages};
use kernelet::word::Word;
use kernelet::{Contract, Format};
use std::ops::Range;

/// Features where neither their number nor a budget is given.
const FEATURES: u16 = 200;

impl FitPlan<'_> {
    /// What features may take: half of the flash and of the instructions where ferns have the other.
    pub(super) fn size(&self) -> Size {
        let share = if self.blocks.ferns { 2 } else { 1 };
        let size = self.recipe.size;
        let deadline =
            size.deadline.map(|deadline| Deadline { instructions: deadline.instructions / share, ..deadline });
        Size { flash: size.flash.map(|flash| Bytes(flash.0 / share as usize)), deadline, ..size }
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

/// What cutting a block into stages may add to a model of format `F`: heads of so many bytes, and checkpoints.
pub(super) fn of_stages<F: Format>(head: usize) -> usize {
    let more = SHARES.len();
    more * head + kernelet::early::size::<F>(more + 1)
}

/// How many of so many features there is time for, in a block like `shape`, or one for each stage.
pub(super) fn in_time(
    size: &Size,
    (contract, shape): (Contract, Shape),
    extras: Extras,
    features: usize,
) -> Result<usize> {
    let Some(deadline) = size.deadline else { return Ok(features) };
    let taken = |features: usize| {
        let stage = |stage: Range<usize>| match stage.start {
            0 => Shape { features: stage.end, ..shape },
            _ => Shape { features: stage.len(), guards: 0, logarithms: 0, ..shape },
        };
        let stages: Vec<Shape> = stages(features, extras.early).into_iter().map(stage).collect();
        instructions(deadline.core, (contract, &stages), extras)
    };
    let least = size.features.map_or(1, usize::from);
    let needed = taken(least)?;
    if needed > deadline.instructions {
        return Err(late(&format!("{least} features"), needed, deadline));
    }
    // estimates rise with the features
    let (mut fits, mut over) = (least, features + 1);
    while over - fits > 1 {
        let middle = fits.midpoint(over);
        if taken(middle)? <= deadline.instructions { fits = middle } else { over = middle }
    }
    Ok(fits)
}

/// What blocks take on a core, checkpoints where there is one behind each but the last, and all that is told beside the scores.
pub(super) fn instructions(core: Core, (contract, shapes): (Contract, &[Shape]), extras: Extras) -> Result<u64> {
    let blocks = match extras.early {
        true => cost::cumulative_instructions(contract, shapes).and_then(|counts| counts.last().copied()),
        false => cost::instructions(contract, shapes),
    };
    let beside = cost::extra_instructions(contract, shapes.first().map_or(0, |shape| shape.outputs), extras);
    let of_cores = blocks.map(|blocks| std::array::from_fn::<u64, 3, _>(|core| blocks[core] + beside[core]));
    let of_cores = of_cores.ok_or_else(|| {
        Error::Usage(format!("--instructions: what {contract:?} takes was not measured: use q15, q7, q3 or f32"))
    })?;
    let name = core.to_string();
    let mut named = CORES.into_iter().zip(of_cores).filter(|(known, _)| *known == name);
    Ok(named.next().expect("a core that costs are known of").1)
}

/// Too little time, and by how much.
fn late(what: &str, needed: u64, deadline: Deadline) -> Error {
    let Deadline { core, instructions } = deadline;
    let excess = needed - instructions;
    Error::Budget(format!(
        "{what} need about {needed} instructions on {core}, {excess} more than the budget of {instructions}"
    ))
}

/// Whether so many bytes of flash are within the budget.
pub(super) fn check(bytes: usize, size: Size) -> Result<()> {
    within("flash", bytes, size.flash)
}

/// Whether what a model of format `F` reads and answers is within the budget, before anything is learnt.
pub(super) fn least_ram<F: Format>(inputs: usize, outputs: usize, size: Size) -> Result<()> {
    within("RAM", inputs * F::Input::SIZE + outputs * F::Score::SIZE, size.ram)
}

/// Whether a packed model is within its budget, as `inspect` will report it.
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

/// Whether so many inputs can be counted in a header.
pub(super) fn fits_a_header(inputs: usize) -> Result<()> {
    let most = usize::from(u16::MAX);
    match inputs <= most {
        true => Ok(()),
        false => Err(Error::Usage(format!("{inputs} inputs are more than the {most} that a model can have"))),
    }
}
