//! What `fit` reads: rows to learn from and to be judged by, and which of them belong together.

use super::Fit;
use kernelet_fit::data::{DataFile, Groups, Schema, Table, leaks, neighbours};
use kernelet_fit::error::{Error, Result};

/// What was read.
pub(super) struct Data {
    pub(super) schema: Schema,
    pub(super) train: Table,
    pub(super) test: Option<Table>,
    /// What a row of each class counts for, if that was said.
    pub(super) class_weights: Option<Vec<f64>>,
    pub(super) remarks: Vec<String>,
}

impl Fit {
    pub(super) fn read(&self) -> Result<Data> {
        let file = DataFile::open(&self.train)?;
        let (schema, mut remarks) = Schema::learn(&file, &self.columns())?;
        let mut table = schema.read(&file)?;
        remarks.extend(leaks(&schema, &table));
        let test = self.test.as_deref().map(DataFile::open).transpose()?;
        let [trained, tested] = match &self.group {
            Some(group) => self.groups(group, &file, test.as_ref(), &mut remarks)?,
            None if self.time => [Groups::TimeSeries, Groups::TimeSeries],
            None => match neighbours(&table) {
                Some(remark) => {
                    remarks.push(remark);
                    [Groups::blocked(table.rows()), Groups::Independent]
                }
                None => [Groups::Independent, Groups::Independent],
            },
        };
        table.groups = trained;
        let test = test.map(|test| Ok::<_, Error>(Table { groups: tested, ..schema.read(&test)? })).transpose()?;
        self.say(&remarks);
        let (train, test) = match self.holdout {
            None => (table, test),
            Some(share) => {
                let (kept, held_out) = table.split(share, self.seed);
                (kept, Some(held_out))
            }
        };
        let class_weights = self.class_weights.as_ref().map(|weights| weights.of(&train.targets)).transpose()?;
        let train = match &class_weights {
            Some(weights) => train.with_class_weights(weights),
            None => train,
        };
        Ok(Data { schema, train, test, class_weights, remarks })
    }

    /// The groups of training and test rows; some that are in both are remarked on.
    fn groups(
        &self,
        group: &str,
        file: &DataFile,
        test: Option<&DataFile>,
        remarks: &mut Vec<String>,
    ) -> Result<[Groups; 2]> {
        let (groups, names) = Groups::read(file, group)?;
        if names.len() < 2 + usize::from(self.holdout.is_some()) {
            let reason = "are too few to learn from some and be judged by others";
            return Err(Error::Usage(format!("--group: {} of them {reason}", names.len())));
        }
        let tested = match test {
            None => Groups::Independent,
            Some(test) if test.column(group.trim()).is_none() => {
                remarks.push("the test file lacks the column of groups: some may be learnt from too".to_owned());
                Groups::Independent
            }
            Some(test) => {
                let (groups, tested) = Groups::read(test, group)?;
                let both = tested.iter().filter(|name| names.contains(name)).count();
                let said = || format!("{both} of {} groups of test rows are learnt from too", tested.len());
                remarks.extend((both > 0).then(said));
                groups
            }
        };
        Ok([groups, tested])
    }
}
