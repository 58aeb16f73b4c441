//! Samples of rows from outside: what is learned from, what is said about it, and what is kept.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use serde_json::json;

/// Two classes by the sign of a product, and three rows of a third.
fn rows() -> String {
    let mut random = Random(1);
    let row = |n: usize| {
        let [a, b] = [random.symmetric(), random.symmetric()];
        let kind = if n % 1_000 == 500 { "rare" } else { ["other", "same"][usize::from(a * b > 0.0)] };
        format!("{a:.4},{b:.4},{kind}\n")
    };
    String::from("a,b,kind\n") + &(0..3_000).map(row).collect::<String>()
}

#[test]
fn a_model_of_many_rows_is_learned_from_a_sample_that_has_all_classes() {
    let desk = Desk::new();
    desk.write("train.csv", &rows());
    let fit = "fit train.csv --holdout 0.2 --method mc --features 12";
    let sampled = desk.json(&format!("{fit} --sample-rows 500 --out sampled.klt"));
    let rows = sampled["sample"]["rows"].as_u64().expect("a number of rows");
    assert!((500..=503).contains(&rows), "{rows}");
    assert_eq!((&sampled["sample"]["of"], &sampled["train"]["rows"]), (&json!(2400), &json!(rows)));
    // rows held out are not sampled
    assert_eq!(sampled["test"]["rows"], 600);
    let remarks = sampled["remarks"].to_string();
    assert!(remarks.contains(&format!("a random sample of {rows} of the 2400 rows")), "{remarks}");
    assert_eq!(desk.json("inspect sampled.klt")["classes"], json!(["other", "rare", "same"]));
    // the same again by its recipe, and all rows where there are no more
    desk.json("fit train.csv --recipe sampled.klt.json --out again.klt");
    assert_eq!(desk.read("again.klt"), desk.read("sampled.klt"));
    let all = desk.json(&format!("{fit} --sample-rows 2400"));
    assert!(all.get("sample").is_none() && all["train"]["rows"] == 2400);
}
