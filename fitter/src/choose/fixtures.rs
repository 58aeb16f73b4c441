//! Tables that the room's tests share.

use crate::data::{Columns, DataFile, Schema, Table};
use std::path::Path;

/// A hundred rows of two classes, parted by a line.
pub fn classes() -> (Table, Schema) {
    let row = |n: u32| format!("{},{},{}\n", n % 10, n / 10, if n % 10 > n / 10 { "right" } else { "left" });
    learnt("a,b,y", (0..100).map(row).collect())
}

/// Two hundred rows of ten classes and twelve inputs.
pub fn ten_classes() -> (Table, Schema) {
    let row =
        |n: usize| (0..12).map(|i| format!("{},", (n * (i + 3)) % 17)).collect::<String>() + &format!("c{}\n", n % 10);
    learnt("a,b,c,d,e,f,g,h,i,j,k,l,y", (0..200).map(row).collect())
}

/// The rows and the schema that is learnt of them.
fn learnt(header: &str, rows: String) -> (Table, Schema) {
    let file = DataFile::from_bytes(Path::new("t.csv"), format!("{header}\n{rows}").into()).expect("a table");
    let (schema, _) = Schema::learn(&file, &Columns::default()).expect("a schema");
    (schema.read(&file).expect("rows"), schema)
}
