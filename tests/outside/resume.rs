//! A search that was interrupted, from outside: begun anew it ends as if it never had been.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use std::time::Duration;

/// Three classes of three inputs, in curves.
fn desk() -> Desk {
    desk_of(|[a, b, c]| match a * b > 0.1 {
        true => "x",
        false if (6.0 * c).sin() + a > 0.3 => "y",
        false => "z",
    })
}

/// Rows of three inputs with a class.
fn desk_of(class: impl Fn([f64; 3]) -> &'static str) -> Desk {
    let desk = Desk::new();
    let mut random = Random(7);
    let mut row = || {
        let [a, b, c] = [(); 3].map(|()| random.symmetric());
        format!("{a:.4},{b:.4},{c:.4},{}\n", class([a, b, c]))
    };
    desk.write("t.csv", &(String::from("a,b,c,kind\n") + &(0..500).map(|_| row()).collect::<String>()));
    desk
}

const FIT: &str = "fit t.csv --flash 300 --quiet --out m.klt";

fn model(desk: &Desk, options: &str) -> Vec<u8> {
    desk.json(&format!("{FIT} {options}"));
    desk.read("m.klt")
}

fn lines(desk: &Desk, name: &str) -> usize {
    std::fs::read_to_string(desk.path(name)).map_or(0, |text| text.lines().count())
}

#[test]
fn an_interrupted_search_goes_on() {
    let desk = desk();
    let whole = model(&desk, "");
    std::fs::remove_file(desk.path("m.klt")).expect("it was written");
    let mut interrupted = desk.start(&format!("{FIT} --resume record"));
    while lines(&desk, "record") < 20 {
        assert!(interrupted.try_wait().expect("a process").is_none(), "it ended before it could be interrupted");
        std::thread::sleep(Duration::from_millis(1));
    }
    interrupted.kill().and_then(|()| interrupted.wait()).expect("killed");
    assert!(!desk.path("m.klt").exists());
    let before = std::fs::read_to_string(desk.path("record")).expect("a record");
    assert_eq!(model(&desk, "--resume record"), whole);
    let after = std::fs::read_to_string(desk.path("record")).expect("a record");
    let kept = before.rfind('\n').map_or("", |end| &before[..=end]);
    assert!(after.starts_with(kept) && after.len() > 2 * kept.len(), "{} {}", kept.len(), after.len());
    // nothing is left to find
    assert_eq!(model(&desk, "--resume record"), whole);
    assert_eq!(std::fs::read_to_string(desk.path("record")).expect("a record"), after);
    // of other options nothing is known
    let other = model(&desk, "--seed 1");
    assert_ne!(other, whole);
    assert_eq!(model(&desk, "--seed 1 --resume record"), other);
    assert!(lines(&desk, "record") > after.lines().count());
}

/// A search of everything has judged ferns alone, and linear models with and without ferns, as a
/// fit of these does. The classes are boxes, so that no ferns are given up before all folds have
/// judged them.
#[test]
fn fits_that_are_told_more_know_what_a_search_found() {
    let desk = desk_of(|[a, b, c]| match (a > 0.5 && b > 0.0, c > 0.5 || b < -0.6) {
        (true, _) => "x",
        (false, true) => "y",
        (false, false) => "z",
    });
    model(&desk, "--resume record");
    let searched = desk.read("record");
    for told in ["--blocks linear", "--blocks fern", "--blocks linear,fern"] {
        assert_eq!(model(&desk, &format!("{told} --resume record")), model(&desk, told));
        assert_eq!(desk.read("record"), searched);
    }
}

/// Each go finds a little more, and the last one the rest.
#[test]
fn a_search_may_take_its_time_in_parts() {
    let desk = desk();
    let whole = model(&desk, "");
    let found: Vec<usize> = ["0.001", "1", "2"]
        .into_iter()
        .map(|seconds| {
            model(&desk, &format!("--resume record --seconds {seconds}"));
            lines(&desk, "record")
        })
        .collect();
    assert!(found.is_sorted() && found[0] < found[2], "{found:?}");
    assert_eq!(model(&desk, "--resume record"), whole);
}

/// Two searches share a record while a third of other options joins them; each finds what it would
/// find alone, and the next finds every line whole.
#[test]
fn searches_share_a_record() {
    let desk = desk();
    let alone = [model(&desk, ""), model(&desk, "--seed 1")];
    let fit = |options: &str| desk.start(&format!("fit t.csv --flash 300 --quiet --resume record {options}"));
    let mut all = [fit("--out a.klt"), fit("--out b.klt"), fit("--seed 1 --out c.klt")];
    all.iter_mut().for_each(|fit| assert!(fit.wait().expect("it ends").success()));
    assert_eq!(
        [desk.read("a.klt"), desk.read("b.klt"), desk.read("c.klt")],
        [&alone[0], &alone[0], &alone[1]].map(Vec::clone)
    );
    let run = desk.run("fit t.csv --flash 300 --out m.klt --resume record");
    assert!(run.code == 0 && !run.err.contains("broken"), "{}", run.err);
    assert_eq!(desk.read("m.klt"), alone[0]);
}

/// What a kill or a bad disk broke is found again, and nothing else.
#[test]
fn broken_lines_are_found_again() {
    let desk = desk();
    let whole = model(&desk, "--resume record");
    let text = std::fs::read_to_string(desk.path("record")).expect("a record");
    let lines: Vec<&str> = text.lines().collect();
    let half = &lines[5][..lines[5].len() / 2];
    let broken = [&lines[..5], &[half], &lines[6..]].concat().join("\n") + "\n";
    desk.write("record", &broken);
    let run = desk.run("fit t.csv --flash 300 --out m.klt --resume record");
    assert!(run.code == 0 && run.err.contains("record: 1 line is broken"), "{}", run.err);
    assert_eq!(desk.read("m.klt"), whole);
    let again = std::fs::read_to_string(desk.path("record")).expect("a record");
    assert_eq!(again, broken + lines[5] + "\n");
}

#[test]
fn other_files_are_no_records() {
    let desk = desk();
    desk.write("other.csv", "a,b\n1,2\n");
    let before = desk.read("other.csv");
    let run = desk.run(&format!("{FIT} --resume other.csv"));
    assert!(run.code == 1 && run.err.contains("other.csv") && run.err.contains("no record of a search"), "{}", run.err);
    assert_eq!(desk.read("other.csv"), before);
    let run = desk.run(&format!("{FIT} --resume missing/record"));
    assert!(run.code == 1 && run.err.contains("missing/record"), "{}", run.err);
    assert!(!desk.path("m.klt").exists());
}
