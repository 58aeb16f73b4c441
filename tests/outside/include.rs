//! Models compiled in: the build fails where a device could not run them, and says what is missing.

use crate::common::learning::{Settings, learning};
use crate::common::random::Random;
use crate::common::sample::{self, KINDS, Shape};
use kernelet::block::Kind;
use kernelet::{F32, Format, Libm, Q7, wire};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const SHAPE: Shape = Shape { inputs: 5, outputs: 3, features: 2, guarded: true };

/// A crate that compiles a model in.
struct Crate {
    folder: TempDir,
}

impl Crate {
    /// Around a model of a type, with some features of the runtime.
    fn new(model: &[u8], number: &str, features: &[&str]) -> Crate {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
        let manifest = format!(
            "[workspace]\n[package]\nname = \"included\"\nedition = \"2024\"\n[[bin]]\nname = \"included\"\npath = \"main.rs\"\n\
             [dependencies]\nkernelet = {{ path = {runtime:?}, features = {features:?} }}\n"
        );
        let main = format!(
            "fn main() {{\n    let model: Result<kernelet::Model<{number}, 5, 3, 8>, _> = kernelet::include_model!(\"m.klt\");\n\
             \x20   std::process::exit(i32::from(model.is_err()));\n}}\n"
        );
        fs::write(folder.path().join("m.klt"), model).expect("writable");
        fs::write(folder.path().join("main.rs"), main).expect("writable");
        fs::write(folder.path().join("Cargo.toml"), manifest).expect("writable");
        fs::copy(runtime.join("../Cargo.lock"), folder.path().join("Cargo.lock")).expect("the lock file is there");
        Crate { folder }
    }

    /// Builds and runs it; `Err` holds the compiler's messages.
    fn run(&self) -> Result<(), String> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--offline", "--quiet"]).current_dir(self.folder.path()).stdin(Stdio::null());
        cargo.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("included"));
        let output = cargo.output().expect("cargo starts");
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
}

/// The features that a model needs, by name.
fn needed(model: &[u8]) -> Vec<&'static str> {
    wire::needed_features(model).expect("a model").names().collect()
}

/// With the features that a model needs it builds and is viewed; without any of them the error
/// names it.
fn needs<F: Format>(model: &[u8], number: &str, features: &[&str]) {
    assert_eq!(needed(model), features, "{:?}", F::CONTRACT);
    Crate::new(model, number, features).run().expect("a model with all that it needs");
    for lacking in features {
        let others: Vec<&str> = features.iter().copied().filter(|name| name != lacking).collect();
        let messages = Crate::new(model, number, &others).run().expect_err("a feature is off");
        assert!(messages.contains(&format!("the model needs the feature `{lacking}`")), "{messages}");
        assert!(messages.contains(&format!("features = [\"{}\"]", features.join("\", \""))), "{messages}");
    }
}

#[test]
fn a_feature_that_is_off_is_an_error_of_the_build_that_names_it() {
    let cosines = &[Kind::Cosine];
    needs::<Q7>(&sample::mixed::<Q7>(SHAPE, &KINDS, 1), "kernelet::Q7", &["ferns", "patches", "rectified"]);
    needs::<Q7>(&sample::bent::<Q7>(SHAPE, cosines, 1), "kernelet::Q7", &["logarithms"]);
    needs::<Q7>(&sample::probable::<Q7>(SHAPE, cosines, 1), "kernelet::Q7", &["probability"]);
    let settings = Settings { first: 0, learnt: 2, rate: 9, forget: 0, shift: 8, count: 1, target: 9.0, margin: 1.0 };
    let learning = learning::<Q7>(&sample::mixed::<Q7>(SHAPE, cosines, 1), settings, &mut Random(1));
    needs::<Q7>(&learning, "kernelet::Q7", &["online"]);
    needs::<Q7>(&sample::novel::<Q7>(SHAPE, cosines, 1), "kernelet::Q7", &["novelty"]);
    needs::<Q7>(&sample::staged::<Q7>(SHAPE, &[Kind::Cosine; 2], 1), "kernelet::Q7", &["early"]);
    needs::<F32<Libm>>(&sample::model::<F32<Libm>>(SHAPE, 1), "kernelet::F32Libm", &["libm"]);
}

#[test]
fn a_model_that_cannot_be_parsed_is_an_error_of_the_build() {
    let model = sample::mixed::<Q7>(SHAPE, &[Kind::Cosine], 1);
    let altered = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut model = model.clone();
        change(&mut model);
        wire::seal(&mut model);
        Crate::new(&model, "kernelet::Q7", &[]).run().expect_err("a damaged model compiles")
    };
    // the last block: two features of five inputs, eight bytes of scale and phase each, and three
    // scores
    let block = model.len() - (3 + 2 * (5 + 8 + 3));
    let messages = altered(&|model| model[block] = 99);
    assert!(messages.contains("a block has a kind that this version does not know"), "{messages}");
    let messages = altered(&|model| model.truncate(model.len() - 1));
    assert!(messages.contains("the sections do not fill the model exactly"), "{messages}");
    let messages = altered(&|model| model[block + 1] = 3);
    assert!(messages.contains("the sections do not fill the model exactly"), "{messages}");
}

#[test]
fn a_model_of_another_type_is_an_error_of_the_build() {
    let build = |model: &[u8], number: &str| Crate::new(model, number, &[]).run().expect_err("another type");
    let model = sample::model::<Q7>(SHAPE, 1);
    assert!(build(&model, "kernelet::Q15").contains("another number format"));
    let wide = Shape { outputs: 4, ..SHAPE };
    assert!(build(&sample::model::<Q7>(wide, 1), "kernelet::Q7").contains("another number of scores"));
}
