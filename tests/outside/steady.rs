//! Steady answers of a stream: the same classes on the host, on boards and by what the rules say.

use crate::common::board::{CORTEX_M0, CORTEX_M4F};
use crate::common::c::{Checked, Exported, SANITISED, STRICT};
use crate::common::firmware::{Build, equal};
use crate::common::kernelet::Desk;
use crate::common::streams::{Windows, golden_steady, steady};
use kernelet::answer::Steady;
use kernelet::answer::steady::Rule;
use kernelet::block::Kind;
use kernelet::{F32, Q7};
use serde_json::Value;
use std::process::Command;

/// Recordings of 600 samples, the first of which comes back after the second: a slow and a fast
/// swing in turn, so noisy that single windows are often wrong.
fn recordings(seed: u32, rows: u32) -> String {
    let row = |t: u32| {
        let mut mixed = seed * 7919 + t * 104_729;
        mixed = (mixed ^ mixed >> 16).wrapping_mul(0x7feb_352d);
        mixed = (mixed ^ mixed >> 15).wrapping_mul(0x846c_a68b);
        let noise = f64::from((mixed ^ mixed >> 16) & 0xffff) / 32_768.0 - 1.0;
        let class = t / SEGMENT % 2;
        let period = [12.0, 7.0][class as usize];
        let swing = 500.0 * (f64::from(t) / period * std::f64::consts::TAU).sin();
        let name = if t / 600 == 2 { 0 } else { t / 600 };
        format!("r{name},{},{}\n", (swing + 1300.0 * noise) as i16, ["slow", "fast"][class as usize])
    };
    "r,a,y\n".to_owned() + &(0..rows).map(row).collect::<String>()
}

/// The samples of one class in a row.
const SEGMENT: u32 = 200;

/// A model with a rule, and its twin without.
fn desk(rule: &str) -> (Desk, Value) {
    let desk = Desk::new();
    desk.write("train.csv", &recordings(3, 9600));
    desk.write("test.csv", &recordings(8, 2400));
    let fit = "fit train.csv --group r --window 24 --stride 8 --test test.csv --blocks linear";
    desk.json(&format!("{fit} --out raw.klt"));
    let fitted = desk.json(&format!("{fit} --out m.klt {rule}"));
    (desk, fitted)
}

/// The rows and the classes that `predict` prints.
fn predicted(desk: &Desk, model: &str) -> Vec<(usize, u16)> {
    let run = desk.run(&format!("predict {model} test.csv --quiet"));
    let answers = run.out.lines().skip(1).map(|line| {
        let (row, class) = line.split_once(',').expect("a row and a class");
        (row.parse().expect("a row"), u16::from(class == "slow"))
    });
    answers.collect()
}

#[test]
fn a_file_without_the_column_of_recordings_is_remarked_on() {
    let (desk, _) = desk("");
    let test = recordings(8, 2400);
    let without: String =
        test.lines().map(|line| line.split_once(',').expect("a recording").1.to_owned() + "\n").collect();
    desk.write("one.csv", &without);
    desk.write("row.csv", &test.replacen("r,a,y", "r,a,row", 1));
    for command in ["predict raw.klt one.csv", "evaluate raw.klt one.csv"] {
        let run = desk.run(command);
        assert!(run.code == 0 && run.err.contains("lacks \"r\""), "{command}: {}", run.err);
    }
    assert!(!desk.run("predict raw.klt test.csv").err.contains("lacks"));
    desk.write("other.csv", &test.replacen("r,a,y", "s,a,y", 1));
    let run = desk.run("evaluate raw.klt other.csv --group s");
    assert!(run.code == 0 && !run.err.contains("lacks"), "{}", run.err);
    let run = desk.run("predict raw.klt row.csv --keep row");
    assert!(run.code == 2 && run.err.contains("--keep \"row\""), "{}", run.err);
}

/// The steady classes of a stream that begins anew with each recording.
fn twin(rule: Steady, raw: &[(usize, u16)]) -> Vec<(usize, u16)> {
    let mut classes = Vec::new();
    let mut run = usize::MAX;
    let answer = |&(row, class): &(usize, u16)| {
        if (row - 1) / 600 != run {
            run = (row - 1) / 600;
            classes.clear();
        }
        classes.push(class);
        (row, steady(rule, &classes))
    };
    raw.iter().map(answer).collect()
}

