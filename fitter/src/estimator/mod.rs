//! The library's front: fit from arrays, judge, pack, predict.
//!
//! What is here follows semantic versioning: it changes with a major release only. The rooms behind
//! it are public too, and may change with any release.
//!
//! ```text
//! ArrayColumn, Answers -> Training -> fit (by Choices) -> Model -> predict, judge, write, export
//! ```
//!
//! Arrays give the schema, the table and so the model that a CSV file of the same rows gives, byte
//! for byte. What a [`Model`] predicts is what the device answers, since the runtime computes it.
//!
//! ```
//! use kernelet_fit::estimator::{Answers, ArrayColumn, Choices, Training, Watch, fit};
//! # fn main() -> Result<(), kernelet_fit::Error> {
//! let wave: Vec<f64> = (0..100).map(|row| f64::from(row % 10)).collect();
//! let labels = wave.iter().map(|x| if *x < 5.0 { "low" } else { "high" }.to_owned()).collect();
//! let columns = vec![ArrayColumn::numbers("x", wave)];
//! let training = Training::new(columns.clone(), "y", Answers::Classes(labels))?;
//! let choices = Choices::default().with("features", "8")?;
//! let model = fit(training, &choices, Watch::default())?;
//! let answers = model.predict(columns)?;
//! assert_eq!(model.label(&answers[0]), Some("low"));
//! assert!(model.bytes().len() < 300);
//! # Ok(())
//! # }
//! ```

mod choices;
mod export;
mod features;
mod fit;
mod learn;
mod model;
mod predict;
mod shards;
mod training;
mod watch;
mod weights;
mod windows;

pub use crate::data::{Answers, ArrayColumn, Cells};
pub use crate::pack::{Answer, Decision};
pub use crate::search::Stop;
pub use choices::{Choices, NAMES};
pub use export::Form;
pub use features::{Features, bandwidth};
pub use fit::fit;
pub use model::Model;
pub use shards::{merge, model as merged, plan, statistics};
pub use training::Training;
pub use watch::Watch;
