//! Why frequencies need not be stored, or not all of them.

use super::chosen::Chosen;
use super::patches::Patches;
use kernelet::block::Transform;

/// The source of frequencies that the device computes instead of storing them, or the few that it
/// stores.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The first rows of a structured transform, each up to its length.
    Transform(Transform),
    /// Chosen candidates of a seeded pool.
    Chosen(Chosen),
    /// Rows that are zero but for a patch.
    Patches(Patches),
}
