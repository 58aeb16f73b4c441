//! Classes that a model learns after its fit.

use crate::common::kernelet::Desk;

/// Classes that were added go on learning where more are added, and no others do.
#[test]
fn classes_added_later_do_not_stop_those_before() {
    let desk = Desk::new();
    let centres = [[0, 0], [16, 0], [0, 16], [16, 16], [8, 8]];
    let rows = |classes: std::ops::Range<usize>| {
        let row = |at: usize| {
            let [x, y] = centres[at % 5];
            format!("{},{},c{}\n", x + at * 7 % 6, y + at * 5 % 7, at % 5)
        };
        let rows = (0..300).filter(|at| classes.contains(&(at % 5))).map(row);
        format!("a,b,y\n{}", rows.collect::<String>())
    };
    desk.write("known.csv", &rows(0..3));
    desk.write("new.csv", &rows(3..5));
    desk.json("fit known.csv --features 12 --number q7 --out m.klt");
    let learns = |command: &str| {
        let learns = desk.json(command)["online"].clone();
        (learns["first"].clone(), learns["learnt"].clone())
    };
    assert_eq!(learns("prepare m.klt known.csv --add c3 --out one.klt"), (3.into(), 1.into()));
    assert_eq!(learns("prepare one.klt known.csv --add c4 --out two.klt"), (3.into(), 2.into()));
    let learned = desk.json("rehearse two.klt new.csv --out learned.klt");
    assert_eq!(learned["updates"], 120);
    let evaluated = desk.json("evaluate learned.klt new.csv");
    assert!(evaluated["error"].as_f64().expect("an error") < 0.1, "{evaluated}");
}

/// The scores of a softmax lead by more than those of a regression: a new class reaches them all
/// the same.
#[test]
fn a_class_is_added_to_features_that_were_learned_with_a_softmax() {
    let desk = Desk::new();
    let centres = [[0, 0], [30, 0], [0, 30], [30, 30]];
    let rows = |classes: std::ops::Range<usize>, first: usize| {
        let row = |at: usize| {
            let [x, y] = centres[at % 4];
            format!("{},{},c{}\n", x + at * 7 % 16, y + at * 5 % 17, at % 4)
        };
        let rows = (first..first + 400).filter(|at| classes.contains(&(at % 4))).map(row);
        format!("a,b,y\n{}", rows.collect::<String>())
    };
    desk.write("known.csv", &rows(0..3, 0));
    desk.write("all.csv", &rows(0..4, 1));
    let fitted = desk.json("fit known.csv --method learned --features 16 --number q7 --out m.klt");
    assert_eq!(fitted["head"], "softmax");
    desk.json("prepare m.klt known.csv --add c3 --out p.klt");
    let learned = desk.json("rehearse p.klt all.csv --out learned.klt");
    let error = |found: &serde_json::Value, name: &str| found[name].as_f64().expect("an error");
    assert!(error(&learned, "error_without") >= 0.25, "{learned}");
    let evaluated = desk.json("evaluate learned.klt all.csv");
    assert!(error(&evaluated, "error") < 0.1, "{evaluated}");
}
