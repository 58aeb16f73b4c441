//! Writes a page in which a packed model answers.
//!
//! ```sh
//! cargo run --example trial -- model.klt rows.csv page.html
//! ```

use kernelet_fit::data::{DataFile, Groups};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::report::page::trial;
use std::error::Error;
use std::path::PathBuf;

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Try it</title>
<style>
:root { color-scheme: light dark; --paper: #fdfcfa; --ink: #1d2126; --quiet: #6b7178; --line: #d9d8d3; --accent: #1f6f8b; --wash: #f3f1ec;
  --text: Charter, "Bitstream Charter", "Sitka Text", Cambria, serif; --figures: ui-sans-serif, system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181b; --ink: #e6e4df; --quiet: #979ca2; --line: #33383d; --accent: #6cb8d2; --wash: #1d2125; } }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.2rem; background: var(--paper); color: var(--ink); font: 17px/1.6 var(--text); }
h2 { font-weight: 500; font-size: 1.5rem; }
</style>
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [model, data, page] = paths.as_slice() else { return Err("trial MODEL DATA PAGE".into()) };
    let model = ModelFile::open(model)?;
    let file = DataFile::open(data, &model.sheet.schema.dialect)?;
    let samples = model.sheet.schema.read_inputs(&file)?;
    let signal = model.sheet.series.as_ref();
    let inputs = match signal.and_then(|signal| Some((signal, signal.cut.as_ref()?))) {
        Some((signal, cut)) => cut.rows((&Groups::Independent, &[]), &samples, &signal.names())?.inputs,
        None => samples,
    };
    let section = trial::section(&model, &trial::examples(&model, &inputs, 5));
    std::fs::write(page, format!("{HEAD}{section}</html>\n"))?;
    Ok(())
}
