//! Samples of the rows of large files, in the place of the rows.

use super::data::{Audience, Data, DataOptions};
use super::groups::FoundGroups;
use super::large::{Heard, Large, LearnedFile};
use crate::command::differences::remarks_on;
use crate::command::output::remark;
use kernelet_fit::data::{DataFile, Groups, LargeFile, Sampling, Schema, Table, repeats, suspicions};
use kernelet_fit::error::Result;
use kernelet_fit::report::fit::Split;
use std::path::Path;
use std::sync::Arc;

impl DataOptions {
    /// Reads samples of the training and test rows.
    pub(super) fn read_large(&self, learned: LearnedFile, sampling: Sampling, audience: Audience<'_>) -> Result<Data> {
        let LearnedFile { file, schema, mut remarks, rows: all } = learned;
        let (held_out, heard) = (sampling.held_out, Heard::of(audience.reporter, "sampling", all));
        let LargeFile { kept: (train, rows), held_out: held, first } =
            schema.read_samples(&file, sampling, &mut |rows| heard.say(rows))?;
        remarks.extend(suspicions(&schema, &train));
        let neighbours = FoundGroups::neighbours(&first).remark;
        let groups = if neighbours.is_some() { Groups::blocked(train.rows()) } else { Groups::Independent };
        remarks.extend(neighbours);
        let train = Table { groups, ..train };
        remarks.extend(repeats(&train));
        let test = self.test.as_deref().map(|path| self.sampled_test(path, &schema, sampling)).transpose()?;
        let (test, test_file) = match test {
            Some((file, table, rows)) => {
                remarks.extend(remarks_on(&schema, &train, (&file, &table))?);
                (Some((table, rows)), Some(file))
            }
            None => (held, None),
        };
        if !audience.quiet {
            remark(&remarks);
        }
        let (train, class_weights) = self.weighed(train)?;
        let split = Split::of(&train.groups, None, test_file.is_some()).sampled(train.rows(), rows as usize);
        if !audience.quiet {
            remark(split.remark().as_slice());
        }
        remarks.extend(split.remark());
        let (test, tested) = test.map_or((None, 0), |(table, rows)| (Some(table), rows));
        let large = Some(Arc::new(Large { train: file, rows, all, held_out, test: test_file, tested }));
        Ok(Data { schema, train, test, split, class_weights, remarks, clock: None, large })
    }

    fn sampled_test(&self, path: &Path, schema: &Schema, sampling: Sampling) -> Result<(DataFile, Table, u64)> {
        let file = DataFile::open(path, &self.dialect.dialect())?;
        let sampling = Sampling { held_out: None, ..sampling };
        let LargeFile { kept: (table, rows), .. } = schema.read_samples(&file, sampling, &mut |_| ())?;
        Ok((file, table, rows))
    }
}
