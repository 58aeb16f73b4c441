//! The time that a fit takes: it keeps to `--seconds`, ends at Ctrl-C with its best model, and says
//! what it does meanwhile.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use std::fmt::Write;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Rows of two classes that a line through the first two of so many inputs parts, nearly.
fn table(rows: usize, inputs: usize) -> String {
    let mut random = Random(11);
    let mut text: String = (0..inputs).map(|i| format!("x{i},")).collect::<String>() + "y\n";
    for _ in 0..rows {
        let row: Vec<f64> = (0..inputs).map(|_| random.symmetric()).collect();
        let class = if row[0] + row[1] + 0.3 * random.symmetric() > 0.0 { "yes" } else { "no" };
        row.iter().for_each(|cell| write!(text, "{cell:.3},").expect("a string"));
        writeln!(text, "{class}").expect("a string");
    }
    text
}

/// The seconds of a run that must succeed.
fn seconds(desk: &Desk, arguments: &str) -> f64 {
    let started = Instant::now();
    let run = desk.run(arguments);
    assert_eq!(run.code, 0, "{arguments}: {}", run.err);
    started.elapsed().as_secs_f64()
}

#[test]
fn a_limited_fit_ends_in_time_whatever_its_budget() {
    let desk = Desk::new();
    desk.write("few.csv", &table(200, 4));
    desk.write("wide.csv", &table(40, 6_000));
    for (file, options, limit) in [
        ("few.csv", "--flash 16MiB", 2.0),
        ("few.csv", "--flash 64KiB --method mc", 2.0),
        ("few.csv", "--flash 64KiB --blocks cosine,fern", 2.0),
        ("wide.csv", "--flash 64KiB", 4.0),
        ("few.csv", "", 1.0),
    ] {
        let taken = seconds(&desk, &format!("fit {file} {options} --seconds {limit} --quiet --out m.klt"));
        // a machine that does other work as well gets half a second more
        assert!(taken < 0.5 + f64::max(1.2 * limit, limit + 2.0), "{file} {options}: {taken} of {limit} seconds");
    }
}

/// Twenty thousand features of a line would not be better than the line.
#[test]
fn a_limited_fit_is_no_worse_than_the_linear_model_that_it_judged() {
    let desk = Desk::new();
    desk.write("few.csv", &table(200, 4));
    let fitted = desk.json("fit few.csv --flash 16KiB --seconds 4 --quiet");
    let tried = fitted["tried"].as_array().expect("what was tried");
    let error = |blocks: &str| {
        let of = tried.iter().find(|tried| tried["blocks"] == blocks);
        of.unwrap_or_else(|| panic!("{blocks} was not tried: {fitted}"))["error"].as_f64().expect("an error")
    };
    assert!(error(fitted["blocks"].as_str().expect("blocks")) <= error("linear"), "{fitted}");
    // each kind had its look
    ["fern", "linear,fern", "cosine", "relu"].iter().for_each(|blocks| assert!(error(blocks) > 0.0));
}

/// Small data leaves time for the search that a fit without a limit makes.
#[test]
fn a_limit_that_is_long_enough_changes_nothing() {
    let desk = Desk::new();
    desk.write("few.csv", &table(100, 3));
    for options in ["--flash 1KiB", "--flash 1KiB --blocks cosine", "--flash 1KiB --blocks fern"] {
        let fit = format!("fit few.csv {options} --quiet");
        let whole = desk.json(&format!("{fit} --out whole.klt"));
        let limited = desk.json(&format!("{fit} --seconds 300 --out limited.klt"));
        assert_eq!(limited["tried"], whole["tried"], "{options}");
        assert_eq!(desk.read("limited.klt"), desk.read("whole.klt"), "{options}");
    }
}

#[test]
fn what_cannot_be_fitted_is_refused_before_it_is_tried() {
    let desk = Desk::new();
    desk.write("few.csv", &table(200, 4));
    let run = desk.run("fit few.csv --features 65535 --method mc --out m.klt");
    assert!(run.code == 2 && run.err.contains("GB of memory") && run.err.contains("65535 features"), "{}", run.err);
    assert_eq!(desk.files(), ["few.csv"]);
}

