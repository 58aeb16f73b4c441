//! Picking: which candidates of a pool stay, and how much each counts.

mod elimination;
mod greedy;
mod kernel_distance;
mod multinomial;
mod picker;
mod plan;
mod ridge;
mod small;
mod top;
mod weighted;

pub use elimination::elimination;
pub use greedy::Greedy;
pub use kernel_distance::{FeatureBlock, KernelDistance, Sums};
pub use multinomial::Multinomial;
pub use picker::{Picker, Wanted};
pub use plan::SelectionPlan;
pub use ridge::{RidgeFit, Standard};
pub use small::Small;
pub use top::Top;
pub use weighted::Weighted;

use super::score::{Align, Energy, Even, Leverage, Surrogate};
use crate::recipe::Selection;

/// Returns the plan of a selection.
pub fn plan(selection: Selection) -> SelectionPlan {
    let energy = Energy { centred: true };
    match selection {
        Selection::Eerf => SelectionPlan::new(energy, Top, 20),
        Selection::Surrogate => SelectionPlan::new(Surrogate { energy, identity: false }, Multinomial::Distinct, 20),
        Selection::Leverage => SelectionPlan::new(Leverage { ridge: 0.01 }, Multinomial::Distinct, 5),
        Selection::Align => SelectionPlan::new(Align { energy, divergence: 10.0 }, Weighted, 20),
        Selection::Greedy => SelectionPlan { scales: Greedy::SCALES, ..SelectionPlan::new(Even, Greedy, 20) },
        Selection::Small => SelectionPlan::new(Even, Small { block: 5 }, 5),
    }
}
