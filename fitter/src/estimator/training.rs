//! The rows that a model is fitted to.

use super::choices::Choices;
use super::weights::weighted;
use crate::data::{
    Answers, ArrayColumn, Arrays, GivenArrays, Groups, Schema, Table, Target, Targets, Teacher, neighbours, repeats,
    suspicions,
};
use crate::error::{Error, Result};
use crate::report::fit::Split;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The largest number of rows that are sorted.
const MOST_SORTED: usize = 20_000;

/// The rows that a model is fitted to, with what is known about them.
#[derive(Clone, Debug)]
pub struct Training {
    pub(super) schema: Schema,
    pub(super) table: Table,
    pub(super) remarks: Vec<String>,
    /// The channels of windows, where the columns are some.
    pub(super) channels: Vec<String>,
    /// What the arrays say beside the schema.
    pub(super) given: GivenArrays,
    /// The name of what groups rows.
    group: Option<String>,
    /// Whether something is known about how the rows depend on each other.
    is_known: bool,
    /// Whether independent rows are sorted before the fit.
    is_any_order: bool,
    /// The number of rows of a sample, and that of all, where these are one.
    sample: Option<[usize; 2]>,
}

impl Training {
    /// Takes rows: input columns, and the name of the target with the answer of each row.
    ///
    /// # Errors
    /// [`Error::Data`], with row, column and value; see [`Arrays::table`].
    pub fn new(columns: Vec<ArrayColumn>, target: &str, answers: Answers) -> Result<Training> {
        Training::of(Arrays { columns, target: target.to_owned(), answers, constant: false }, Vec::new())
    }

    /// Takes rows for a fit by these choices: columns that do not vary are left out, unless they
    /// are part of a grid whose patches features may read, such as the pixels of an image.
    ///
    /// # Errors
    /// Those of [`Training::new`], and [`Error::Usage`] for choices that do not go together.
    pub fn of_choices(
        columns: Vec<ArrayColumn>,
        (target, answers): (&str, Answers),
        choices: &Choices,
    ) -> Result<Training> {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let constant = choices.recipe()?.keeps_constants(&names);
        Training::of(Arrays { columns, target: target.to_owned(), answers, constant }, Vec::new())
    }

    /// Takes windows of a stream: the columns `ax_0`, `ax_1`, … are the samples of the channel
    /// `ax`, and other columns are plain inputs.
    ///
    /// # Errors
    /// Those of [`Training::new`].
    pub fn of_windows(
        channels: Vec<String>,
        columns: Vec<ArrayColumn>,
        (target, answers): (&str, Answers),
    ) -> Result<Training> {
        Training::of(Arrays { columns, target: target.to_owned(), answers, constant: true }, channels)
    }

    fn of(arrays: Arrays, channels: Vec<String>) -> Result<Training> {
        let columns: Vec<String> = arrays.columns.iter().map(|column| column.name.clone()).collect();
        let (schema, table, mut remarks) = arrays.table()?;
        let columns = if columns.len() == schema.fields.len() { Vec::new() } else { columns };
        if channels.is_empty() {
            remarks.extend(suspicions(&schema, &table));
        }
        Ok(Training {
            schema,
            table,
            remarks,
            channels,
            given: GivenArrays { columns, classes: Vec::new() },
            group: None,
            is_known: false,
            is_any_order: false,
            sample: None,
        })
    }

    /// Returns the rows with the classes that their labels stand for, as booleans, numbers or
    /// texts, in the order of [`Training::labels`]; the data sheet keeps them.
    ///
    /// # Errors
    /// [`Error::Usage`] for another number of classes.
    pub fn of_classes(self, classes: Vec<Value>) -> Result<Training> {
        let (found, labels) = (classes.len(), self.labels().len());
        if found != labels {
            return Err(Error::Usage(format!("there are {found} classes for {labels} labels")));
        }
        Ok(Training { given: GivenArrays { classes, ..self.given }, ..self })
    }

