//! Puts the memory map where the linker looks, and writes the model's shape down as Rust constants.

use kernelet::{Contract, Format, Stream, ViewError, wire, with_format};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What to tell somebody who has no model yet.
const HOW_TO: &str = "\
KERNELET_MODEL and KERNELET_GOLDEN must name a packed model and its golden vectors. To make both, from the top folder:
  cargo run --release -p kernelet-fit -- fit examples/letter/train.csv.gz --number q7 --flash 8KiB --out letter.klt
  cargo run --release -p kernelet-fit -- predict letter.klt examples/letter/test.csv.gz --golden letter.golden --out answers.csv
then set KERNELET_MODEL and KERNELET_GOLDEN to the whole paths of letter.klt and letter.golden.";

/// The features of the runtime that this package always has.
const ALWAYS: [&str; 2] = ["libm", "micromath"];

/// What stands in for a missing model, so that its absence is the only error.
const NO_MODEL: &str = "pub type Number = kernelet::Q7; pub const INPUTS: usize = 1; pub const OUTPUTS: usize = 1; pub const SCRATCH: usize = 0;
pub static MODEL: &[u8] = &[]; pub static GOLDEN: &[u8] = &[];";

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    link(&out);
    // Wrong or missing files stop the firmware that needs them, and let `size` and `no_panic` be
    // built.
    let model = model().unwrap_or_else(|message| format!("compile_error!({message:?});\n{NO_MODEL}"));
    fs::write(out.join("model.rs"), model).expect("OUT_DIR can be written");
}

/// The emulated boards.
const BOARDS: [&str; 5] = ["microbit", "mps2", "an505", "an547", "riscv-virt"];

/// Chooses the memory map: the file that KERNELET_MEMORY names, or that of the emulated board that
/// KERNELET_BOARD names or the target has.
fn link(out: &Path) {
    let target = env::var("TARGET").unwrap_or_default();
    let of_target = match target.as_str() {
        "thumbv6m-none-eabi" => "microbit",
        "thumbv7m-none-eabi" | "thumbv7em-none-eabi" | "thumbv7em-none-eabihf" => "mps2",
        "thumbv8m.main-none-eabi" | "thumbv8m.main-none-eabihf" => "an505",
        _ => "riscv-virt",
    };
    let board = env::var("KERNELET_BOARD").unwrap_or_else(|_| of_target.to_owned());
    let memory = env::var("KERNELET_MEMORY").unwrap_or_else(|_| format!("boards/{board}.x"));
    fs::copy(&memory, out.join("memory.x")).unwrap_or_else(|error| panic!("memory map {memory}: {error}"));
    println!("cargo:rustc-link-search={}", out.display());
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    println!("cargo:rustc-check-cfg=cfg(board, values({}))", BOARDS.map(|board| format!("{board:?}")).join(", "));
    println!("cargo:rustc-cfg=board=\"{board}\"");
    println!("cargo:rerun-if-env-changed=KERNELET_BOARD");
    println!("cargo:rerun-if-env-changed=KERNELET_MEMORY");
    println!("cargo:rerun-if-changed={memory}");
}

/// The constants of the model that the environment names.
fn model() -> Result<String, String> {
    let (model, golden) = (file("KERNELET_MODEL")?, file("KERNELET_GOLDEN")?);
    let bytes = fs::read(&model).map_err(|error| error.to_string())?;
    let found = wire::contract(&bytes).and_then(|contract| Ok((contract, Needs::of_any(contract, &bytes)?)));
    let (contract, needs) = found.map_err(|error| format!("{}: {error}", model.display()))?;
    if let Some(lacking) = needs.features.into_iter().find(|feature| !is_on(feature)) {
        return Err(format!("the model has blocks that are not built in: build with --features {lacking}"));
    }
    let Needs { inputs, outputs, scratch, .. } = needs;
    let windows = needs.windows.map_or(String::new(), |sizes| windows(sizes, needs.steady));
    let learning = needs.learning.map_or(String::new(), |[weights, features]| learning(weights, features, bytes.len()));
    Ok(format!(
        "/// The number format.\npub type Number = {};\n\
         /// Inputs.\npub const INPUTS: usize = {inputs};\n\
         /// Scores.\npub const OUTPUTS: usize = {outputs};\n\
         /// Words of scratch.\npub const SCRATCH: usize = {scratch};\n\
         /// The packed model, as `include_model` aligns it.\n\
         pub static MODEL: &[u8] = &kernelet::load::Aligned(*include_bytes!({model:?})).0;\n\
         /// The golden vectors.\npub static GOLDEN: &[u8] = include_bytes!({golden:?});\n{windows}{learning}",
        contract.path(),
    ))
}

/// The constants of windows: channels, samples and features; the answers that a rule looks at.
fn windows([channels, length, features]: [usize; 3], steady: usize) -> String {
    format!(
        "/// Channels.\npub const CHANNELS: usize = {channels};\n\
         /// Samples of a window.\npub const LENGTH: usize = {length};\n\
         /// Features of a window, the first inputs.\npub const WINDOW_FEATURES: usize = {features};\n\
         /// Answers that the rule for steady ones looks at.\npub const STEADY: usize = {steady};\n",
    )
}

/// The constants of learning: weights, room for features, bytes of the model.
fn learning(weights: usize, features: usize, bytes: usize) -> String {
    format!(
        "/// Learnt weights.\npub const WEIGHTS: usize = {weights};\n\
         /// Room for the features of a row.\npub const FEATURES: usize = {features};\n\
         /// Bytes of the model.\npub const BYTES: usize = {bytes};\n",
    )
}

/// What a model needs of its firmware.
struct Needs {
    inputs: usize,
    outputs: usize,
    scratch: usize,
    /// Channels, samples and features of windows.
    windows: Option<[usize; 3]>,
    /// Answers that make a class steady.
    steady: usize,
    /// Learnt weights, and room for features.
    learning: Option<[usize; 2]>,
    features: Vec<&'static str>,
}

impl Needs {
    fn of_any(contract: Contract, model: &[u8]) -> Result<Needs, ViewError> {
        with_format!(contract, F => Needs::of::<F>(model))
    }

    fn of<F: Format>(model: &[u8]) -> Result<Needs, ViewError> {
        let stream = Stream::<F>::view(model)?;
        Ok(Needs {
            inputs: stream.inputs(),
            outputs: stream.outputs(),
            scratch: stream.scratch(),
            windows: stream.window().map(|w| [w.channels(), w.length.into(), w.features.into()]),
            steady: stream.steady().map_or(0, |steady| steady.answers.into()),
            learning: stream.learning().map(|own| [own.weights(), own.room()]),
            features: wire::needed_features(model)?.names().filter(|name| !ALWAYS.contains(name)).collect(),
        })
    }
}

/// Whether a feature of this package is on.
fn is_on(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}

/// The existing file that the environment names.
fn file(variable: &str) -> Result<PathBuf, String> {
    println!("cargo:rerun-if-env-changed={variable}");
    let path = env::var_os(variable).ok_or(HOW_TO)?;
    let path = Path::new(&path).canonicalize();
    let path = path.map_err(|error| format!("{variable}: {error}\n{HOW_TO}"))?;
    println!("cargo:rerun-if-changed={}", path.display());
    Ok(path)
}
