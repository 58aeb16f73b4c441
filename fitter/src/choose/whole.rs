//! The search of a fit without a limit, in a limited time.

use super::choice::Choice;
use super::chosen::Chosen;
use super::finds::Finds;
use super::judged::Judged;
use crate::error::Result;
use crate::fit::Fitted;
use crate::recipe::Blocks;
use std::sync::{Mutex, PoisonError};

/// The share of what the first looks leave, for the search that a fit without a limit makes.
pub(super) const WHOLE: f64 = 0.7;

impl<'a> Choice<'a, '_> {
    /// The choice that a search without a limit makes, where it ends in time. Where it does not,
    /// the best model that it had is taken into account.
    pub(super) fn whole_search(self, given: Option<Blocks>, finds: &mut Finds) -> Option<Result<Chosen<'a>>> {
        let best = Mutex::new(None);
        let offer = |fitted: &Fitted, tried: &[Judged]| {
            let own = tried.iter().find(|judged| judged.blocks == fitted.blocks());
            if let Some(judged) = own {
                *best.lock().unwrap_or_else(PoisonError::into_inner) = Some((*judged, fitted.clone()));
            }
            (self.offer)(fitted, tried);
        };
        let choice = Choice { search: self.search.whole(WHOLE), offer: &offer, ..self };
        let chosen = given.map_or_else(|| choice.all(), |blocks| choice.of(blocks));
        if !choice.search.passed() {
            return Some(chosen);
        }
        if let Some((judged, fitted)) = best.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.weigh(judged, || Ok(fitted), finds);
        }
        None
    }
}
