//! Tables from arrays in memory, with the schema that a file of the same rows would have.

use super::array_error::{at, wrong};
use super::array_labels::{distinct_labels, indices};
use super::boolean::boolean;
use super::cell::Cell;
use super::dialect::{CellReader, Dialect};
use super::distinct::is_mostly_distinct;
use super::learn::MOST_LEVELS;
use super::note::Notes;
use super::schema::{Field, Kind, Schema, Target, TargetKind};
use super::survey::Tally;
use super::table::{Inputs, Table, Targets};
use super::target::flaw_of_values;
use super::time::{are_nearly_all, is_time};
use super::values::Values;
use crate::error::Result;
use crate::error::text::{shortened, shortest};
use std::collections::BTreeSet;
use std::ops::Range;

/// A column of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayColumn {
    /// The name, by which columns of other rows are matched.
    pub name: String,
    /// The cells.
    pub cells: Cells,
}

/// The cells of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Numbers; NaN is missing.
    Numbers(Vec<f64>),
    /// Texts, which are categories even if they look like numbers; empty ones and `NaN` are
    /// missing.
    Texts(Vec<String>),
}

/// The targets of rows in memory, of which none is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Answers {
    /// The label of each row's class.
    Classes(Vec<String>),
    /// The value of each row.
    Values(Vec<f64>),
    /// The values of each row, target by target.
    Several(Vec<Vec<f64>>),
}

/// Rows in memory: columns, and the target of each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrays {
    /// The input columns, in order.
    pub columns: Vec<ArrayColumn>,
    /// The name of the target.
    pub target: String,
    /// The targets.
    pub answers: Answers,
    /// Whether columns of numbers stay inputs where they do not vary, as samples of a window and
    /// pixels of a grid do.
    pub constant: bool,
}

impl Arrays {
    /// Learns the schema and returns it with the table and with notes to the user. No cell is
    /// copied: the columns move into the table.
    ///
    /// # Errors
    /// [`Error::Data`], with row, column and value, as for a file: fewer than two rows, a number
    /// that is not finite, a text column that looks like an identifier, a target that is missing or
    /// constant, columns of other lengths, or none that varies.
    pub fn table(self) -> Result<(Schema, Table, Vec<String>)> {
        let rows = self.answers.rows();
        if rows < 2 {
            return Err(wrong(None, format!("at least 2 rows of data are needed, there are {rows}")));
        }
        let kind = self.answers.kind()?;
        let (name, further) = self.answers.names(self.target);
        let target = Target { name, kind, further };
        let (mut notes, mut fields, mut columns) = (Notes::default(), Vec::new(), Vec::new());
        for mut column in self.columns {
            column.check(rows)?;
            let Some(kind) = column.kind(self.constant, &mut notes)? else { continue };
            let field = Field { name: column.name.clone(), kind };
            columns.extend(field.encoded(column.cells));
            fields.push(field);
        }
        if fields.is_empty() {
            return Err(wrong(None, "no input column remains".to_owned()));
        }
        let targets = self.answers.targets(&target)?;
        let schema = Schema { fields, target, dialect: Dialect::default() };
        let inputs = Inputs { names: schema.names(), kinds: schema.kinds(), columns };
        Ok((schema, Table::independent(inputs, targets), notes.sentences()))
    }
}

impl Schema {
    /// Returns the inputs of columns in memory, which are matched by name; others are ignored.
    ///
    /// # Errors
    /// [`Error::Data`] for a missing column, columns of several lengths, texts in the place of
    /// numbers, or a number that is not finite.
    ///
    /// Codes of the schema's dialect are missing values.
    pub fn inputs_of(&self, columns: Vec<ArrayColumn>) -> Result<Inputs> {
        let rows = columns.first().map_or(0, |column| column.cells.len());
        let mut found: Vec<Option<ArrayColumn>> = columns.into_iter().map(Some).collect();
        let (mut encoded, known) = (Vec::new(), CellReader::new(&self.dialect));
        for field in &self.fields {
            let is_own = |column: &&mut Option<ArrayColumn>| column.as_ref().is_some_and(|own| own.name == field.name);
            let lack = || wrong(Some(&field.name), "missing, and the model was fitted with it".to_owned());
            let mut column = found.iter_mut().find(is_own).and_then(Option::take).ok_or_else(lack)?;
            column.check(rows)?;
            let cells = column.cells.known(&known).or_texts(&field.kind).or_numbers(&field.kind);
            if field.kind == Kind::Number && matches!(cells, Cells::Texts(_)) {
                return Err(wrong(Some(&field.name), "has texts, and the model was fitted with numbers".to_owned()));
            }
            encoded.extend(field.encoded(cells));
        }
        Ok(Inputs { names: self.names(), kinds: self.kinds(), columns: encoded })
    }

    /// Returns the targets of rows in memory.
    ///
    /// # Errors
    /// [`Error::Data`] for a label that is none of the schema's, and for values in the place of
    /// labels or the reverse.
    pub fn targets_of(&self, answers: Answers) -> Result<Targets> {
        answers.targets(&self.target)
    }
}