fn errors(answers: &[(usize, u16)]) -> f64 {
    let truth = |row: usize| {
        let is_slow = |t: &usize| (t / SEGMENT as usize).is_multiple_of(2);
        let slow = (row - 24..row).filter(is_slow).count();
        // of equally frequent classes the earlier
        u16::from(slow > 12 || slow == 12 && is_slow(&(row - 24)))
    };
    let wrong = answers.iter().filter(|(row, class)| *class != truth(*row)).count();
    wrong as f64 / answers.len() as f64
}

const RULES: [(&str, Steady); 2] = [
    ("--majority 5", Steady { rule: Rule::Majority, answers: 5 }),
    ("--hysteresis 3", Steady { rule: Rule::Hysteresis, answers: 3 }),
];

#[test]
fn answers_are_those_of_the_rule_in_each_recording_anew() {
    for (option, rule) in RULES {
        let (desk, fitted) = desk(option);
        let (raw, found) = (predicted(&desk, "raw.klt"), predicted(&desk, "m.klt"));
        assert!(raw.len() == 4 * 73 && raw != found);
        assert_eq!(found, twin(rule, &raw), "{option}");
        // the model is the same but for the section
        let (one, other) = (desk.read("raw.klt"), desk.read("m.klt"));
        assert_eq!(one.len() + 3, other.len());
        for (metrics, of) in [(&fitted["test"], "fit"), (&desk.json("evaluate m.klt test.csv --group r"), "evaluate")] {
            let figures = [&metrics["error"], &metrics["error_raw"]].map(|error| error.as_f64().expect("an error"));
            assert_eq!(figures, [errors(&found), errors(&raw)], "{of} {option}");
        }
        assert!(errors(&found) < errors(&raw), "{option}");
    }
}

