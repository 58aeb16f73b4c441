//! The schema, learned from the training file.

use std::collections::BTreeSet;

use super::columns::{Columns, Task};
use super::distinct::{self, is_mostly_distinct};
use super::file::DataFile;
use super::headless::refuse_lost_row;
use super::note::Notes;
use super::schema::{Field, Kind, Schema, Target, TargetKind};
use super::survey::{Nature, Survey, Tally};
use super::target::Learner;
use crate::error::text::{as_argument, shortened, shortest};
use crate::error::{Error, Place};

/// The largest number of levels of a category.
pub(super) const MOST_LEVELS: usize = 256;

impl Schema {
    /// Learns what the columns of a training file mean, and returns notes to the user about what
    /// was guessed, left out or missing.
    ///
    /// A column is numeric if all its values are numbers, otherwise a category. Constant and empty
    /// columns are left out.
    ///
    /// # Errors
    /// [`Error::Usage`] if the file lacks a column of the options. [`Error::Data`], with the place,
    /// for a first line that is a row of data, fewer than two rows, a ragged row, a number that is
    /// not finite, a stray text among numbers, a text column that looks like an identifier, a
    /// target that is missing, constant or unfit for the task, or if no input column remains.
    pub fn learn(file: &DataFile, columns: &Columns) -> Result<(Schema, Vec<String>), Error> {
        Schema::learn_counted(file, columns).map(|(schema, notes, _)| (schema, notes))
    }

    /// Learns the same, and returns the number of rows too.
    ///
    /// # Errors
    /// Those of [`Schema::learn`].
    pub fn learn_counted(file: &DataFile, columns: &Columns) -> Result<(Schema, Vec<String>, u64), Error> {
        let numbered = refuse_lost_row(file)?;
        let roles = columns.roles(file)?;
        if roles.inputs.is_empty() {
            return Err(nothing_left(file));
        }
        let used = [&roles.inputs[..], &roles.targets].concat();
        let survey = Survey::of(file, &used)?;
        if survey.rows < 2 {
            let what = format!("at least 2 rows of data are needed, the file has {}", survey.rows);
            return Err(Error::data(file.path(), what));
        }
        used.iter().try_for_each(|column| survey.columns[*column].refuse_commas(file.dialect()))?;
        let mut notes = Notes::default();
        notes.target.extend(numbered);
        let target = learn_target((file, columns), &roles.targets, &survey, &mut notes)?;
        let fields = learn_fields((file, columns), &roles.inputs, &survey, &mut notes)?;
        Ok((Schema { fields, target, dialect: file.dialect().clone() }, notes.sentences(), survey.rows))
    }
}

/// The target, or several targets, each of which then has values.
fn learn_target(
    (file, columns): (&DataFile, &Columns),
    targets: &[usize],
    survey: &Survey,
    notes: &mut Notes,
) -> Result<Target, Error> {
    let mut names = targets.iter().map(|&column| file.name(column).to_owned());
    let (name, further) = (names.next().unwrap_or_default(), names.collect::<Vec<String>>());
    if columns.target.is_none() {
        let last = match targets.first() {
            Some(&column) if column + 1 < file.header().len() => "the last column that has no other use",
            _ => "the last column",
        };
        if targets.iter().all(|&column| survey.columns[column].blanks == survey.rows) {
            let place = Place { path: file.path().to_owned(), column: Some(name), ..Place::default() };
            let what = format!(
                "the target is missing in every row: {last} is empty, as behind a comma at the end of each line; \
                 --target NAME names another"
            );
            return Err(place.error(what));
        }
        notes.target.push(format!("the target is {:?}, {last}", shortened(&name)));
    }
    let task = match (columns.task, further.is_empty()) {
        (task, true) => task,
        (Task::Classification, false) => {
            return Err(Error::Usage("several targets have values: --task classification goes with one".to_owned()));
        }
        (_, false) => Task::Regression,
    };
    let learner = |&column: &usize| Learner { file, column, tally: &survey.columns[column], rows: survey.rows };
    let kinds = targets.iter().map(|column| learner(column).kind(task, &mut notes.target));
    let kinds = kinds.collect::<Result<Vec<TargetKind>, Error>>()?;
    Ok(Target { name, kind: kinds.into_iter().next().unwrap_or(TargetKind::Value), further })
}

