//! Data files, read into tables of numeric columns.
//!
//! ```text
//! DataFile::open -> Schema::learn (by the user's Columns) -> Schema::read -> Table -> Table::split
//! ```
//!
//! Each pass over a file reads its cells anew, in whatever format they are, so no cell is kept as a
//! string. The [`Schema`] is learned once, from the training file, and reads every other
//! file with its columns matched by name.
//!
//! ```
//! use kernelet_fit::data::{Columns, DataFile, Schema, Targets};
//! # fn main() -> Result<(), kernelet_fit::Error> {
//! let text = "mass,colour,kind\n1.5,red,a\n2.5,blue,b\n,red,a\n";
//! let file = DataFile::from_bytes("fruit.csv".as_ref(), text.into())?;
//! let (schema, notes) = Schema::learn(&file, &Columns::default())?;
//! let table = schema.read(&file)?;
//! assert_eq!(table.inputs.names, ["mass", "colour=red"]);
//! assert_eq!(table.inputs.columns[1], [1.0, 0.0, 1.0]);
//! assert!(table.inputs.columns[0][2].is_nan());
//! assert!(matches!(table.targets, Targets::Classes { ref index, .. } if *index == [0, 1, 0]));
//! assert!(notes.contains(&"column \"mass\" has 1 missing cell".to_owned()));
//! # Ok(())
//! # }
//! ```

mod alike;
mod array_error;
mod array_labels;
mod arrays;
mod boolean;
mod cell;
mod coarse;
mod columns;
mod copies;
mod dialect;
mod distinct;
mod doubt;
mod encoder;
mod file;
mod folds;
mod given;
mod groups;
mod header;
mod headless;
mod held_out;
mod label;
mod large;
mod leak;
mod learn;
mod level;
mod live;
mod names;
mod neighbours;
mod note;
mod outlier;
mod quotes;
mod rare;
mod read;
#[cfg(test)]
mod real;
mod relation;
mod reservoir;
mod row;
mod row_hash;
mod sample;
mod sample_weights;
mod schema;
mod sentinel;
mod shuffle;
mod sound;
mod source;
mod split;
pub mod standardise;
mod stray;
mod survey;
mod suspicions;
mod table;
mod target;
mod teacher;
mod teacher_file;
mod time;
mod training_rows;
mod unseen;
mod values;

pub use array_labels::label_places;
pub use arrays::{Answers, ArrayColumn, Arrays, Cells};
pub use coarse::{coarse_inputs, merged_inputs};
pub use columns::{Columns, Task};
pub use dialect::{Decimal, Dialect, FirstLine};
pub use file::{DataFile, STANDARD_INPUT};
pub use folds::{FEW, Fold, Folding, PARTS, folds};
pub use given::GivenArrays;
pub use groups::Groups;
pub use held_out::HeldOut;
pub use large::{LargeFile, Sampling};
pub use live::LiveFile;
pub use names::Names;
pub use neighbours::neighbours;
pub use rare::rare_classes;
pub use read::Texts;
pub use relation::correlation;
pub use row_hash::row_hashes;
pub use sample::{most_rows, sample, sampled_rows};
pub use sample_weights::ClassWeights;
pub use schema::{Field, Kind, Schema, Target, TargetKind};
pub use shuffle::shuffled;
pub use stray::without_strays;
pub use suspicions::suspicions;
pub use table::{ColumnKind, Inputs, Table, Targets};
pub use target::TARGET_MISSING;
pub use teacher::Teacher;
pub use training_rows::{Outside, TrainingRows, overlap, repeats};
pub use unseen::Unseen;
pub use values::Values;