impl ArrayColumn {
    /// A column of numbers.
    pub fn numbers(name: impl Into<String>, numbers: Vec<f64>) -> ArrayColumn {
        ArrayColumn { name: name.into(), cells: Cells::Numbers(numbers) }
    }

    /// A column of texts.
    pub fn texts(name: impl Into<String>, texts: impl IntoIterator<Item = impl Into<String>>) -> ArrayColumn {
        ArrayColumn { name: name.into(), cells: Cells::Texts(texts.into_iter().map(Into::into).collect()) }
    }

    /// Copies some rows, as far as there are any.
    pub fn rows(&self, rows: Range<usize>) -> ArrayColumn {
        let cells = match &self.cells {
            Cells::Numbers(numbers) => Cells::Numbers(numbers.get(rows).unwrap_or_default().to_vec()),
            Cells::Texts(texts) => Cells::Texts(texts.get(rows).unwrap_or_default().to_vec()),
        };
        ArrayColumn { name: self.name.clone(), cells }
    }

    /// Checks the length, and that numbers are finite in single precision; -0 becomes 0.
    fn check(&mut self, rows: usize) -> Result<()> {
        let found = self.cells.len();
        if found != rows {
            return Err(wrong(Some(&self.name), format!("has {found} rows, others have {rows}")));
        }
        if let Cells::Numbers(numbers) = &mut self.cells {
            for (row, number) in numbers.iter_mut().enumerate() {
                check_number(&self.name, row, number)?;
            }
        }
        Ok(())
    }

    /// The kind, with notes as for a file; `None` for a column that does not vary.
    fn kind(&self, constant: bool, notes: &mut Notes) -> Result<Option<Kind>> {
        let (missing, kind) = match &self.cells {
            Cells::Numbers(numbers) => {
                let mut known = numbers.iter().filter(|x| !x.is_nan());
                let first = known.next();
                if !constant && known.all(|x| Some(x) == first) {
                    let value = first.map_or("empty".to_owned(), |x| shortest(*x));
                    notes.constant.push((self.name.clone(), value));
                    return Ok(None);
                }
                (numbers.iter().filter(|x| x.is_nan()).count(), Kind::Number)
            }
            Cells::Texts(texts) => {
                let known = texts.iter().map(|text| text.trim()).filter(|text| !is_blank(text));
                if let Some((text, why)) = known.clone().find_map(|text| Some((text, Cell::of(text).err()?))) {
                    return Err(wrong(Some(&self.name), format!("the text {:?} {why}", shortened(text))));
                }
                let levels: BTreeSet<&str> = known.clone().collect();
                if let Some(only) = levels.first().filter(|_| levels.len() == 1) {
                    notes.constant.push((self.name.clone(), format!("{:?}", shortened(only))));
                }
                if levels.is_empty() {
                    notes.constant.push((self.name.clone(), "empty".to_owned()));
                }
                if levels.len() < 2 {
                    return Ok(None);
                }
                let times = known.clone().filter(|text| is_time(text)).count();
                if are_nearly_all(times as u64, known.clone().count() as u64) {
                    let what = "holds dates or times: turn them into numbers, such as hours, or leave it out";
                    return Err(wrong(Some(&self.name), what.to_owned()));
                }
                self.refuse_identifier(levels.len(), texts.len())?;
                notes.text.push((self.name.clone(), levels.len()));
                (
                    texts.len() - known.count(),
                    Kind::Category { levels: levels.into_iter().map(str::to_owned).collect() },
                )
            }
        };
        notes.missing.extend((missing > 0).then(|| (self.name.clone(), missing as u64)));
        Ok(Some(kind))
    }

    fn refuse_identifier(&self, levels: usize, rows: usize) -> Result<()> {
        match levels > MOST_LEVELS || is_mostly_distinct(levels, rows as u64) {
            true => Err(wrong(
                Some(&self.name),
                format!("{levels} distinct texts: the column looks like an identifier; leave it out"),
            )),
            false => Ok(()),
        }
    }
}

impl Cells {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Cells::Numbers(numbers) => numbers.len(),
            Cells::Texts(texts) => texts.len(),
        }
    }

    /// Returns true where there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cells, with codes of missing values as such.
    pub(super) fn known(self, known: &CellReader) -> Cells {
        match self {
            cells if !known.has_codes() => cells,
            Cells::Numbers(numbers) => {
                let number = |number| known.number(number).ok().and_then(Cell::number).unwrap_or(f64::NAN);
                Cells::Numbers(numbers.into_iter().map(number).collect())
            }
            Cells::Texts(texts) => {
                let is_missing = |text: &String| known.cell(text.trim()) == Ok(Cell::Blank);
                let text = |text| if is_missing(&text) { String::new() } else { text };
                Cells::Texts(texts.into_iter().map(text).collect())
            }
        }
    }

    /// Returns the numbers as texts where a field has texts.
    pub(super) fn or_texts(self, kind: &Kind) -> Cells {
        match (self, kind) {
            (Cells::Numbers(numbers), Kind::Category { .. }) => {
                let text = |number: f64| if number.is_nan() { String::new() } else { shortest(number) };
                Cells::Texts(numbers.into_iter().map(text).collect())
            }
            (cells, _) => cells,
        }
    }

    /// Returns texts that are all numbers, or all booleans, or missing as numbers, where a field
    /// has numbers.
    fn or_numbers(self, kind: &Kind) -> Cells {
        let Cells::Texts(texts) = &self else { return self };
        let all = |number: fn(&str) -> Option<f64>| -> Option<Vec<f64>> {
            let cell = |text: &str| if is_blank(text) { Some(f64::NAN) } else { number(text) };
            texts.iter().map(|text| cell(text.trim())).collect()
        };
        let booleans = || all(|text| boolean(text).map(|truth| f64::from(u8::from(truth))));
        let numbers = || all(|text| Cell::of(text).ok().and_then(Cell::number));
        let found = if *kind == Kind::Number { numbers().or_else(booleans) } else { None };
        found.map_or(self, Cells::Numbers)
    }
}

