//! The C files that exports are made of: each passes compilers alone, and an export holds them as
//! they stand.

use crate::common::extras::{Early, Extras, Interval, Novelty, Probabilities};
use crate::common::kernelet::Desk;
use crate::common::sample::{self, KINDS, Sample, Shape};
use kernelet::number::Word;
use kernelet::{F32, Q3, Q7, Q7Wide, Q15};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compilers of this machine and of small cores, and what they are strict about.
const COMPILERS: [&[&str]; 5] = [
    &["gcc", "-std=c99", "-Wpedantic", "-Wconversion", "-Wshadow"],
    &["g++", "-x", "c++"],
    &["avr-gcc", "-mmcu=atmega328p", "-std=gnu99", "-Wconversion"],
    &["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-std=c99", "-Wpedantic", "-Wconversion"],
    &["arm-none-eabi-gcc", "-mcpu=cortex-m55", "-mfloat-abi=hard", "-mthumb", "-std=c99", "-Wpedantic", "-Wconversion"],
];

/// Odd sizes, so that half bytes and lanes are left over.
const ODD: Shape = Shape { inputs: 7, outputs: 3, features: 11, guarded: true };

/// Enough inputs and features for vector instructions.
const WIDE: Shape = Shape { inputs: 37, features: 17, ..ODD };

/// Where the C files lie.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fitter/src/export/c")
}

/// Every `.c` file.
fn files() -> Vec<PathBuf> {
    let folders =
        ["core", "dot", "add", "feature", "row", "answer", "window", "learn", "avr", "dsp", "mve"].into_iter();
    let files = folders.flat_map(|folder| fs::read_dir(root().join(folder)).expect("a folder of C files"));
    let paths = files.map(|file| file.expect("readable").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "c")).collect()
}

/// Each file is looked at alone, and nothing is written.
const LOOK: &str = "-fsyntax-only";

/// No compiler says a word.
fn pass(compilers: &[&[&str]], options: &[&str], files: &[PathBuf]) {
    assert!(!files.is_empty());
    for compiler in compilers {
        let mut command = Command::new(compiler[0]);
        command.args(&compiler[1..]).args(["-Wall", "-Wextra", "-Werror"]).args(options).args(files);
        let output = command.output().unwrap_or_else(|error| panic!("{}: {error}: run tests/setup", compiler[0]));
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && messages.is_empty(), "{compiler:?} {options:?}\n{messages}");
    }
}

#[test]
fn every_file_passes_compilers_alone() {
    let files = files();
    assert!(files.len() > 80);
    pass(&COMPILERS, &[LOOK], &files);
}

/// The source that a model is exported as.
fn exported(desk: &Desk, model: &[u8], name: &str) -> String {
    fs::write(desk.path("m.klt"), model).expect("writable");
    desk.json(&format!("export m.klt --as c --name {name} --out c"));
    String::from_utf8(desk.read(&format!("c/{name}.c"))).expect("UTF-8")
}

/// The path of a file, where a line of an export names one.
fn named(line: &str) -> Option<&str> {
    line.strip_prefix("/* ")?.strip_suffix(" */").filter(|path| path.ends_with(".c") || path.ends_with(".h"))
}

/// Models of all kinds of blocks, with and without what is computed from their scores.
fn models<F: Sample>() -> Vec<Vec<u8>> {
    let one = Shape { inputs: 1, outputs: 1, features: 1, guarded: false };
    let mut models = vec![
        sample::bent::<F>(ODD, &KINDS, 5),
        sample::mixed::<F>(WIDE, &KINDS, 5),
        sample::mixed::<F>(Shape { inputs: 300, ..ODD }, &KINDS, 5),
        sample::mixed::<F>(one, &[], 5),
    ];
    models.extend(KINDS.map(|kind| sample::mixed::<F>(one, &[kind], 5)));
    models.extend([ODD, one].into_iter().flat_map(|shape| {
        let told = [Probabilities::model::<F>, Novelty::model::<F>, Early::model::<F>, Interval::model::<F>];
        told.map(|model| model(shape, 7))
    }));
    models
}

/// All compilers see each file alone, as the export of a model configures it.
fn each_file_passes(model: &[u8]) {
    let desk = Desk::new();
    let text = exported(&desk, model, "model");
    let functions = text.lines().position(|line| named(line).is_some_and(|path| path.ends_with(".c")));
    let head: String = text.lines().take(functions.expect("scores")).map(|line| format!("{line}\n")).collect();
    desk.write("given.h", &head);
    let files = text.lines().filter_map(named).filter(|path| path.ends_with(".c"));
    let files: Vec<PathBuf> = files.map(|path| root().join(path)).collect();
    let [folder, given] = ["c", "given.h"].map(|name| desk.path(name).to_str().expect("UTF-8").to_owned());
    pass(&COMPILERS, &[LOOK, "-DKLT_LOCAL=", "-DKLT_INLINE=", "-I", &folder, "-include", &given], &files);
}

