//! Rows that read a patch of the inputs each.

use crate::features::draw::{Purpose, generator_of};
use kernelet::block::Patch;
use rand::Rng;

/// The patches of features, all of one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Patches {
    /// The shape.
    pub patch: Patch,
    /// The first input of each feature.
    pub starts: Vec<usize>,
}

impl Patches {
    /// Draws places for so many features on a grid of so many inputs, `[inputs, count]`, whose
    /// width is the stride.
    pub fn draw(patch: Patch, [inputs, count]: [usize; 2], seed: u64) -> Patches {
        let mut random = generator_of(seed, Purpose::Patches, 0);
        let columns = usize::from(patch.stride);
        let (down, right) = (inputs / columns - usize::from(patch.height), columns - usize::from(patch.width));
        let start = |_| random.random_range(0..=down) * columns + random.random_range(0..=right);
        Patches { patch, starts: (0..count).map(start).collect() }
    }

    /// Returns the first input of each run that a feature reads.
    pub fn runs(&self, feature: usize) -> impl Iterator<Item = usize> + use<> {
        let (start, stride) = (self.starts[feature], usize::from(self.patch.stride));
        (0..usize::from(self.patch.height)).map(move |run| start + run * stride)
    }

    /// Returns the inputs that a feature reads.
    pub fn inputs(&self, feature: usize) -> impl Iterator<Item = usize> + use<> {
        let width = usize::from(self.patch.width);
        self.runs(feature).flat_map(move |start| start..start + width)
    }

    /// Returns the patches of some of the features.
    pub fn select(&self, features: &[usize]) -> Patches {
        Patches { starts: features.iter().map(|&feature| self.starts[feature]).collect(), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_lie_on_the_grid_and_cover_it() {
        let patch = Patch { height: 2, width: 3, stride: 7 };
        let patches = Patches::draw(patch, [35, 400], 3);
        assert_eq!(patches.select(&[5]).starts, [patches.starts[5]]);
        let mut seen = [false; 35];
        for feature in 0..400 {
            let inputs: Vec<usize> = patches.inputs(feature).collect();
            let (row, column) = (inputs[0] / 7, inputs[0] % 7);
            assert!(row <= 3 && column <= 4, "{inputs:?}");
            let first = row * 7 + column;
            assert_eq!(inputs, [0, 1, 2, 7, 8, 9].map(|offset| first + offset));
            inputs.iter().for_each(|&input| seen[input] = true);
        }
        assert_eq!(seen, [true; 35]);
    }
}
