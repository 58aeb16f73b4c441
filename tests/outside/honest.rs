//! What the command says of how far its figures can be trusted.

use crate::common::kernelet::{Desk, letter, shared};
use serde_json::Value;

fn pair(value: &Value) -> [f64; 2] {
    let edges: Vec<f64> = value.as_array().expect("an interval").iter().filter_map(Value::as_f64).collect();
    edges.try_into().expect("two edges")
}

/// The edges of Wilson's interval are the shares whose own deviation explains the error that was
/// measured.
#[test]
fn errors_come_with_their_intervals() {
    let desk = Desk::new();
    let data = format!("{} --test {}", letter("train.csv.gz"), letter("test.csv.gz"));
    let fitted = desk.json(&format!("fit {data} --method mc --features 30 --out m.klt --quiet"));
    let evaluated = desk.json(&format!("evaluate m.klt {}", letter("test.csv.gz")));
    let error = evaluated["error"].as_f64().expect("an error");
    let edges = pair(&evaluated["error_interval"]);
    for edge in edges {
        let deviates = (edge - error).abs() / (edge * (1.0 - edge) / 4000.0).sqrt();
        assert!((deviates - 1.959_964).abs() < 1e-5, "{edges:?}");
    }
    assert_eq!(fitted["test"]["error_interval"], evaluated["error_interval"]);
    let [low, high] = pair(&evaluated["accuracy_interval"]);
    assert!((1.0 - high - edges[0]).abs() < 1e-12 && (1.0 - low - edges[1]).abs() < 1e-12);
    let text = desk.run(&format!("evaluate m.klt {}", letter("test.csv.gz"))).out;
    let written = format!("{:.2} % error ({:.2} to {:.2})", 100.0 * error, 100.0 * edges[0], 100.0 * edges[1]);
    assert!(text.contains(&written), "{text}");
}

/// Forty subjects whose ten rows are all alike, some of which say the other thing: the interval is
/// that of forty rows, by Student's t of 39 degrees (2.0227, any table), not of four hundred.
#[test]
fn subjects_make_intervals_wider() {
    let desk = Desk::new();
    let row = |i: u32| {
        let subject = i / 10;
        let class = subject.is_multiple_of(2) != subject.is_multiple_of(5);
        format!("s{subject},{},{}\n", subject % 2, if class { "yes" } else { "no" })
    };
    desk.write("t.csv", &format!("who,a,y\n{}", (0..400).map(row).collect::<String>()));
    desk.json("fit t.csv --group who --blocks linear --flash 200 --out m.klt --quiet");
    let by_rows = desk.json("evaluate m.klt t.csv");
    let by_subjects = desk.json("evaluate m.klt t.csv --group who");
    let error = by_rows["error"].as_f64().expect("an error");
    assert_eq!((error, by_subjects["error"].as_f64()), (0.2, Some(0.2)));
    // each subject held out in turn by a linear model
    let fitted = desk.json("fit t.csv --group who --flash 200 --quiet");
    let held_out = &fitted["linear"]["heldout"];
    let tried = fitted["tried"].as_array().expect("blocks").iter().find(|tried| tried["blocks"] == "linear");
    assert_eq!(tried.expect("a linear model")["error_interval"], held_out["error_interval"]);
    assert_eq!(held_out["error"].as_f64(), Some(0.2));
    let worth = 39.0 * (1.959_964f64 / 2.0227).powi(2);
    for (found, worth) in [(&by_rows, 400.0), (&by_subjects, worth), (held_out, worth)] {
        for edge in pair(&found["error_interval"]) {
            let deviates = (edge - error).abs() / (edge * (1.0 - edge) / worth).sqrt();
            assert!((deviates - 1.959_964).abs() < 1e-3, "{found}");
        }
    }
}

/// A slow swing, and the same rows in another order.
#[test]
fn rows_that_their_neighbours_tell_are_remarked_on() {
    let desk = Desk::new();
    let row = |i: u32| {
        let [a, b] = [0.011, 0.017].map(|speed| (speed * f64::from(i)).sin());
        format!("{a:.4},{b:.4},{}\n", if a > b { "up" } else { "down" })
    };
    desk.write("t.csv", &format!("a,b,y\n{}", (0..1000).map(row).collect::<String>()));
    desk.write("u.csv", &format!("a,b,y\n{}", (0..1000).map(|i| row(i * 387 % 1000)).collect::<String>()));
    let remarked = |options: &str| {
        let fitted = desk.json(&format!("fit {options} --blocks linear --flash 200 --quiet"));
        let remarks = fitted["remarks"].as_array().expect("remarks");
        remarks.iter().any(|remark| remark.as_str().is_some_and(|remark| remark.contains("neighbours")))
    };
    assert!(remarked("t.csv"));
    assert!(!remarked("t.csv --time") && !remarked("u.csv"));
}

