//! Any bytes as the data sheet of a model: an error, or a sheet that the model can be used with.
#![no_main]

use kernelet_fit::pack::{ModelFile, PackedModel, Sheet};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// A small model of the golden files.
static MODEL: LazyLock<PackedModel> = LazyLock::new(|| {
    PackedModel::new(include_bytes!("../../runtime/example.klt").to_vec()).expect("a model")
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(sheet) = Sheet::from_json(bytes) else { return };
    if sheet.check(&MODEL).is_err() {
        return;
    }
    let file = ModelFile { model: MODEL.clone(), sheet };
    let again = Sheet::from_json(&file.sheet.to_json()).expect("what is written is read");
    again.check(&MODEL).expect("and checked");
});
