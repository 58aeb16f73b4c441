//! Intervals from outside: as many values lie in theirs as was asked for, and boards find the same
//! ends to the last bit.

use crate::common::board::{CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::extras::{Interval, same_bits};
use crate::common::firmware::{Build, equal};
use crate::common::kernelet::{Desk, letter, shared};
use crate::common::random::Random;
use std::fmt::Write;
use std::io::Read;

/// Rows of a line whose noise grows with the input.
fn noisy(rows: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = "x,y\n".to_owned();
    for _ in 0..rows {
        let x = random.symmetric();
        let noise = (random.symmetric() + random.symmetric() + random.symmetric()) * (1.2 + x);
        writeln!(text, "{x},{}", 3.0 * x + noise).expect("text grows");
    }
    text
}

const FIT: &str = "fit train.csv --blocks linear --interval 0.9 --quiet";

/// Windows of a sine whose size is the value, in noise.
fn windows(count: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = (0..32).map(|t| format!("x_{t},")).collect::<String>() + "y\n";
    let normal = |random: &mut Random| random.symmetric() + random.symmetric() + random.symmetric();
    for _ in 0..count {
        let turn = [0.3, 0.6, 1.0][(random.bits() % 3) as usize];
        let (start, size) = (3.0 * random.symmetric(), 5.0 + 1.5 * normal(&mut random));
        for t in 0..32 {
            let x = size * (turn * f64::from(t) + start).sin() + 4.0 * normal(&mut random);
            write!(text, "{x:.3},").expect("text grows");
        }
        writeln!(text, "{:.3}", size + 0.5 * normal(&mut random)).expect("text grows");
    }
    text
}

/// Widths by windows that selected the features would hold 45 % of these values.
#[test]
fn widths_are_not_those_of_windows_that_selected_the_features() {
    let desk = Desk::new();
    desk.write("train.csv", &windows(150, 3));
    desk.write("test.csv", &windows(600, 99));
    let fitted = desk.json(&format!("{FIT} --series --flash 512 --test test.csv"));
    let coverage = fitted["interval"]["test"]["coverage"].as_f64().expect("a share");
    assert!(coverage > 0.85, "{coverage}");
}

/// The share of new rows is a mean over 12 samples of 300 training rows and 1000 test rows: it
/// deviates by less than a point and a half.
#[test]
fn as_many_values_lie_in_their_intervals_as_was_asked_for() {
    let (mut all, mut widths) = (0.0, [0.0; 2]);
    for seed in 0..12 {
        let desk = Desk::new();
        desk.write("train.csv", &noisy(300, 2 * seed + 1));
        desk.write("test.csv", &noisy(1000, 2 * seed + 2));
        let one = desk.json(&format!("{FIT} --test test.csv --out one.klt"));
        let three = desk.json(&format!("{FIT} --test test.csv --interval-ranges 3 --out three.klt"));
        all += one["interval"]["coverage"].as_f64().expect("a share") / 12.0;
        for (width, fitted) in widths.iter_mut().zip([&one, &three]) {
            *width += fitted["interval"]["width"].as_f64().expect("a width") / 12.0;
        }
        // four bytes of kind, ranges and width; of three ranges five words
        let bytes = [&one, &three].map(|fitted| fitted["bytes"].as_u64().expect("bytes"));
        assert_eq!(bytes[1] - bytes[0], 16);
    }
    println!("coverage {all}, widths {widths:?}");
    assert!((all - 0.9).abs() < 0.02, "{all}");
    // where the noise grows, ranges of their own are narrower in the mean
    assert!(widths[1] < widths[0], "{widths:?}");
}

#[test]
fn a_prediction_tells_the_ends_and_a_board_finds_them() {
    let desk = Desk::new();
    desk.write("train.csv", &noisy(300, 1));
    desk.write("test.csv", &noisy(200, 2));
    let fitted = desk.json(&format!("{FIT} --test test.csv --interval-ranges 2 --out m.klt"));
    let run = desk.run("predict m.klt test.csv --interval --golden m.golden --keep y");
    assert!(run.code == 0 && run.out.starts_with("y,prediction,low,high\n"), "{}{}", run.out, run.err);
    let rows = run.out.lines().skip(1).map(|line| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
        assert!(((cells[3] - cells[1]) - (cells[1] - cells[2])).abs() < 1e-5, "{line}");
        cells[2] <= cells[0] && cells[0] <= cells[3]
    });
    let inside = rows.filter(|inside| *inside).count();
    assert_eq!(fitted["interval"]["test"]["coverage"].as_f64(), Some(inside as f64 / 200.0));
    assert_eq!(desk.json("evaluate m.klt test.csv")["interval"], fitted["interval"]["test"]);
    let text = desk.run("evaluate m.klt test.csv").out;
    assert!(text.contains("of 200 rows lie in their interval, with a mean width of"), "{text}");
    let (model, golden) = (desk.read("m.klt"), desk.read("m.golden"));
    let build = Build::of(&CORTEX_M0, &model).option("--features=interval,rectified");
    equal(&build.firmware().run(&golden), 200);
}

