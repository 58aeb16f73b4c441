//! A block of a packed model: features that stream, each multiplied into the scores and forgotten.

use super::body::{BLOCK_HEAD, Body, Shape};
use super::dense::Dense;
use super::fern::Ferns;
#[cfg(feature = "online")]
use super::head::add;
use super::kind::Kind;
use super::patches::Patches;
use super::rows::{Rows, with_rows};
use super::sizes::Sizes;
use crate::error::ViewError;
use crate::number::{Format, Weight, section};

/// One block, its sections borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    projection: Projection<'a>,
    /// Weights, `features x outputs`; ferns have none.
    head: &'a [u8],
}

/// What learning needs.
#[cfg(feature = "online")]
impl Block<'_> {
    /// Sets `kept` to the features, as far as there is room, then adds these, times their weights,
    /// to the scores; returns the rest of the room. Without `GENERATED`, of any block but those
    /// whose rows are not stored.
    ///
    /// Two loops, so that each has registers for what it needs.
    #[inline(always)]
    pub fn accumulate_keeping<'k, F: Format, const GENERATED: bool>(
        self,
        inputs: &mut [F::Input],
        lanes: &mut [F::Lane],
        scores: &mut [F::Score],
        kept: &'k mut [F::Feature],
    ) -> &'k mut [F::Feature] {
        let room = kept.len();
        let mut places = kept.iter_mut();
        match self.projection {
            Projection::Rows(Rows::Dense(rows)) => keep(rows.features::<F>(inputs, lanes), &mut places),
            Projection::Rows(Rows::Patches(rows)) if cfg!(feature = "patches") => {
                keep(rows.features::<F>(inputs, lanes), &mut places);
            }
            Projection::Rows(rows) if GENERATED => {
                with_rows!(rows, rows => keep(rows.features::<F>(inputs, lanes), &mut places));
            }
            Projection::Ferns(ferns, _) if cfg!(feature = "ferns") => ferns.accumulate::<F>(inputs, scores),
            _ => {}
        }
        let used = room - places.len();
        let Some((own, rest)) = kept.split_at_mut_checked(used) else { return &mut [] };
        add::<F>(own.iter().copied(), self.head, scores);
        rest
    }

    /// The bytes of its weights in the head.
    pub fn head(self) -> usize {
        self.head.len()
    }

    /// The number of its ferns, and the shift of their leaves.
    pub fn ferns(self) -> Option<(u16, u8)> {
        match self.projection {
            Projection::Ferns(ferns, count) => Some((count, ferns.shift())),
            Projection::Rows(_) => None,
        }
    }
}

/// Puts features into their places.
#[cfg(feature = "online")]
#[inline(always)]
fn keep<T>(features: impl Iterator<Item = T>, places: &mut core::slice::IterMut<'_, T>) {
    for feature in features {
        if let Some(place) = places.next() {
            *place = feature;
        }
    }
}

