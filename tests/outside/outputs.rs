//! Files and streams from outside: what is written is whole, what is read is never overwritten, and
//! no result is lost in silence.

use crate::common::kernelet::{Desk, Run};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Command, Stdio};
use std::thread;

const ROWS: &str = "a,b,y\n1,2,x\n2,3,y\n3,4,x\n5,1,y\n";
const FIT: &str = "fit t.csv --features 5 --quiet";

/// Training data, test data and a model.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("t.csv", ROWS);
    desk.write("u.csv", ROWS);
    done(desk.run(&format!("{FIT} --out m.klt")));
    desk
}

fn done(run: Run) -> Run {
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

/// The names and bytes of all files.
fn contents(desk: &Desk) -> Vec<(String, Vec<u8>)> {
    desk.files().into_iter().map(|name| (name.clone(), desk.read(&name))).collect()
}

fn pipe(desk: &Desk, name: &str) {
    assert!(Command::new("mkfifo").arg(desk.path(name)).status().expect("mkfifo").success());
}

#[test]
fn links_are_followed_and_stay() {
    let desk = desk();
    let model = desk.read("m.klt");
    fs::create_dir(desk.path("models")).expect("a folder");
    desk.write("models/real.klt", "old");
    symlink("models/real.klt", desk.path("link.klt")).expect("a link");
    symlink("models/new.klt", desk.path("dangling.klt")).expect("a link");
    for (link, target) in [("link.klt", "models/real.klt"), ("dangling.klt", "models/new.klt")] {
        done(desk.run(&format!("{FIT} --out {link}")));
        assert!(fs::symlink_metadata(desk.path(link)).expect("a link").is_symlink(), "{link}");
        assert_eq!(desk.read(target), model);
        done(desk.run(&format!("predict {link} t.csv")));
        done(desk.run(&format!("predict {target} t.csv")));
    }
}

#[test]
fn pipes_and_devices_are_written_through() {
    let desk = desk();
    let printed = done(desk.run("predict m.klt t.csv")).out;
    pipe(&desk, "pipe");
    let path = desk.path("pipe");
    let reader = thread::spawn(move || fs::read_to_string(path).expect("what was written"));
    done(desk.run("predict m.klt t.csv --out pipe"));
    assert!(fs::metadata(desk.path("pipe")).expect("a pipe").file_type().is_fifo());
    assert_eq!(reader.join().expect("a reader"), printed);
    assert_eq!(done(desk.run("predict m.klt t.csv --out /proc/self/fd/1")).out, printed);
    assert_eq!(done(desk.run("predict m.klt t.csv --out -")).out, printed);
    // who may not make a device cannot lose one either
    let made = Command::new("mknod").arg(desk.path("null")).args(["c", "1", "3"]).stderr(Stdio::null()).status();
    if made.is_ok_and(|made| made.success()) {
        done(desk.run("predict m.klt t.csv --out null"));
        let run = done(desk.run("fit t.csv --features 5 --out null"));
        assert!(run.err.contains("null takes the model alone"), "{}", run.err);
        assert!(fs::metadata(desk.path("null")).expect("a device").file_type().is_char_device());
        assert!(!desk.path("null.json").exists());
    }
}

#[test]
fn what_is_read_is_never_written() {
    let desk = desk();
    desk.write("record", "");
    desk.write("grid.csv", ROWS);
    fs::copy(desk.path("m.klt"), desk.path("model.csv")).expect("a copy");
    fs::hard_link(desk.path("t.csv"), desk.path("hard.csv")).expect("a link");
    for (file, link) in [("t.csv", "soft.csv"), ("grid.csv", "grid.svg"), ("u.csv", "u.svg")] {
        symlink(file, desk.path(link)).expect("a link");
    }
    let before = contents(&desk);
    for (arguments, wanted) in [
        ("fit t.csv --out t.csv", "t.csv is the training data too"),
        ("fit t.csv --out ./t.csv", "the training data"),
        ("fit t.csv --out hard.csv", "the training data"),
        ("fit t.csv --out soft.csv", "the training data"),
        ("fit t.csv --test u.csv --out u.csv", "the test data"),
        ("fit t.csv --resume t.csv --out n.klt", "--resume: t.csv is the training data"),
        ("fit t.csv --resume record --out record", "record is --out too"),
        ("fit t.csv --resume new --out ./new", "is --out too"),
        ("fit t.csv --resume n.klt.json --out n.klt", "the data sheet of --out"),
        ("fit m.klt.json --out m.klt", "the training data"),
        ("predict m.klt t.csv --out t.csv", "the data"),
        ("predict m.klt t.csv --out m.klt", "the model"),
        ("predict m.klt t.csv --out m.klt.json", "the model's data sheet"),
        ("predict m.klt t.csv --golden t.csv", "the data"),
        ("predict m.klt t.csv --golden m.klt", "the model"),
        ("predict m.klt t.csv --out new --golden new", "--out"),
        ("compare grid.csv --plot grid.svg", "the data"),
        ("compare grid.csv --test u.csv --plot u.svg", "the test data"),
        ("export model.csv --as vectors --out .", "the model"),
    ] {
        let run = desk.run(arguments);
        assert_eq!(run.code, 2, "{arguments}: {}", run.err);
        assert!(run.out.is_empty() && run.err.contains(wanted), "{arguments}: {}", run.err);
        assert!(contents(&desk) == before, "{arguments}");
    }
}

/// `>> data.csv` would append the predictions to what they are made from.
#[test]
fn standard_output_is_an_output_too() {
    let desk = desk();
    for (arguments, name) in [("predict m.klt t.csv", "t.csv"), ("evaluate m.klt t.csv", "m.klt"), (FIT, "t.csv")] {
        let before = desk.read(name);
        let appended = fs::OpenOptions::new().append(true).open(desk.path(name)).expect("a file");
        let run = desk.command(arguments).stdout(appended).output().expect("it starts");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && said.contains("standard output"), "{arguments}: {said}");
        assert_eq!(desk.read(name), before);
    }
}

