//! Models to package, and compilers for the examples in packages.

use super::kernelet::Desk;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The warnings under which examples and models compile without a word.
pub const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Wshadow", "-Werror"];

/// A class of windows that is made steady, a class, a value, several values: what examples tell
/// apart.
pub const MODELS: [&str; 4] = ["shake", "level", "flow", "both"];

/// A desk with one packed model of each of [`MODELS`].
pub fn desk() -> Desk {
    let desk = Desk::new();
    let sample = |t: u32| {
        let run = t / 100;
        let amplitude = [20.0, 900.0][run as usize % 2];
        let angle = f64::from(t) * 0.7;
        let axis = |part: f64| (amplitude * (angle * part).sin()).round();
        format!("{},{},{run},{}\n", axis(1.0), axis(0.3), ["still", "shaken"][run as usize % 2])
    };
    desk.write("rec.csv", &format!("ax,ay,run,label\n{}", (0..2400).map(sample).collect::<String>()));
    let row = |i: u32| {
        let [a, b] = [i * 41 % 1000, i * 67 % 1000];
        format!("{a},{b},{},{},{}\n", if a + b > 1000 { "high" } else { "low" }, a + 2 * b, i64::from(a) - i64::from(b))
    };
    desk.write("rows.csv", &format!("a,b,level,flow,drift\n{}", (0..600).map(row).collect::<String>()));
    for (name, options) in [
        ("shake", "rec.csv --window 32 --stride 16 --group run --majority 3"),
        ("level", "rows.csv --ignore flow,drift --target level"),
        ("flow", "rows.csv --ignore level,drift --target flow"),
        ("both", "rows.csv --ignore level --target flow,drift"),
    ] {
        desk.json(&format!("fit {options} --method mc --features 8 --number q7 --out {name}.klt --quiet"));
    }
    desk
}

/// Exports a model of the desk as a package into `ecosystem/name`, and returns the folder.
pub fn package(desk: &Desk, ecosystem: &str, name: &str) -> PathBuf {
    let out = format!("{ecosystem}/{name}");
    let files = desk.json(&format!("export {name}.klt --as {ecosystem} --out {out}"))["files"].clone();
    for file in files.as_array().expect("files").iter().filter_map(|file| file.as_str()) {
        let text = fs::read_to_string(desk.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(!text.contains("my_model") && !text.contains("[if "), "{file}:\n{text}");
    }
    desk.path(&out)
}

/// The C files of a package's model.
pub fn sources(folder: &Path, name: &str) -> Vec<PathBuf> {
    ["", "_sheet", "_test"].map(|end| folder.join(format!("src/{name}{end}.c"))).into()
}

/// The folder of headers that stand in for an ecosystem's.
pub fn stand_ins(ecosystem: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_ins").join(ecosystem)
}

/// Compiles and links files; no compiler says a word.
pub fn compile(compiler: &[&str], includes: &[PathBuf], files: &[PathBuf], out: &Path) {
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(STRICT).arg("-o").arg(out).args(files);
    command.args(includes.iter().flat_map(|folder| [Path::new("-I"), folder.as_path()]));
    let output = command.output().unwrap_or_else(|error| panic!("{}: {error}: run tests/setup", compiler[0]));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && messages.is_empty(), "{files:?}\n{messages}");
}

/// Compiles C files in C and one of an example in its language, then links and runs them; returns
/// what is printed.
pub fn run(desk: &Desk, example: &Path, includes: &[PathBuf], sources: &[PathBuf]) -> String {
    let is_cpp = example.extension().is_some_and(|end| end != "c");
    let objects: Vec<PathBuf> = (0..sources.len()).map(|i| desk.path(&format!("{i}.o"))).collect();
    for (source, object) in sources.iter().zip(&objects) {
        compile(&["gcc", "-std=c99", "-c"], includes, std::slice::from_ref(source), object);
    }
    let compiler: &[&str] = if is_cpp { &["g++", "-x", "c++", "-c"] } else { &["gcc", "-std=c11", "-c"] };
    let main = desk.path("main.o");
    compile(compiler, includes, &[example.to_owned()], &main);
    let program = desk.path("program");
    compile(&["g++"], &[], &[objects, vec![main]].concat(), &program);
    said(&mut Command::new(program))
}

/// What a command prints; it must succeed.
pub fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{:?}: {error}", command.get_program()));
    let [out, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}\n{out}{errors}");
    out
}
