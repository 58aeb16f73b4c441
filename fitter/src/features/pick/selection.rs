//! How a selection scores and picks.

use super::greedy::Greedy;
use super::multinomial::Multinomial;
use super::picker::Picker;
use super::small::Small;
use super::top::Top;
use super::weighted::Weighted;
use crate::features::score::{Align, Energy, Even, Leverage, Scorer, Surrogate};
use crate::recipe::Selection;

/// The stages between drawing and folding: candidates are scores_held_out, and some picked.
pub struct SelectionPlan {
    /// What candidates are worth.
    pub scorer: Box<dyn Scorer>,
    /// Which of them stay.
    pub picker: Box<dyn Picker>,
    /// Candidates for each feature.
    pub candidates: usize,
    /// Multiples of the bandwidth at which candidates are drawn, in turn.
    pub scales: &'static [f64],
}

/// The plan of a selection.
pub fn plan(selection: Selection) -> SelectionPlan {
    let same = |scorer: Box<dyn Scorer>, picker: Box<dyn Picker>, candidates| SelectionPlan {
        scorer,
        picker,
        candidates,
        scales: &[1.0],
    };
    let energy = Energy { centred: true };
    match selection {
        Selection::Eerf => same(Box::new(energy), Box::new(Top), 20),
        Selection::Surrogate => {
            same(Box::new(Surrogate { energy, identity: false }), Box::new(Multinomial::Distinct), 20)
        }
        Selection::Leverage => same(Box::new(Leverage { ridge: 0.01 }), Box::new(Multinomial::Distinct), 5),
        Selection::Align => same(Box::new(Align { energy, divergence: 10.0 }), Box::new(Weighted), 20),
        Selection::Greedy => SelectionPlan {
            scorer: Box::new(Even),
            picker: Box::new(Greedy),
            candidates: 20,
            scales: &[0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8],
        },
        Selection::Small => same(Box::new(Even), Box::new(Small { block: 5 }), 5),
    }
}
