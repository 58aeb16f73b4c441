//! Tests against public data sets, where the files are available.

use std::path::PathBuf;

use super::columns::Columns;
use super::dialect::Dialect;
use super::file::DataFile;
use super::schema::Schema;
use super::table::{Table, Targets};

/// Returns the folder of data sets: `KERNELET_DATA`, or `shared/data` beside the workspace.
fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    let folder = std::env::var_os("KERNELET_DATA").map_or(beside.into(), PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// Reads all files of a data set with the schema of the first.
fn tables(folder: &std::path::Path, set: &str, ignore: &[&str]) -> Vec<Table> {
    let said = Columns { ignore: ignore.iter().map(|&name| name.to_owned()).collect(), ..Columns::default() };
    let names = ["data.csv.gz", "train.csv.gz", "test.csv.gz"];
    let paths = names.map(|name| folder.join(set).join(name));
    let files: Vec<DataFile> = paths
        .iter()
        .filter(|path| path.exists())
        .map(|path| DataFile::open(path, &Dialect::default()).unwrap())
        .collect();
    let (schema, _) = Schema::learn(&files[0], &said).unwrap();
    files.iter().map(|file| schema.read(file).unwrap()).collect()
}

fn counts(table: &Table) -> Vec<usize> {
    let Targets::Classes { labels, index } = &table.targets else {
        return Vec::new();
    };
    let count = |class| index.iter().filter(|&&found| found as usize == class).count();
    (0..labels.len()).map(count).collect()
}

#[test]
fn class_counts_are_as_published() {
    let Some(folder) = folder() else {
        eprintln!("skipped: no data sets available");
        return;
    };
    for (set, ignore, expected) in [
        ("adult", &[][..], vec![vec![24720, 7841], vec![12435, 3846]]),
        ("occupancy", &["date"], vec![vec![6414, 1729], vec![1693, 972]]),
        ("magic04", &[], vec![vec![12332, 6688]]),
        ("spambase", &[], vec![vec![2788, 1813]]),
        ("satimage", &[], vec![vec![1072, 479, 961, 415, 470, 1038], vec![461, 224, 397, 211, 237, 470]]),
    ] {
        let found: Vec<Vec<usize>> = tables(&folder, set, ignore).iter().map(counts).collect();
        assert_eq!(found, expected, "{set}");
    }
}
