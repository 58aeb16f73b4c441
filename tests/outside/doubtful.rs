//! Remarks on models and rows that are not what they seem.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// Something without an order, from 0 to 1.
fn noise(i: u32) -> f64 {
    Random(i.into()).symmetric().midpoint(1.0)
}

/// Rows of three columns without an order, and what `last` makes of each.
fn rows(count: u32, last: impl Fn(u32, [f64; 3]) -> String) -> String {
    let row = |i: u32| {
        let [a, b, c] = [0, 1, 2].map(|column| noise(3 * i + column));
        format!("{a},{b},{c},{}\n", last(i, [a, b, c]))
    };
    format!("a,b,c,y\n{}", (0..count).map(row).collect::<String>())
}

/// What a fit says on standard error.
fn said(desk: &Desk, fit: &str) -> String {
    let run = desk.run(&format!("{fit} --out m.klt"));
    assert_eq!(run.code, 0, "{}", run.err);
    run.err
}

const FIT: &str = "fit t.csv --flash 512 --blocks linear";

#[test]
fn what_is_no_better_than_a_constant_is_told() {
    let desk = Desk::new();
    let told = "no better than a constant";
    desk.write("t.csv", &rows(60, |i, _| format!("{}", noise(1_000 + i))));
    // logarithms beat a constant on these few rows, by chance
    assert!(said(&desk, &format!("{FIT} --holdout 0.3 --ridge 1e-6 --logarithms no")).contains(told));
    desk.write("t.csv", &rows(60, |_, [a, ..]| format!("{a}")));
    assert!(!said(&desk, &format!("{FIT} --holdout 0.3")).contains(told));
    // nine of ten rows have one class, which no input tells
    let class = |i: u32| if i.is_multiple_of(10) { "rare" } else { "often" }.to_owned();
    desk.write("t.csv", &rows(200, |i, _| class(i)));
    let err = said(&desk, &format!("{FIT} --holdout 0.3"));
    assert!(err.contains(told) && err.contains("\"often\""), "{err}");
    assert!(!said(&desk, &format!("{FIT} --holdout 0.3 --class-weights balanced")).contains(told));
}

/// The more copies, the fewer distinct rows.
#[test]
fn rows_that_were_written_many_times_are_told() {
    let desk = Desk::new();
    for copies in [3, 20] {
        let text = rows(60, |i, _| (noise(9_000 + i) < 0.5).to_string());
        let (head, lines) = text.split_once('\n').expect("a header");
        desk.write("t.csv", &format!("{head}\n{}", lines.repeat(copies)));
        let all = 60 * copies;
        let err = said(&desk, &format!("{FIT} --holdout 0.3"));
        assert!(err.contains(&format!("{all} of {all} rows equal another one")), "{copies}: {err}");
    }
}

/// One slip among few rows neither hides the others nor goes without a word.
#[test]
fn absurd_values_are_told_and_leave_the_others_their_range() {
    let desk = Desk::new();
    let table = rows(200, |_, [a, ..]| format!("{a}"));
    desk.write("u.csv", &table);
    let mut lines: Vec<&str> = table.lines().collect();
    let slip = format!("1e8,{}", lines[3].split_once(',').expect("cells").1);
    lines[3] = &slip;
    desk.write("t.csv", &(lines.join("\n") + "\n"));
    let err = said(&desk, FIT);
    assert!(err.contains("column \"a\" has a row absurdly far from the others, with 100000000"), "{err}");
    let r2 = desk.json("evaluate m.klt u.csv")["r2"].as_f64().expect("R2");
    assert!(r2 > 0.95, "{r2}");
}

