//! Stopping early from outside: few answers change, most of the work is saved, and the device stops
//! where the host does.

use crate::common::board::{CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::extras::{self, Early, Extras, same_bits};
use crate::common::firmware::{Build, equal};
use crate::common::kernelet::{Desk, letter};
use crate::common::sample::{self, LETTER, Shape};
use kernelet::Q7;
use serde_json::Value;

/// The class and the blocks of each row.
fn early(desk: &Desk, data: &str) -> Vec<(String, usize)> {
    let text = desk.run(&format!("predict m.klt {data} --early")).out;
    assert!(text.starts_with("prediction,blocks\n"), "{text}");
    let row = |line: &str| {
        let (class, blocks) = line.split_once(',').expect("two cells");
        (class.to_owned(), blocks.parse().expect("a count"))
    };
    text.lines().skip(1).map(row).collect()
}

/// What was found of the test rows.
fn found(fitted: &Value, what: &str) -> f64 {
    fitted["early"]["test"][what].as_f64().expect("a share")
}

/// Of 4,000 test rows, `0.001` is four; the bound leaves them three standard errors of a hundred
/// rows that change sides.
#[test]
fn most_letters_are_clear_early() {
    let desk = Desk::new();
    let (train, test) = (letter("train.csv.gz"), letter("test.csv.gz"));
    let options = "--method learned --number q7 --features 32 --folds 2 --early --quiet --out m.klt";
    let fitted = desk.json(&format!("fit {train} --test {test} {options}"));
    println!("{}", fitted["early"]);
    assert_eq!(desk.json("inspect m.klt")["checkpoints"], 3);
    assert!(found(&fitted, "early_error") - found(&fitted, "error") <= 0.001 + 3.0 * 10.0 / 4000.0);
    // what is reported of a core is what it takes, to the tenth that costs are known to
    assert_eq!(desk.run(&format!("predict m.klt {test} --early --golden m.golden --out m.csv")).code, 0);
    for (board, core) in [(&CORTEX_M0, "cortex-m0"), (&CORTEX_M4F, "cortex-m4")] {
        let model = desk.read("m.klt");
        let report = Build::of(board, &model).option(Early::FEATURE).firmware().run(&desk.read("m.golden"));
        println!("{core} {report:?}");
        equal(&report, 4000);
        for (what, found) in [("mean", report.mean), ("most", report.instructions.1)] {
            let told = fitted["early"]["cost"][core][what].as_f64().expect("instructions");
            assert!((told - f64::from(found)).abs() < 0.1 * told, "{core} {what}: {told} {found}");
        }
        assert!(report.mean < report.instructions.1);
    }
    assert_eq!(desk.json(&format!("evaluate m.klt {test}"))["early"], fitted["early"]["test"]);
    // what is predicted is what was reported
    let rows = early(&desk, &test);
    let shares = fitted["early"]["test"]["stopped"].as_array().expect("a share for each block");
    for (block, share) in (1..).zip(shares) {
        let stopped = rows.iter().filter(|row| row.1 == block).count();
        assert_eq!(share.as_f64(), Some(stopped as f64 / 4000.0));
    }
    let all: Vec<String> = desk.run(&format!("predict m.klt {test}")).out.lines().skip(1).map(str::to_owned).collect();
    let changed = rows.iter().zip(&all).filter(|(row, all)| row.0 != **all).count();
    println!("{changed} of 4000 answers change");
    assert!(rows.iter().zip(&all).all(|(row, all)| row.1 < 4 || row.0 == *all) && changed < 100);
}

/// Drawn features and ferns are taken in stages too.
#[test]
fn features_that_were_not_learnt_come_by_their_weight() {
    let desk = Desk::new();
    let (train, test) = (letter("train.csv.gz"), letter("test.csv.gz"));
    for options in ["--method greedy --features 60", "--blocks fern --flash 1500", "--blocks linear,fern --flash 2000"]
    {
        let fitted = desk.json(&format!("fit {train} --test {test} {options} --early=0.01 --quiet --out m.klt"));
        println!("{options}: {}", fitted["early"]);
        assert!(found(&fitted, "early_error") - found(&fitted, "error") < 0.02);
        assert!(fitted["early"]["test"]["stopped"][0].as_f64() < Some(1.0));
        let stopped = fitted["early"]["test"]["stopped"].as_array().expect("a share for each block");
        assert!(stopped.last().and_then(Value::as_f64) < Some(1.0), "no row stops");
        if let Some((_, flash)) = options.split_once("--flash ") {
            assert!(fitted["bytes"].as_u64().expect("bytes") <= flash.parse().expect("a number"));
        }
    }
}

/// Stages are the same features in another order: whole numbers add up to the same.
#[test]
fn all_stages_have_the_scores_of_the_model_without() {
    let desk = Desk::new();
    let (train, test) = (letter("train.csv.gz"), letter("test.csv.gz"));
    for options in ["--method greedy --features 30", "--method mc --kernel arccos1 --features 30 --number q3"] {
        let scores = ["", "--early"].map(|early| {
            desk.json(&format!("fit {train} {options} {early} --quiet --out m.klt"));
            desk.run(&format!("predict m.klt {test} --scores")).out
        });
        assert!(scores[0].lines().count() == 4001 && scores[0] == scores[1], "{options}");
    }
}

/// The most that a row takes, checkpoints and all, is what the budget of instructions bounds.
#[test]
fn budgets_hold_for_the_row_that_takes_longest() {
    let desk = Desk::new();
    let (train, test) = (letter("train.csv.gz"), letter("test.csv.gz"));
    let options =
        "--method mc --number q7 --logarithms no --flash 3000 --core cortex-m0 --instructions 12000 --early --quiet";
    let fitted = desk.json(&format!("fit {train} --test {test} {options}"));
    let most = fitted["early"]["cost"]["cortex-m0"]["most"].as_f64().expect("instructions");
    assert!((6000.0..=12_000.0).contains(&most), "{most}");
    assert!(fitted["bytes"].as_u64() <= Some(3000));
}

/// The same of ferns, which grow until the time is up: without a budget these take more.
#[test]
fn ferns_in_stages_keep_to_a_budget() {
    let desk = Desk::new();
    let row = |i: u32| {
        let [a, b, c] = [37, 101, 59].map(|step| i * step % 251);
        let room = u32::from(a > 57) + 2 * u32::from(b > 130) + u32::from(a > 190);
        format!("{a},{b},{c},room{}\n", room % 3)
    };
    desk.write("rooms.csv", &format!("a,b,c,room\n{}", (0..1500).map(row).collect::<String>()));
    let [free, bound] = ["", "--core cortex-m0 --instructions 2000"].map(|budget| {
        desk.json(&format!("fit rooms.csv --blocks linear,fern --flash 2000 {budget} --early=0.01 --quiet"))
    });
    let most = |fitted: &Value| fitted["early"]["cost"]["cortex-m0"]["most"].as_f64().expect("instructions");
    assert!(most(&free) > 2000.0 && bound["ferns"].as_u64() > Some(0), "{free}\n{bound}");
    assert!((1000.0..=2000.0).contains(&most(&bound)), "{bound}");
}

#[test]
fn what_has_no_stages_is_refused() {
    let desk = Desk::new();
    desk.write("values.csv", &(0..50).fold("a,b\n".to_owned(), |text, i| format!("{text}{i},{}\n", i * i)));
    assert_eq!(desk.run("fit values.csv --task regression --early").code, 2);
    let train = letter("train.csv.gz");
    let refused = desk.run(&format!("fit {train} --method sorf --features 20 --early --out m.klt"));
    assert!(refused.code == 2 && refused.err.contains("--early"), "{}", refused.err);
    assert_eq!(desk.files(), ["values.csv"]);
    desk.json(&format!("fit {train} --features 5 --quiet --out m.klt"));
    let refused = desk.run(&format!("predict m.klt {train} --early"));
    assert!(refused.code == 1 && refused.err.contains("--early"), "{}", refused.err);
}

/// Sample rows stop behind every block, so that every path is compared.
#[test]
fn samples_stop_everywhere() {
    let shape = Shape { features: 20, ..LETTER };
    let golden = extras::golden::<Early, Q7>(&Early::model::<Q7>(shape, 3), 200);
    let blocks: Vec<u8> = golden.chunks(2 * shape.inputs + 4).map(|row| row[2 * shape.inputs + 2]).collect();
    println!("{:?}", [1, 2, 3, 4].map(|block| blocks.iter().filter(|found| **found == block).count()));
    assert!((1..=4).all(|block| blocks.contains(&block)), "{blocks:?}");
}

#[test]
fn a_cortex_m0_stops_where_the_host_does() {
    same_bits::<Early>(&CORTEX_M0);
}

#[test]
fn a_cortex_m4f_stops_where_the_host_does() {
    same_bits::<Early>(&CORTEX_M4F);
}

#[test]
fn a_riscv32_stops_where_the_host_does() {
    same_bits::<Early>(&RISCV32);
}

/// The row that takes longest takes all blocks and checkpoints, each of which looks at every score
/// twice, in some ten instructions.
#[test]
fn checkpoints_cost_little() {
    let shape = Shape { features: 50, ..LETTER };
    let staged = Early::model::<Q7>(shape, 3);
    let early = Build::of(&CORTEX_M4F, &staged).blocks(Early::KINDS).option(Early::FEATURE);
    let early = early.firmware().run(&extras::golden::<Early, Q7>(&staged, 200));
    let whole = sample::mixed::<Q7>(shape, Early::KINDS, 3);
    let scores = Build::of(&CORTEX_M4F, &whole).blocks(Early::KINDS).firmware().run(&sample::golden::<Q7>(&whole, 10));
    println!("early {early:?}, all scores {scores:?}");
    equal(&early, 200);
    assert!(early.instructions.0 < early.mean && early.mean < early.instructions.1);
    assert!(early.instructions.1 < scores.instructions.1 + 3 * (26 * 2 * 10));
}
