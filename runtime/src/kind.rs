//! The kinds of blocks that a packed model consists of.

use crate::transform::Structure;

/// What the features of a block are, by its number in the packed layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Kind {
    /// Cosines of dense rows.
    Cosine = 1,
    /// Cosines of [`Structure::Sorf`]'s rows.
    Sorf = 2,
    /// Cosines of [`Structure::Fastfood`]'s rows.
    Fastfood = 3,
    /// Dense rows: one where `t > 0`, else zero; `t` is the dot product and an offset.
    Step = 4,
    /// Dense rows: `t` where it is above zero, else zero.
    Relu = 5,
    /// Dense rows: the square of `t` where it is above zero, else zero.
    SquaredRelu = 6,
    /// Dense rows: `t` itself.
    Linear = 7,
    /// Cosines of rows that a seed and an index stand for, see [`Pool`](crate::seeded::Pool).
    Seeded = 8,
    /// [Ferns](crate::fern): no features, but leaves that add into the scores.
    Ferns = 9,
}

impl Kind {
    /// The kind with this number.
    #[inline(always)]
    pub const fn from_number(number: u8) -> Option<Kind> {
        Some(match number {
            1 => Kind::Cosine,
            2 => Kind::Sorf,
            3 => Kind::Fastfood,
            4 => Kind::Step,
            5 => Kind::Relu,
            6 => Kind::SquaredRelu,
            7 => Kind::Linear,
            8 => Kind::Seeded,
            9 => Kind::Ferns,
            _ => return None,
        })
    }

    /// How its rows are made, where they are not stored.
    #[inline(always)]
    pub const fn structure(self) -> Option<Structure> {
        match self {
            Kind::Sorf => Some(Structure::Sorf),
            Kind::Fastfood => Some(Structure::Fastfood),
            _ => None,
        }
    }

    /// Whether it is without a cosine; such kinds need the crate's feature `rectified`.
    #[inline(always)]
    pub const fn is_rectified(self) -> bool {
        matches!(self, Kind::Step | Kind::Relu | Kind::SquaredRelu | Kind::Linear)
    }

    /// The crate's feature that it needs, if it needs one.
    pub const fn feature(self) -> Option<&'static str> {
        match self {
            Kind::Ferns => Some("ferns"),
            kind if kind.is_rectified() => Some("rectified"),
            _ => None,
        }
    }

    /// Whether the model holds its rows or tables, and not what they are made from.
    #[inline(always)]
    pub const fn is_stored(self) -> bool {
        !matches!(self, Kind::Sorf | Kind::Fastfood | Kind::Seeded)
    }

    /// Whether this build computes it.
    #[inline(always)]
    pub(crate) const fn is_built(self) -> bool {
        match self {
            Kind::Ferns => cfg!(feature = "ferns"),
            kind => cfg!(feature = "rectified") || !kind.is_rectified(),
        }
    }
}

impl From<Structure> for Kind {
    fn from(structure: Structure) -> Kind {
        match structure {
            Structure::Sorf => Kind::Sorf,
            Structure::Fastfood => Kind::Fastfood,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_change() {
        use Kind::*;
        for (number, kind) in (1..).zip([Cosine, Sorf, Fastfood, Step, Relu, SquaredRelu, Linear, Seeded, Ferns]) {
            assert_eq!(kind as u8, number);
            assert_eq!(Kind::from_number(number), Some(kind));
            assert!(kind.structure().is_none_or(|structure| Kind::from(structure) == kind));
        }
        assert_eq!((Kind::from_number(0), Kind::from_number(10)), (None, None));
    }
}
