//! Rows that are unlike the training rows, or the same: both are remarked on, with a count.

use crate::common::kernelet::Desk;
use serde_json::Value;

const FIT: &str = "--method mc --features 8 --out m.klt";

/// Rows of a number, a category and a class; no two are equal.
fn rows(range: std::ops::Range<u32>) -> String {
    let row = |i: u32| {
        let colour = ["red", "green", "blue"][(i % 3) as usize];
        format!("{},{}.{:03},{colour},{}\n", i * 37 % 101, i * 61 % 7, i, if i * 37 % 101 > 50 { "up" } else { "down" })
    };
    range.map(row).collect()
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("train.csv", &format!("a,b,c,y\n{}", rows(0..600)));
    desk.write("new.csv", &format!("a,b,c,y\n{}", rows(600..900)));
    desk.write("mixed.csv", &format!("a,b,c,y\n{}", rows(500..800)));
    desk.write("odd.csv", "a,b,c,y\n7,1.5,red,up\n9000,2.5,mauve,down\n8,-4000,pink,up\n-8000,1,blue,up\n");
    desk
}

fn remarks(value: &Value) -> Vec<String> {
    let texts = value["remarks"].as_array().expect("remarks").iter();
    texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn test_rows_that_were_learned_from_are_counted() {
    let desk = desk();
    let of = |test: &str| remarks(&desk.json(&format!("fit train.csv --test {test} {FIT}"))).join("\n");
    assert!(of("train.csv").contains("all 600 test rows equal training rows"));
    assert!(of("mixed.csv").contains("100 of 300 test rows equal training rows"));
    assert!(!of("new.csv").contains("equal training rows"));
    let of = |data: &str| {
        let run = desk.run(&format!("evaluate m.klt {data} --json"));
        let value: Value = serde_json::from_str(&run.out).expect("JSON");
        assert!(remarks(&value).iter().all(|remark| run.err.contains(remark)), "{}", run.err);
        remarks(&value).join("\n")
    };
    assert!(of("train.csv").contains("all 600 rows equal training rows"), "{}", of("train.csv"));
    let mixed = of("mixed.csv");
    let count: f64 = mixed.split(' ').nth(1).and_then(|count| count.parse().ok()).expect("a count");
    assert!(mixed.starts_with("about") && (50.0..150.0).contains(&count), "{mixed}");
    assert_eq!(of("new.csv"), "");
}

/// Few different rows repeat: that a test row is among them is no leak.
#[test]
fn rows_that_repeat_by_chance_are_not_remarked_on() {
    let desk = Desk::new();
    let rows = |from: u32| (from..from + 400).map(|i| format!("{},{},{}\n", i * 37 % 5, i * 61 % 4, i * 7 % 2));
    desk.write("train.csv", &format!("a,b,y\n{}", rows(0).collect::<String>()));
    desk.write("test.csv", &format!("a,b,y\n{}0,9,1\n", rows(1000).collect::<String>()));
    let fitted = desk.json(&format!("fit train.csv --test test.csv {FIT}"));
    assert!(!remarks(&fitted).join("\n").contains("equal training rows"), "{fitted}");
    assert!(!desk.run("evaluate m.klt test.csv").err.contains("equal training rows"));
}

#[test]
fn unseen_categories_and_far_values_are_counted() {
    let desk = desk();
    let fitted = remarks(&desk.json(&format!("fit train.csv --test odd.csv {FIT}"))).join("\n");
    let parts = [
        "column \"c\" has 2 cells of a category that the training rows lack, such as \"mauve\"",
        "3 of 4 rows are far outside the range of the training rows: a (2), b (1)",
    ];
    let [predicted, evaluated] = ["predict", "evaluate"].map(|command| desk.run(&format!("{command} m.klt odd.csv")));
    for part in parts {
        assert!(fitted.contains(part) && predicted.err.contains(part) && evaluated.err.contains(part), "{fitted}");
    }
    assert_eq!(predicted.out.lines().count(), 5);
    for command in ["predict", "evaluate"] {
        assert_eq!(desk.run(&format!("{command} m.klt odd.csv --quiet")).err, "");
        assert_eq!(desk.run(&format!("{command} m.klt new.csv")).err, "");
    }
}
