//! The runtime on an ATmega328P: it builds for it, and answers as the host, with models that fit
//! its 2 KB of SRAM.
//!
//! Rust keeps constants in SRAM there, so larger models are exported as C. The core library of AVR
//! is built from source: that of the distribution (`rust-web-src`), or a nightly's (`rustup
//! component add --toolchain nightly rust-src`). Without either nothing is tested, and a word says
//! so.

use crate::common::c::Exported;
use crate::common::sample::{self, Sample, Shape};
use kernelet::block::Kind;
use kernelet::number::Word;
use kernelet::{Format, Q3, Q7, Q7Wide, Q15, Stream};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SHAPE: Shape = Shape { inputs: 5, outputs: 3, features: 8, guarded: true };

/// A cargo that builds core libraries, where there is one whose compiler has the source.
fn cargo() -> Option<Command> {
    let has_source = |sysroot: &str| Path::new(sysroot).join("lib/rustlib/src/rust/library/core").is_dir();
    if has_source("/usr") {
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
        return Some(cargo);
    }
    let sysroot = Command::new("rustup").args(["run", "nightly", "rustc", "--print", "sysroot"]).output().ok()?;
    has_source(String::from_utf8_lossy(&sysroot.stdout).trim()).then(|| {
        let mut cargo = Command::new("rustup");
        cargo.args(["run", "nightly", "cargo"]);
        cargo
    })
}

/// The library of the runtime with a model in it.
fn library<F: Format>(mut cargo: Command, model: &[u8]) -> PathBuf {
    let desk = tempfile::tempdir().expect("a temporary folder");
    let (root, stream) = (Path::new(env!("CARGO_MANIFEST_DIR")), Stream::<F>::view(model).expect("a model"));
    let manifest = format!(
        "[workspace]\n[package]\nname = \"on-avr\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"staticlib\"]\n\
         [dependencies]\nkernelet = {{ path = {:?}, features = [\"ferns\", \"rectified\"] }}\n\
         [profile.release]\nopt-level = \"s\"\nlto = true\ncodegen-units = 1\npanic = \"abort\"\n",
        root.join("runtime")
    );
    let source = include_str!("../../examples/device/src/avr.rs").replace("NUMBER", &format!("{:?}", F::CONTRACT));
    let source = [("INPUTS", stream.inputs()), ("OUTPUTS", stream.outputs()), ("SCRATCH", stream.scratch())]
        .iter()
        .fold(source, |source, (name, size)| source.replace(name, &size.to_string()));
    fs::create_dir(desk.path().join("src")).expect("writable");
    fs::write(desk.path().join("src/lib.rs"), source).expect("writable");
    fs::write(desk.path().join("Cargo.toml"), manifest).expect("writable");
    fs::write(desk.path().join("m.klt"), model).expect("writable");
    fs::copy(root.join("Cargo.lock"), desk.path().join("Cargo.lock")).expect("the lock file is there");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("avr");
    cargo.args(["build", "--release", "--quiet", "--target", "avr-none"]).current_dir(&desk);
    cargo.args(["-Zbuild-std=core,compiler_builtins", "-Zbuild-std-features=compiler-builtins-mem"]);
    cargo.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", "-C target-cpu=atmega328p");
    let output = cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("avr-none/release/libon_avr.a")
}

/// Random rows, extremes and missing readings among them, in a model of several blocks: the host's
/// scores, and the same cycles for every row.
fn same_bits<F: Sample>(kinds: &[Kind], rows: usize) {
    let Some(cargo) = cargo() else {
        return eprintln!("skipped: no source of the core library, see {}", file!());
    };
    let model = sample::mixed::<F>(SHAPE, kinds, 1);
    let bytes = [SHAPE.inputs * F::Input::SIZE, SHAPE.outputs * F::Score::SIZE];
    let golden = sample::golden::<F>(&model, rows);
    let report = Exported::of(&model).in_rust_on_avr(&library::<F>(cargo, &model), bytes, &golden);
    println!("avr {:?} {kinds:?}: {report:?}", F::CONTRACT);
    assert_eq!((report.rows as usize, report.mismatches), (rows, 0));
    assert_eq!(report.instructions.0, report.instructions.1, "the time depends on the data");
}

#[test]
fn an_atmega328p_answers_as_the_host() {
    same_bits::<Q7>(&[Kind::Cosine], 4000);
    same_bits::<Q7>(&[Kind::Cosine, Kind::Relu, Kind::Seeded, Kind::Ferns], 1000);
    same_bits::<Q7Wide>(&[Kind::Cosine, Kind::Ferns], 1000);
    same_bits::<Q15>(&[Kind::Cosine, Kind::Ferns], 1000);
    same_bits::<Q3>(&[Kind::Cosine, Kind::Linear], 1000);
}
