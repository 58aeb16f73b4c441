//! Files of more rows than a sample has, from outside: the head and the test metrics are of all
//! rows, and the model is that of statistics, byte for byte.

use crate::common::curve::{ROWS, rows, write};
use crate::common::kernelet::Desk;
use serde_json::{Value, json};

/// What a command prints of the rows of a test.
fn error(of: &Value) -> f64 {
    of["error"].as_f64().or(of["rmse"].as_f64()).unwrap_or_else(|| panic!("{of}"))
}

#[test]
fn a_fit_of_a_large_file_has_the_bytes_of_its_shards() {
    for (is_value, made) in [
        (false, "--method learned --features 6"),
        (false, "--method mc --features 20 --number f32 --head logistic"),
        (false, "--method mc --features 20 --head ridge --number q15"),
        (true, "--method mc --features 20"),
    ] {
        let (desk, rows) = (Desk::new(), rows(is_value, 5));
        write(&desk, "all.csv", &rows);
        let fit = format!("fit all.csv --sample-rows 300 {made}");
        let own = desk.json(&format!("{fit} --out own.klt"));
        let kept = own["sample"]["rows"].as_u64().expect("a sample");
        assert!((300..310).contains(&kept) && own["sample"]["of"] == ROWS, "{made}: {kept}");
        assert_eq!((&own["all_rows"]["rows"], &own["train"]["rows"]), (&json!(ROWS), &json!(kept)), "{made}");
        desk.json(&format!("{fit} --plan-only --out plan.json"));
        for (place, part) in rows.chunks(700).enumerate() {
            write(&desk, "part.csv", part);
            desk.json(&format!("statistics part.csv --plan plan.json -o {place}.stat"));
        }
        desk.json("merge 3.stat 0.stat 4.stat 2.stat 1.stat -o all.stat");
        let made_of = desk.json("fit --from all.stat --out all.klt");
        assert_eq!(desk.read("own.klt"), desk.read("all.klt"), "{made}");
        let head = if made_of["is_plans"] == true { "sample" } else { "all-rows" };
        assert_eq!(own["all_rows"]["head"], head, "{made}");
        if !is_value {
            assert_eq!(own["all_rows"]["sample_error"], made_of["plan_error"], "{made}");
        }
    }
}

/// The metrics of test rows, of a file or held out, are those of `evaluate` on all of them.
#[test]
fn test_metrics_are_of_all_test_rows() {
    for (is_value, made) in [(false, "--method learned --features 6"), (true, "--method mc --features 20")] {
        let desk = Desk::new();
        write(&desk, "all.csv", &rows(is_value, 5));
        write(&desk, "test.csv", &rows(is_value, 6));
        let fit = format!("fit all.csv --sample-rows 300 {made}");
        let own = desk.json(&format!("{fit} --test test.csv --out own.klt"));
        let known = desk.json("evaluate own.klt test.csv");
        assert_eq!((&own["test"]["rows"], &known["rows"]), (&json!(ROWS), &json!(ROWS)));
        assert!((error(&own["test"]) - error(&known)).abs() < 1e-9, "{own} {known}");
        let keys = if is_value {
            ["r2", "mae", "rmse_interval", "r2_interval"]
        } else {
            ["auc", "f1", "f1_macro", "error_interval"]
        };
        for key in keys {
            let numbers = [&own["test"], &known].map(|of| of[key].as_array().cloned().unwrap_or(vec![of[key].clone()]));
            for (found, expected) in numbers[0].iter().zip(&numbers[1]) {
                let [found, expected] = [found, expected].map(|number| number.as_f64().expect("a number"));
                // ranks are those of rounded scores
                assert!((found - expected).abs() < if key == "auc" { 1e-3 } else { 1e-9 }, "{key}: {own} {known}");
            }
        }
        let held_out = desk.json(&format!("{fit} --holdout 0.2 --out held.klt"));
        assert_eq!((&held_out["test"]["rows"], &held_out["all_rows"]["rows"]), (&json!(600), &json!(2_400)));
        // the same model on other rows
        let known = desk.json("evaluate held.klt test.csv");
        assert!((error(&held_out["test"]) - error(&known)).abs() < 0.3 * error(&known), "{held_out} {known}");
    }
}

#[test]
fn a_head_that_one_pass_does_not_find_is_that_of_the_sample() {
    let desk = Desk::new();
    write(&desk, "all.csv", &rows(false, 5));
    for (made, reason) in [
        ("--blocks fern --flash 400", "ferns"),
        ("--method mc --features 8 --probability", "probabilities"),
        ("--method mc --features 8 --class-weights balanced", "weights"),
        ("--method mc --features 8 --head svm", "hinge"),
    ] {
        let own = desk.json(&format!("fit all.csv --sample-rows 300 {made}"));
        assert_eq!(own["all_rows"]["head"], "sample", "{made}");
        let said = own["all_rows"]["reason"].as_str().expect("a reason");
        assert!(said.contains(reason), "{made}: {said}");
    }
    // what depends on other rows is sampled in memory
    let time = desk.json("fit all.csv --sample-rows 300 --time --method mc --features 8");
    assert!(time.get("all_rows").is_none() && time["sample"]["of"] == ROWS, "{time}");
}