#[test]
fn threads_beyond_the_cores_are_not_started() {
    let desk = Desk::new();
    desk.write("few.csv", &table(60, 3));
    let fit = "fit few.csv --method mc --features 5";
    let run = desk.run(&format!("--threads 65535 {fit}"));
    assert!(run.code == 0 && run.err.contains("--threads 65535") && run.err.contains("cores"), "{}", run.err);
    desk.write("limited", "ulimit -v 100000 && exec \"$@\"\n");
    let run = desk.run_by("sh limited", &format!("--threads 64 {fit}"));
    assert!(run.code == 0 || (run.code == 1 && run.err.contains("threads")), "{} {}", run.code, run.err);
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

/// Interrupts a fit after some time, and returns its exit code.
fn interrupted(desk: &Desk, arguments: &str, times: &[u64]) -> Option<i32> {
    let mut fit = desk.start(arguments);
    for time in times {
        std::thread::sleep(Duration::from_millis(*time));
        assert!(fit.try_wait().expect("a process").is_none(), "it ended before it could be interrupted");
        interrupt(&fit);
    }
    let started = Instant::now();
    let code = fit.wait().expect("a process").code();
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    code
}

#[test]
fn an_interrupted_fit_leaves_its_best_model_or_nothing() {
    let desk = Desk::new();
    desk.write("many.csv", &table(3_000, 8));
    // a linear model is there by then
    assert_eq!(interrupted(&desk, "fit many.csv --flash 32KiB --out m.klt", &[6_000]), Some(130));
    assert_eq!(desk.files(), ["m.klt", "m.klt.json", "many.csv"]);
    assert_eq!(desk.run("inspect m.klt").code, 0);
    // features alone take longer
    assert_eq!(interrupted(&desk, "fit many.csv --flash 32KiB --blocks cosine --out n.klt", &[3_000]), Some(130));
    assert_eq!(desk.files(), ["m.klt", "m.klt.json", "many.csv"]);
}

#[test]
fn long_fits_say_what_they_do_unless_they_are_quiet() {
    let desk = Desk::new();
    desk.write("few.csv", &table(200, 4));
    let run = desk.run("fit few.csv --flash 16KiB --seconds 9");
    let lines: Vec<&str> = run.err.lines().filter(|line| line.contains("best so far")).collect();
    assert!(run.code == 0 && !lines.is_empty(), "{}", run.err);
    assert!(lines.iter().all(|line| line.contains("held out") && line.contains("s left")), "{lines:?}");
    assert!(!run.out.contains("best so far"));
    let quiet = desk.run("fit few.csv --flash 16KiB --seconds 6 --quiet");
    assert!(quiet.code == 0 && quiet.err.is_empty(), "{}", quiet.err);
}

/// Without a word on its size, a model is the smallest that errs as little as the best.
#[test]
fn a_fit_without_options_chooses_the_size() {
    let desk = Desk::new();
    let ring = |text: String, i: u32| {
        let [a, b] = [i % 37, i % 41].map(f64::from);
        let class = if (a - 18.0).powi(2) + (b - 20.0).powi(2) < 150.0 { "in" } else { "out" };
        text + &format!("{a},{b},{class}\n")
    };
    desk.write("ring.csv", &(0..800).fold(String::from("a,b,y\n"), ring));
    let fitted = desk.json("fit ring.csv --quiet --out m.klt");
    let frontier = fitted["frontier"].as_array().expect("sizes");
    let number = |point: &serde_json::Value, key: &str| point[key].as_f64().expect("a number");
    assert!(frontier.len() > 3, "{fitted}");
    assert!(frontier.windows(2).all(|two| number(&two[0], "bytes") < number(&two[1], "bytes")));
    assert!(frontier.iter().all(|point| point["interval"][1].is_f64() && point["number"].is_string()));
    let lowest = frontier.iter().map(|point| number(point, "error")).fold(1.0, f64::min);
    let most = lowest + (lowest.max(1.0 / 800.0) * (1.0 - lowest) / 800.0).sqrt();
    let smallest = frontier.iter().find(|point| number(point, "error") <= most).expect("the lowest at least");
    assert_eq!(smallest["taken"], true, "{fitted}");
    assert_eq!(fitted["blocks"], smallest["blocks"]);
    assert!(number(&fitted, "bytes") <= 8192.0 && desk.read("m.klt").len() as f64 == number(&fitted, "bytes"));
    // what is chosen does not depend on the time or the threads
    let before = desk.read("m.klt");
    let shown = desk.run("--threads 1 fit ring.csv --quiet --out m.klt");
    assert!(shown.out.contains("frontier") && desk.read("m.klt") == before);
}
