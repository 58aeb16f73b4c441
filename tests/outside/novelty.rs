//! Novelty from outside: letters that were never seen, few false alarms, and the device's distances
//! to the last bit.

use crate::common::board::{CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::extras::{Novelty, same_bits};
use crate::common::kernelet::{Desk, letter};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// The rows of a file of letters, with its header.
fn rows(name: &str) -> (String, Vec<String>) {
    let mut gunzip = Command::new("gunzip");
    let output = gunzip.arg("-c").arg(letter(name)).stdin(Stdio::null()).output().expect("gunzip starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut lines = text.lines().map(str::to_owned);
    (lines.next().expect("a header"), lines.collect())
}

fn write<'a>(desk: &Desk, name: &str, header: &str, rows: impl Iterator<Item = &'a String>) {
    let mut file = std::fs::File::create(desk.path(name)).expect("writable");
    writeln!(file, "{header}").expect("writable");
    rows.for_each(|row| writeln!(file, "{row}").expect("writable"));
}

/// Distance and alarm of each row.
fn novelties(desk: &Desk, data: &str) -> Vec<(f64, bool)> {
    let run = desk.run(&format!("predict m.klt {data} --novelty"));
    assert!(run.out.starts_with("prediction,novelty,novel\n"), "{}{}", run.out, run.err);
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[1].parse().expect("a distance"), cells[2] == "1")
    };
    run.out.lines().skip(1).map(row).collect()
}

/// The share of pairs in which the new row is further: the area under the curve of alarms (Hanley
/// and McNeil 1982).
fn area(known: &[(f64, bool)], new: &[(f64, bool)]) -> f64 {
    let beaten = |new: f64| known.iter().filter(|known| known.0 < new).count() as f64;
    new.iter().map(|new| beaten(new.0)).sum::<f64>() / (known.len() * new.len()) as f64
}

/// A is unlike other letters. Random scores would have an area of a half, deviating by less than
/// `sqrt(1 / 600) = 0.04`.
#[test]
fn a_letter_that_was_never_seen_is_new() {
    let desk = Desk::new();
    let ((header, train), (_, test)) = (rows("train.csv.gz"), rows("test.csv.gz"));
    write(&desk, "train.csv", &header, train.iter().filter(|row| !row.ends_with("A")));
    write(&desk, "known.csv", &header, test.iter().filter(|row| !row.ends_with("A")));
    write(&desk, "new.csv", &header, train.iter().filter(|row| row.ends_with("A")));
    let fitted = desk.json("fit train.csv --test known.csv --features 150 --novelty=0.02 --quiet --out m.klt");
    println!("{}", fitted["novelty"]);
    assert_eq!(desk.json("inspect m.klt")["novelty"], true);
    let of = |rows: &str, what: &str| fitted["novelty"][rows][what].clone();
    assert!(of("heldout", "novel").as_f64().is_some_and(|novel| novel <= 0.02));
    let [low, high]: [f64; 2] = serde_json::from_value(of("test", "novel_interval")).expect("an interval");
    assert!(low <= 0.025 && high >= 0.015, "{low} {high}");
    let (known, new) = (novelties(&desk, "known.csv"), novelties(&desk, "new.csv"));
    assert_eq!(of("test", "novel"), share(&known));
    assert_eq!(desk.json("evaluate m.klt known.csv")["novelty"], fitted["novelty"]["test"]);
    println!("area {}, of new letters called so {}", area(&known, &new), share(&new));
    assert!(area(&known, &new) > 0.5 + 3.0 * 0.04);
    assert!(share(&new).as_f64() > share(&known).as_f64());
}

fn share(rows: &[(f64, bool)]) -> Value {
    (rows.iter().filter(|row| row.1).count() as f64 / rows.len() as f64).into()
}

#[test]
fn what_has_no_corners_is_refused() {
    let desk = Desk::new();
    desk.write("values.csv", &(0..50).fold("a,b\n".to_owned(), |text, i| format!("{text}{i},{}\n", i * i)));
    assert_eq!(desk.run("fit values.csv --task regression --novelty").code, 2);
    let refused = desk.run(&format!("fit {} --features 5 --novelty --head softmax", letter("train.csv.gz")));
    assert!(refused.code == 2 && refused.err.contains("ridge"), "{}", refused.err);
    let plain = desk.json(&format!("fit {} --features 5 --quiet --out m.klt", letter("train.csv.gz")));
    let refused = desk.run(&format!("predict m.klt {} --novelty", letter("test.csv.gz")));
    assert!(refused.code == 1 && refused.err.contains("--novelty"), "{}", refused.err);
    // five bytes for probabilities, 17 for what is new
    let both = desk.json(&format!("fit {} --features 5 --novelty --probability --quiet", letter("train.csv.gz")));
    assert_eq!(both["bytes"].as_u64(), plain["bytes"].as_u64().map(|bytes| bytes + 5 + 17));
    assert_eq!(both["train"], plain["train"]);
}

#[test]
fn a_cortex_m0_finds_new_what_the_host_does() {
    same_bits::<Novelty>(&CORTEX_M0);
}

#[test]
fn a_cortex_m4f_finds_new_what_the_host_does() {
    same_bits::<Novelty>(&CORTEX_M4F);
}

#[test]
fn a_riscv32_finds_new_what_the_host_does() {
    same_bits::<Novelty>(&RISCV32);
}