fn learn_fields(
    (file, columns): (&DataFile, &Columns),
    inputs: &[usize],
    survey: &Survey,
    notes: &mut Notes,
) -> Result<Vec<Field>, Error> {
    let tally = |column: &usize| &survey.columns[*column];
    inputs.iter().try_for_each(|column| tally(column).refuse_slip())?;
    let is_text = |column: &usize| tally(column).nature() == Nature::Text;
    let texts: Vec<usize> = inputs.iter().copied().filter(is_text).collect();
    let mut levels = distinct::texts(file, &texts, MOST_LEVELS)?.into_iter();
    let mut fields = Vec::new();
    for column in inputs {
        let mut finding = Finding { name: file.name(*column), tally: tally(column), notes };
        let kind = match finding.tally.nature() {
            Nature::Text => finding.category(levels.next().unwrap_or_default(), survey.rows)?,
            _ if columns.constant => Some(Kind::Number),
            _ => finding.number(),
        };
        fields.extend(kind.map(|kind| finding.field(kind)));
    }
    if fields.is_empty() {
        return Err(nothing_left(file));
    }
    Ok(fields)
}

/// An input column that is about to become a field.
struct Finding<'a> {
    name: &'a str,
    tally: &'a Tally,
    notes: &'a mut Notes,
}

impl Finding<'_> {
    /// Returns a numeric kind, unless the column is constant.
    fn number(&mut self) -> Option<Kind> {
        if self.tally.varies {
            return Some(Kind::Number);
        }
        let value = self.tally.number.map_or("empty".to_owned(), shortest);
        self.notes.constant.push((self.name.into(), value));
        None
    }

    /// Returns a category, unless the column is constant. Fails if it looks like an identifier.
    fn category(&mut self, levels: BTreeSet<String>, rows: u64) -> Result<Option<Kind>, Error> {
        if let Some(place) = self.tally.text.as_ref().filter(|_| self.tally.holds_times()) {
            let name = as_argument(self.name);
            let what = format!("is a date or a time: turn it into numbers, such as hours, or --ignore {name}");
            return Err(place.clone().error(what));
        }
        if is_mostly_distinct(levels.len(), rows) || levels.len() > MOST_LEVELS {
            return Err(self.identifier(&levels));
        }
        let levels: Vec<String> = levels.into_iter().collect();
        if let [only] = levels.as_slice() {
            self.notes.constant.push((self.name.into(), format!("{:?}", shortened(only))));
            return Ok(None);
        }
        self.notes.text.push((self.name.into(), levels.len()));
        if self.tally.marks > 0 {
            self.notes.marks.push((self.name.into(), self.tally.marks));
        }
        if let Some(texts) = self.tally.odd_text().map(str::to_owned).or_else(|| codes(&levels)) {
            self.notes.mixed.push((self.name.into(), texts));
        } else if let Some(with_unit) = same_unit(&levels) {
            self.notes.units.push((self.name.into(), with_unit.to_owned()));
        }
        Ok(Some(Kind::Category { levels }))
    }

    fn identifier(&self, levels: &BTreeSet<String>) -> Error {
        let count = match levels.len() {
            count if count > MOST_LEVELS => format!("more than {MOST_LEVELS}"),
            count => count.to_string(),
        };
        let name = as_argument(self.name);
        if let Some(codes) = codes(levels) {
            let (codes, share) = (as_argument(&codes), self.tally.share_of_numbers());
            let what = format!(
                "is not a number, as {share} % of the column are: --na {codes} makes such cells missing, \
                 and --ignore {name} leaves the column out"
            );
            return self.tally.text.clone().unwrap_or_default().error(what);
        }
        let mut what =
            format!("{count} distinct texts: the column looks like an identifier; drop it with --ignore {name}");
        if self.tally.text.as_ref().and_then(|place| place.value.as_deref()).is_some_and(is_nearly_a_number) {
            what += ", or spell its numbers without signs and separators of thousands";
        }
        self.tally.text.clone().unwrap_or_default().error(what)
    }

    fn field(&mut self, kind: Kind) -> Field {
        let cells = match kind {
            Kind::Number => self.tally.blanks + self.tally.marks,
            Kind::Category { .. } => self.tally.blanks,
        };
        if cells > 0 {
            self.notes.missing.push((self.name.into(), cells));
        }
        Field { name: self.name.into(), kind }
    }
}

/// The fewest numbers among which a few texts stand for missing ones, and the most of these.
const NUMBERS: usize = 20;
const CODES: usize = 5;
/// The fewest texts with one unit.
const UNITS: usize = 5;

