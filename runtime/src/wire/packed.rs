//! A packed model taken apart as a device does it: in one number format, with the sections of the
//! features that are on.
//!
//! `FORMAT.md` beside this crate specifies every byte, with a worked example.

use super::header::{Header, Task};
use crate::answer::{Calibration, Checkpoints, ClassTargets, Interval, Learning, Steady, Values};
use crate::block::{Guards, Logarithms, guard_size};
use crate::error::ViewError;
use crate::number::{Bias, Format, Word, length_of};
use crate::window::Section;

/// A packed model taken apart; every section borrowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<'a> {
    /// The header.
    pub header: Header,
    /// The guards of inputs.
    pub guards: Guards<'a>,
    /// The value of each score before any feature.
    pub bias: &'a [u8],
    /// The windows whose features are the first inputs.
    pub window: Option<Section<'a>>,
    /// What makes the answers of a stream steady.
    pub steady: Option<Steady>,
    /// The inputs of which the blocks take the logarithm.
    pub logarithms: Logarithms<'a>,
    /// The calibration of scores to probabilities.
    pub calibration: Option<Calibration<'a>>,
    /// The targets of the classes, for novelty.
    pub targets: Option<ClassTargets<'a>>,
    /// The margins of early stopping.
    pub checkpoints: Checkpoints<'a>,
    /// The scales of several values.
    pub values: Option<Values<'a>>,
    /// The intervals around values.
    pub interval: Option<Interval<'a>>,
    /// How the model learns on the device.
    pub learning: Option<Learning<'a>>,
    /// The blocks, one after the other.
    pub blocks: &'a [u8],
}

impl<'a> Packed<'a> {
    /// Takes the sections behind a header apart, in format `F`; checks all but blocks and guards.
    #[inline(always)]
    pub fn parse<F: Format>((header, sections): (Header, &'a [u8])) -> Result<Self, ViewError> {
        if header.contract != F::CONTRACT as u8 {
            return Err(ViewError::Contract(header.contract));
        }
        let guards = length_of(header.guards.into(), guard_size::<F>());
        let bias = F::Bias::size(usize::from(header.outputs));
        let (guards, rest) = sections.split_at_checked(guards).ok_or(ViewError::Length)?;
        let (bias, blocks) = rest.split_at_checked(bias).ok_or(ViewError::Length)?;
        let (window, blocks) = match cfg!(feature = "series") {
            true => Section::split(blocks, header.inputs)?,
            false => (None, blocks),
        };
        if window.is_some_and(|window| window.lacks()) {
            return Err(ViewError::Window);
        }
        let (steady, blocks) = match window {
            Some(_) => Steady::split(blocks)?,
            None => (None, blocks),
        };
        if steady.is_some() && header.task == Task::Regression {
            return Err(ViewError::Steady);
        }
        let (logarithms, blocks) = match cfg!(feature = "logarithms") {
            true => Logarithms::split::<F>(blocks, header.inputs)?,
            false => (Logarithms::none(blocks), blocks),
        };
        let (calibration, blocks) = match cfg!(feature = "probability") {
            true => Calibration::split::<F>(blocks, header.outputs)?,
            false => (None, blocks),
        };
        let (targets, blocks) = match cfg!(feature = "novelty") {
            true => ClassTargets::split::<F>(blocks, header.outputs)?,
            false => (None, blocks),
        };
        let (checkpoints, blocks) = match cfg!(feature = "early") {
            true => Checkpoints::split::<F>(blocks)?,
            false => (Checkpoints::default(), blocks),
        };
        let (values, blocks) = match cfg!(feature = "values") {
            true => Values::split(blocks, header.outputs)?,
            false => (None, blocks),
        };
        if values.is_some() && header.task == Task::Classification {
            return Err(ViewError::Values);
        }
        let (interval, blocks) = match cfg!(feature = "interval") {
            true => Interval::split(blocks, header.outputs, F::Score::SIZE)?,
            false => (None, blocks),
        };
        if interval.is_some() && header.task == Task::Classification {
            return Err(ViewError::Interval);
        }
        let (learning, blocks) = match cfg!(feature = "online") && F::CONTRACT.is_fixed() {
            true => Learning::split(blocks, header.outputs, F::Score::SIZE)?,
            false => (None, blocks),
        };
        let guards = Guards::new(guards);
        Ok(Packed {
            header,
            guards,
            bias,
            window,
            steady,
            logarithms,
            calibration,
            targets,
            checkpoints,
            values,
            interval,
            learning,
            blocks,
        })
    }
}