/// Every subcommand, each with a result to print.
const PRINTING: [&str; 13] = [
    "fit t.csv --features 5 --quiet",
    "fit t.csv --features 5 --quiet --json --out n.klt",
    "predict m.klt t.csv",
    "predict m.klt t.csv --out -",
    "evaluate m.klt t.csv --quiet",
    "inspect m.klt --json",
    "prepare m.klt t.csv --out p.klt",
    "export m.klt --as rust --out exported",
    "kernel-error t.csv --method mc --features 2 --rows 4",
    "compare t.csv --methods mc --features 2 --repeats 2",
    "reproduce li2019-table2 --data none",
    "--version",
    "fit --help",
];

#[test]
fn results_that_cannot_be_printed_are_an_error() {
    let desk = desk();
    for arguments in PRINTING {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let run = desk.command(arguments).stdout(full).output().expect("it starts");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.contains("No space left"), "{arguments}: {said}");
    }
}

#[test]
fn a_reader_that_has_gone_away_is_no_error() {
    let desk = desk();
    for arguments in PRINTING {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let run = desk.command(arguments).stdout(writer).output().expect("it starts");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(0) && !said.contains("standard output"), "{arguments}: {said}");
    }
}

#[test]
fn nobody_need_read_the_remarks() {
    let desk = desk();
    for (arguments, code) in [
        ("fit t.csv --features 5", 0),
        ("fit none.csv", 1),
        ("fit", 2),
        ("fit t.csv --flash 8 --number q7", 3),
        ("predict m.klt none.csv", 1),
        ("compare t.csv --kernel laplacian --features 2 --repeats 2", 0),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let run = desk.command(arguments).stderr(writer).output().expect("it starts");
        assert_eq!(run.status.code(), Some(code), "{arguments}");
    }
}

#[test]
fn outputs_that_cannot_be_written_are_found_before_anything_is_read() {
    let desk = desk();
    fs::create_dir(desk.path("folder")).expect("a folder");
    symlink("circle", desk.path("circle")).expect("a link");
    let before = desk.files();
    let long = "x".repeat(300);
    for arguments in [
        "fit none.csv --out missing/m.klt",
        "fit none.csv --out folder",
        "fit none.csv --out folder/",
        "fit none.csv --out new.klt/",
        "fit none.csv --out t.csv/m.klt",
        "fit none.csv --out circle",
        "fit none.csv --out /proc/m.klt",
        &format!("fit none.csv --out {long}"),
        "fit none.csv --resume missing/record --out m.klt",
        "predict none.klt none.csv --out missing/p.csv",
        "predict none.klt none.csv --golden missing/p.csv",
        "compare none.csv --plot missing/p.svg",
        "export none.klt --as rust --out t.csv",
        "export none.klt --as rust --out t.csv/below",
    ] {
        let run = desk.run(arguments);
        assert!(run.code == 1 && !run.err.contains("none"), "{arguments}: {}", run.err);
        assert_eq!(desk.files(), before, "{arguments}");
    }
}

#[test]
fn what_is_not_kept_is_said_before_the_fit() {
    let desk = Desk::new();
    let run = desk.run("fit none.csv");
    let remark = run.err.find("--out model.klt");
    assert!(remark.is_some() && remark < run.err.find("none.csv"), "{}", run.err);
    desk.write("t.csv", ROWS);
    done(desk.run("fit t.csv --features 5"));
    assert_eq!(desk.files(), ["t.csv"]);
}

#[test]
fn a_model_and_its_sheet_are_both_new_or_both_old() {
    let desk = desk();
    let model = desk.read("m.klt");
    fs::remove_file(desk.path("m.klt.json")).expect("a sheet");
    fs::create_dir_all(desk.path("m.klt.json/full")).expect("a folder");
    let run = desk.run("fit t.csv --features 4 --quiet --out m.klt");
    assert!(run.code == 1 && run.err.contains("m.klt.json"), "{}", run.err);
    assert_eq!(desk.read("m.klt"), model);
    assert_eq!(desk.files(), ["m.klt", "m.klt.json", "t.csv", "u.csv"]);
}
