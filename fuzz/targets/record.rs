//! Any bytes as the record of a search: an error, or a record that can be gone on with.
#![no_main]

use kernelet_fit::search::Record;
use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;

/// A file of this process, in memory where the system has such a folder.
static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = PathBuf::from("/dev/shm");
    let folder = if folder.is_dir() { folder } else { std::env::temp_dir() };
    folder.join(format!("kernelet-fuzz-{}", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    std::fs::write(&*PATH, bytes).expect("the folder can be written");
    if let Ok(record) = Record::open(&PATH) {
        let _ = record.remark();
        record.close().expect("the folder can be written");
        let again = Record::open(&PATH).expect("a record that was opened can be opened again");
        again.close().expect("the folder can be written");
    }
});
