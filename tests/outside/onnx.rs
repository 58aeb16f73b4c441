//! Exported graphs of ONNX and model cards, and the command that writes them.

use crate::common::kernelet::Desk;
use std::path::Path;
use std::process::Command;

/// A desk with the tables of `tests/files`, and a model of the mixed one.
fn desk(options: &str) -> Desk {
    let desk = Desk::new();
    for name in ["mixed.csv", "numbers.csv"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name);
        std::fs::copy(path, desk.path(name)).expect("a copy");
    }
    let run = desk.run(&format!("fit mixed.csv --ignore id --target label --quiet --out m.klt {options}"));
    assert_eq!(run.code, 0, "{}", run.err);
    desk
}

#[test]
fn a_card_says_what_the_model_is_and_how_to_repeat_it() {
    let desk = desk("--features 10 --number q7");
    let run = desk.run("export m.klt --as card,onnx --out hub");
    assert_eq!(run.code, 0, "{}", run.err);
    let card = String::from_utf8(desk.read("hub/README.md")).expect("UTF-8");
    let size = desk.read("m.klt").len();
    for part in [
        "---\nlibrary_name: kernelet\n",
        "pipeline_tag: tabular-classification",
        &format!("in {size} bytes of flash"),
        "one of `down`, `up`",
        "fitted to 300 rows",
        "| `colour=red` |",
        "--features 10",
        "--number q7",
        "Rounding changes no score by more than",
    ] {
        assert!(card.contains(part), "{part:?} is missing in\n{card}");
    }
    // the command of the card gives the same bytes
    let command = card.lines().find(|line| line.starts_with("kernelet fit")).expect("a command");
    let command = command.replace("kernelet fit TRAIN.csv", "fit mixed.csv --quiet").replace("MODEL.klt", "n.klt");
    assert_eq!(desk.run(&command).code, 0, "{command}");
    assert!(desk.read("n.klt") == desk.read("m.klt"), "another model by {command}");
}

#[test]
fn a_readme_that_is_no_card_stays() {
    let desk = desk("--features 5");
    desk.write("README.md", "mine\n");
    let run = desk.run("export m.klt --as card --out .");
    assert_eq!((run.code, desk.read("README.md")), (2, b"mine\n".to_vec()), "{}", run.err);
    assert!(run.err.contains("README.md: exists"), "{}", run.err);
}

#[test]
#[ignore = "needs Python with onnx and onnxruntime"]
fn onnxruntime_has_the_scores_of_the_device() {
    let desk = desk("--features 20 --number f32");
    let fits = [
        ("q.klt", "--features 20 --number q7"),
        ("fern.klt", "--blocks linear,fern --flash 1KiB --number f32"),
        ("relu.klt", "--blocks relu --features 8 --number f32"),
        ("seeded.klt", "--draw seeded --method greedy --features 8 --number f32"),
        ("sorf.klt", "--method sorf --features 20 --number f32"),
    ];
    let mut models = vec!["m.klt"];
    for (model, options) in fits {
        let run = desk.run(&format!("fit mixed.csv --ignore id --target label --quiet --out {model} {options}"));
        assert_eq!(run.code, 0, "{model}: {}", run.err);
        models.push(model);
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare_onnx.py");
    let kernelet = desk.command("").get_program().to_owned();
    let mut python = Command::new("python3");
    let run = python.arg(script).arg(kernelet).arg(desk.path("mixed.csv"));
    let run = run.args(models.iter().map(|model| desk.path(model))).output().expect("python3 starts");
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    println!("{said}");
    assert!(run.status.success(), "{said}");
    assert_eq!(said.lines().count(), models.len());
}
