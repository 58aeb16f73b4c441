//! Patches of a grid of inputs from outside: learned, packed, exported, and refused.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use serde_json::json;

/// So many images of 10 x 10 pixels: which of two small shapes they hold, wherever it is.
fn images(names: &str, count: usize) -> String {
    let mut random = Random(1);
    let places = || (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
    let head: Vec<String> = places().map(|(row, column)| format!("{names}{row}_{column}")).collect();
    let image = |n: usize| {
        let [down, right] = [(); 2].map(|()| random.bits() as usize % 9);
        let shape = if n.is_multiple_of(2) { [(0, 0), (1, 1)] } else { [(0, 1), (1, 0)] };
        let lit = shape.map(|(row, column)| (row + down, column + right));
        let pixels: Vec<String> = places()
            .map(|place| f64::from(u8::from(lit.contains(&place))) + 0.2 * random.symmetric())
            .map(|pixel| format!("{pixel:.2}"))
            .collect();
        format!("{},{}\n", pixels.join(","), ["falls", "rises"][n % 2])
    };
    format!("{},shape\n", head.join(",")) + &(0..count).map(image).collect::<String>()
}

/// Patches of 3 x 3 pixels beside all of them in the same bytes: more features, and a lower error.
#[test]
fn patches_learn_more_in_the_same_bytes() {
    let desk = Desk::new();
    desk.write("images.csv", &images("pixel", 2_000));
    let fit = "fit images.csv --flash 400B --number q3 --holdout 0.3";
    let patched = desk.json(&format!("{fit} --blocks patch --patch 3x3 --out patched.klt"));
    let dense = desk.json(&format!("{fit} --blocks cosine --out dense.klt"));
    let [own, other] = [&patched, &dense].map(|fit| fit["features"].as_u64().expect("a number of features"));
    assert!(own > 2 * other, "{own} {other}");
    let error = |fit: &serde_json::Value| fit["test"]["error"].as_f64().expect("an error");
    assert!(error(&patched) < 0.9 * error(&dense), "{} {}", error(&patched), error(&dense));
    assert_eq!(
        (&patched["kinds"], &patched["blocks"], &patched["patch"]),
        (&json!(["patch"]), &json!("patch"), &json!("3x3"))
    );
    // the same again by its recipe
    desk.json("fit images.csv --recipe patched.klt.json --out again.klt");
    assert_eq!(desk.read("again.klt"), desk.read("patched.klt"));
}

/// Pixels that are always dark are as good a part of a patch as others.
#[test]
fn pixels_that_do_not_vary_stay_in_their_grid() {
    let desk = Desk::new();
    let images = images("pixel", 400);
    let mut lines = images.lines();
    let head = lines.next().expect("a header").to_owned();
    let dark = lines.map(|line| format!("\n0{}", &line[line.find(',').expect("cells")..])).collect::<String>();
    desk.write("dark.csv", &(head + &dark + "\n"));
    let fit = "fit dark.csv --flash 300B --number q3";
    for options in ["--blocks patch --patch 3x3", "--grid 10x10 --blocks patch --patch 3x3"] {
        let fitted = desk.json(&format!("{fit} {options} --quiet"));
        assert_eq!((&fitted["inputs"], &fitted["patch"]), (&json!(100), &json!("3x3")), "{options}");
    }
    assert_eq!(desk.json(&format!("{fit} --blocks linear --quiet"))["inputs"], 99);
}

#[test]
fn a_grid_is_named_by_columns_or_by_an_option() {
    let desk = Desk::new();
    desk.write("images.csv", &images("pixel", 200));
    desk.write("plain.csv", &images("pixel", 200).replacen("pixel0_0", "first", 1));
    let fit = "--blocks patch --method mc --features 9";
    desk.json(&format!("fit images.csv {fit} --patch 2x2 --out named.klt"));
    desk.json(&format!("fit plain.csv {fit} --patch 2x2 --grid 10x10 --out given.klt"));
    assert_eq!(desk.read("named.klt"), desk.read("given.klt"));
    let refused = |options: &str, reason: &str| {
        let refused = desk.run(&format!("fit plain.csv {fit} {options}"));
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains(reason), "{}", refused.err);
    };
    refused("", "patches need a grid");
    refused("--grid 9x11", "--grid 9x11: its 99 inputs are not the 100 of the data");
    refused("--grid 4x25 --patch 5x2", "--patch 5x2: it does not lie within the grid of 4x25");
    refused("--grid 10x10 --method stein", "--method");
    refused("--grid 10x10 --early", "stages are cut from rows of all inputs");
    refused("--grid 10x10 --inputs-at-most 5", "patches read a whole grid");
    refused("--grid 10x10 --kernel linear", "patches are read by cosines");
}
