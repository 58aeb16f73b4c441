//! The sections of a packed model, of any number format, for tools that look into it.

use super::block_sections::Blocks;
use super::cursor::{Cursor, attempt};
use super::features::Features;
use super::guard_sections::Guards;
use super::header::{Header, Task};
use crate::answer::{Calibration, ClassTargets, Interval, Learning, Steady, Values, early, novelty, probability};
use crate::block::{Logarithms, logarithms};
use crate::error::{Feature, ViewError};
use crate::number::{Contract, Layout, RESCALE};
use crate::window;

/// A packed model taken apart, every section borrowed from its bytes.
///
/// It reads what every build of this crate can read, whichever of its features are on, and it can
/// be made in a constant. Exporters and inspectors use it; [`Stream`](crate::Stream) predicts
/// without it.
///
/// ```
/// use kernelet::wire::{Projection, Sections};
///
/// let sections = Sections::of(include_bytes!("../../example.klt"))?;
/// assert_eq!((sections.header.inputs, sections.features(), sections.scratch()), (2, 1, 0));
/// for block in sections.blocks {
///     if let Projection::Rows(fields) = block.projection {
///         assert_eq!(fields.bytes("rows"), [0x7f, 0xfe]);
///     }
/// }
/// # Ok::<(), kernelet::ViewError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sections<'a> {
    /// The number format.
    pub contract: Contract,
    /// The sizes of its words.
    pub layout: Layout,
    /// The header.
    pub header: Header,
    /// The guards of raw readings.
    pub guards: Guards<'a>,
    /// The scores before any feature, as the format stores them.
    pub bias: &'a [u8],
    /// The windows whose features are the first inputs, if there are any.
    pub window: Option<window::Section<'a>>,
    /// What makes the answers of a stream steady, if there is something.
    pub steady: Option<Steady>,
    /// The inputs with a logarithm.
    pub logarithms: Logarithms<'a>,
    /// The calibration of scores to probabilities, if there is one.
    pub calibration: Option<Calibration<'a>>,
    /// The targets of the classes and the novelty limit, if there are any.
    pub targets: Option<ClassTargets<'a>>,
    /// The margins behind the first blocks, a score each.
    pub checkpoints: &'a [u8],
    /// The scales of several values, if there are some.
    pub values: Option<Values<'a>>,
    /// The intervals around values, if there are some.
    pub interval: Option<Interval<'a>>,
    /// How the model learns on the device, if it does.
    pub learning: Option<Learning<'a>>,
    /// The blocks.
    pub blocks: Blocks<'a>,
}

