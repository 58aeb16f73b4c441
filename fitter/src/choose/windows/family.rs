//! Families of window features, of which the one that answers best on rows held out is taken.

use kernelet::window::Pooling;

/// Families of window features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// The samples: where and how high.
    Samples,
    /// Samples and statistics of segments.
    Levels,
    /// Shares of convolutions: the shapes, wherever and however high.
    Shapes,
    /// All of them.
    All,
}

impl Family {
    /// The families but all.
    pub(super) const PARTS: [Family; 3] = [Family::Samples, Family::Levels, Family::Shapes];

    /// Returns whether features of a pooling belong to the family.
    pub(super) fn has(self, pooling: Pooling) -> bool {
        match self {
            Family::Samples => pooling == Pooling::Sample,
            Family::Levels => matches!(pooling, Pooling::Sample | Pooling::Statistic),
            Family::Shapes => matches!(pooling, Pooling::Share | Pooling::RelativeShare),
            Family::All => true,
        }
    }
}
