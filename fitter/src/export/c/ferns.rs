//! The ferns of a block, what is alike of all of them side by side.

use kernelet::wire;

/// The words of ferns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ferns {
    /// The number of tests of each.
    pub depths: Vec<u8>,
    /// The input of each test, in one byte or two.
    pub indices: Vec<u8>,
    /// The thresholds, as words of an input.
    pub thresholds: Vec<u8>,
    /// The words of all leaves.
    pub leaves: Vec<u8>,
}

impl Ferns {
    /// Gathers the words, `index` bytes of each input's number.
    pub fn of(ferns: wire::Ferns<'_>, index: usize) -> Ferns {
        let mut gathered = Ferns::default();
        for fern in ferns.iter() {
            gathered.depths.push(fern.depth);
            for (input, threshold) in fern.tests() {
                gathered.indices.extend(&input.to_le_bytes()[..index]);
                gathered.thresholds.extend(threshold);
            }
            gathered.leaves.extend(fern.leaves);
        }
        gathered
    }
}
