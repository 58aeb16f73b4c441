//! What scripts rely on: the page on JSON keys, against what the commands print.

use crate::common::kernelet::{Desk, letter};
use serde_json::Value;
use std::collections::HashMap;
use std::io::Read;

/// The cells of the page's tables that name keys, by the command or key of their row.
fn promised() -> HashMap<String, String> {
    let page = include_str!("../../docs/scripts.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    rows.map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
}

/// The names between backticks.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Checks that an object has the keys before the colon of a cell, and each object of the list that
/// they name the keys behind it.
fn check(command: &str, found: &Value, cell: &str) {
    let (own, of_each) = cell.split_once(':').unwrap_or((cell, ""));
    for key in names(own) {
        let value = found.get(key).unwrap_or_else(|| panic!("{command}: no {key:?} in {found}"));
        let first = if value.is_array() { &value[0] } else { value };
        names(of_each).iter().for_each(|key| assert!(first.get(key).is_some(), "{command}: no {key:?} in {first}"));
    }
}

#[test]
fn every_command_prints_the_keys_of_the_page() {
    let (desk, pages) = (Desk::new(), promised());
    let check = |command: &str, found: &Value| check(command, found, &pages[command]);
    let all = inflated(&letter("train.csv.gz"));
    let some = |keep: fn(&&str) -> bool, rows| {
        let head = all.lines().take(1);
        head.chain(all.lines().skip(1).filter(keep).take(rows)).fold(String::new(), |text, line| text + line + "\n")
    };
    desk.write("l.csv", &some(|_| true, 1_200));
    desk.write("y.csv", &some(|line| !line.ends_with(",Z"), 1_200));
    let fit = "fit l.csv --features 12 --method mc --number q7 --quiet";
    let fitted = desk.json(&format!("{fit} --holdout 0.2 --probability --novelty --out m.klt"));
    check("fit", &fitted);
    for key in ["test", "linear", "probability", "novelty", "certificate"] {
        assert!(fitted.get(key).is_some(), "{key}: {fitted}");
    }
    let answers = desk.run("predict m.klt l.csv --scores --proba --novelty --keep x_box --quiet --json");
    check("predict", &serde_json::from_str(&answers.out).expect("JSON"));
    for (command, options) in [
        ("evaluate", "m.klt l.csv"),
        ("inspect", "m.klt"),
        ("export", "m.klt --as c --out exported"),
        ("compare", "l.csv --methods mc,orf --features 12 --repeats 2"),
        ("kernel-error", "l.csv --method mc --features 12"),
    ] {
        check(command, &desk.json(&format!("{command} {options}")));
    }
    for key in ["probability", "novelty"] {
        assert!(desk.json("evaluate m.klt l.csv").get(key).is_some(), "{key}");
    }
    desk.json(&format!("{} --out o.klt", fit.replace("l.csv", "y.csv")));
    for (command, options) in [
        ("prepare", "o.klt y.csv --add Z --out p.klt"),
        ("rehearse", "p.klt l.csv --log l.kll --out learned.klt"),
        ("replay", "p.klt l.kll --out again.klt"),
    ] {
        check(command, &desk.json(&format!("{command} {options}")));
    }
    desk.json("fit l.csv --method mc --features 12 --quiet --plan-only --out plan.json");
    check("statistics", &desk.json("statistics l.csv --plan plan.json -o a.stat"));
    check("merge", &desk.json("merge a.stat -o all.stat"));
}

#[test]
fn keys_that_fits_have_at_times_are_there_then() {
    let (desk, pages) = (Desk::new(), promised());
    let windows = |row: u32| {
        let swing = |t: u32| (f64::from(t) * f64::from(1 + row % 2) * 0.7 + f64::from(row)).sin();
        (0..24).map(|t| format!("{:.3},", swing(t))).collect::<String>() + ["slow\n", "fast\n"][row as usize % 2]
    };
    let header: String = (0..24).map(|t| format!("x_{t},")).collect();
    desk.write("w.csv", &(header + "y\n" + &(0..80).map(windows).collect::<String>()));
    let found = desk.json("fit w.csv --series --flash 512 --quiet --out w.klt");
    assert!(found["tried"][0]["error_interval"].is_array(), "{found}");
    names(&pages["series"]).iter().for_each(|key| assert!(found["series"].get(key).is_some(), "{key}: {found}"));
    let row = |i: u32| {
        let [a, b] = [i * 37 % 101, i * 53 % 97].map(f64::from);
        format!("{a},{b},{},{}\n", a + b * b / 90.0, a - b)
    };
    desk.write("v.csv", &("a,b,u,v\n".to_owned() + &(0..300).map(row).collect::<String>()));
    let found = desk.json("fit v.csv --target u,v --features 8 --method mc --quiet --holdout 0.2 --out v.klt");
    names(&pages["targets"]).iter().for_each(|key| assert!(found["test"]["targets"][0].get(key).is_some(), "{found}"));
    let found =
        desk.json("fit v.csv --ignore u --target v --interval 0.9 --features 8 --method mc --quiet --out i.klt");
    assert!(found["interval"].is_object(), "{found}");
    // few rows, so that the choice of the size ends long before the limit on a busy machine
    desk.write("few.csv", &("a,b,u,v\n".to_owned() + &(0..60).map(row).collect::<String>()));
    let found = desk.json("fit few.csv --ignore u --target v --seconds 60 --quiet --out f.klt");
    names(&pages["frontier"]).iter().for_each(|key| assert!(found["frontier"][0].get(key).is_some(), "{key}: {found}"));
}

/// The text of a compressed file.
fn inflated(path: &str) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("can be opened");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("text");
    text
}