/// The compiler of this machine compiles the export of a model, so that it sees what nothing calls.
fn export_passes(model: &[u8]) {
    let desk = Desk::new();
    exported(&desk, model, "model");
    let [source, object] = ["c/model.c", "model.o"].map(|name| desk.path(name));
    pass(&COMPILERS[..1], &["-c", "-o", object.to_str().expect("UTF-8")], &[source]);
}

/// Models of all kinds of blocks are the first two.
fn pass_as_configured<F: Sample>() {
    let models = models::<F>();
    let (of_all_kinds, others) = models.split_at(2);
    of_all_kinds.iter().for_each(|model| each_file_passes(model));
    others.iter().for_each(|model| export_passes(model));
}

#[test]
fn every_file_passes_compilers_in_the_configurations_of_models() {
    pass_as_configured::<F32>();
    pass_as_configured::<Q15>();
    pass_as_configured::<Q7>();
    pass_as_configured::<Q7Wide>();
    pass_as_configured::<Q3>();
}

/// What the compiler or its user may define, or not.
const UNSURE: [&str; 6] =
    ["defined(KLT_AVR)", "defined(KLT_DSP)", "defined(KLT_MVE)", "defined(KLT_LEARNT)", "KLT_NO_DSP", "KLT_NO_MVE"];

/// The macros of the configuration that a text takes to be defined.
fn macros(text: &str) -> Vec<String> {
    let unsure = UNSURE.iter().fold(text.to_owned(), |text, word| text.replace(word, ""));
    let words = unsure.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("KLT_")).map(str::to_owned).collect()
}

#[test]
fn an_export_holds_its_files_as_they_stand_and_defines_all_that_they_use() {
    let of_formats = [models::<F32>(), models::<Q15>(), models::<Q7>(), models::<Q7Wide>(), models::<Q3>()];
    for model in of_formats.concat() {
        let text = exported(&Desk::new(), &model, "model");
        for path in text.lines().filter_map(named) {
            let file = fs::read_to_string(root().join(path)).expect("a C file");
            let of_files = |line: &&str| line.starts_with("#include \"") || line.starts_with("/* Calls ");
            let body: Vec<&str> = file.lines().filter(|line| !of_files(line)).collect();
            let pasted = format!("/* {path} */\n{}\n", body.join("\n").trim_start());
            assert!(text.contains(&pasted), "{path} does not stand in the export");
        }
        for name in macros(&text) {
            let defined = [format!("#define {name} "), format!("#define {name}("), format!("#define {name}\n")];
            assert!(defined.iter().any(|define| text.contains(define)), "{name} is not defined");
        }
    }
}

/// A C array of golden bytes.
fn array(name: &str, bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("static const unsigned char {name}_golden[] = {{{}}};\n", numbers.join(", "))
}

/// A check of the first row that a model answers.
fn check(name: &str) -> String {
    let upper = name.to_uppercase();
    format!(
        "    {name}_input {name}_x[{upper}_INPUTS];\n    {name}_score {name}_y[{upper}_OUTPUTS];\n\
         \x20   memcpy({name}_x, {name}_golden, sizeof {name}_x);\n    {name}_scores({name}_x, {name}_y);\n\
         \x20   wrong |= memcmp({name}_y, {name}_golden + sizeof {name}_x, sizeof {name}_y) != 0;\n"
    )
}

/// A model in a format, exported under a name, and its golden vector.
fn export_as<F: Sample>(desk: &Desk, name: &str) -> String {
    let model = sample::probable::<F>(ODD, &KINDS, 5);
    exported(desk, &model, name);
    let golden = sample::golden::<F>(&model, 1);
    assert_eq!(golden.len(), ODD.inputs * F::Input::SIZE + ODD.outputs * F::Score::SIZE);
    array(name, &golden)
}

#[test]
fn models_of_all_formats_link_into_one_program() {
    let desk = Desk::new();
    let names = ["letter", "motor", "spam", "pump", "sat"];
    let arrays = [
        export_as::<F32>(&desk, names[0]),
        export_as::<Q15>(&desk, names[1]),
        export_as::<Q7>(&desk, names[2]),
        export_as::<Q7Wide>(&desk, names[3]),
        export_as::<Q3>(&desk, names[4]),
    ];
    let includes: String = names.iter().map(|name| format!("#include \"{name}.h\"\n")).collect();
    let checks: String = names.iter().map(|name| check(name)).collect();
    let main = format!("int main(void)\n{{\n    int wrong = 0;\n{checks}    return wrong;\n}}\n");
    desk.write("c/main.c", &format!("{includes}#include <string.h>\n{}{main}", arrays.concat()));
    let sources = names.iter().chain(&["main"]).map(|name| desk.path(&format!("c/{name}.c")));
    let program = desk.path("program");
    let mut gcc = Command::new("gcc");
    let output = gcc.args(["-std=c99", "-O2", "-Wall", "-Werror"]).args(sources).arg("-o").arg(&program).output();
    let output = output.expect("gcc: run tests/setup");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(Command::new(program).status().expect("it starts").success(), "a model answers wrongly beside another");
}
