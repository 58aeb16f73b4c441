//! Any bytes as a data file: they are a table or an error, and the schema learnt from a file reads
//! that file.
#![no_main]

use kernelet_fit::data::{Columns, DataFile, Schema};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = DataFile::from_bytes(Path::new("data.csv"), bytes.to_vec()) else { return };
    let Ok((schema, _)) = Schema::learn(&file, &Columns::default()) else { return };
    let table = schema.read(&file).expect("a schema reads the file that it was learnt from");
    assert!(table.inputs.columns.iter().all(|column| column.len() == table.rows()));
    schema.read_inputs(&file).expect("and its inputs alone");
});
