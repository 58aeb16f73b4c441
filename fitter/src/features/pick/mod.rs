//! Picks: which candidates of a pool stay, and how much each counts.

mod greedy;
mod kernel_distance;
mod multinomial;
mod picker;
mod selection;
mod small;
mod top;
mod weighted;

pub use greedy::Greedy;
pub use kernel_distance::{FeatureBlock, KernelDistance, Sums};
pub use multinomial::Multinomial;
pub use picker::{Picker, Wanted};
pub use selection::{SelectionPlan, plan};
pub use small::Small;
pub use top::Top;
pub use weighted::Weighted;
