//! Rows in many files from outside: the model has the same bytes however they are cut, and what
//! cannot be added up is named.

use crate::common::curve::{ROWS, rows, write};
use crate::common::kernelet::Desk;
use serde_json::Value;

/// Cuts the rows into so many files, sums up each, and adds them up in another order; returns what
/// `fit --from` prints.
fn by_shards(desk: &Desk, rows: &[String], count: usize) -> Value {
    let mut names = Vec::new();
    for (place, shard) in rows.chunks(rows.len().div_ceil(count)).enumerate() {
        write(desk, "shard.csv", shard);
        let name = format!("{place}.stat");
        desk.json(&format!("statistics shard.csv --plan plan.json -o {name}"));
        names.insert(place / 2, name);
    }
    // some are sums already
    let sums = names.split_off(names.len() / 2);
    if names.is_empty() {
        desk.json(&format!("merge {} -o all.stat", sums.join(" ")));
    } else {
        desk.json(&format!("merge {} -o some.stat", sums.join(" ")));
        desk.json(&format!("merge {} some.stat -o all.stat", names.join(" ")));
    }
    let made = desk.json("fit --from all.stat --out all.klt");
    assert_eq!((&made["rows"], &made["shards"]), (&ROWS.into(), &count.into()));
    made
}

#[test]
fn a_model_of_shards_has_the_same_bytes_however_they_are_cut() {
    for (is_value, made) in [
        (false, "--method learned --features 6"),
        (false, "--method learned --features 6 --number q3"),
        (false, "--method mc --features 20 --number f32 --head logistic"),
        (false, "--method mc --features 20 --head ridge --number q15"),
        (false, "--blocks relu --method learned --features 6 --number q7"),
        (true, "--method mc --features 20"),
        (true, "--method mc --features 20 --number f32"),
    ] {
        let (desk, rows) = (Desk::new(), rows(is_value, 5));
        write(&desk, "sample.csv", &rows[..300]);
        desk.json(&format!("fit sample.csv {made} --plan-only --out plan.json"));
        let first = by_shards(&desk, &rows, 1);
        let model = desk.read("all.klt");
        for count in [2, 8, 37] {
            assert_eq!(
                by_shards(&desk, &rows, count),
                {
                    let mut same = first.clone();
                    same["shards"] = count.into();
                    same
                },
                "{made}"
            );
            assert_eq!(desk.read("all.klt"), model, "{made}: {count} shards");
        }
        // the head of ten times the rows errs less than that of the sample, on these rows; in
        // four bits the mean of several does, below
        write(&desk, "all.csv", &rows);
        let error = |model: &str| {
            let judged = desk.json(&format!("evaluate {model} all.csv"));
            judged[if is_value { "rmse" } else { "error" }].as_f64().unwrap_or_else(|| panic!("{judged}"))
        };
        desk.json(&format!("fit sample.csv {made} --out sample.klt"));
        let [own, all] = ["sample.klt", "all.klt"].map(error);
        println!("{made}: {own:.4} -> {all:.4}");
        assert!(all < own || first["is_plans"] == true || made.contains("q3"), "{made}: {own} {all}");
        if !is_value {
            let said = first["plan_error"].as_f64().expect("an error");
            assert!((said - own).abs() < 1e-12, "{made}: {said} {own}");
        }
    }
}

/// Rounding to four bits moves a head up or down by chance: the mean of several models errs less.
#[test]
fn heads_of_all_rows_err_less_in_four_bits_too() {
    let (desk, rows) = (Desk::new(), rows(false, 5));
    write(&desk, "sample.csv", &rows[..300]);
    write(&desk, "all.csv", &rows);
    let error = |model: &str| desk.json(&format!("evaluate {model} all.csv"))["error"].as_f64().expect("an error");
    let errors = (0..8).map(|seed| {
        let made = format!("fit sample.csv --method learned --features 6 --number q3 --seed {seed}");
        desk.json(&format!("{made} --plan-only --out plan.json"));
        desk.json(&format!("{made} --out sample.klt"));
        by_shards(&desk, &rows, 1);
        ["sample.klt", "all.klt"].map(error)
    });
    let errors: Vec<[f64; 2]> = errors.collect();
    let mean = |which: usize| errors.iter().map(|errors| errors[which]).sum::<f64>() / errors.len() as f64;
    assert!(mean(1) < mean(0), "{errors:?}");
}

