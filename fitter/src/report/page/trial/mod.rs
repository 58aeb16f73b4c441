//! The section of a page in which its model answers: packed model and runtime, with a small script
//! that draws fields for the inputs and reads a dropped CSV file.
//!
//! The runtime is `runtime/wasm/`, compiled to WebAssembly; it scales inputs and answers with the
//! device's bits. The script takes the place of reading files: cells become numbers as in
//! [`DataFile`](crate::data::DataFile), and answers become the CSV of `kernelet predict`. Nothing
//! is asked of any server.

mod bytes;
mod example;
mod facts;
mod fields;
pub mod scalings;
mod windows;

pub use example::{Example, examples};

use crate::pack::ModelFile;
use facts::Facts;

/// The script that draws the section.
const SCRIPT: [&str; 5] = [
    include_str!("script/runtime.js"),
    include_str!("script/table.js"),
    include_str!("script/answers.js"),
    include_str!("script/fields.js"),
    include_str!("script/section.js"),
];
/// Its looks, in the colours and fonts of the page around it.
const STYLE: &str = include_str!("trial.css");

/// Returns the section as HTML, with rows to begin with.
///
/// The page around it defines the colours `--paper`, `--ink`, `--quiet`, `--line`, `--accent` and
/// `--wash`, and the fonts `--text` and `--figures`.
pub fn section(model: &ModelFile, examples: &[Example]) -> String {
    let facts = serde_json::to_string(&Facts::of(model, examples)).expect("plain facts");
    // so that no text ends the script or begins a comment
    let facts = facts.replace('<', "\\u003c");
    let script = SCRIPT.concat();
    format!(
        r#"<section id="try">
<h2>Try it</h2>
<noscript><p>With scripts, the model answers here: in the browser, without a network, with the bits of the device.</p></noscript>
<style>
{STYLE}</style>
<div id="try-it"></div>
<script type="application/json" id="try-facts">{facts}</script>
<script>
"use strict";
(() => {{
{script}}})();
</script>
</section>
"#
    )
}
