//! The request for a head.

use crate::data::Groups;
use crate::recipe::{HeadName, Ridge};
use crate::search::Search;

/// The request for a head.
#[derive(Clone, Copy, Debug)]
pub struct HeadRequest<'a> {
    /// The name of its loss.
    pub head: HeadName,
    /// Its regularisation.
    pub ridge: Ridge,
    /// The largest magnitude of a word; `None` for single precision.
    pub levels: Option<f64>,
    /// The groups of the rows.
    pub groups: &'a Groups,
    /// The time after which a head is taken as it is.
    pub search: Search<'a>,
}
