//! Scoring: the worth of each candidate of a pool.

mod align;
mod energy;
mod even;
mod leverage;
mod scorer;
mod surrogate;

pub use align::Align;
pub use energy::Energy;
pub use even::Even;
pub use leverage::Leverage;
pub use scorer::Scorer;
pub use surrogate::Surrogate;
