//! Where frequencies that are not stored come from.

use super::chosen::Chosen;
use kernelet::block::Transform;

/// The seeded source of frequencies that the device computes instead of storing them.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The first rows of a structured transform, each up to its length.
    Transform(Transform),
    /// Chosen candidates of a seeded pool.
    Chosen(Chosen),
}