#[test]
fn what_has_no_values_has_no_intervals() {
    let desk = Desk::new();
    let refused = desk.run(&format!("fit {} --features 5 --interval 0.9", letter("train.csv.gz")));
    assert!(refused.code == 2 && refused.err.contains("classes"), "{}", refused.err);
    desk.write("train.csv", &noisy(30, 1));
    let refused = desk.run("fit train.csv --blocks linear --interval 0.99 --quiet --out m.klt");
    assert!(refused.code == 2 && refused.err.contains("too few rows"), "{}", refused.err);
    assert_eq!(desk.files(), ["train.csv"]);
    assert_eq!(desk.run("fit train.csv --blocks linear --quiet --out m.klt").code, 0);
    let refused = desk.run("predict m.klt train.csv --interval");
    assert!(refused.code == 1 && refused.err.contains("--interval"), "{}", refused.err);
}

#[test]
fn a_cortex_m0_finds_the_ends_that_the_host_does() {
    same_bits::<Interval>(&CORTEX_M0);
}

#[test]
fn a_cortex_m4f_finds_the_ends_that_the_host_does() {
    same_bits::<Interval>(&CORTEX_M4F);
}

#[test]
fn a_riscv32_finds_the_ends_that_the_host_does() {
    same_bits::<Interval>(&RISCV32);
}

/// The rows of a data set in an order of a seed's, split into seven tenths and the rest.
fn split(path: &str, seed: u64) -> [String; 2] {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("can be opened");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("text");
    let (head, rows) = text.split_once('\n').expect("a header");
    let mut random = Random(seed);
    let mut rows: Vec<(u64, &str)> = rows.lines().map(|row| (random.bits(), row)).collect();
    rows.sort_unstable();
    let (train, test) = rows.split_at(rows.len() * 7 / 10);
    [train, test].map(|rows| rows.iter().fold(format!("{head}\n"), |text, (_, row)| text + row + "\n"))
}

/// The share of test rows whose interval holds them, and its mean width; a Cortex-M0 finds every
/// end.
fn covered(path: &str, seed: u64) -> [f64; 2] {
    let desk = Desk::new();
    let [train, test] = split(path, seed);
    desk.write("train.csv", &train);
    desk.write("test.csv", &test);
    let fit = "fit train.csv --test test.csv --task regression --flash 1KiB --blocks relu --interval 0.9 --quiet";
    let fitted = desk.json(&format!("{fit} --seed {seed} --interval-ranges 3 --out m.klt"));
    assert_eq!(desk.run("predict m.klt test.csv --interval --golden m.golden").code, 0);
    let (model, golden) = (desk.read("m.klt"), desk.read("m.golden"));
    let build = Build::of(&CORTEX_M0, &model).option("--features=interval,rectified,logarithms");
    equal(&build.firmware().run(&golden), test.lines().count() - 1);
    ["coverage", "widths"].map(|key| {
        let found = &fitted["interval"]["test"][key];
        found.as_f64().or_else(|| found[0].as_f64()).expect("a number")
    })
}

/// Prints the coverage of 20 splits of each data set.
#[test]
#[ignore = "prints a table"]
fn coverage_of_20_splits() {
    for set in ["ccpp", "airfoil", "wine-white"] {
        let path = shared(&format!("{set}/data.csv.gz")).expect("the data sets");
        let found: Vec<[f64; 2]> = (0..20).map(|seed| covered(&path, seed)).collect();
        let [coverage, width] = [0, 1].map(|place| found.iter().map(|found| found[place]).sum::<f64>() / 20.0);
        let ends = |start, pick: fn(f64, f64) -> f64| found.iter().map(|found| found[0]).fold(start, pick) * 100.0;
        let (least, most) = (ends(1.0, f64::min), ends(0.0, f64::max));
        println!("| {set} | {:.1} | {least:.1} to {most:.1} | {width:.3} |", coverage * 100.0);
    }
}