impl<'a> Sections<'a> {
    /// Takes a model apart, and checks everything but its checksum.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`ViewError`].
    pub const fn of(model: &'a [u8]) -> Result<Self, ViewError> {
        let (header, mut rest) = attempt!(Header::take(model));
        let Some(contract) = Contract::from_number(header.contract) else {
            return Err(ViewError::Contract(header.contract));
        };
        let layout = Layout::of(contract);
        let guards = Guards::new(attempt!(rest.take(header.guards as usize, layout.guard())), &layout);
        let bias = attempt!(rest.take(1, layout.biases(header.outputs as usize)));
        let (window, behind) = attempt!(window::Section::split(rest.bytes(), header.inputs));
        let (steady, behind) = attempt!(split_steady(behind, &header, window.is_some()));
        let mut rest = Cursor::new(behind);
        let logarithms = attempt!(split_logarithms(&mut rest, &header, &layout));
        let calibration = attempt!(split_calibration(&mut rest, &header, &layout));
        let targets = attempt!(split_targets(&mut rest, &header, &layout));
        let checkpoints = attempt!(split_checkpoints(&mut rest, &layout));
        let (values, behind) = attempt!(split_values(rest.bytes(), &header));
        let (interval, behind) = attempt!(split_interval(behind, &header, layout.score));
        let (learning, behind) = match contract.is_fixed() {
            true => attempt!(Learning::split(behind, header.outputs, layout.score)),
            false => (None, behind),
        };
        let blocks = Blocks::new(behind, &header, layout);
        attempt!(guards.check(header.inputs));
        if checkpoints.len() / layout.score > attempt!(blocks.check()).saturating_sub(1) {
            return Err(ViewError::Checkpoint);
        }
        if let Some(learning) = &learning
            && learning.features as usize != attempt!(blocks.features())
        {
            return Err(ViewError::Learning);
        }
        Ok(Sections {
            contract,
            layout,
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

    /// The sections that answers depend on: without blocks that are empty, unless checkpoints count
    /// them; and without guards and logarithms where no block is left.
    #[must_use]
    pub fn used(self) -> Self {
        let blocks = if self.checkpoints.is_empty() { self.blocks.filled() } else { self.blocks };
        match blocks.is_empty() {
            true => Sections { guards: self.guards.none(), logarithms: Logarithms::none(self.bias), blocks, ..self },
            false => Sections { blocks, ..self },
        }
    }

    /// The number of features.
    #[must_use]
    pub fn features(&self) -> usize {
        self.blocks.iter().filter(|block| !block.is_ferns()).map(|block| usize::from(block.count)).sum()
    }

    /// The number of ferns.
    #[must_use]
    pub fn ferns(&self) -> usize {
        self.blocks.iter().filter(|block| block.is_ferns()).map(|block| usize::from(block.count)).sum()
    }

    /// The words of scratch that rows made from a seed need, none for dense ones.
    #[must_use]
    pub const fn scratch(&self) -> usize {
        let (mut blocks, mut most) = (self.blocks, 0);
        while let Ok(Some((block, rest))) = blocks.split_first() {
            let words = block.scratch(self.header.inputs as usize);
            most = if words > most { words } else { most };
            blocks = rest;
        }
        most
    }

    /// The features of this crate that firmware needs for the model.
    #[must_use]
    pub const fn needs(&self) -> Features {
        let mut needs = Features::NONE.with_any(self.contract.feature());
        let sections = [
            (Feature::Logarithms, !self.logarithms.is_empty()),
            (Feature::Probability, self.calibration.is_some()),
            (Feature::Novelty, self.targets.is_some()),
            (Feature::Early, !self.checkpoints.is_empty()),
            (Feature::Values, self.values.is_some()),
            (Feature::Interval, self.interval.is_some()),
            (Feature::Series, self.window.is_some()),
            (Feature::Online, self.learning.is_some()),
            (Feature::Pairs, self.windows_need(Feature::Pairs)),
            (Feature::Bands, self.windows_need(Feature::Bands)),
        ];
        let mut at = 0;
        while at < sections.len() {
            needs = if sections[at].1 { needs.with(sections[at].0) } else { needs };
            at += 1;
        }
        let mut blocks = self.blocks;
        while let Ok(Some((block, rest))) = blocks.split_first() {
            needs = needs.with_any(block.kind.feature());
            blocks = rest;
        }
        needs
    }

    const fn windows_need(&self, feature: Feature) -> bool {
        matches!(&self.window, Some(window) if window.needs(feature))
    }
}

/// Returns the features of this crate that a packed model needs, to be set in `Cargo.toml`.
///
/// ```
/// let needed = kernelet::wire::needed_features(include_bytes!("../../example.klt"))?;
/// assert_eq!(needed.names().count(), 0);
/// # Ok::<(), kernelet::ViewError>(())
/// ```
///
/// # Errors
/// As [`Sections::of`].
pub const fn needed_features(model: &[u8]) -> Result<Features, ViewError> {
    Ok(attempt!(Sections::of(model)).needs())
}

/// Returns true where the next section has this number.
const fn is_next(rest: &Cursor<'_>, number: u8) -> bool {
    matches!(rest.peek(), Some(found) if found == number)
}

const fn split_steady<'a>(
    bytes: &'a [u8],
    header: &Header,
    has_window: bool,
) -> Result<(Option<Steady>, &'a [u8]), ViewError> {
    if !has_window {
        return Ok((None, bytes));
    }
    match attempt!(Steady::split(bytes)) {
        (Some(_), _) if matches!(header.task, Task::Regression) => Err(ViewError::Steady),
        split => Ok(split),
    }
}

const fn split_values<'a>(bytes: &'a [u8], header: &Header) -> Result<(Option<Values<'a>>, &'a [u8]), ViewError> {
    match attempt!(Values::split(bytes, header.outputs)) {
        (Some(_), _) if matches!(header.task, Task::Classification) => Err(ViewError::Values),
        split => Ok(split),
    }
}

const fn split_interval<'a>(
    bytes: &'a [u8],
    header: &Header,
    score: usize,
) -> Result<(Option<Interval<'a>>, &'a [u8]), ViewError> {
    match attempt!(Interval::split(bytes, header.outputs, score)) {
        (Some(_), _) if matches!(header.task, Task::Classification) => Err(ViewError::Interval),
        split => Ok(split),
    }
}

