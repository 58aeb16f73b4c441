//! A block of features with dense rows: stored weights, as many as there are inputs.

use crate::block::{Sections, section};
use crate::format::{Format, Turns, Weight};
use crate::group::{self, GROUP, Group};
use crate::kind::Kind;
use crate::packed::{self, Sizes, ViewError};

/// The rows of a block, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dense<'a> {
    kind: Kind,
    /// Weights, `features x inputs`.
    rows: &'a [u8],
    /// Scale and phase of each feature, or what stands in their place.
    turns: &'a [u8],
}

impl<'a> Dense<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(sections: Sections<'a>, inputs: u16) -> Result<(Self, &'a [u8]), ViewError> {
        let Sections { kind, features, bytes } = sections;
        let (rows, rest) = section(bytes, usize::from(features), F::Weight::size(usize::from(inputs)))?;
        let (turns, rest) = section(rest, usize::from(features), F::Turns::size(kind))?;
        Ok((Dense { kind, rows, turns }, rest))
    }

    /// What its features are.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, sizes: &mut Sizes) {
        sizes.features += self.turns.len() / F::Turns::size(self.kind);
        sizes.projection += self.rows.len() + self.turns.len();
    }

    /// The features of the guarded `inputs`, in order.
    #[inline(always)]
    pub fn features<'x, F: Format>(self, inputs: &'x [F::Input]) -> impl Iterator<Item = F::Feature> + use<'a, 'x, F> {
        let rows = packed::records(self.rows, F::Weight::size(inputs.len()));
        let mut turns = F::Turns::read(self.kind, self.turns);
        rows.map_while(move |row| {
            let dot = F::dot(row, inputs);
            // read behind the dot product, which needs the registers
            turns.next().map(|turn| self.feature::<F>(dot, turn))
        })
    }

    /// The first so many rows and those after them; `None` where there are fewer.
    #[inline(always)]
    pub fn split_at<F: Format>(self, features: usize, inputs: usize) -> Option<(Self, Self)> {
        let (rows, rest) = self.rows.split_at_checked(features * F::Weight::size(inputs))?;
        let (turns, after) = self.turns.split_at_checked(features * F::Turns::size(self.kind))?;
        Some((Dense { rows, turns, ..self }, Dense { rows: rest, turns: after, ..self }))
    }

    /// The features of the first group, and the rows after it; `None` where less than a group is left.
    #[inline(always)]
    pub fn split_group<F: Format>(self, inputs: &[F::Input]) -> Option<(Group<F::Feature>, Self)> {
        let (group, rows) = group::split(self.rows, F::Weight::size(inputs.len()))?;
        let (turns, rest) = self.turns.split_at_checked(GROUP * F::Turns::size(self.kind))?;
        let mut turns = F::Turns::read(self.kind, turns);
        let feature = |dot| {
            group::rolled();
            turns.next().map(|turn| self.feature::<F>(dot, turn)).unwrap_or_default()
        };
        Some((F::dots(group, inputs).map(feature), Dense { rows, turns: rest, ..self }))
    }

    #[inline(always)]
    fn feature<F: Format>(self, dot: F::Lane, turn: F::Turn) -> F::Feature {
        match self.kind {
            kind if cfg!(feature = "rectified") && kind != Kind::Cosine => F::rectified(kind, dot, turn),
            _ => F::cosine(dot, turn),
        }
    }
}
