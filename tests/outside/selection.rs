//! Methods that choose features, on tables that nobody would choose: an answer or a clear error,
//! never a model of NaN.

use crate::common::kernelet::Desk;
use crate::common::random::Random;

const METHODS: [&str; 7] = ["mc", "eerf", "surrogate", "leverage", "align", "small", "greedy"];

/// A table of rows with inputs `a` and `b`, both within 3 of zero, and a target.
fn table(rows: u64, row: impl Fn(u64, f64, f64) -> String) -> String {
    let mut random = Random(rows);
    let mut real = || (random.symmetric() * 3_000.0).round() / 1_000.0;
    let lines: String = (0..rows).map(|n| row(n, real(), real()) + "\n").collect();
    format!("a,b,y\n{lines}")
}

/// The class that a rule on the inputs gives.
fn class(a: f64, b: f64) -> &'static str {
    if a + 0.3 * b > 0.0 { "up" } else { "down" }
}

/// Every method fits 20 features or fewer, and answers every row in finite numbers; in a format
/// that has others.
fn answered(name: &str, text: &str) {
    for method in METHODS {
        let desk = Desk::new();
        desk.write("t.csv", text);
        let fitted = desk.json(&format!("fit t.csv --method {method} --features 20 --number f32 --out m.klt"));
        let (features, metrics) = (&fitted["features"], &fitted["train"]);
        assert!((1..=20).contains(&features.as_u64().expect("a number")), "{name}, {method}: {features}");
        let error = metrics["error"].as_f64().or(metrics["rmse"].as_f64());
        assert!(error.is_some_and(f64::is_finite), "{name}, {method}: {metrics}");
        let run = desk.run("predict m.klt t.csv --scores");
        assert_eq!((run.code, run.out.lines().count()), (0, text.lines().count()), "{name}, {method}: {}", run.err);
        for score in run.out.lines().skip(1).flat_map(|line| line.split(',').skip(1)) {
            assert!(score.parse().is_ok_and(f64::is_finite), "{name}, {method}: {score}");
        }
    }
}

/// Every method refuses, says why, and writes nothing.
fn refused(name: &str, text: &str, (options, code, reason): (&str, i32, &str)) {
    for method in METHODS {
        let desk = Desk::new();
        desk.write("t.csv", text);
        let run = desk.run(&format!("fit t.csv --method {method} --features 20 --out m.klt {options}"));
        assert_eq!(run.code, code, "{name}, {method}: {}", run.err);
        assert!(run.err.contains(reason), "{name}, {method}: {}", run.err);
        assert_eq!(desk.files(), ["t.csv"], "{name}, {method}");
    }
}

#[test]
fn odd_rows_are_answered() {
    let line = |a: f64, b: f64, y: &str| format!("{a},{b},{y}");
    let cases = [
        ("duplicates", table(60, |n, _, _| format!("{},{},{}", n % 3, n % 2, ["up", "down"][(n % 3 / 2) as usize]))),
        (
            "duplicates that disagree",
            table(60, |n, _, _| format!("{},1,{}", n % 2, ["up", "down"][(n / 2 % 2) as usize])),
        ),
        ("fewer rows than landmarks and features", table(6, |n, a, b| line(a, b, ["up", "down"][(n % 2) as usize]))),
        ("two rows", "a,b,y\n0,1,up\n1,0,down\n".to_owned()),
        ("a class of one row", table(60, |n, a, b| line(a, b, if n == 30 { "once" } else { class(a, b) }))),
        ("one row of two classes", table(60, |n, a, b| line(a, b, if n == 30 { "once" } else { "ever" }))),
        ("a constant column", table(60, |_, a, b| line(5.0, b, class(a, b)))),
        ("an empty column", table(60, |_, a, b| format!(",{b},{}", class(a, b)))),
        (
            "missing cells",
            table(60, |n, a, b| {
                let (no_a, no_b) = (n % 3 == 0, n % 4 == 0);
                let cell = |missing: bool, value: f64| if missing { "NaN".to_owned() } else { value.to_string() };
                format!("{},{},{}", &cell(no_a, a), &cell(no_b, b), class(a, b))
            }),
        ),
    ];
    for (name, text) in cases {
        answered(name, &text);
    }
}

#[test]
fn values_at_the_ends_of_floats_are_answered() {
    let cases = [
        ("large and small inputs", table(60, |_, a, b| format!("{:e},{:e},{}", a * 1e37, b * 1e-37, class(a, b)))),
        ("a spike", table(60, |n, a, b| format!("{:e},{b},{}", if n == 3 { 1e38 } else { a }, a + b))),
        ("large targets", table(60, |_, a, b| format!("{a},{b},{:e}", a * 1e37))),
    ];
    for (name, text) in cases {
        answered(name, &text);
    }
}

