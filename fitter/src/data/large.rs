//! Files with more rows than a model is learned from: samples of the rows, in one pass.

use super::file::DataFile;
use super::held_out::HeldOut;
use super::reservoir::Reservoir;
use super::schema::Schema;
use super::table::Table;
use crate::error::{Error, Result};

/// The rows that are read in one go.
const CHUNK: usize = 1 << 12;

/// The rows that are sampled of a large file.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The largest number of rows of each sample.
    pub most: usize,
    /// The seed of the samples.
    pub seed: u64,
    /// The rows that are held out as test data, if there are any.
    pub held_out: Option<HeldOut>,
}

/// Samples of the rows of a large file.
#[derive(Clone, Debug)]
pub struct LargeFile {
    /// The sample of the rows that are not held out, and their number.
    pub kept: (Table, u64),
    /// The sample of those that are, and their number.
    pub held_out: Option<(Table, u64)>,
    /// The first rows of the file, as they follow each other.
    pub first: Table,
}

impl Schema {
    /// Reads samples of the rows of a file; `read` hears of the number of rows now and then.
    ///
    /// # Errors
    /// Those of [`Schema::read`].
    pub fn read_samples(&self, file: &DataFile, sampling: Sampling, read: &mut dyn FnMut(u64)) -> Result<LargeFile> {
        let Sampling { most, seed, held_out } = sampling;
        let (mut kept, mut held, mut first, mut start) =
            (Reservoir::new(most, seed), Reservoir::new(most, seed), None, 0);
        self.read_by(file, CHUNK, &mut |table| {
            let all = 0..table.rows();
            let (out, stay): (Vec<usize>, Vec<usize>) =
                all.partition(|row| held_out.is_some_and(|held| held.has(start + *row as u64)));
            start += table.rows() as u64;
            if first.is_none() {
                first = Some(table.clone());
            }
            match out.len() {
                0 => kept.add(table),
                _ => {
                    held.add(table.select(&out));
                    kept.add(table.only(&stay));
                }
            }
            read(start);
            Ok(())
        })?;
        let sampled = |(table, rows): (Option<Table>, u64)| Some((table.filter(|_| rows > 0)?, rows));
        let held = sampled(held.ended());
        let none = || Error::no_rows(file.path());
        let (kept, first) = sampled(kept.ended()).zip(first).ok_or_else(none)?;
        Ok(LargeFile { kept, held_out: held, first })
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::*;
    use crate::data::Targets;
    use std::path::Path;

    /// Every row is in one of two samples that take all; a share of them is held out.
    #[test]
    fn rows_are_kept_or_held_out() {
        let rows: String = (0..9_000).map(|row| format!("{row}.5,{}.25\n", row * 7 % 100)).collect();
        let file = DataFile::from_bytes(Path::new("t.csv"), format!("a,y\n{rows}").into()).unwrap();
        let (schema, _) = Schema::learn(&file, &Columns::default()).unwrap();
        let held_out = HeldOut::of(0.2, 1, 9_000);
        let sampling = Sampling { most: 10_000, seed: 0, held_out: Some(held_out) };
        let mut heard = Vec::new();
        let large = schema.read_samples(&file, sampling, &mut |rows| heard.push(rows)).unwrap();
        let ((kept, many), (held, few)) = (large.kept, large.held_out.unwrap());
        assert_eq!((heard.last(), many + few, large.first.rows()), (Some(&9_000), 9_000, CHUNK));
        assert_eq!(few, 1_800);
        let is_held = |value: &f64| held_out.has(*value as u64);
        assert!(held.inputs.columns[0].iter().all(is_held) && !kept.inputs.columns[0].iter().any(is_held));
        let Targets::Values(values) = &kept.targets else { panic!("values") };
        assert_eq!(values.columns[0].len() as u64, many);
        let empty = DataFile::from_bytes(Path::new("t.csv"), b"a,y\n".to_vec()).unwrap();
        let message = schema.read_samples(&empty, sampling, &mut |_| ()).unwrap_err().to_string();
        assert!(message.contains("t.csv: the file has a header, but no rows"), "{message}");
    }
}
