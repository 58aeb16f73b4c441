//! Reports: what people look at, as text, JSON and plots.

mod answers;
pub mod card;
mod comparison;
mod confusion;
mod csv;
mod evaluation;
mod figure;
pub mod fit;
mod guarantee;
pub mod inspection;
mod kernel_error;
mod metrics;
mod model_trial;
pub mod page;
pub mod plot;
mod prediction_text;
mod predictions;
mod summary;
mod table;
mod verification;

pub use comparison::{ComparisonRow, MethodComparison};
pub use confusion::Confusion;
pub use evaluation::Evaluation;
pub use fit::FitSummary;
pub use inspection::Inspection;
pub use kernel_error::KernelErrorSummary;
pub use model_trial::{ModelTrial, TestRows};
pub use prediction_text::PredictionText;
pub use predictions::{PredictionColumns, Predictions};
pub use summary::Summary;