/// Three slow swings that never come back to the same place. Where the class is a line's side but
/// turned over in some spells, neighbouring rows give the spells away, and other parts of the file
/// do not; a ring is the same everywhere.
#[test]
fn what_neighbours_alone_tell_is_not_taken() {
    let desk = Desk::new();
    let table = |order: &dyn Fn(u32) -> u32, class: &dyn Fn([f64; 3], u32) -> bool| {
        let row = |i: u32| {
            let swings = [0.021, 0.034, 0.013].map(|speed| (speed * f64::from(i)).sin());
            let [a, b, c] = swings;
            format!("{a:.4},{b:.4},{c:.4},{}\n", if class(swings, i) { "in" } else { "out" })
        };
        format!("a,b,c,y\n{}", (0..1200).map(|i| row(order(i))).collect::<String>())
    };
    let spells = |[a, b, _]: [f64; 3], i: u32| (a + b > 0.0) != (noise(i / 30) < 0.2);
    let ring = |[a, b, _]: [f64; 3], _: u32| a * a + b * b < 0.9;
    desk.write("spells.csv", &table(&|i| i, &spells));
    desk.write("shuffled.csv", &table(&|i| i * 487 % 1200, &spells));
    desk.write("ring.csv", &table(&|i| i, &ring));
    let (taken, fitted) = remarks(&desk, "fit spells.csv --flash 400");
    assert!(
        fitted["blocks"] == "linear" && said(&taken, &["blocked cross-validation", "the linear model is taken"]),
        "{taken:?}"
    );
    let error = |tried: &Value| tried["error"].as_f64().expect("an error");
    let [line, other] = [0, 1].map(|which| &fitted["blocked"][which]);
    let at_random = fitted["tried"].as_array().expect("blocks").iter().find(|tried| tried["blocks"] == other["blocks"]);
    // its held-out error is far lower at random, and no lower by blocks
    assert!(2.0 * error(at_random.expect("what was found")) < error(line), "{fitted}");
    assert!(error(other) >= error(line), "{fitted}");
    let (kept, fitted) = remarks(&desk, "fit ring.csv --flash 400");
    assert!(fitted["blocks"] != "linear" && said(&kept, &["blocked cross-validation", ", a linear model"]), "{kept:?}");
    let (_, fitted) = remarks(&desk, "fit shuffled.csv --flash 400");
    assert!(fitted["blocks"] != "linear" && fitted["blocked"].is_null(), "{fitted}");
}

/// Of the test rows, and of the rows held out that blocks were chosen by.
#[test]
fn values_come_with_their_intervals() {
    let desk = Desk::new();
    let row = |i: u32| format!("{},{}\n", i % 10, f64::from(i % 10) * 3.5 + f64::from(i * 37 % 11) * 0.1);
    desk.write("t.csv", &format!("a,y\n{}", (0..400).map(row).collect::<String>()));
    let fitted =
        desk.json("fit t.csv --task regression --holdout 0.25 --features 20 --flash 2KiB --blocks auto --quiet");
    let test = &fitted["test"];
    let (rmse, [low, high]) = (test["rmse"].as_f64().expect("an error"), pair(&test["rmse_interval"]));
    assert!(low < rmse && rmse < high && high < 2.0 * rmse, "{test}");
    let (r2, [low, high]) = (test["r2"].as_f64().expect("a share"), pair(&test["r2_interval"]));
    assert!(low < r2 && r2 < high && high <= 1.0, "{test}");
    for tried in fitted["tried"].as_array().expect("blocks") {
        let (rmse, [low, high]) = (tried["rmse"].as_f64().expect("an error"), pair(&tried["rmse_interval"]));
        assert!(low < rmse && rmse < high, "{tried}");
    }
}

