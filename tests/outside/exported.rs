//! What exports carry beside the model: names, the way from physical values to readings, a test.

use crate::common::c::{AS_CPP, SANITISED, STRICT};
use crate::common::kernelet::Desk;
use std::io::Write;
use std::process::{Command, Stdio};

/// Prepares rows of values from standard input, and prints what the self-test says, the labels and
/// the readings.
const MAIN: &str = r#"
#include "model.h"
#include "model_sheet.h"
#include "model_test.h"
#include <stdio.h>

int main(void)
{
    double values[MODEL_INPUTS];
    model_input inputs[MODEL_INPUTS];
    printf("%d %s %s\n", model_self_test(), model_input_names[0], LABEL);
    for (;;) {
        for (uint16_t i = 0; i < MODEL_INPUTS; i++) {
            if (scanf("%lf", &values[i]) != 1) {
                return 0;
            }
        }
        model_prepare(values, inputs);
        if (fwrite(inputs, sizeof inputs, 1, stdout) != 1) {
            return 1;
        }
    }
}
"#;

/// A sensor's integers, decimals with a spike and gaps, a long tail, a category; classes or values.
fn desk(options: &str) -> Desk {
    let desk = Desk::new();
    let row = |i: u32| {
        let gap = if i.is_multiple_of(13) { String::new() } else { format!("{}.25", i * 61 % 83) };
        let spike = if i == 77 { 900_000.0 } else { f64::from(i * 37 % 97) / 7.0 };
        let class = ["lo\"w", "high?"][usize::from(i * 37 % 97 > 50)];
        format!("{},{gap},{spike:.3},{},{}\n", i * 41 % 1000, ["red", "green", "blue"][(i % 3) as usize], class)
    };
    desk.write(
        "t.csv",
        &format!("whole,gap,spike,colour,y\n{}", (0..900).map(row).collect::<String>().replace('"', "'")),
    );
    let run = desk.run(&format!("fit t.csv --method mc --features 10 --out model.klt --quiet {options}"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(desk.run("predict model.klt t.csv --golden golden --out p.csv --quiet").code, 0);
    desk
}

/// The physical values of all rows, by the names of the device's inputs.
fn values(desk: &Desk) -> String {
    let sheet: serde_json::Value = serde_json::from_slice(&desk.read("model.klt.json")).expect("JSON");
    let names: Vec<&str> = sheet["names"].as_array().expect("names").iter().filter_map(|name| name.as_str()).collect();
    let table = String::from_utf8(desk.read("t.csv")).expect("UTF-8");
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let mut text = String::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        for name in &names {
            let (column, level) = name.split_once('=').map_or((*name, None), |(column, level)| (column, Some(level)));
            let cell = cells[header.iter().position(|name| *name == column).expect("a column")];
            text += &match (level, cell) {
                (Some(level), _) => u8::from(cell == level).to_string(),
                (None, "") => "nan".to_owned(),
                (None, cell) => cell.to_owned(),
            };
            text += " ";
        }
        text += "\n";
    }
    text
}

/// Compiles `main.c` with the exported files and gives it rows.
fn run(desk: &Desk, compiler: &[&str], input: &str) -> Vec<u8> {
    let (program, options) = compiler.split_first().expect("a compiler");
    let sources = ["main.c", "model.c", "model_sheet.c", "model_test.c"].map(|name| desk.path(&format!("c/{name}")));
    let built = Command::new(program).args(options).args(&sources).arg("-o").arg(desk.path("run")).output();
    let built = built.expect("a compiler: run tests/setup");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut child =
        Command::new(desk.path("run")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let text = input.to_owned();
    let writing = std::thread::spawn(move || pipe.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writing.join().expect("no panic").expect("a reader");
    assert!(output.status.success());
    output.stdout
}

#[test]
fn exported_c_prepares_readings_and_tests_itself() {
    for (options, size) in [
        ("--number q7", 2),
        ("--number q3 --logarithms yes", 2),
        ("--number q15 --target whole --task regression", 2),
        ("--number f32 --logarithms yes", 4),
    ] {
        let desk = desk(options);
        let exported = desk.json("export model.klt --as c --out c");
        assert_eq!(exported["files"].as_array().map(Vec::len), Some(6));
        let labels = !options.contains("regression");
        let main = MAIN.replace("LABEL", if labels { "model_labels[MODEL_CLASSES - 1]" } else { "\"none\"" });
        std::fs::write(desk.path("c/main.c"), main).expect("writable");
        let rows = values(&desk);
        let golden = desk.read("golden");
        let each = golden.len() / 900;
        for compiler in [STRICT, SANITISED, AS_CPP] {
            let output = run(&desk, compiler, &rows);
            let end = output.iter().position(|byte| *byte == b'\n').expect("a line");
            let line = String::from_utf8_lossy(&output[..end]).into_owned();
            assert!(
                line.starts_with("0 ") && line.ends_with(if labels { "lo'w" } else { "none" }),
                "{options}: {line}"
            );
            let readings = &output[end + 1..];
            let inputs = readings.len() / 900;
            assert!(inputs.is_multiple_of(size) && inputs > 0);
            for row in 0..900 {
                let [own, expected] = [&readings[row * inputs..][..inputs], &golden[row * each..][..inputs]];
                assert!(own == expected || size == 4 && floats_equal(own, expected), "{options}, row {row}");
            }
        }
    }
}

/// Prepares rows of values, and compares what is made of readings with what is made of scores;
/// prints how many answers there were.
const OF_SCORES: &str = r#"
#include "model.h"
#include "model_sheet.h"
#include <stdio.h>
#include <string.h>

static int answers;

static int differ(const void *one, const void *other, size_t bytes)
{
    answers++;
    return memcmp(one, other, bytes) != 0;
}

int main(void)
{
    double values[MODEL_INPUTS];
    model_input inputs[MODEL_INPUTS];
    model_score scores[MODEL_OUTPUTS];
    while (scanf("%lf", &values[0]) == 1) {
        for (uint16_t i = 1; i < MODEL_INPUTS; i++) {
            if (scanf("%lf", &values[i]) != 1) {
                return 1;
            }
        }
        model_prepare(values, inputs);
        model_scores(inputs, scores);
        COMPARE
    }
    printf("%d\n", answers);
    return 0;
}
"#;

/// All answers of one evaluation are those of an evaluation each.
#[test]
fn exported_c_answers_by_scores_that_are_known() {
    const CLASSES: &str = "
        uint16_t class_[2] = {model_class(inputs), model_class_of(scores)}, probabilities[2][MODEL_OUTPUTS];
        uint32_t novelty[2] = {model_novelty(inputs), model_novelty_of(scores)};
        model_probabilities(inputs, probabilities[0]);
        model_probabilities_of(scores, probabilities[1]);
        if (differ(class_, class_ + 1, sizeof class_[0]) || differ(novelty, novelty + 1, sizeof novelty[0])
            || differ(probabilities[0], probabilities[1], sizeof probabilities[0]))
            return 1;";
    const VALUE: &str = "
        float value[2] = {model_value(inputs), model_value_of(scores)};
        model_score low[2][MODEL_OUTPUTS], high[2][MODEL_OUTPUTS];
        model_interval(inputs, low[0], high[0]);
        model_interval_of(scores, low[1], high[1]);
        if (differ(value, value + 1, sizeof value[0]) || differ(low[0], low[1], sizeof low[0])
            || differ(high[0], high[1], sizeof high[0]))
            return 1;";
    const VALUES: &str = "
        float both[2][MODEL_OUTPUTS];
        model_values(inputs, both[0]);
        model_values_of(scores, both[1]);
        if (differ(both[0], both[1], sizeof both[0]))
            return 1;";
    for (options, compare, each) in [
        ("--number q7 --probability --novelty", CLASSES, 3),
        ("--number f32 --probability --novelty", CLASSES, 3),
        ("--number q15 --target whole --task regression --interval 0.9", VALUE, 3),
        ("--number q7 --target whole,spike --task regression", VALUES, 1),
    ] {
        let desk = desk(options);
        desk.json("export model.klt --as c --out c");
        std::fs::write(desk.path("c/main.c"), OF_SCORES.replace("COMPARE", compare)).expect("writable");
        let output = run(&desk, STRICT, &values(&desk));
        assert_eq!(output, format!("{}\n", 900 * each).as_bytes(), "{options}");
    }
}

/// Whether all are the same, missing ones whatever their bits.
fn floats_equal(one: &[u8], other: &[u8]) -> bool {
    let float = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
    let pairs = one.chunks(4).zip(other.chunks(4)).map(|(a, b)| (float(a), float(b)));
    pairs.into_iter().all(|(a, b)| a == b || (a.is_nan() && b.is_nan()))
}

/// What stands there and was not made by an export stays, whatever the form; an export is replaced.
#[test]
fn an_export_replaces_nothing_of_the_users() {
    let desk = desk("--number q7");
    let table = desk.read("t.csv");
    for (form, file) in [("c", "t.h"), ("c", "t_test.c"), ("rust", "t.rs"), ("vectors", "t.csv"), ("onnx", "t.onnx")] {
        std::fs::write(desk.path(file), &table).expect("writable");
        let before = desk.files();
        let run = desk.run(&format!("export model.klt --as {form} --name t --out ."));
        assert!(run.code == 2 && run.err.contains(file), "{form}: {}", run.err);
        assert_eq!((desk.files(), desk.read(file)), (before, table.clone()));
        if file != "t.csv" {
            std::fs::remove_file(desk.path(file)).expect("it is there");
        }
    }
    for _ in 0..2 {
        desk.json("export model.klt --as c,rust,vectors,onnx,card --out again");
    }
    desk.write("again/README.md", "# Mine\n");
    let run = desk.run("export model.klt --as card --out again");
    assert!(run.code == 2 && run.err.contains("README.md"), "{}", run.err);
    std::fs::remove_file(desk.path("model.klt.json")).expect("it is there");
    desk.write("n_sheet.h", "mine\n");
    let run = desk.run("export model.klt --as c --name n --out .");
    assert!(run.code == 0 && run.err.contains("model.klt.json is missing"), "{}", run.err);
    assert_eq!(desk.read("n_sheet.h"), b"mine\n");
    // the labels and the scaling of another model would stay beside this one
    let before = desk.files();
    let run = desk.run("export model.klt --as c --out again");
    assert!(run.code == 2 && run.err.contains("model_sheet.h is about another model"), "{}", run.err);
    assert_eq!(desk.files(), before);
    let run = desk.run("export model.klt --as onnx --out bare");
    assert!(run.code == 1 && run.err.contains("model.klt.json"), "{}", run.err);
}

/// The self-test of `a` has the names of a model `a_test`, whichever was there first.
#[test]
fn an_export_replaces_no_part_of_another_one() {
    let desk = desk("--number q7");
    for names in [["a", "a_test"], ["b_sheet", "b"]] {
        desk.json(&format!("export model.klt --as c --name {} --out c", names[0]));
        let before = desk.files();
        let run = desk.run(&format!("export model.klt --as c --name {} --out c", names[1]));
        assert!(run.code == 2 && run.err.contains("exists"), "{names:?}: {}", run.err);
        assert_eq!(desk.files(), before);
    }
}

/// Options by which NaN is no missing value.
#[test]
fn readings_are_prepared_by_no_fast_math() {
    let desk = desk("--number q7");
    desk.json("export model.klt --as c --out c");
    let compiles = |option: &str| {
        let mut gcc = Command::new("gcc");
        gcc.args(["-fsyntax-only", option]).arg(desk.path("c/model_sheet.c"));
        gcc.output().expect("gcc: run tests/setup").status.success()
    };
    assert_eq!(["-O2", "-ffast-math", "-ffinite-math-only"].map(compiles), [true, false, false]);
}

/// A test that cannot fail tests nothing.
#[test]
fn the_self_test_finds_a_wrong_score() {
    let desk = desk("--number q7");
    desk.json("export model.klt --as c --out c");
    std::fs::write(desk.path("c/main.c"), MAIN.replace("LABEL", "model_labels[0]")).expect("writable");
    let test = String::from_utf8(desk.read("c/model_test.c")).expect("UTF-8");
    let (before, scores) = test.split_once("golden[").expect("golden scores");
    let scores = scores.replacen("    {", "    {1 + ", 1);
    std::fs::write(desk.path("c/model_test.c"), format!("{before}golden[{scores}")).expect("writable");
    assert!(run(&desk, STRICT, "").starts_with(b"1 "));
}

#[test]
fn a_model_without_a_sheet_exports_its_test_alone() {
    let desk = desk("--number q7");
    std::fs::remove_file(desk.path("model.klt.json")).expect("removable");
    let exported = desk.json("export model.klt --as c,rust --out c");
    let names: Vec<&str> =
        exported["files"].as_array().expect("files").iter().filter_map(|name| name.as_str()).collect();
    assert_eq!(names, ["c/model.h", "c/model.c", "c/model_test.h", "c/model_test.c", "c/model.rs"]);
    let module = String::from_utf8(desk.read("c/model.rs")).expect("UTF-8");
    assert!(module.contains("pub fn self_test") && !module.contains("pub fn prepare"));
}

/// In a crate of its own, which checks rows of each format by itself.
#[test]
fn exported_rust_prepares_readings_and_tests_itself() {
    let runtime = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    for (options, size) in [("--number q7 --logarithms yes", 2), ("--number f32 --target whole --task regression", 4)] {
        let desk = desk(options);
        desk.json("export model.klt --as rust --out src");
        let (golden, rows) = (desk.read("golden"), values(&desk));
        let each = golden.len() / 900;
        let check = |(row, line): (usize, &str)| {
            let values: Vec<String> = line
                .split_whitespace()
                .map(|cell| if cell == "nan" { "f64::NAN".into() } else { format!("{cell}_f64") })
                .collect();
            let readings = golden[row * each..][..values.len() * size].chunks(size).map(|bytes| match bytes {
                [a, b] => i16::from_le_bytes([*a, *b]).to_string(),
                _ => format!("{:?}", f32::from_le_bytes(bytes.try_into().expect("four bytes")))
                    .replace("NaN", "f32::NAN"),
            });
            let readings = readings.collect::<Vec<_>>().join(", ");
            format!("    assert!(same(&model::prepare(&[{}]), &[{readings}]), \"row {row}\");\n", values.join(", "))
        };
        let checks: String = rows.lines().enumerate().step_by(7).map(check).collect();
        let main = format!(
            "mod model;\nfn same(a: &[model::Input], b: &[model::Input]) -> bool {{\n    #[allow(clippy::eq_op)]\n\
             \x20   a.iter().zip(b).all(|(a, b)| a == b || (a != a && b != b))\n}}\n\
             fn main() {{\n    assert!(model::self_test());\n{checks}}}\n"
        );
        std::fs::write(desk.path("src/main.rs"), main).expect("writable");
        let manifest = format!(
            "[workspace]\n[package]\nname = \"prepared\"\nedition = \"2024\"\n[dependencies]\n\
             kernelet = {{ path = {runtime:?}, features = [\"logarithms\"] }}\n"
        );
        std::fs::write(desk.path("Cargo.toml"), manifest).expect("writable");
        std::fs::copy(runtime.join("../Cargo.lock"), desk.path("Cargo.lock")).expect("the lock file is there");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--offline", "--quiet"]).current_dir(desk.path(""));
        cargo.env("CARGO_TARGET_DIR", std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("prepared"));
        let output = cargo.output().expect("cargo starts");
        assert!(output.status.success(), "{options}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