/// The part of a block that its features or leaves are computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Projection<'a> {
    Rows(Rows<'a>),
    /// And how many there are.
    Ferns(Ferns<'a>, u16),
}

impl<'a> Block<'a> {
    /// Splits the first block off; `Ok(None)` where none is left.
    ///
    /// Without `GENERATED`, blocks whose rows are not stored are unknown: firmware that has none
    /// does not pay for them.
    #[inline(always)]
    pub fn split_first<F: Format, const GENERATED: bool>(
        blocks: &'a [u8],
        shape: Shape,
    ) -> Result<Option<(Self, &'a [u8])>, ViewError> {
        let Some(([number, low, high], bytes)) = blocks.split_first_chunk::<BLOCK_HEAD>() else {
            return if blocks.is_empty() { Ok(None) } else { Err(ViewError::Length) };
        };
        // with neither there is a single kind: said outright, since compilers optimising for size
        // do not see it
        let stored = cfg!(any(feature = "rectified", feature = "ferns", feature = "patches"));
        let known = |kind: &Kind| match GENERATED || stored {
            true => kind.is_built(),
            false => *kind == Kind::Cosine || !kind.is_stored(),
        };
        let kind = Kind::from_number(*number).filter(known).ok_or(ViewError::Block(*number))?;
        let features = u16::from_le_bytes([*low, *high]);
        let body = Body { kind, features, bytes };
        if cfg!(feature = "ferns") && kind == Kind::Ferns {
            let (ferns, rest) = Ferns::split(bytes)?;
            return Ok(Some((Block { projection: Projection::Ferns(ferns, features), head: &[] }, rest)));
        }
        if !GENERATED && !kind.is_stored() {
            return Err(ViewError::Scratch(kind.form().scratch(shape.inputs())));
        }
        let (rows, rest) = Rows::split::<F, GENERATED>(body, shape)?;
        let (head, rest) = section(rest, usize::from(features), F::Weight::size(shape.outputs()))?;
        Ok(Some((Block { projection: Projection::Rows(rows), head }, rest)))
    }

    /// Checks what its length does not tell.
    pub fn check<F: Format>(self, shape: Shape) -> Result<(), ViewError> {
        match self.projection {
            Projection::Ferns(ferns, count) => ferns.check::<F>(count, shape),
            Projection::Rows(Rows::Patches(patches)) => patches.check::<F>(shape),
            _ => Ok(()),
        }
    }

    /// The kind of its features.
    pub fn kind(self) -> Kind {
        match self.projection {
            Projection::Rows(rows) => with_rows!(rows, rows => rows.kind()),
            Projection::Ferns(..) => Kind::Ferns,
        }
    }

    /// Adds this block's share to the sizes of its model.
    pub fn measure<F: Format>(self, shape: Shape, sizes: &mut Sizes) {
        sizes.head += self.head.len();
        match self.projection {
            Projection::Rows(rows) => with_rows!(rows, rows => rows.measure::<F>(shape, sizes)),
            Projection::Ferns(ferns, _) => ferns.measure::<F>(shape, sizes),
        }
    }

    /// The words of scratch that its features need.
    pub fn scratch(self, shape: Shape) -> usize {
        self.kind().form().scratch(shape.inputs())
    }

    /// Returns true where its rows are not stored.
    #[inline(always)]
    pub fn is_generated(self) -> bool {
        matches!(self.projection, Projection::Rows(rows) if !matches!(rows, Rows::Dense(_) | Rows::Patches(_)))
    }

    /// Its rows, where they are dense.
    #[inline(always)]
    pub fn dense(self) -> Option<Dense<'a>> {
        match self.projection {
            Projection::Rows(Rows::Dense(rows)) => Some(rows),
            _ => None,
        }
    }

    /// Its rows, where they read patches.
    #[inline(always)]
    pub fn patches(self) -> Option<Patches<'a>> {
        match self.projection {
            Projection::Rows(Rows::Patches(rows)) if cfg!(feature = "patches") => Some(rows),
            _ => None,
        }
    }

    /// The first so many features and those after them; `None` where there are fewer, or where rows
    /// cannot be distinguished.
    #[inline(always)]
    pub fn split_at<F: Format>(self, features: usize, shape: Shape) -> Option<(Self, Self)> {
        let (now, later) = match (self.dense(), self.patches()) {
            (Some(rows), _) => both(rows.split_at::<F>(features, shape.inputs())?, Rows::Dense),
            (_, Some(rows)) => both(rows.split_at(features)?, Rows::Patches),
            _ => return None,
        };
        let (head, rest) = self.head.split_at_checked(features * F::Weight::size(shape.outputs()))?;
        Some((Block { projection: now, head }, Block { projection: later, head: rest }))
    }

    /// Adds every feature, times its weights, to the scores.
    #[inline(always)]
    pub fn accumulate<F: Format>(self, inputs: &mut [F::Input], lanes: &mut [F::Lane], scores: &mut [F::Score]) {
        match self.projection {
            Projection::Rows(rows) => {
                with_rows!(rows, rows => rows.accumulate::<F>(inputs, lanes, self.head, scores));
            }
            Projection::Ferns(ferns, _) if cfg!(feature = "ferns") => ferns.accumulate::<F>(inputs, scores),
            Projection::Ferns(..) => {}
        }
    }

    /// Calls `each` with every feature, in order.
    #[inline(always)]
    pub fn features<F: Format>(self, inputs: &[F::Input], lanes: &mut [F::Lane], each: &mut impl FnMut(F::Feature)) {
        match self.projection {
            Projection::Rows(rows) => {
                with_rows!(rows, rows => rows.features::<F>(inputs, lanes).for_each(each));
            }
            Projection::Ferns(..) => {}
        }
    }
}

/// Both parts of rows that were split.
#[inline(always)]
fn both<'a, T>((now, later): (T, T), rows: impl Fn(T) -> Rows<'a>) -> (Projection<'a>, Projection<'a>) {
    (Projection::Rows(rows(now)), Projection::Rows(rows(later)))
}