/// Returns the texts that stand for a missing number, separated by commas, where levels are many
/// numbers and a few others.
fn codes<'a>(levels: impl IntoIterator<Item = &'a String>) -> Option<String> {
    let (numbers, others): (Vec<&str>, Vec<&str>) =
        levels.into_iter().map(String::as_str).partition(|level| level.parse::<f64>().is_ok());
    let are_codes = numbers.len() >= NUMBERS && (1..=CODES).contains(&others.len());
    (are_codes && !others.iter().any(|other| other.contains(','))).then(|| others.join(","))
}

/// Returns the first of texts that are numbers with one and the same unit behind them.
fn same_unit(levels: &[String]) -> Option<&str> {
    let first = levels.first().filter(|_| levels.len() >= UNITS)?;
    let own = unit(first)?;
    levels.iter().all(|level| unit(level) == Some(own)).then_some(first)
}

/// Returns what stands behind the number that a text begins with.
fn unit(text: &str) -> Option<&str> {
    let unsigned = text.trim_start_matches(['+', '-']);
    let unit = unsigned.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    text.strip_suffix(unit)?.parse::<f64>().ok().map(|_| unit)
}

/// Returns true for a text such as `1.3%`, `378,000`, `(1.2)` or `0x7e`, whose digits may be meant
/// as a number.
fn is_nearly_a_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.starts_with(|first: char| first.is_ascii_digit() || "+-($€£".contains(first)) && 2 * digits >= text.len()
}

fn nothing_left(file: &DataFile) -> Error {
    let what = match file.header().len() {
        1 => "the file has one column only; are its cells separated by , ; or tab?",
        _ => "no input column remains",
    };
    Error::data(file.path(), what)
}

#[cfg(test)]
mod tests {
    use super::super::columns::Task;
    use super::super::schema::TargetKind;
    use super::*;
    use std::path::Path;

    fn learn(text: &str, task: Task) -> Result<(Schema, Vec<String>), String> {
        let said = Columns { task, ..Columns::default() };
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        Schema::learn(&file, &said).map_err(|error| error.to_string())
    }

    /// A file of `rows` rows with its first column from `cell`.
    fn made(rows: usize, cell: impl Fn(usize) -> String) -> String {
        let rows = (0..rows).map(|row| format!("{},{row},{}\n", cell(row), row % 2));
        format!("a,b,y\n{}", rows.collect::<String>())
    }

    #[test]
    fn every_kind_of_column_is_learned() {
        let text = "n,c,k,e,t,y\n1,u,3.5,,x,a\n?,v,3.50,NA,x,b\n2,,,?,,a\n";
        let (schema, notes) = learn(text, Task::Auto).unwrap();
        let levels = vec!["u".to_owned(), "v".to_owned()];
        assert_eq!(schema.fields.len(), 2);
        assert_eq!(schema.fields[0].kind, Kind::Number);
        assert_eq!(schema.fields[1].kind, Kind::Category { levels });
        assert_eq!(schema.target.name, "y");
        let expected = [
            "the target is \"y\", the last column",
            "column \"k\" is constant (3.5) and is left out",
            "column \"e\" is constant (empty) and is left out",
            "column \"t\" is constant (\"x\") and is left out",
            "column \"c\" is text with 2 levels, one-hot encoded",
            "column \"n\" has 1 missing cell",
            "column \"c\" has 1 missing cell",
        ];
        assert_eq!(notes, expected);
    }

    #[test]
    fn texts_that_may_stand_for_something_else_are_named() {
        let marks = made(20, |row| ["u", "v", "NA", "?"][row % 4].to_owned());
        let mixed = made(20, |row| if row % 5 == 0 { "n/a".to_owned() } else { row.to_string() });
        for (text, note) in [
            (marks, "column \"a\" has 10 cells NA or ?, which are texts like others; --na 'NA,?' makes them missing"),
            (
                mixed,
                "column \"a\" holds numbers, each of which is a text now, since \"n/a\" is none; \
                     --na n/a makes such cells missing",
            ),
        ] {
            let (_, notes) = learn(&text, Task::Auto).unwrap();
            assert!(notes.iter().any(|found| found == note), "{notes:?}");
        }
    }

