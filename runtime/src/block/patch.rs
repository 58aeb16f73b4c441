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

    /// Copies the inputs of the patch that begins at `start`; those beyond the last one stay.
    #[inline(always)]
    pub(super) fn gather<T: Copy>(self, inputs: &[T], start: usize, to: &mut [T]) {
        let (mut rest, mut to) = (inputs.get(start..).unwrap_or_default(), to.iter_mut());
        for _ in 0..self.height {
            let run = rest.get(..self.width.into()).unwrap_or_default();
            run.iter().zip(to.by_ref()).for_each(|(input, place)| *place = *input);
            rest = rest.get(self.stride.into()..).unwrap_or_default();
        }
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
    fn a_patch_gathers_its_runs() {
        let inputs: [i16; 30] = core::array::from_fn(|at| at as i16);
        let patch = Patch { height: 3, width: 2, stride: 6 };
        let mut gathered = [0; 6];
        patch.gather(&inputs, 9, &mut gathered);
        assert_eq!((gathered, patch.size(), patch.extent()), ([9, 10, 15, 16, 21, 22], 6, 14));
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