    /// Returns the rows with other names of their targets.
    ///
    /// # Errors
    /// [`Error::Usage`] for another number of names, or a name that is there already.
    pub fn with_targets(self, names: &[String]) -> Result<Training> {
        let (found, targets) = (names.len(), self.schema.target.names().len());
        if found != targets {
            return Err(Error::Usage(format!("there are {found} names for {targets} targets")));
        }
        let inputs = self.schema.fields.iter().map(|field| &field.name);
        let mut names_of_all: BTreeSet<&String> = inputs.collect();
        if let Some(twice) = names.iter().find(|name| !names_of_all.insert(name)) {
            return Err(Error::Usage(format!("two columns have the name {twice:?}")));
        }
        let target = Target { name: names[0].clone(), further: names[1..].to_vec(), ..self.schema.target };
        Ok(Training { schema: Schema { target, ..self.schema }, ..self })
    }

    /// Returns the rows in groups, such as subjects, which are never split between fitting and
    /// validation; `name` says what they are.
    ///
    /// # Errors
    /// [`Error::Usage`] where there is not one for each row, or fewer than two groups.
    pub fn in_groups(self, name: &str, groups: Vec<u32>) -> Result<Training> {
        let rows = self.table.rows();
        if groups.len() != rows {
            return Err(Error::Usage(format!("there are {} groups for {rows} rows", groups.len())));
        }
        if groups.iter().all(|group| *group == groups[0]) {
            return Err(Error::Usage("all rows are of one group: two are needed to judge on".to_owned()));
        }
        let table = Table { groups: Groups::Labelled(groups), ..self.table };
        Ok(Training { table, group: Some(name.to_owned()), is_known: true, ..self })
    }

    /// Returns the rows as a time series: models are judged on later rows than those fitted to.
    pub fn in_time(self) -> Training {
        Training { table: Table { groups: Groups::TimeSeries, ..self.table }, is_known: true, ..self }
    }

    /// Returns the rows as a set: where none depends on its neighbours, and they are 20,000 at
    /// most, a fit gives the same model in any order of them. A file's rows are taken as they
    /// stand.
    pub fn in_any_order(self) -> Training {
        Training { is_any_order: true, ..self }
    }

    /// Returns the rows as a [`sample`](crate::data::sample) of so many, which the report then
    /// says.
    pub fn sampled_from(self, all: usize) -> Training {
        Training { sample: Some([self.rows(), all]), ..self }
    }

    /// Returns the rows with sample weights.
    ///
    /// A row of weight 0 is left out; other weights weigh the losses, scaled to a mean of 1.
    ///
    /// # Errors
    /// [`Error::Usage`] for weights that are none.
    pub fn weighted(self, weights: &[f64]) -> Result<Training> {
        Ok(Training { table: weighted(self.table, weights)?, ..self })
    }

    /// Returns the rows with what a larger model says of them: the probability of each class, class
    /// by class in the order of [`Training::labels`], or the prediction of each target. `weight` is
    /// its share beside the rows' own targets.
    ///
    /// # Errors
    /// [`Error::Usage`] for other numbers of columns or rows, a number that is not finite,
    /// probabilities that do not add up to 1, or a weight that is not between 0 and 1.
    pub fn taught(self, columns: Vec<Vec<f64>>, weight: f64) -> Result<Training> {
        if !(weight > 0.0 && weight < 1.0) {
            return Err(Error::Usage(format!("the weight of the teacher, {weight}, is not between 0 and 1")));
        }
        let labels = self.schema.target.labels();
        let needed = labels.map_or(self.schema.target.names().len(), <[String]>::len);
        let teacher = Teacher { columns, weight };
        teacher.check(needed, labels.is_some(), self.rows()).map_err(Error::Usage)?;
        let mut remarks = self.remarks;
        remarks.extend(teacher.remark(&self.table.targets));
        Ok(Training { table: Table { teacher: Some(teacher), ..self.table }, remarks, ..self })
    }

    /// The labels of the classes in the order of scores; none of values.
    pub fn labels(&self) -> &[String] {
        self.schema.target.labels().unwrap_or_default()
    }

