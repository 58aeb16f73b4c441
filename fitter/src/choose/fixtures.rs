//! Tables that the room's tests share.

use crate::data::{Columns, DataFile, Schema, Table};
use std::path::Path;

/// A hundred rows of two classes, parted by a line.
pub fn classes() -> (Table, Schema) {
    let row = |n: u32| format!("{},{},{}\n", n % 10, n / 10, if n % 10 > n / 10 { "right" } else { "left" });
    let text = format!("a,b,y\n{}", (0..100).map(row).collect::<String>());
    let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).expect("a table");
    let (schema, _) = Schema::learn(&file, &Columns::default()).expect("a schema");
    (schema.read(&file).expect("rows"), schema)
}