/// Where the time is up before the pass over all rows, the model is that of the sample, and says
/// so.
#[test]
fn a_pass_over_all_rows_ends_with_the_time() {
    let desk = Desk::new();
    write(&desk, "all.csv", &vec![rows(false, 5); 30].concat());
    let fit = "fit all.csv --sample-rows 300 --method mc --features 8 --head ridge";
    let fit = |seconds: &str, out: &str| desk.json(&format!("{fit} --seconds {seconds} --out {out}"));
    let (whole, cut) = (fit("60", "whole.klt"), fit("0.01", "cut.klt"));
    assert_eq!(whole["all_rows"]["head"], "all-rows");
    assert_eq!((&cut["all_rows"]["head"], &cut["all_rows"]["rows"]), (&json!("sample"), &json!(30 * ROWS)));
    let reason = cut["all_rows"]["reason"].as_str().expect("a reason");
    assert!(reason.contains("time was up"), "{reason}");
    assert!(cut["seconds"].as_f64() < Some(10.0), "{cut}");
    // the head of all rows errs less on these
    let [whole, cut] = ["whole.klt", "cut.klt"].map(|model| error(&desk.json(&format!("evaluate {model} all.csv"))));
    assert!(whole < cut, "{whole} {cut}");
}

/// Files count as one, and so do the statistics of each by a plan of the model itself.
#[test]
fn many_files_are_evaluated_as_one() {
    let (desk, rows) = (Desk::new(), rows(false, 5));
    write(&desk, "sample.csv", &rows[..300]);
    write(&desk, "all.csv", &rows);
    for (place, part) in rows.chunks(1_100).enumerate() {
        write(&desk, &format!("{place}.csv"), part);
    }
    desk.json("fit sample.csv --method mc --features 20 --head logistic --plan-only --out plan.json");
    let by = |plan: &str| {
        for place in 0..3 {
            desk.json(&format!("statistics {place}.csv --plan {plan} -o {place}.stat"));
        }
        desk.json("merge 2.stat 0.stat 1.stat -o all.stat")
    };
    let first = by("plan.json");
    desk.json("fit --from all.stat --out all.klt");
    desk.json("fit --from all.stat --plan-only --out again.json");
    let (whole, parts) = (desk.json("evaluate all.klt all.csv"), desk.json("evaluate all.klt 1.csv 0.csv 2.csv"));
    assert_eq!((&whole["rows"], &whole["confusion"]), (&parts["rows"], &parts["confusion"]));
    assert_eq!((error(&whole), &whole["auc"]), (error(&parts), &parts["auc"]));
    // the plan of a further pass has the model of the first
    let second = by("again.json");
    assert_eq!(second["plan_error"].as_f64(), Some(error(&whole)));
    assert!(second["plan_error"].as_f64() < first["plan_error"].as_f64(), "{first} {second}");
    let run = desk.run("evaluate all.klt 0.csv 1.csv --group a");
    assert!(run.code == 2 && run.err.contains("--group"), "{}", run.err);
}

/// Bad rows anywhere are named, and nothing is written.
#[test]
fn bad_rows_of_a_large_file_are_named() {
    let (desk, mut rows) = (Desk::new(), rows(true, 5));
    write(&desk, "good.csv", &rows);
    rows[2_500] = "0.5,0.5,1e30".to_owned();
    write(&desk, "far.csv", &rows);
    rows[2_500] = "0.5,0.5".to_owned();
    write(&desk, "ragged.csv", &rows);
    desk.write("lacks.csv", "a,y\n0.5,1\n0.25,2\n");
    desk.json("fit good.csv --sample-rows 300 --method mc --features 8 --out good.klt");
    let before = desk.files();
    for (data, parts) in [
        ("far.csv", &["far.csv", "row 2501", "deviations"][..]),
        ("ragged.csv", &["ragged.csv", "line 2502", "2 cells"]),
        ("good.csv --test lacks.csv", &["lacks.csv", "column \"b\""]),
    ] {
        let run = desk.run(&format!("fit {data} --sample-rows 300 --seed 2 --method mc --features 8 --out new.klt"));
        assert_eq!(run.code, 1, "{data}: {}", run.err);
        parts.iter().for_each(|part| assert!(run.err.contains(part), "{data}: {part}: {}", run.err));
        assert_eq!(desk.files(), before, "{data}");
    }
}
