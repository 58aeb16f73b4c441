//! Data files of every format, written by other programs: see `tests/files/make.py`.

use crate::common::kernelet::Desk;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

const NUMBERS: [&str; 7] =
    ["numbers.parquet", "numbers.arrow", "numbers.arrows", "numbers.npy", "fortran.npy", "numbers.npz", "numbers.svm"];
const MIXED: [&str; 3] = ["mixed.parquet", "mixed.arrow", "mixed.arrows"];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

/// A desk with copies of all files.
fn desk() -> Desk {
    let desk = Desk::new();
    for name in NUMBERS.iter().chain(&MIXED).chain(&["numbers.csv", "mixed.csv"]) {
        std::fs::copy(path(name), desk.path(name)).expect("a copy");
    }
    desk
}

/// The model of a file, and the answers to the same file.
fn fitted(desk: &Desk, (file, fit, predict): (&str, &str, &str)) -> (Vec<u8>, String) {
    let run = desk.run(&format!("fit {file} --features 20 --quiet --out {file}.klt {fit}"));
    assert_eq!(run.code, 0, "{file}: {}", run.err);
    let answers = desk.run(&format!("predict {file}.klt {file} --scores {predict}"));
    assert_eq!(answers.code, 0, "{file}: {}", answers.err);
    (desk.read(&format!("{file}.klt")), answers.out)
}

#[test]
fn the_same_numbers_give_the_same_model_in_every_format() {
    let desk = desk();
    let expected = fitted(&desk, ("numbers.csv", "", "")).0;
    for file in NUMBERS {
        assert!(fitted(&desk, (file, "", "")).0 == expected, "{file}: another model");
    }
}

#[test]
fn texts_and_missing_values_give_the_same_model_and_answers() {
    let desk = desk();
    let options = "--ignore id --target label";
    let expected = fitted(&desk, ("mixed.csv", options, "--keep id,mass,on"));
    assert!(expected.1.contains("row 17"));
    for file in MIXED {
        let options = format!("{options} --ignore day,list");
        let (model, answers) = fitted(&desk, (file, &options, "--keep id,mass,on"));
        assert!(model == expected.0, "{file}: another model");
        assert_eq!(answers, expected.1, "{file}");
    }
}

#[test]
fn formats_are_told_by_their_content() {
    let desk = desk();
    let expected = fitted(&desk, ("numbers.csv", "", "")).1;
    for file in ["numbers.parquet", "numbers.arrow", "numbers.arrows", "numbers.npy"] {
        std::fs::copy(path(file), desk.path("nameless")).expect("a copy");
        let run = desk.run("predict numbers.csv.klt nameless --scores");
        assert_eq!((run.code, run.out), (0, expected.clone()), "{file}: {}", run.err);
        let input = std::fs::File::open(path(file)).expect("readable");
        let run = desk.command("predict numbers.csv.klt - --scores").stdin(input).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{file}: {run:?}");
    }
}

/// Each row is written when the answer to the one before it was read.
#[test]
fn rows_of_a_pipe_are_answered_as_they_arrive() {
    let desk = desk();
    let options = "predict numbers.csv.klt - --scores --keep c1";
    let expected = fitted(&desk, ("numbers.csv", "", "--keep c1")).1;
    let rows = String::from_utf8(desk.read("numbers.csv")).expect("text");
    let mut program = desk.command(options).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let (mut to, from) = (program.stdin.take().expect("a pipe"), program.stdout.take().expect("a pipe"));
    let (send, answers) = channel();
    std::thread::spawn(move || BufReader::new(from).lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
    let answer = || answers.recv_timeout(Duration::from_secs(60)).expect("an answer before the next row");
    let mut read = Vec::new();
    for (place, row) in rows.lines().enumerate() {
        writeln!(to, "{row}").expect("a reader");
        match place {
            0 => {}
            // the names of the columns come with the first answer
            1 => read.extend([answer(), answer()]),
            _ => read.push(answer()),
        }
    }
    drop(to);
    assert!(program.wait().expect("it ends").success());
    assert_eq!(read.join("\n") + "\n", expected);
}

/// What arrived before a damaged row is answered; the message names its place in all that arrived.
#[test]
fn a_damaged_row_of_a_pipe_is_named() {
    let desk = desk();
    fitted(&desk, ("numbers.csv", "", ""));
    let text = String::from_utf8(desk.read("numbers.csv")).expect("text");
    let rows: Vec<&str> = text.lines().collect();
    let mut program = desk.command("predict numbers.csv.klt -");
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().expect("it starts");
    let mut to = program.stdin.take().expect("a pipe");
    let mut from = BufReader::new(program.stdout.take().expect("a pipe"));
    writeln!(to, "{}\n{}", rows[0], rows[1]).expect("a reader");
    let mut first = String::new();
    from.read_line(&mut first).expect("the names");
    from.read_line(&mut first).expect("an answer");
    assert_eq!(first.lines().count(), 2, "{first}");
    writeln!(to, "{},", rows[2]).expect("a reader");
    drop(to);
    let run = program.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("standard input, line 3 (row 2): the row has"), "{message}");
}

#[test]
fn columns_that_are_not_read_are_named() {
    let desk = desk();
    for (file, arguments) in [("mixed.parquet", "day"), ("mixed.arrow", "day")] {
        let run = desk.run(&format!("fit {file} --ignore id,list --target label --features 5 --out m.klt"));
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(run.err.contains(&format!("{file}, column {arguments:?}: the column holds dates")), "{}", run.err);
    }
    assert!(!desk.files().contains(&"m.klt".to_owned()));
}
