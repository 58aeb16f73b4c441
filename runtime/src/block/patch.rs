//! Patches of the inputs: of a grid of them, or runs of neighbours.

use super::fern::index_size;

/// The most inputs that a patch has.
pub const MOST: usize = 64;

/// The bytes of the shape of a block's patches.
pub(crate) const SIZE: usize = 4;

/// The shape of a patch: `height` runs of `width` neighbouring inputs, `stride` inputs from one to
/// the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Patch {
    /// The runs.
    pub height: u8,
    /// The inputs of a run.
    pub width: u8,
    /// The inputs from the start of a run to that of the next: of a grid, its width.
    pub stride: u16,
}

impl Patch {
    /// The number of inputs.
    #[must_use]
    #[inline(always)]
    pub const fn size(self) -> usize {
        self.height as usize * self.width as usize
    }

    /// The number of inputs from the first one to the last one.
    #[must_use]
    pub const fn extent(self) -> usize {
        let first = (self.height as usize).saturating_sub(1).saturating_mul(self.stride as usize);
        first.saturating_add(self.width as usize)
    }

    /// The patch of its bytes.
    #[must_use]
    #[inline(always)]
    pub const fn from_bytes([height, width, low, high]: [u8; SIZE]) -> Patch {
        Patch { height, width, stride: u16::from_le_bytes([low, high]) }
    }

    /// Its bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; SIZE] {
        let [low, high] = self.stride.to_le_bytes();
        [self.height, self.width, low, high]
    }

    /// Returns true where it has inputs, not too many, and all lie within a model's from each start
    /// on.
    pub(crate) const fn is_within(self, starts: &[u8], inputs: usize) -> bool {
        let (mut rest, size) = (starts, index_size(inputs));
        let mut within = 0 < self.size() && self.size() <= MOST;
        while let Some((start, after)) = rest.split_at_checked(size) {
            within &= place(start).saturating_add(self.extent()) <= inputs;
            rest = after;
        }
        within
    }

    /// How far each of its inputs lies behind the first one.
    #[inline(always)]
    pub(super) fn places(self) -> [u16; MOST] {
        let (mut places, mut place, mut left) = ([0; MOST], 0u16, self.width);
        for found in &mut places {
            *found = place;
            left = left.wrapping_sub(1);
            place = place.wrapping_add(if left == 0 { self.to_next_run() } else { 1 });
            left = if left == 0 { self.width } else { left };
        }
        places
    }

    /// The inputs from the last one of a run to the first one of the next.
    const fn to_next_run(self) -> u16 {
        self.stride.wrapping_sub(self.width as u16).wrapping_add(1)
    }
}

/// The first input of a patch.
#[inline(always)]
pub(super) const fn place(start: &[u8]) -> usize {
    match *start {
        [start] => start as usize,
        [low, high, ..] => u16::from_le_bytes([low, high]) as usize,
        [] => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_has_its_runs() {
        let patch = Patch { height: 3, width: 2, stride: 6 };
        assert_eq!(patch.places()[..6], [0, 1, 6, 7, 12, 13]);
        assert_eq!((patch.size(), patch.extent()), (6, 14));
        assert_eq!(Patch::from_bytes(patch.to_bytes()), patch);
    }

    #[test]
    fn patches_lie_within_the_inputs() {
        let patch = Patch { height: 2, width: 3, stride: 10 };
        assert!(patch.is_within(&[0, 7], 20) && !patch.is_within(&[0, 8], 20));
        assert!(patch.is_within(&[44, 1], 313) && !patch.is_within(&[45, 1], 313));
        assert!(!Patch { width: 0, ..patch }.is_within(&[], 20));
        assert!(!Patch { height: 22, stride: 0, ..patch }.is_within(&[], 20));
    }
}
