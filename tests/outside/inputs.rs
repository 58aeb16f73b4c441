//! Fewer sensors from outside: the inputs that matter stay, those that cost go.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use serde_json::{Value, json};
use std::fmt::Write;

/// A target of three inputs, one of which has a noisy copy; and four inputs of noise, one a text.
fn sensors(rows: usize) -> String {
    let mut random = Random(9);
    let mut text = "n1,n2,a,b,copy,c,n3,colour,y\n".to_owned();
    for _ in 0..rows {
        let [a, b, c, n1, n2, n3] = [(); 6].map(|()| random.symmetric());
        let copy = b + 0.05 * random.symmetric();
        let colour = ["red", "green", "blue"][(random.bits() % 3) as usize];
        let y = 2.0 * a + 3.0 * b + (3.0 * c).sin() + 0.1 * random.symmetric();
        writeln!(text, "{n1},{n2},{a},{b},{copy},{c},{n3},{colour},{y}").expect("text grows");
    }
    text
}

fn read(fitted: &Value) -> Vec<&str> {
    let names = fitted["inputs_read"].as_array().expect("names").iter();
    names.map(|name| name.as_str().expect("a name")).collect()
}

#[test]
fn the_inputs_that_matter_are_read_and_no_others() {
    let desk = Desk::new();
    desk.write("d.csv", &sensors(500));
    let fitted =
        desk.json("fit d.csv --inputs-at-most 3 --method learned --features 12 --holdout 0.3 --quiet --out m.klt");
    assert_eq!((read(&fitted), &fitted["inputs"]), (vec!["a", "b", "c"], &json!(3)));
    assert!(fitted["test"]["r2"].as_f64().is_some_and(|r2| r2 > 0.95), "{}", fitted["test"]);
    // a file of these columns alone is enough
    let keep = |line: &str| [2, 3, 5].map(|place| line.split(',').nth(place).expect("a cell")).join(",") + "\n";
    desk.write("three.csv", &sensors(50).lines().map(keep).collect::<String>());
    assert_eq!(desk.run("predict m.klt three.csv --quiet").out.lines().count(), 51);
    let sets = fitted["input_sets"].as_array().expect("sets");
    assert_eq!((sets.len(), &sets[0]["cost"]), (8, &json!(8.0)));
}

#[test]
fn a_dear_input_makes_way_for_a_cheap_copy() {
    let desk = Desk::new();
    desk.write("d.csv", &sensors(500));
    let options = "--method greedy --features 20 --quiet";
    let fitted = desk.json(&format!("fit d.csv --input-cost b=20,n1=0.5 --inputs-at-most 3 {options}"));
    assert_eq!(read(&fitted), ["a", "copy", "c"]);
    let all = desk.json(&format!("fit d.csv {options}"));
    assert!(all.get("inputs_read").is_none() && all["inputs"] == json!(10), "{all}");
}

#[test]
fn costs_of_nothing_are_refused() {
    let desk = Desk::new();
    desk.write("d.csv", &sensors(60));
    for (options, part) in [
        ("--input-cost z=3", "\"z\" is no input"),
        ("--input-cost y=3", "\"y\" is no input"),
        ("--input-cost a=-1", "cost above 0"),
        ("--input-cost a", "NAME=cost"),
        ("--input-cost a=1,a=2", "two costs"),
        ("--inputs-at-most 0", "0"),
    ] {
        let refused = desk.run(&format!("fit d.csv {options} --features 5 --quiet"));
        assert!(refused.code == 2 && refused.err.contains(part), "{options}: {}", refused.err);
    }
}
