//! Damaged files of every format: an error or a table, never a panic.

use super::{Format, Source, Store, open, open_stored};
use crate::data::dialect::Dialect;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const FILES: [&str; 7] =
    ["numbers.parquet", "mixed.parquet", "numbers.arrow", "mixed.arrow", "mixed.arrows", "numbers.npz", "numbers.npy"];

fn bytes(name: &str) -> Vec<u8> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/files")).join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads every value; returns the number of rows where the file is whole.
fn read(name: &str, bytes: Vec<u8>) -> Option<usize> {
    let source = open(Path::new(name), bytes, &Dialect::default()).ok()?;
    rows(&*source)
}

fn rows(source: &dyn Source) -> Option<usize> {
    let mut records = source.records().ok()?;
    let mut rows = 0;
    while rows < 1_000_000 && records.advance().ok()? {
        rows += 1;
        for column in 0..source.names().len() {
            let _ = records.value(column).text();
        }
    }
    Some(rows)
}

#[test]
fn files_that_are_cut_off_are_never_read_whole() {
    for name in FILES {
        let whole = bytes(name);
        assert_eq!(read(name, whole.clone()), Some(300), "{name}");
        for part in 0..100 {
            let cut = whole[..whole.len() * part / 100].to_vec();
            let found = read(name, cut).unwrap_or(0);
            // a stream may end behind any batch
            assert!(found == 0 || (name.ends_with(".arrows") && found < 300), "{name} at {part} %: {found} rows");
        }
    }
}

#[test]
fn flipped_bytes_are_no_panic() {
    for name in FILES {
        let whole = bytes(name);
        // the ends, where formats keep what describes the rest, byte by byte
        let ends = (0..200).chain(whole.len().saturating_sub(1_000)..whole.len());
        for at in ends.chain((0..whole.len()).step_by(97)).filter(|&at| at < whole.len()) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            read(name, damaged);
        }
    }
}

#[test]
fn a_file_that_is_read_in_passes_has_the_rows_of_one_in_memory() {
    for (name, format) in [("mixed.parquet", Format::Parquet), ("mixed.arrow", Format::ArrowFile)] {
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &bytes(name)).unwrap();
        let on_disk = open_stored(format, Store::of_file(file).unwrap()).unwrap();
        let in_memory = open_stored(format, Store::Memory(Arc::from(bytes(name)))).unwrap();
        for _ in 0..2 {
            assert_eq!((rows(&*on_disk), rows(&*in_memory)), (Some(300), Some(300)));
        }
    }
}
