//! The head of a fitted model.

use crate::error::text::significant;
use crate::fit::Fitted;
use crate::recipe::HeadName;
use crate::report::table::Line;
use serde::Serialize;

/// The loss and the regularisation of the head, which turns features into scores.
#[derive(Clone, Debug, Serialize)]
pub(super) struct HeadSummary {
    head: HeadName,
    #[serde(skip_serializing_if = "Option::is_none")]
    ridge: Option<f64>,
}

impl HeadSummary {
    pub fn of(fitted: &Fitted) -> HeadSummary {
        HeadSummary { head: fitted.head, ridge: fitted.ridge }
    }

    pub fn line(&self) -> Line {
        let ridge = self.ridge.map_or(String::new(), |ridge| format!(", regularisation {}", significant(ridge, 4)));
        ("head", format!("{}{ridge}", self.head))
    }
}