    /// The remarks on what was guessed, left out or is doubtful about the rows.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.table.rows()
    }

    /// Finds out whether rows are predictable from their neighbours, where nothing is known.
    pub(super) fn judged(mut self) -> Training {
        if self.is_known {
            return self;
        }
        self.remarks.extend(repeats(&self.table).filter(|_| self.channels.is_empty()));
        if let Some(remark) = neighbours(&self.table) {
            self.remarks.push(remark);
            self.table.groups = Groups::blocked(self.table.rows());
        } else if self.is_any_order && self.table.rows() <= MOST_SORTED {
            self.table = sorted(&self.table);
        }
        self
    }

    /// Samples the rows where there are too many.
    pub(super) fn sampled(self, choices: &Choices) -> Training {
        let before = self.table.rows();
        let table = choices.sampled(self.table, !self.channels.is_empty());
        let sample = match self.sample {
            _ if table.rows() == before => self.sample,
            None => Some([table.rows(), before]),
            Some([_, all]) => Some([table.rows(), all]),
        };
        Training { table, sample, ..self }
    }

    /// The split into rows fitted to and rows held out.
    pub(super) fn split(&self) -> Split {
        let split = Split::of(&self.table.groups, self.group.as_deref(), false);
        match self.sample {
            Some([rows, all]) => split.sampled(rows, all),
            None => split,
        }
    }
}

/// Returns the rows in the order of their inputs, equal ones in that of their targets.
fn sorted(table: &Table) -> Table {
    let targets: Vec<Vec<f64>> = match &table.targets {
        Targets::Classes { index, .. } => vec![index.iter().copied().map(f64::from).collect()],
        Targets::Values(values) => values.columns.clone(),
    };
    let mut order: Vec<usize> = (0..table.rows()).collect();
    order.sort_by(|a, b| {
        let mut columns = table.inputs.columns.iter().chain(&targets);
        let unequal = columns.find_map(|column| match column[*a].total_cmp(&column[*b]) {
            Ordering::Equal => None,
            unequal => Some(unequal),
        });
        unequal.unwrap_or(Ordering::Equal)
    });
    table.select(&order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_any_order_are_the_same_rows() {
        let training = |order: [usize; 4]| {
            let pick = |values: [f64; 4]| order.map(|row| values[row]).to_vec();
            let columns = vec![
                ArrayColumn::numbers("a", pick([2.0, 1.0, 2.0, f64::NAN])),
                ArrayColumn::numbers("b", pick([5.0, 4.0, 5.0, 0.0])),
            ];
            let training = Training::new(columns, "y", Answers::Values(pick([9.0, 8.0, 7.0, 6.0]))).unwrap();
            training.in_any_order().judged().table
        };
        let Targets::Values(values) = training([0, 1, 2, 3]).targets else { panic!("values") };
        assert_eq!(values.columns, [[8.0, 7.0, 9.0, 6.0]]);
        assert_eq!(training([0, 1, 2, 3]).targets, training([3, 2, 0, 1]).targets);
    }
    fn rows() -> Training {
        let columns =
            vec![ArrayColumn::numbers("k", vec![1.0; 4]), ArrayColumn::numbers("a", vec![2.0, 1.0, 2.0, 3.0])];
        Training::new(columns, "y", Answers::Classes(["1", "0", "1", "0"].map(str::to_owned).to_vec())).unwrap()
    }

    /// Rows of weight 0 are left out, and those that weigh more are still one row: neither makes a
    /// sample.
    #[test]
    fn only_a_sample_is_called_one() {
        let remark = |training: Training| training.split().remark();
        assert_eq!(remark(rows().weighted(&[1.0, 0.0, 1.0, 1.0]).unwrap()), None);
        let sample = remark(rows().sampled_from(40).weighted(&[30.0, 30.0, 0.0, 1.0]).unwrap());
        assert!(sample.is_some_and(|sample| sample.contains("sample of 4 of the 40 rows")));
    }

    #[test]
    fn arrays_keep_their_columns_and_classes() {
        let training = rows().of_classes(vec![false.into(), true.into()]).unwrap();
        assert_eq!(training.given.columns, ["k", "a"]);
        assert_eq!(training.given.classes, [Value::from(false), Value::from(true)]);
        assert!(rows().of_classes(vec![0.into()]).is_err());
    }

    #[test]
    fn targets_are_renamed_but_not_as_inputs_are() {
        let name = |name: &str| rows().with_targets(&[name.to_owned()]);
        assert_eq!(name("z").unwrap().schema.target.name, "z");
        assert!(name("a").unwrap_err().to_string().contains("two columns have the name \"a\""));
    }

    #[test]
    fn the_weight_of_a_teacher_is_a_share() {
        let taught = |weight| rows().taught(vec![vec![0.5; 4]; 2], weight);
        assert!(taught(0.3).is_ok());
        for wrong in [0.0, 1.0, 2.0, f64::NAN] {
            assert!(taught(wrong).unwrap_err().to_string().contains("is not between 0 and 1"));
        }
    }
}