const fn split_logarithms<'a>(
    rest: &mut Cursor<'a>,
    header: &Header,
    layout: &Layout,
) -> Result<Logarithms<'a>, ViewError> {
    if !is_next(rest, logarithms::NUMBER) {
        return Ok(Logarithms::none(rest.bytes()));
    }
    let [_, low, high] = attempt!(rest.chunk());
    let count = u16::from_le_bytes([low, high]);
    let mask = attempt!(rest.take(1, (header.inputs as usize).div_ceil(8)));
    let scales = attempt!(rest.take(count as usize, layout.logarithm));
    let logarithms = Logarithms { mask, scales };
    let beyond = mask[mask.len() - 1] as u32 >> (1 + (header.inputs - 1) % 8);
    if logarithms.count() == count as usize && beyond == 0 { Ok(logarithms) } else { Err(ViewError::Logarithm) }
}

const fn split_calibration<'a>(
    rest: &mut Cursor<'a>,
    header: &Header,
    layout: &Layout,
) -> Result<Option<Calibration<'a>>, ViewError> {
    if !is_next(rest, probability::NUMBER) {
        return Ok(None);
    }
    let [_, rescale @ ..] = attempt!(rest.chunk::<{ 1 + RESCALE }>());
    let threshold = attempt!(rest.take((header.outputs == 1) as usize, layout.score));
    Ok(Some(Calibration { rescale, threshold }))
}

const fn split_targets<'a>(
    rest: &mut Cursor<'a>,
    header: &Header,
    layout: &Layout,
) -> Result<Option<ClassTargets<'a>>, ViewError> {
    if !is_next(rest, novelty::NUMBER) {
        return Ok(None);
    }
    let [_, rescale @ ..] = attempt!(rest.chunk::<{ 1 + RESCALE }>());
    let limit = attempt!(rest.u32());
    let targets = attempt!(rest.take(2, layout.score));
    match header.outputs <= novelty::MOST_SCORES {
        true => Ok(Some(ClassTargets { rescale, limit, targets })),
        false => Err(ViewError::Novelty),
    }
}

const fn split_checkpoints<'a>(rest: &mut Cursor<'a>, layout: &Layout) -> Result<&'a [u8], ViewError> {
    if !is_next(rest, early::NUMBER) {
        return Ok(&[]);
    }
    let [_, count] = attempt!(rest.chunk());
    rest.take(count as usize, layout.score)
}

/// Where addresses have 16 bits, a section is refused that is longer than these reach: this does
/// not compile otherwise.
#[cfg(target_pointer_width = "16")]
const _: () = {
    use crate::answer::{interval, values};
    /// A header of `q7` with these numbers, each in three bytes, and zeros behind it.
    const fn model(inputs: u16, outputs: u16, guards: u16) -> [u8; 32] {
        let (mut bytes, numbers, mut place) = ([0; 32], [inputs, outputs, guards], 0);
        [bytes[0], bytes[1], bytes[2], bytes[3], bytes[8]] = [b'K', b'L', b'T', 1, Contract::Q7 as u8];
        while place < numbers.len() {
            let [low, high] = [numbers[place] & 0x7f, numbers[place] >> 7 & 0x7f];
            bytes[10 + 3 * place] = 0x80 | low as u8;
            bytes[11 + 3 * place] = 0x80 | high as u8;
            bytes[12 + 3 * place] = (numbers[place] >> 14) as u8;
            place += 1;
        }
        bytes
    }
    const fn is_cut<T: Copy>(found: Result<T, ViewError>) -> bool {
        matches!(found, Err(ViewError::Length))
    }
    // modulo 2^16 these are 2 bytes of guards, and none of biases, of scales and of half widths
    assert!(is_cut(Sections::of(model(9999, 1, 7282).split_at(29).0)));
    assert!(is_cut(Sections::of(model(1, 0x4000, 0).split_at(23).0)));
    assert!(is_cut(Values::split(&[values::NUMBER], 0x4000)));
    assert!(is_cut(Interval::split(&[interval::NUMBER, 1], 0x4000, 4)));
};