/// Remarks of a fit; on standard error are the same, each after the command's name, beside its
/// progress and a word on the model, which is not kept.
fn remarks(desk: &Desk, fit: &str) -> (Vec<String>, Value) {
    let run = desk.run(&format!("{fit} --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let fitted: Value = serde_json::from_str(&run.out).expect("one JSON object");
    let texts = fitted["remarks"].as_array().expect("remarks").iter();
    let remarks: Vec<String> = texts.map(|text| text.as_str().expect("a text").to_owned()).collect();
    let said: String = remarks.iter().map(|remark| format!("kernelet: {remark}\n")).collect();
    let others = |line: &&str| !is_progress(line) && !line.ends_with("will not be kept; --out model.klt writes it");
    let lines: String = run.err.lines().filter(others).map(|line| format!("{line}\n")).collect();
    assert_eq!(lines, said);
    (remarks, fitted)
}

/// Whether a line begins with the seconds since the start.
fn is_progress(line: &str) -> bool {
    let words = line.strip_prefix("kernelet: ").and_then(|line| line.split_once(" s: "));
    words.is_some_and(|(seconds, _)| seconds.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether one of the remarks has all these parts.
fn said(remarks: &[String], parts: &[&str]) -> bool {
    remarks.iter().any(|remark| parts.iter().all(|part| remark.contains(part)))
}

/// Something without an order, below 1 (splitmix64, Steele 2014).
fn noise(i: u32) -> f64 {
    let mut z = u64::from(i).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// Noisy classes told apart by a line, and by a ring. Of the ring's rows 76.4 % are in, so that a
/// linear model errs by 23.6 %, and no model can err by less than 9.8 %: at least half of the
/// difference is gained.
#[test]
fn a_linear_model_is_named_where_it_is_as_good() {
    let desk = Desk::new();
    let table = |class: &dyn Fn(f64, f64) -> f64| {
        let row = |i: u32| {
            let [a, b] = [noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5];
            format!("{a},{b},{}\n", if class(a, b) > noise(i + 90_000) - 0.5 { "in" } else { "out" })
        };
        format!("a,b,y\n{}", (0..1500).map(row).collect::<String>())
    };
    desk.write("line.csv", &table(&|a, b| 2.0 * a + 4.0 * b));
    desk.write("ring.csv", &table(&|a, b| 8.0 * (a * a + b * b) - 0.6));
    for options in ["--holdout 0.3 --method mc --features 40", "--flash 512 --blocks fern"] {
        let (line, fitted) = remarks(&desk, &format!("fit line.csv {options}"));
        let own = fitted["linear"]["bytes"].as_u64().expect("bytes");
        assert!(said(&line, &["a linear model has", &format!("in {own} bytes; this one")]), "{line:?}");
        assert!(own < fitted["bytes"].as_u64().expect("bytes"));
        let (ring, fitted) = remarks(&desk, &format!("fit ring.csv {options}"));
        assert!(!said(&ring, &["a linear model"]), "{ring:?}");
        let error = |metrics: &Value| metrics["train"]["error"].as_f64().expect("an error");
        assert!(error(&fitted["linear"]) > error(&fitted) + 0.069, "{fitted}");
    }
    let quiet = desk.run("fit line.csv --holdout 0.3 --features 40 --quiet");
    assert!(quiet.err.is_empty() && quiet.out.contains("a linear model: "), "{}{}", quiet.err, quiet.out);
}

/// Few rows to test by, after columns that leak, and classes of a few rows.
#[test]
fn what_makes_figures_doubtful_is_said() {
    let desk = Desk::new();
    let row = |i: u32| {
        let [a, b] = [noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5];
        let class = ["in", "out"][usize::from(a * a + 0.2 * b < 0.08)];
        format!("{},{a},{b},{},{class}\n", 1000 + i, class.len())
    };
    let table = format!("id,a,b,copy,y\n{}", (0..240).map(row).collect::<String>());
    desk.write("u.csv", &table);
    desk.write("t.csv", &table.replacen("2,in\n", "2,rare\n", 1));
    let (all, _) = remarks(&desk, "fit t.csv --features 40");
    assert!(said(&all, &["\"id\"", "rises from each row to the next"]), "{all:?}");
    assert!(said(&all, &["fewer than 10 training rows", "\"rare\" (1)"]), "{all:?}");
    assert!(!said(&all, &["\"copy\""]), "it says nothing of the rare class: {all:?}");
    assert!(said(&remarks(&desk, "fit u.csv --features 40").0, &["\"copy\"", "decides the target"]));
    let (few, fitted) = remarks(&desk, "fit u.csv --ignore id,copy --holdout 0.1 --features 40");
    let error = |metrics: &Value| metrics["test"]["error"].as_f64().expect("an error");
    let gain = error(&fitted["linear"]) - error(&fitted);
    let [low, high] = pair(&fitted["test"]["error_interval"]);
    assert!(high - low > gain, "{fitted}");
    assert!(said(&few, &["wider than the gain"]) || said(&few, &["; this one has"]), "{few:?}");
}

/// 24 subjects of 15 rows; what a subject's rows have in common says nothing about the target of
/// other subjects.
fn subjects() -> String {
    let row = |i: u32| {
        let subject = i % 24;
        let [a, b, y] = [0, 1, 2].map(|k| 10.0 * noise(3 * subject + k + 5_000));
        let [a, b] = [a + 0.1 * noise(2 * i), b + 0.1 * noise(2 * i + 1)];
        format!("s{subject},{a},{b},{}\n", y + 0.1 * noise(i + 10_000))
    };
    format!("subject,a,b,y\n{}", (0..360).map(row).collect::<String>())
}

/// Known subjects are recognised, new ones cannot be: only a split by groups says so.
#[test]
fn groups_are_never_on_both_sides() {
    let desk = Desk::new();
    desk.write("t.csv", &subjects());
    let fit = |options: &str| desk.json(&format!("fit t.csv --bandwidth 0.1 --features 100 {options} --quiet"));
    let [random, grouped] = ["--ignore subject", "--group subject"].map(|how| fit(&format!("--holdout 0.25 {how}")));
    let r2 = |fitted: &Value| fitted["test"]["r2"].as_f64().expect("a share");
    assert!(r2(&random) > 0.95 && r2(&grouped) < 0.3, "{} {}", r2(&random), r2(&grouped));
    assert_eq!((&random["split"], &grouped["split"]), (&"random".into(), &"groups".into()));
    assert_eq!((&random["inputs"], &grouped["inputs"]), (&2.into(), &2.into()));
    assert_eq!((&random["group"], &grouped["group"]), (&Value::Null, &"subject".into()));
    let text = |how: &str| desk.run(&format!("fit t.csv --holdout 0.25 --features 20 {how} --quiet")).out;
    assert!(text("--ignore subject").contains("test rows chosen at random"));
    assert!(text("--group subject").contains("test rows chosen by whole groups of \"subject\""));
}

/// Everything that a search tries is judged by new subjects too, features learned by gradient among
/// it.
#[test]
fn a_search_judges_by_groups_too() {
    let desk = Desk::new();
    desk.write("t.csv", &subjects());
    let tried = |how: &str| {
        let fitted = desk.json(&format!("fit t.csv --flash 1KiB --number q7 {how} --quiet"));
        let tried = fitted["tried"].as_array().expect("blocks").iter();
        let named = |tried: &Value| (tried["blocks"].as_str().expect("a name").to_owned(), tried["rmse"].as_f64());
        tried.map(named).collect::<std::collections::BTreeMap<_, _>>()
    };
    let [random, grouped] = ["--ignore subject", "--group subject --folds 3"].map(tried);
    // targets are even over an interval of 10, whose deviation is 2.9: who knows nothing errs by
    // about that
    for (blocks, error) in &grouped {
        assert!(*error > Some(2.0), "{blocks}: {grouped:?}");
    }
    assert!(random["cosine"] < Some(1.0) && random["fern"] < Some(1.0), "{random:?}");
}

#[test]
fn ordered_rows_are_judged_by_the_last_ones() {
    let desk = Desk::new();
    // what it was about changes after 300 rows
    let row = |i: u32| format!("{},{}\n", noise(i), if i < 300 { noise(i) } else { -noise(i) });
    desk.write("t.csv", &format!("a,y\n{}", (0..400).map(row).collect::<String>()));
    let fit = |how: &str| desk.json(&format!("fit t.csv --features 20 --holdout 0.25 {how} --quiet"));
    let [random, ordered] = ["", "--time"].map(fit);
    assert!(
        ordered["train"]["rmse"].as_f64() < Some(0.01) && ordered["test"]["rmse"].as_f64() > Some(0.9),
        "{ordered}"
    );
    assert!(random["train"]["rmse"].as_f64() > Some(0.3), "{random}");
    assert_eq!((&random["split"], &ordered["split"]), (&"random".into(), &"time-series".into()));
}

#[test]
fn groups_that_cannot_be_kept_apart_are_refused_or_named() {
    let desk = Desk::new();
    desk.write("t.csv", &subjects());
    desk.write("one.csv", "who,a,y\n1,1,2\n1,2,5\n1,3,7\n1,1,3\n");
    desk.write("gap.csv", "who,a,y\n1,1,2\n,2,5\n");
    for (arguments, code, part) in [
        ("one.csv --group who", 2, "--group: \"who\" names 1"),
        ("t.csv --group who", 2, "--group: t.csv has no column"),
        ("t.csv --group y --target y", 2, "both --target and --group"),
        ("t.csv --group subject --time", 2, "--time"),
        ("t.csv --folds 1 --ignore subject", 2, "--folds"),
        ("gap.csv --group who", 1, "line 3 (row 2), column \"who\""),
    ] {
        let run = desk.run(&format!("fit {arguments} --out m.klt"));
        assert!(run.code == code && run.err.contains(part), "{arguments}: {}", run.err);
    }
    let (same, fitted) = remarks(&desk, "fit t.csv --group subject --test t.csv --features 20");
    assert!(said(&same, &["24 of 24 groups of test rows are in the training data"]), "{same:?}");
    assert_eq!(fitted["split"], "file");
}

/// 42 subjects: voices are recognised, and with them the scores of their illness.
#[test]
fn parkinsons_is_harder_for_new_subjects() {
    let Some(data) = shared("parkinsons/data.csv.gz") else { return };
    let desk = Desk::new();
    let [random, grouped] = [",subject", " --group subject"].map(|how| {
        let fit = format!("fit {data} --ignore target_motor_UPDRS,age,sex,test_time{how} --features 300 --number f32");
        desk.json(&format!("{fit} --holdout 0.25 --quiet"))["test"]["rmse"].as_f64().expect("an error")
    });
    println!("parkinsons, total UPDRS, RMSE: rows at random {random:.3}, new subjects {grouped:.3}");
    assert!(grouped > random, "{random} {grouped}");
}

/// The same of the model and of its rows, wherever it is asked for; single precision has none.
#[test]
fn rounding_is_certified() {
    let desk = Desk::new();
    let data = format!("{} --test {}", letter("train.csv.gz"), letter("test.csv.gz"));
    let fit = |number: &str| desk.json(&format!("fit {data} --features 20 --number {number} --out m.klt --quiet"));
    assert_eq!(fit("f32")["certificate"], Value::Null);
    let fitted = fit("q15");
    let certificate = &fitted["certificate"];
    let evaluated = desk.json(&format!("evaluate m.klt {}", letter("test.csv.gz")));
    assert_eq!(certificate, &evaluated["certificate"]);
    assert_eq!(certificate["rows"], 4000);
    // 20 features' scores are often close together, but not by a ten thousandth
    let kept = certificate["kept"].as_u64().expect("a number");
    assert!((3600..=4000).contains(&kept), "{certificate}");
    let inspected = desk.json("inspect m.klt");
    assert_eq!(inspected["certificate"]["score_bound"], certificate["score_bound"]);
    assert!(certificate["value_bound"].as_f64() < Some(0.01), "{certificate}");
}

/// Heads that are asked for are those that are fitted; all tell a noisy ring from what is around
/// it.
#[test]
fn every_head_is_fitted_or_refused() {
    let desk = Desk::new();
    let row = |i: u32| {
        let [a, b] = [noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5];
        let class = ["in", "out"][usize::from(a * a + b * b > 0.08)];
        format!("{a},{b},{},{class}\n", a + 2.0 * b)
    };
    desk.write("t.csv", &format!("a,b,c,y\n{}", (0..600).map(row).collect::<String>()));
    for head in ["ridge", "svm", "hinge", "logistic", "softmax"] {
        let fit = format!("fit t.csv --ignore c --features 60 --holdout 0.3 --head {head} --out {head}.klt --quiet");
        let fitted = desk.json(&fit);
        let error = fitted["test"]["error"].as_f64().expect("an error");
        assert!(fitted["head"] == head && error < 0.08, "{head}: {fitted}");
    }
    assert_ne!(desk.read("svm.klt"), desk.read("hinge.klt"));
    for (options, part) in [
        ("--target c --task regression --features 60 --head svm", "for classes"),
        ("--head svm --flash 1KiB --method learned", "other methods"),
        ("--head hinge --blocks fern", "svm with ferns"),
    ] {
        let run = desk.run(&format!("fit t.csv {options}"));
        assert!(run.code == 2 && run.err.contains(part), "{options}: {}", run.err);
    }
    assert_eq!(desk.run("fit t.csv --head svm --blocks fern --flash 512 --quiet").code, 0);
}
