//! A block's bytes, and the shape of its model.

use super::kind::Kind;

/// The bytes of a block before its sections: kind, number of features.
pub const BLOCK_HEAD: usize = 3;

/// The numbers of inputs and of scores of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub inputs: u16,
    pub outputs: u16,
}

impl Shape {
    /// The number of inputs.
    #[inline(always)]
    pub const fn inputs(self) -> usize {
        self.inputs as usize
    }

    /// The number of scores.
    #[inline(always)]
    pub const fn outputs(self) -> usize {
        self.outputs as usize
    }
}

/// The bytes behind the head of a block, which begin with its sections.
#[derive(Clone, Copy)]
pub(crate) struct Body<'a> {
    pub kind: Kind,
    pub features: u16,
    pub bytes: &'a [u8],
}