/// Scores and probabilities are those of the window, whatever its steady class.
#[test]
fn scores_are_those_of_the_window() {
    let (desk, _) = desk("--majority 5");
    let columns = |model: &str| {
        let run = desk.run(&format!("predict {model} test.csv --scores --quiet"));
        run.out.lines().map(|line| line.rsplit(',').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(columns("m.klt"), columns("raw.klt"));
}

#[test]
fn inspection_and_sheet_name_the_rule() {
    let (desk, fitted) = desk("--hysteresis 3");
    let expected = serde_json::json!({"rule": "hysteresis", "answers": 3});
    let inspected = desk.json("inspect m.klt");
    assert_eq!((&inspected["steady"], &fitted["steady"]), (&expected, &expected));
    let text = desk.run("inspect m.klt").out;
    assert!(text.contains("another class only after 3 windows of it in a row"), "{text}");
    let ram = |model: &str| desk.json(&format!("inspect {model}"))["ram_bytes"].as_u64().expect("bytes");
    assert_eq!(ram("m.klt"), ram("raw.klt") + 2 * 3 + 4);
    let sheet: Value = serde_json::from_slice(&desk.read("m.klt.json")).expect("JSON");
    assert_eq!(sheet["recipe"]["steady"], expected);
    let raw: Value = serde_json::from_slice(&desk.read("raw.klt.json")).expect("JSON");
    assert_eq!(raw["recipe"]["steady"], Value::Null);
}

/// The number of answers is chosen on training recordings: the test rows change nothing.
#[test]
fn the_number_of_answers_may_be_chosen() {
    let (desk, fitted) = desk("--majority auto");
    let found = &fitted["steady_answers"];
    let answers = found["answers"].as_u64().expect("a rule helps here");
    assert_eq!(fitted["steady"], serde_json::json!({"rule": "majority", "answers": answers}));
    let figure = |key: &str| found["heldout"][key].as_f64().expect("a figure");
    assert!(figure("error") < figure("error_raw") && (2..=32).contains(&answers));
    let again = "fit train.csv --group r --window 24 --stride 8 --blocks linear --majority auto --out n.klt";
    desk.json(again);
    assert_eq!(desk.read("n.klt"), desk.read("m.klt"));
    let rule = Steady { rule: Rule::Majority, answers: answers as u8 };
    assert_eq!(predicted(&desk, "m.klt"), twin(rule, &predicted(&desk, "raw.klt")));
}

/// What a board prints for a stream are the steady classes of the host.
#[test]
fn a_stream_on_a_board_has_the_steady_classes_of_the_host() {
    for (option, _) in RULES {
        let (desk, _) = desk(option);
        // one recording, as a board hears it
        let one: String = recordings(8, 600);
        desk.write("test.csv", &one);
        let answers = predicted(&desk, "m.klt");
        assert_eq!(desk.run("predict m.klt test.csv --readings stream --quiet").code, 0);
        let (packed, stream) = (desk.read("m.klt"), desk.read("stream"));
        let build = Build::of(&CORTEX_M0, &packed).option("--features=series,rectified");
        let said = build.program("stream").embed(&stream).firmware().say();
        let said = said.lines().map(|line| {
            let (row, class) = line.split_once(' ').expect("a row and a class");
            (row.parse().expect("a row"), class.parse().expect("a class"))
        });
        assert_eq!(said.collect::<Vec<(usize, u16)>>(), answers, "{option}");
    }
}

#[test]
fn c_has_the_steady_classes_of_the_rule() {
    for (_, rule) in RULES {
        let model = Windows::of_every_kind(3, 128).steady::<F32>(3, &[Kind::Cosine], rule);
        let (exported, golden) = (Exported::of(&model).check(Checked::Steady), golden_steady::<F32>(&model, 400));
        equal(&exported.on_host(STRICT, &golden), 400);
        equal(&exported.on_host(SANITISED, &golden), 400);
        let model = Windows::of_every_kind(1, 75).steady::<Q7>(3, &[Kind::Cosine], rule);
        let golden = golden_steady::<Q7>(&model, 200);
        for board in [&CORTEX_M0, &CORTEX_M4F] {
            equal(&Exported::of(&model).check(Checked::Steady).on_cortex_m(board, &golden), 200);
        }
        equal(&Exported::of(&model).check(Checked::Steady).on_avr([2, 2], &golden), 200);
    }
}

/// Runs a program, and gives what it prints.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{:?}: {error}", command.get_program()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
}

/// Replaces the first answer behind the declaration of the golden steady classes.
fn altered(desk: &Desk, path: &str) {
    let text = String::from_utf8(desk.read(path)).expect("UTF-8");
    let arrays = ["96] = [", "96] KLT_IN_FLASH = {"];
    let (before, behind) = arrays.iter().find_map(|array| text.split_once(array)).expect("steady classes");
    let (sign, behind) = (&text[before.len()..text.len() - behind.len()], behind.trim_start());
    let (_, rest) = behind.split_once(',').expect("a class");
    desk.write(path, &format!("{before}{sign}\n    9,{rest}"));
}

#[test]
fn an_export_in_c_tests_its_rule() {
    for (_, rule) in RULES {
        let desk = Desk::new();
        std::fs::write(desk.path("m.klt"), Windows::of_every_kind(1, 75).steady::<Q7>(3, &[], rule)).expect("writable");
        // the name of what a template calls a count
        desk.json("export m.klt --as c --name step_count --out c");
        let main = "#include \"step_count_test.h\"\n#include <stdio.h>\nint main(void)\n{\n    printf(\"%d\", step_count_self_test());\n    return 0;\n}\n";
        desk.write("c/main.c", main);
        let test = || {
            let files = ["step_count.c", "step_count_test.c", "main.c"].map(|file| desk.path(&format!("c/{file}")));
            let program = desk.path("test");
            said(Command::new(STRICT[0]).args(&STRICT[1..]).args(files).arg("-o").arg(&program));
            said(&mut Command::new(program))
        };
        assert_eq!(test(), "0");
        altered(&desk, "c/step_count_test.c");
        assert_ne!(test(), "0");
    }
}

#[test]
fn an_export_in_rust_tests_its_rule() {
    let (runtime, target) = (env!("CARGO_MANIFEST_DIR").to_owned() + "/runtime", env!("CARGO_TARGET_TMPDIR"));
    for (_, rule) in RULES {
        let desk = Desk::new();
        std::fs::write(desk.path("m.klt"), Windows::of_every_kind(1, 75).steady::<Q7>(3, &[], rule)).expect("writable");
        desk.json("export m.klt --as rust --name model --out src");
        desk.write("src/main.rs", "mod model;\n\nfn main() {\n    print!(\"{}\", model::self_test());\n}\n");
        let dependency = format!("kernelet = {{ path = {runtime:?}, features = [\"bands\", \"series\"] }}");
        let package = "[workspace]\n[package]\nname = \"rule\"\nedition = \"2024\"\n[dependencies]\n";
        desk.write("Cargo.toml", &format!("{package}{dependency}\n"));
        std::fs::copy(runtime.clone() + "/../Cargo.lock", desk.path("Cargo.lock")).expect("the lock file is there");
        let test = || {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["run", "--offline", "--quiet"]).current_dir(desk.path(""));
            said(cargo.env("CARGO_TARGET_DIR", format!("{target}/rule")))
        };
        assert_eq!(test(), "true");
        altered(&desk, "src/model.rs");
        assert_eq!(test(), "false");
    }
}