#[test]
fn nothing_to_learn_is_refused() {
    let value = table(60, |_, a, b| format!("{a},{b},7.5"));
    refused("a constant target", &value, ("", 1, "constant"));
    let class = table(60, |_, a, b| format!("{a},{b},only"));
    refused("one class", &class, ("", 1, "one class"));
    let constant = table(60, |_, a, b| format!("1,2,{}", self::class(a, b)));
    refused("constant inputs", &constant, ("", 1, "no input"));
    for huge in ["1e300", "inf"] {
        let text = table(60, |n, a, b| {
            format!("{},{b},{}", if n == 3 { huge.to_owned() } else { a.to_string() }, self::class(a, b))
        });
        refused("beyond floats", &text, ("", 1, "line 5"));
    }
    // the only row of its class is learned from, unless the last rows are held out
    let rare = table(61, |n, a, b| format!("{a},{b},{}", if n == 60 { "once" } else { "ever" }));
    let desk = Desk::new();
    desk.write("t.csv", &rare);
    for seed in 0..8 {
        let run = desk.run(&format!("fit t.csv --features 2 --holdout 0.5 --seed {seed}"));
        assert_eq!(run.code, 0, "{}", run.err);
    }
    refused("a class held out", &rare, ("--time --holdout 0.5", 2, "same target"));
}

#[test]
fn more_features_than_candidates_are_refused() {
    let text = table(60, |_, a, b| format!("{a},{b},{}", class(a, b)));
    let desk = Desk::new();
    desk.write("t.csv", &text);
    for method in &METHODS[1..] {
        let run = desk.run(&format!("fit t.csv --method {method} --features 20 --candidates 19 --out m.klt"));
        assert!(run.code == 2 && run.err.contains("19 candidates"), "{method}: {}", run.err);
        assert_eq!(desk.files(), ["t.csv"]);
    }
    for method in &METHODS[1..] {
        let fitted = desk.json(&format!("fit t.csv --method {method} --features 20 --candidates 20"));
        assert!(fitted["train"]["error"].as_f64() < Some(0.2), "{method}: {fitted}");
    }
}

/// Variants of a method that says nothing to them, or of none, are refused; others are kept in the
/// data sheet and change the model.
#[test]
fn variants_belong_to_their_methods() {
    let desk = Desk::new();
    desk.write("t.csv", &table(90, |_, a, b| format!("{a},{b},{}", class(a, b))));
    let fit = |options: &str, out: &str| {
        let run = desk.run(&format!("fit t.csv --features 10 --out {out} {options}"));
        assert_eq!(run.code, 0, "{options}: {}", run.err);
        desk.read(out)
    };
    for (method, variants) in [
        ("eerf", "uncentred,scales=0.5/1/2"),
        ("eerf", "pool=3"),
        ("surrogate", "identity,uncentred"),
        ("align", "tuned"),
        ("leverage", "tuned,rows=50"),
        ("small", "block=1,relative=0.2,landmarks=20"),
        ("greedy", "scales=1,pool=5"),
        ("stein", "sketched,tuned"),
        ("cluster", "plain,landmarks=30"),
        ("sample", "rate=0.01"),
        ("supervise", "tuned"),
        ("orf", "scales=0.5/2"),
    ] {
        let own = fit(&format!("--method {method} --number f32"), "own.klt");
        let other = fit(&format!("--method {method} --number f32 --variant {variants}"), "m.klt");
        // a search may find what is ours
        assert!(own != other || variants == "tuned", "{method} {variants}");
        let sheet: serde_json::Value = serde_json::from_slice(&desk.read("m.klt.json")).expect("JSON");
        let kept = sheet["recipe"]["variants"].as_str().expect("text");
        assert!(variants.split(',').all(|variant| kept.split(',').any(|one| one == variant)), "{kept}");
        assert!(desk.run("evaluate m.klt t.csv").code == 0);
    }
    for (options, reason) in [
        ("--method eerf --variant plain", "eerf has no variant plain"),
        ("--method mc --variant uncentred", "mc has no variant uncentred"),
        ("--method spectral --variant plain", "one form"),
        ("--blocks fern --variant uncentred", "no features"),
        ("--method small --variant block=0", "positive"),
        ("--method small --variant largest", "not one of"),
    ] {
        let run = desk.run(&format!("fit t.csv {options}"));
        assert!(run.code == 2 && run.err.contains(reason), "{options}: {} {}", run.code, run.err);
    }
}
