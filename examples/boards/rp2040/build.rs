//! Puts the memory map where the linker looks, and links tests with the map of their harness.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    fs::copy("memory.x", Path::new(&out).join("memory.x"))?;
    println!("cargo:rustc-link-search={out}");
    println!("cargo:rustc-link-arg-tests=-Tembedded-test.x");
    println!("cargo:rerun-if-changed=memory.x");
    Ok(())
}