impl Field {
    /// Returns the numeric columns of the field: its own, or indicators.
    fn encoded(&self, cells: Cells) -> Vec<Vec<f64>> {
        match cells {
            Cells::Numbers(numbers) => vec![numbers],
            Cells::Texts(texts) => {
                let cell = |text: &str, level: &str| match is_blank(text) {
                    true => f64::NAN,
                    false => f64::from(u8::from(self.kind.level(text) == Some(level))),
                };
                let column = |level: &String| texts.iter().map(|text| cell(text.trim(), level)).collect();
                self.kind.indicated().iter().map(column).collect()
            }
        }
    }
}

/// The kind of values, which have to differ by more than the device's floats.
fn values_kind(values: &[f64]) -> Result<TargetKind> {
    match flaw_of_values(&Tally::of_numbers(values)) {
        Some(flaw) => Err(wrong(None, flaw)),
        None => Ok(TargetKind::Value),
    }
}

impl Answers {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Answers::Classes(labels) => labels.len(),
            Answers::Values(values) => values.len(),
            Answers::Several(columns) => columns.first().map_or(0, Vec::len),
        }
    }

    /// The name of the first target, and those of further ones: several are numbered from 0.
    fn names(&self, name: String) -> (String, Vec<String>) {
        match self {
            Answers::Several(columns) => {
                let further = (1..columns.len()).map(|place| format!("{name}_{place}")).collect();
                (format!("{name}_0"), further)
            }
            _ => (name, Vec::new()),
        }
    }

    fn kind(&self) -> Result<TargetKind> {
        match self {
            Answers::Classes(labels) => Ok(TargetKind::Class { labels: distinct_labels(labels)? }),
            Answers::Values(values) => values_kind(values),
            Answers::Several(columns) => {
                columns.iter().try_for_each(|column| values_kind(column).map(|_| ()))?;
                Ok(TargetKind::Value)
            }
        }
    }

    fn targets(self, target: &Target) -> Result<Targets> {
        match (self, &target.kind) {
            (Answers::Values(values), TargetKind::Value) => {
                let rows = values.len();
                Ok(Targets::Values(known(&target.name, values, rows)?.into()))
            }
            (Answers::Several(columns), TargetKind::Value) => {
                let (names, rows) = (target.names(), columns.first().map_or(0, Vec::len));
                if names.len() != columns.len() {
                    let what = format!("there are {} targets, and the model has {}", columns.len(), names.len());
                    return Err(wrong(None, what));
                }
                let columns = names.iter().zip(columns).map(|(name, column)| known(name, column, rows));
                Ok(Targets::Values(Values::new(columns.collect::<Result<_>>()?)))
            }
            (Answers::Classes(found), TargetKind::Class { labels }) => {
                let index = indices(labels, &found);
                let index = index.map_err(|(row, what)| at(&target.name, row, &found[row]).error(what))?;
                Ok(Targets::Classes { labels: labels.clone(), index })
            }
            (Answers::Values(_) | Answers::Several(_), _) => {
                Err(wrong(None, "the targets are values, and the model has classes".to_owned()))
            }
            (Answers::Classes(_), _) => {
                Err(wrong(None, "the targets are classes, and the model has values".to_owned()))
            }
        }
    }
}

/// Returns the values of a target, of which none may be missing.
fn known(name: &str, mut values: Vec<f64>, rows: usize) -> Result<Vec<f64>> {
    if values.len() != rows {
        return Err(wrong(Some(name), format!("has {} rows, others have {rows}", values.len())));
    }
    for (row, value) in values.iter_mut().enumerate() {
        if value.is_nan() {
            return Err(at(name, row, "NaN").error("the target is missing"));
        }
        check_number(name, row, value)?;
    }
    Ok(values)
}

/// Returns true for a text that is missing in every column.
pub(super) fn is_blank(text: &str) -> bool {
    Cell::of(text) == Ok(Cell::Blank)
}

/// Checks that a number is finite in single precision; -0 becomes 0.
fn check_number(column: &str, row: usize, number: &mut f64) -> Result<()> {
    match Cell::of_number(*number) {
        Ok(Cell::Number(same)) => *number = same,
        Ok(_) => {}
        Err(reason) => return Err(at(column, row, &shortest(*number)).error(reason)),
    }
    Ok(())
}
