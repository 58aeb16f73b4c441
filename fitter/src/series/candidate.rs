//! A candidate feature of a window.

use kernelet::window::{Pooling, RECORD};

/// A candidate feature of a window.
///
/// The order is that of a model's section, where those with equal fields but the last share a
/// group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The pooling.
    pub pooling: Pooling,
    /// The channel.
    pub channel: u8,
    /// The distance between taps; 0 but for convolutions.
    pub dilation: u16,
    /// The bits by which thresholds are shifted up.
    pub shift: u8,
    /// Kernel and threshold, statistic and segment, or the number of a sample.
    pub record: [u8; RECORD],
}

impl Candidate {
    /// What candidates of one group have in common.
    pub fn place(&self) -> (Pooling, u8, u16, u8) {
        (self.pooling, self.channel, self.dilation, self.shift)
    }

    /// A candidate that is no convolution.
    pub fn plain(pooling: Pooling, channel: u8, record: [u8; RECORD]) -> Candidate {
        Candidate { pooling, channel, dilation: 0, shift: 0, record }
    }
}
