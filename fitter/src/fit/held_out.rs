//! A model on rows that it has not seen.

use super::fitted::Fitted;
use crate::data::Table;

/// A model that was fitted without some rows, and these.
#[derive(Debug)]
pub struct HeldOutModel {
    /// The model.
    pub fitted: Fitted,
    /// The rows that are held out.
    pub held: Table,
}