/// Slips in one of 200 rows, or in one of 20, leave the others their range too.
#[test]
fn many_absurd_values_leave_the_others_their_range() {
    let desk = Desk::new();
    let table = rows(1_000, |_, [a, ..]| format!("{a}"));
    desk.write("u.csv", &table);
    for (every, least) in [(200, 0.99), (20, 0.9)] {
        let slip = |(at, line): (usize, &str)| match (at % every, line.split_once(',')) {
            (7, Some((_, rest))) => format!("{}e9,{rest}\n", 1 + at % 3),
            _ => format!("{line}\n"),
        };
        desk.write("t.csv", &table.lines().enumerate().map(slip).collect::<String>());
        let err = said(&desk, FIT);
        assert!(err.contains(&format!("column \"a\" has {} rows absurdly far", 1_000 / every)), "{err}");
        let r2 = desk.json("evaluate m.klt u.csv")["r2"].as_f64().expect("R2");
        assert!(r2 > least, "one in {every}: {r2}");
        fs::remove_file(desk.path("m.klt")).expect("a model");
    }
}

#[test]
fn codes_in_the_place_of_targets_are_told() {
    let desk = Desk::new();
    let targets = |i: u32, a: f64| if i.is_multiple_of(50) { "0".to_owned() } else { format!("{}", 7.0 + a) };
    desk.write("t.csv", &rows(200, |i, [a, ..]| targets(i, a)));
    let err = said(&desk, FIT);
    assert!(err.contains("the target \"y\" is 0 in 4 rows, far from its other values"), "{err}");
}

/// Half of the values of `a` lie within one step of 16 bits, beside the other half.
#[test]
fn values_that_become_one_reading_are_told() {
    let desk = Desk::new();
    let text = rows(300, |_, [a, b, _]| format!("{}", a + b));
    let mut lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
    lines.iter_mut().skip(1).step_by(2).for_each(|line| line.insert_str(line.find(',').expect("cells"), "e6"));
    desk.write("t.csv", &(lines.join("\n") + "\n"));
    let told = "become one reading of 16 bits, since others are so much larger: a; --number f32";
    let err = said(&desk, FIT);
    assert!(err.contains(told), "{err}");
    fs::remove_file(desk.path("m.klt")).expect("a model");
    assert!(!said(&desk, &format!("{FIT} --number f32")).contains("one reading"));
}

/// 7 / 800 is less than 1 - 793 / 800, as computed.
#[test]
fn as_many_errors_as_a_constant_are_told_to_the_last_bit() {
    let desk = Desk::new();
    for file in ["t.csv", "u.csv"] {
        let label = |i: u32, _| if i.is_multiple_of(127) { "fault" } else { "fine" }.to_owned();
        desk.write(file, &rows(800, label));
    }
    let err = said(&desk, &format!("{FIT} --test u.csv"));
    assert!(err.contains("no better than a constant: to answer \"fine\" always errs by 0.88 %"), "{err}");
    assert!(err.contains("never the answer, though test rows have it: \"fault\" (7)"), "{err}");
}

/// The time that reading took leaves some for a first model.
#[test]
fn a_slow_stream_leaves_time_for_a_model() {
    let desk = Desk::new();
    let mut fit = desk
        .command("fit - --flash 512 --seconds 0.5 --out m.klt --quiet")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("a fit");
    thread::sleep(Duration::from_millis(2_500));
    let text = rows(200, |_, [a, ..]| format!("{a}"));
    fit.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("a reader");
    assert!(fit.wait().expect("an end").success());
    assert!(desk.path("m.klt").exists());
}

#[test]
fn evaluating_names_the_groups_of_the_fit() {
    let desk = Desk::new();
    let table = rows(120, |i, [a, ..]| format!("{}", noise(5_000 + i / 10) + 0.1 * a));
    let grouped: String = table
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 0 { format!("g,{line}\n") } else { format!("s{},{line}\n", (at - 1) / 10) })
        .collect();
    desk.write("t.csv", &grouped);
    said(&desk, &format!("{FIT} --group g"));
    let [told, asked] = ["", " --group g"].map(|group| desk.run(&format!("evaluate m.klt t.csv{group}")).err);
    assert!(told.contains("--group g, as in the fit") && !asked.contains("as in the fit"), "{told} {asked}");
}
