//! The kind of the target column, learned from the training file.

use super::cell::is_exact;
use super::columns::Task;
use super::distinct::{self, is_mostly_distinct};
use super::file::DataFile;
use super::schema::TargetKind;
use super::survey::{Nature, Tally};
use crate::error::text::{shortened, shortest};
use crate::error::{Error, Place};

/// The largest number of distinct integers that are classes by default.
const GUESS: usize = 20;

/// The largest number of classes.
const MOST: usize = 1000;

/// What is said of a row without a target.
pub const TARGET_MISSING: &str = "the target is missing";

/// The target column of a training file, with its tally.
pub(super) struct Learner<'a> {
    pub(super) file: &'a DataFile,
    pub(super) column: usize,
    pub(super) tally: &'a Tally,
    /// The number of rows.
    pub(super) rows: u64,
}

impl Learner<'_> {
    /// Returns the kind of the target, and adds a note if it is a guess.
    ///
    /// # Errors
    /// [`Error::Data`] if a cell is missing or does not suit the task, if all cells are equal, or
    /// if there are more than 1000 classes.
    pub(super) fn kind(&self, task: Task, notes: &mut Vec<String>) -> Result<TargetKind, Error> {
        self.refuse_missing()?;
        let classes = match task {
            Task::Auto => self.guess(notes)?,
            Task::Classification => true,
            Task::Regression => false,
        };
        if !classes {
            return self.values();
        }
        notes.extend(self.marks());
        match self.classes()? {
            TargetKind::Class { labels } if task == Task::Auto && self.are_no_classes(labels.len()) => {
                Err(self.error(format!(
                    "{} distinct texts in {} rows are no classes: are they numbers with a unit, dates or identifiers? \
                     --task classification takes them as classes",
                    labels.len(),
                    self.rows
                )))
            }
            kind => Ok(kind),
        }
    }

    /// Returns a note on cells that stand for a missing number, where they are texts like others.
    fn marks(&self) -> Option<String> {
        let (name, marks) = (shortened(self.name()), self.tally.marks);
        (self.tally.nature() == Nature::Text && marks > 0).then(|| {
            format!(
                "target {name:?} has {marks} cells NA or ?, which are classes like others; delete rows whose class is unknown"
            )
        })
    }

    /// Returns whether so many texts are too many for classes.
    fn are_no_classes(&self, texts: usize) -> bool {
        self.tally.nature() == Nature::Text && is_mostly_distinct(texts, self.rows)
    }

    /// Returns true if the target looks like classes.
    fn guess(&self, notes: &mut Vec<String>) -> Result<bool, Error> {
        if let Some((place, is)) = self.tally.slip() {
            return Err(
                place.error(format!("{is}: mend it, or delete its row; --task classification takes all as classes"))
            );
        }
        if self.tally.holds_times() {
            return Err(self.error(
                "holds dates or times, which are no classes; --target NAME names another column, and \
                 --task classification takes them as classes"
                    .to_owned(),
            ));
        }
        if self.tally.nature() == Nature::Text {
            return Ok(true);
        }
        if self.tally.fractions {
            return Ok(false);
        }
        let numbers = distinct::numbers(self.file, self.column, GUESS)?;
        let distinct = numbers.texts.len();
        if distinct > GUESS {
            return Ok(false);
        }
        notes.extend(numbers.twins.as_ref().map(twins));
        let name = shortened(self.name());
        notes.push(format!(
            "target {name:?} holds {distinct} distinct integers, taken as classes; \
             --task regression takes them as values"
        ));
        Ok(true)
    }

    fn values(&self) -> Result<TargetKind, Error> {
        if let Some(place) = &self.tally.text {
            return Err(place.clone().error("is not a number, as regression needs"));
        }
        match flaw_of_values(self.tally) {
            Some(flaw) => Err(self.error(flaw)),
            None => Ok(TargetKind::Value),
        }
    }

    fn classes(&self) -> Result<TargetKind, Error> {
        let mut spelled = None;
        let labels = match self.tally.nature() {
            Nature::Number => {
                if !is_exact(self.tally.largest) {
                    let what =
                        "has labels of 2^53 or more, where numbers are no longer exact; put a letter before them";
                    return Err(self.error(what.to_owned()));
                }
                let numbers = distinct::numbers(self.file, self.column, MOST)?;
                spelled = numbers.twins;
                numbers.texts
            }
            _ => distinct::texts(self.file, &[self.column], MOST)?.into_iter().flatten().collect(),
        };
        match labels.as_slice() {
            [only] => {
                let why = spelled.as_ref().map_or(String::new(), |both| format!(": {}", twins(both)));
                Err(self.error(format!("the target has one class only ({:?}){why}", shortened(only))))
            }
            labels if labels.len() > MOST => Err(self.error(format!("the target has more than {MOST} classes"))),
            _ => Ok(TargetKind::Class { labels }),
        }
    }

    fn refuse_missing(&self) -> Result<(), Error> {
        let mark = match self.tally.nature() {
            Nature::Number | Nature::Empty => self.tally.mark.as_ref(),
            Nature::Slip | Nature::Text => None,
        };
        match self.tally.blank.as_ref().or(mark) {
            Some(place) => Err(place.clone().error(format!("{TARGET_MISSING}: delete rows without one"))),
            None => Ok(()),
        }
    }

    fn name(&self) -> &str {
        self.file.name(self.column)
    }

    fn error(&self, what: String) -> Error {
        let place =
            Place { path: self.file.path().to_owned(), column: Some(self.name().to_owned()), ..Place::default() };
        place.error(what)
    }
}

