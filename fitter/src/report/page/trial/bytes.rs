//! Bytes as text of a page.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::{Compression, write::GzEncoder};
use std::io::Write as _;

/// The runtime in WebAssembly; `runtime/wasm/build` makes it.
const RUNTIME: &[u8] = include_bytes!("runtime.wasm");

/// Returns bytes in base64.
pub fn text(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// Returns numbers as little-endian bytes in base64.
pub fn numbers(numbers: impl IntoIterator<Item = f64>) -> String {
    text(&numbers.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>())
}

/// Returns the runtime, gzipped, in base64.
pub fn runtime() -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let zipped = encoder.write_all(RUNTIME).and_then(|()| encoder.finish());
    text(&zipped.expect("a vector takes all bytes"))
}