#[test]
fn what_cannot_be_added_up_is_named() {
    let (desk, rows) = (Desk::new(), rows(false, 5));
    write(&desk, "a.csv", &rows[..300]);
    write(&desk, "b.csv", &rows[300..600]);
    let plan = "fit a.csv --method mc --features 8 --plan-only";
    desk.json(&format!("{plan} --out plan.json"));
    desk.json(&format!("{plan} --seed 1 --out other.json"));
    desk.json("statistics a.csv --plan plan.json -o a.stat");
    desk.json("statistics b.csv --plan other.json -o other.stat");
    desk.json("fit --from a.stat --threads 1 --out threads.klt");
    let torn = desk.read("a.stat");
    std::fs::write(desk.path("torn.stat"), &torn[..torn.len() - 20]).expect("writable");
    desk.write("lacks.csv", "a,y\n0.5,in\n");
    desk.write("far.csv", "a,b,y\n0.5,0.5,nowhere\n");
    let before = desk.files();
    for (command, code, parts) in [
        ("merge a.stat torn.stat -o new.stat", 1, &["torn.stat", "torn or damaged"][..]),
        ("merge a.stat other.stat -o new.stat", 1, &["other.stat", "another plan"]),
        ("merge a.stat a.stat -o new.stat", 1, &["a.stat", "300 rows of \"a.csv\" again"]),
        ("merge a.csv -o new.stat", 1, &["a.csv", "no file of statistics"]),
        ("statistics lacks.csv --plan plan.json -o new.stat", 1, &["lacks.csv", "column \"b\""]),
        ("statistics far.csv --plan plan.json -o new.stat", 1, &["far.csv", "line 2", "nowhere"]),
        ("statistics a.csv --plan a.csv -o new.stat", 1, &["a.csv", "not a plan"]),
        ("statistics a.csv --plan plan.json -o a.csv", 2, &["a.csv"]),
        ("fit --from torn.stat --out new.klt", 1, &["torn.stat", "torn or damaged"]),
        ("fit --from a.stat --features 9 --out new.klt", 2, &["--features 9", "--from"]),
        ("fit a.csv --from a.stat --out new.klt", 2, &["--from"]),
        ("fit a.csv --blocks fern --flash 300 --plan-only --out new.json", 2, &["--plan-only", "ferns"]),
        ("fit a.csv --method mc --features 8 --probability --plan-only --out new.json", 2, &["--plan-only"]),
        ("fit a.csv --flash 300 --plan-only --out new.json", 2, &["--plan-only", "blocks auto", "ferns"]),
        ("fit a.csv --method mc --features 8 --group b --plan-only --out new.json", 2, &["--group b", "--plan-only"]),
        ("fit a.csv --method mc --features 8 --time --plan-only --out new.json", 2, &["--time", "--plan-only"]),
        ("fit a.csv --method mc --features 8 --plan-only", 2, &["--out"]),
        ("fit a.csv --test b.csv --method mc --features 8 --plan-only --out new.json", 2, &["--test", "--plan-only"]),
        ("fit --out new.klt", 2, &["TRAIN"]),
    ] {
        let run = desk.run(command);
        assert_eq!(run.code, code, "{command}: {}", run.err);
        parts.iter().for_each(|part| assert!(run.err.contains(part), "{command}: {part}: {}", run.err));
        assert_eq!(desk.files(), before, "{command}");
    }
}
