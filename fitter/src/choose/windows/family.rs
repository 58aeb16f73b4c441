//! Families of window features, of which the one that answers best on rows held out is taken.

use kernelet::window::Pooling;

/// Families of window features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Family {
    /// The samples: where and how high.
    Samples,
    /// Samples and statistics of segments.
    Levels,
    /// Shares of convolutions: the shapes, wherever and however high.
    Shapes,
    /// Statistics of segments and energies of bands: how strong and how fast.
    Spectra,
    /// Samples, statistics and shares.
    All,
    /// And statistics of two channels and bands: all that there is, which on new subjects mislead
    /// more often than they help: they have to show it.
    More,
}

impl Family {
    /// The families but all.
    pub(super) const PARTS: [Family; 5] =
        [Family::Samples, Family::Levels, Family::Shapes, Family::Spectra, Family::More];

    /// Returns whether features of a pooling belong to the family.
    pub(super) fn has(self, pooling: Pooling) -> bool {
        match self {
            Family::Samples => pooling == Pooling::Sample,
            Family::Levels => matches!(pooling, Pooling::Sample | Pooling::Statistic),
            Family::Shapes => matches!(pooling, Pooling::Share | Pooling::RelativeShare),
            Family::Spectra => matches!(pooling, Pooling::Statistic | Pooling::Band),
            Family::All => pooling.needs().is_none(),
            Family::More => true,
        }
    }
}
