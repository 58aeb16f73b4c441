//! Any bytes as the data sheet of a model: an error, or a sheet that the model can be used with.
#![no_main]

use kernelet_fit::data::DataFile;
use kernelet_fit::pack::{ModelFile, PackedModel, Sheet};
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::LazyLock;

/// The model whose sheet is the seed.
static MODEL: LazyLock<PackedModel> =
    LazyLock::new(|| PackedModel::new(include_bytes!("../seeds/sheet.klt").to_vec()).expect("a model"));

/// Rows that the model of the seed answers, and some that it never saw.
static ROWS: LazyLock<DataFile> = LazyLock::new(|| {
    let rows = "celsius,kind,count,answer\n21.5,new,7,warm\n-3,none,,cold\n1e30,odd,-1e30,mild\n";
    DataFile::from_bytes(Path::new("rows.csv"), rows.into()).expect("a table")
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(sheet) = Sheet::from_json(bytes) else { return };
    if sheet.check(&MODEL).is_err() {
        return;
    }
    let file = ModelFile { model: MODEL.clone(), sheet };
    let again = Sheet::from_json(&file.sheet.to_json()).expect("what is written is read");
    again.check(&MODEL).expect("and checked");
    let Ok(inputs) = file.sheet.schema.read_inputs(&ROWS) else { return };
    assert_eq!(file.device().answers(&file.raw(&inputs)).len(), 3);
    let _ = file.sheet.training.as_ref().map(|training| training.outside(&inputs));
    let _ = file.sheet.schema.unseen(&ROWS);
});