/// The sentence on two spellings of one label.
fn twins([first, second]: &[String; 2]) -> String {
    format!("labels {first:?} and {second:?} are one number, and one class; a letter before them keeps them apart")
}

/// Returns the reason why values are no target, if there is one: they are constant, too small, or
/// differ by less than the device's floats can tell.
pub(super) fn flaw_of_values(tally: &Tally) -> Option<String> {
    let number = tally.number?;
    if !tally.varies {
        return Some(format!("the target is constant ({}): nothing to learn", shortest(number)));
    }
    let least = f64::from(f32::MIN_POSITIVE);
    if tally.largest < least {
        return Some(format!("no value is above {}, the least of 32-bit floats; scale them", shortest(least)));
    }
    let [range, step] = tally.resolution();
    let [apart, float] = [range, step].map(shortest);
    tally.is_coarse().then(|| {
        format!(
            "the values are at most {apart} apart, and 32-bit floats of their size {float}: subtract a constant from them"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::survey::Survey;
    use super::*;
    use std::path::Path;

    type Learnt = Result<(TargetKind, Vec<String>), String>;

    /// Returns the kind and the notes of a target column.
    fn kind(task: Task, cells: &[&str]) -> Learnt {
        let rows: String = cells.iter().map(|cell| format!("{cell},0\n")).collect();
        let file = DataFile::from_bytes(Path::new("t.csv"), format!("y,x\n{rows}").into()).unwrap();
        let survey = Survey::of(&file, &[0]).map_err(|error| error.to_string())?;
        let learner = Learner { file: &file, column: 0, tally: &survey.columns[0], rows: survey.rows };
        let mut notes = Vec::new();
        let kind = learner.kind(task, &mut notes);
        kind.map(|kind| (kind, notes)).map_err(|error| error.to_string())
    }

    fn labels(task: Task, cells: &[&str]) -> Vec<String> {
        match kind(task, cells).unwrap().0 {
            TargetKind::Class { labels } => labels,
            TargetKind::Value => Vec::new(),
        }
    }

    fn count(numbers: std::ops::Range<u32>) -> Vec<String> {
        numbers.map(|x| x.to_string()).collect()
    }

    #[test]
    fn texts_and_few_integers_are_classes() {
        assert_eq!(labels(Task::Auto, &["b", "a", "b"]), ["a", "b"]);
        assert_eq!(labels(Task::Auto, &["10", "9", "10.0"]), ["9", "10"]);
        assert_eq!(labels(Task::Auto, &["0.5", "1", "2"]).len(), 0);
        let (twenty, more) = (count(0..20), count(0..21));
        let of = |cells: &[String]| labels(Task::Auto, &cells.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(of(&twenty).len(), 20);
        assert_eq!(of(&more).len(), 0);
    }

    #[test]
    fn guesses_are_noted() {
        let note = kind(Task::Auto, &["1", "2", "2"]).unwrap().1.remove(0);
        assert!(note.contains("\"y\" holds 2 distinct integers") && note.contains("--task regression"));
        assert_eq!(kind(Task::Auto, &["a", "b"]).unwrap().1, [""; 0]);
        assert_eq!(kind(Task::Classification, &["1", "2"]).unwrap().1, [""; 0]);
    }

    #[test]
    fn dates_are_no_classes_unless_asked_for() {
        let dates = ["2024-01-05", "2024-01-06", "2024-01-05"];
        assert!(kind(Task::Auto, &dates).unwrap_err().contains("dates or times, which are no classes; --target NAME"));
        assert_eq!(labels(Task::Classification, &dates), dates[..2]);
    }

    #[test]
    fn texts_that_hardly_repeat_are_no_classes_unless_asked_for() {
        let cells: Vec<String> = (0..41).map(|row| format!("{}.5 kg", row % 21)).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let refused = kind(Task::Auto, &cells).unwrap_err();
        assert!(
            refused.contains("21 distinct texts in 41 rows are no classes: are they numbers with a unit"),
            "{refused}"
        );
        assert_eq!(labels(Task::Classification, &cells).len(), 21);
        assert_eq!(labels(Task::Auto, &[&cells[..], &cells[..1]].concat()).len(), 21);
    }

    #[test]
    fn marks_among_texts_are_told() {
        let notes = kind(Task::Auto, &["yes", "no", "NA", "?", "yes"]).unwrap().1;
        assert!(notes[0].starts_with("target \"y\" has 2 cells NA or ?, which are classes like others"), "{notes:?}");
    }

    #[test]
    fn the_task_is_obeyed() {
        assert_eq!(labels(Task::Regression, &["1", "2"]).len(), 0);
        assert_eq!(labels(Task::Regression, &["1e9", "1000004096"]).len(), 0);
        assert_eq!(labels(Task::Regression, &["0", "3e38"]).len(), 0);
        assert_eq!(labels(Task::Classification, &["0.5", "-1"]), ["-1", "0.5"]);
        let slip = ["1"; 20].into_iter().chain(["10+"]).collect::<Vec<_>>();
        assert_eq!(labels(Task::Classification, &slip), ["1", "10+"]);
        let thousand = count(0..1000);
        let thousand: Vec<&str> = thousand.iter().map(String::as_str).collect();
        assert_eq!(labels(Task::Classification, &thousand).len(), 1000);
    }

    #[test]
    fn unfit_targets_are_refused_with_a_reason() {
        let slip = ["1"; 20].into_iter().chain(["1o"]).collect::<Vec<_>>();
        let many = count(0..1001);
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        for (task, cells, part) in [
            (Task::Auto, &["a", "", "b"][..], "line 3 (row 2), column \"y\", value \"\": the target is missing"),
            (Task::Auto, &["1", "NaN"], "value \"NaN\": the target is missing"),
            (Task::Regression, &["1", "NA", "2"], "value \"NA\": the target is missing"),
            (Task::Auto, &["?", "?"], "the target is missing"),
            (Task::Auto, &["a", "a"], "column \"y\": the target has one class only (\"a\")"),
            (Task::Auto, &["1", "1.0"], "one class only (\"1\")"),
            (Task::Auto, &["01", "1"], "one class only (\"01\"): labels \"01\" and \"1\" are one number"),
            (Task::Auto, &["1.5", "1.5"], "the target is constant (1.5)"),
            (Task::Regression, &["1", "1"], "the target is constant (1)"),
            (Task::Regression, &["1", "b"], "line 3 (row 2), column \"y\", value \"b\": is not a number"),
            (Task::Auto, &slip, "value \"1o\": is not a number, though 95.2 % of the column are"),
            (Task::Classification, &many, "more than 1000 classes"),
            (Task::Regression, &["1e9", "1000004095"], "4095 apart, and 32-bit floats of their size 64: subtract"),
            (Task::Auto, &["1", "inf"], "value \"inf\": is infinite"),
        ] {
            let message = kind(task, cells).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