    #[test]
    fn options_are_obeyed() {
        let said = Columns {
            target: Some("a".into()),
            ignore: vec!["id".into()],
            task: Task::Regression,
            group: None,
            clock: None,
            constant: false,
        };
        let text = "id,a,b\ninf,1,5\nx,2,6\n";
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, notes) = Schema::learn(&file, &said).unwrap();
        assert_eq!(schema.target.kind, TargetKind::Value);
        assert_eq!(schema.names(), ["b"]);
        assert!(notes.is_empty());
    }

    /// A sensor that writes a text where it has no value.
    #[test]
    fn a_few_texts_among_many_numbers_are_codes_of_missing_ones() {
        let cell = |values: usize| {
            move |row: usize| if row.is_multiple_of(2) { "-".into() } else { format!("{}", row % values) }
        };
        let notes = learn(&made(200, cell(60)), Task::Auto).unwrap().1;
        let told = "column \"a\" holds numbers, each of which is a text now, since \"-\" is none; \
                    --na - makes such cells missing";
        assert!(notes.iter().any(|note| note == told), "{notes:?}");
        let refused = learn(&made(800, cell(800)), Task::Auto).unwrap_err();
        let told = "value \"-\": is not a number, as 50.0 % of the column are: --na - makes such cells missing";
        assert!(refused.contains(told), "{refused}");
        let few = learn(&made(200, cell(10)), Task::Auto).unwrap().1;
        assert!(!few.iter().any(|note| note.contains("holds numbers")), "five numbers may be names: {few:?}");
    }

    #[test]
    fn numbers_with_a_unit_are_told() {
        let notes = learn(&made(200, |row| format!("{}.5 %", row % 30)), Task::Auto).unwrap().1;
        assert!(notes.iter().any(|note| note.contains("numbers with a unit, such as \"0.5 %\"")), "{notes:?}");
        for other in [|row: usize| format!("{} to {}", row % 30, row % 30 + 1), |row| format!("v{}", row % 30)] {
            let notes = learn(&made(200, other), Task::Auto).unwrap().1;
            assert!(!notes.iter().any(|note| note.contains("a unit")), "{notes:?}");
        }
    }

    #[test]
    fn levels_that_repeat_or_are_few_make_a_category() {
        assert!(learn(&made(512, |row| format!("t{}", row % 256)), Task::Auto).is_ok());
        assert!(learn(&made(20, |row| format!("t{row}")), Task::Auto).is_ok());
        assert!(learn(&made(42, |row| format!("t{}", row % 21)), Task::Auto).is_ok());
    }

    #[test]
    fn identifiers_are_refused() {
        let many = learn(&made(514, |row| format!("t{}", row % 257)), Task::Auto).unwrap_err();
        let expected = "t.csv, line 2 (row 1), column \"a\", value \"t0\": more than 256 distinct texts: \
                        the column looks like an identifier; drop it with --ignore a";
        assert_eq!(many, expected);
        let most = learn(&made(41, |row| format!("t{}", row % 21)), Task::Auto).unwrap_err();
        assert!(most.contains("21 distinct texts"), "{most}");
    }

    #[test]
    fn invalid_training_files_are_refused_with_a_reason() {
        let slip = made(10, |row| if row == 6 { "o".into() } else { row.to_string() });
        let dates = made(10, |row| format!("2024-03-{:02} 23:59", row % 3 + 1));
        for (text, part) in [
            ("a,y\n", "t.csv: at least 2 rows of data are needed, the file has 0"),
            ("a,y\n1,2\n", "at least 2 rows of data are needed, the file has 1"),
            ("a,y\n1,2\n3\n", "line 3 (row 2): the row has 1 cell, the header has 2"),
            ("a,y\n1,2\n-inf,3\n", "line 3 (row 2), column \"a\", value \"-inf\": is infinite"),
            ("a,y\n1,2\n1e999,3\n", "value \"1e999\": is infinite"),
            ("a,y\n1,a\n1,b\n", "t.csv: no input column remains"),
            ("a b y\n1 2 1\n1 2 1\n", "one column only; are its cells separated by"),
            (&slip, "line 8 (row 7), column \"a\", value \"o\": is not a number, though 90.0 % of"),
            (&dates, "line 2 (row 1), column \"a\", value \"2024-03-01 23:59\": is a date or a time: turn it into"),
            ("a;y\n1,5;a\n2;b\n3,5;a\n", "column \"a\", value \"1,5\": has a decimal comma: pass --decimal ,"),
            ("a;y\n1;2,5\n2;3,5\n3;1,5\n", "column \"y\", value \"2,5\": has a decimal comma"),
            (
                "a;y\n6,486;a\n2;b\n3;a\n",
                "value \"6,486\": has a comma: pass --decimal , for a decimal comma, or remove",
            ),
            ("a,y,\n1,2,\n3,4,\n", "column \"column 3\": the target is missing in every row: the last column is empty"),
            ("5.1,3.5,u\n4.9,3,u\n7,3.2,v\n", "t.csv: the first line looks like a row of data"),
        ] {
            let message = learn(text, Task::Auto).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
