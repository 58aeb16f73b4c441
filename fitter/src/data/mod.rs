//! Reading data files into numeric columns.
//!
//! ```text
//! DataFile::open -> Schema::learn (with what the user said in Columns)
//!                       -> Schema::read -> Table -> Table::split
//! ```
//!
//! A file is decompressed and held as text; each pass over it parses the cells afresh, so that no
//! cell is ever kept as a string. The [`Schema`] is learnt once, from the training file; every
//! further file is read by it, its columns matched by name.
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

mod cell;
mod columns;
mod distinct;
mod file;
mod groups;
mod header;
mod label;
mod leak;
mod learn;
mod neighbours;
mod note;
mod read;
#[cfg(test)]
mod real;
mod row;
mod sample_weights;
mod schema;
mod split;
pub mod standardise;
mod survey;
mod table;
mod target;

pub use columns::{Columns, Task};
pub use file::DataFile;
pub use groups::Groups;
pub use leak::{leaks, rare};
pub use neighbours::neighbours;
pub use sample_weights::ClassWeights;
pub use schema::{Field, Kind, Schema, Target, TargetKind};
pub use split::{Fold, Folding, PARTS, folds, shuffled};
pub use table::{Inputs, Table, Targets};
