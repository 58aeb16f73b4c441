//! The effort of a training.

/// The effort of a training, as a share of the epochs of a thorough one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// A first look, which tells a hopeless kind from a good one.
    Look,
    /// Enough to compare sizes.
    Quick,
    /// All epochs.
    #[default]
    Thorough,
}

impl Effort {
    /// The divisor of a thorough training's epochs.
    pub fn divisor(self) -> usize {
        match self {
            Effort::Look => 16,
            Effort::Quick => 4,
            Effort::Thorough => 1,
        }
    }
}
