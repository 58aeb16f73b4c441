//! The library's front from outside: rows in memory give the model that the same rows in a file
//! give.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use kernelet_fit::estimator::{Answers, ArrayColumn, Cells, Choices, Model, Training, Watch, fit};
use serde_json::Value;
use std::fmt::Write;

#[path = "../../examples/pumps.rs"]
mod pumps;
#[path = "../../examples/room.rs"]
mod room;

/// Rows as columns, with a target of each kind.
struct Rows {
    columns: Vec<ArrayColumn>,
    classes: Vec<String>,
    values: Vec<f64>,
}

impl Rows {
    /// Numbers of two scales, one with a gap, and texts with a gap.
    fn made(count: usize) -> Rows {
        let mut random = Random(11);
        let mut column = || (0..count).map(|_| random.symmetric()).collect::<Vec<f64>>();
        let (wide, mut narrow, chosen) = (column(), column(), column());
        let texts = chosen.iter().map(|x| if *x < 0.0 { "wet" } else { "dry, cold" }).enumerate();
        let texts: Vec<&str> = texts.map(|(row, text)| if row % 17 == 3 { "" } else { text }).collect();
        let values: Vec<f64> = (0..count).map(|row| (2.0 * wide[row]).sin() + narrow[row] * chosen[row]).collect();
        let classes = values.iter().map(|value| ["low", "high"][usize::from(*value > 0.2)].to_owned()).collect();
        narrow[5] = f64::NAN;
        let wide = wide.iter().map(|x| 1000.0 * x).collect();
        let columns = vec![
            ArrayColumn::numbers("wide", wide),
            ArrayColumn::texts("weather", texts),
            ArrayColumn::numbers("narrow", narrow),
        ];
        Rows { columns, classes, values }
    }

    /// The same rows as a file, with the targets in the last column.
    fn csv(&self, answers: &Answers) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let mut text = format!("{},y\n", names.join(","));
        for row in 0..self.values.len() {
            for column in &self.columns {
                match &column.cells {
                    Cells::Numbers(numbers) if numbers[row].is_nan() => text.push(','),
                    Cells::Numbers(numbers) => write!(text, "{},", numbers[row]).expect("text grows"),
                    Cells::Texts(texts) => write!(text, "\"{}\",", texts[row]).expect("text grows"),
                }
            }
            match answers {
                Answers::Classes(labels) => writeln!(text, "{}", labels[row]),
                Answers::Values(values) => writeln!(text, "{}", values[row]),
                Answers::Several(_) => unreachable!("one target"),
            }
            .expect("text grows");
        }
        text
    }
}

/// Fits rows in memory by options of the command, `--name value` each.
fn fitted(training: Training, options: &str) -> Model {
    let words: Vec<&str> = options.split_whitespace().collect();
    let choice = |made: Choices, pair: &[&str]| made.with(&pair[0][2..].replace('-', "_"), pair[1]);
    let choices = words.chunks(2).try_fold(Choices::default(), choice).expect("choices");
    fit(training, &choices, Watch::default()).expect("a model")
}

/// Compares the model of rows in memory with that of the command, and what both say of the rows.
fn same_as_in_a_file(answers: impl Fn(&Rows) -> Answers, options: &str) {
    let (desk, rows) = (Desk::new(), Rows::made(240));
    desk.write("d.csv", &rows.csv(&answers(&rows)));
    let shown = desk.json(&format!("fit d.csv --target y {options} --out m.klt --quiet"));
    let model = fitted(Training::new(rows.columns.clone(), "y", answers(&rows)).expect("rows"), options);
    assert_eq!(model.bytes(), desk.read("m.klt"), "{options}");
    let own = model.report().expect("a report");
    let number = |report: &Value, name: &str| report[name].as_u64().unwrap_or_else(|| panic!("{name} in {report}"));
    for name in ["bytes", "ram_bytes", "inputs", "outputs"] {
        assert_eq!(number(own, name), number(&shown, name), "{name}");
    }
    let judged = model.judge(rows.columns.clone(), answers(&rows)).expect("metrics");
    let evaluated = desk.json("evaluate m.klt d.csv");
    let names = judged.as_object().expect("metrics by name");
    assert!(!names.is_empty() && names.iter().all(|(name, value)| evaluated[name] == *value), "{judged} {evaluated}");
    // what was written is what was fitted
    model.write(&desk.path("again.klt")).expect("writable");
    assert_eq!(desk.read("again.klt"), desk.read("m.klt"));
    assert_eq!(desk.json("evaluate again.klt d.csv"), evaluated);
}

#[test]
fn classes_in_memory_give_the_model_of_a_file() {
    let classes = |rows: &Rows| Answers::Classes(rows.classes.clone());
    same_as_in_a_file(classes, "--features 12 --seed 3");
    same_as_in_a_file(classes, "--flash 300 --blocks cosine --method greedy --folds 3");
}

#[test]
fn values_in_memory_give_the_model_of_a_file() {
    same_as_in_a_file(|rows| Answers::Values(rows.values.clone()), "--flash 400 --blocks linear,fern --interval 0.8");
}

#[test]
fn what_is_wrong_is_named_with_its_row_and_column() {
    let rows = Rows::made(40);
    let classes = Answers::Classes(rows.classes.clone());
    let mut columns = rows.columns.clone();
    let Cells::Numbers(numbers) = &mut columns[2].cells else { panic!("narrow has numbers") };
    numbers[7] = f64::INFINITY;
    let message = Training::new(columns, "y", classes.clone()).unwrap_err().to_string();
    assert!(message.contains("narrow") && message.contains('8'), "{message}");
    let model = fitted(Training::new(rows.columns.clone(), "y", classes).expect("rows"), "--features 4");
    let message = model.predict(rows.columns[..2].to_vec()).unwrap_err().to_string();
    assert!(message.contains("narrow"), "{message}");
    let message = model.intervals(rows.columns).unwrap_err().to_string();
    assert!(message.contains("interval"), "{message}");
}

#[test]
fn the_examples_run() {
    pumps::main().expect("pumps");
    room::main().expect("room");
}
