//! The rows that are replayed, and what the host answers.

use crate::error::Error;
use crate::pack::{ModelFile, Raw};
use kernelet::number::Word;
use kernelet::{Contract, Format, with_format};
use rayon::iter::IndexedParallelIterator;

/// The rows that are replayed, with the host's scores.
#[derive(Clone, Debug)]
pub struct ReplayRows {
    /// Of each row its readings in the device's own bytes, then the scores.
    records: Vec<u8>,
    /// The bytes of readings and of scores.
    bytes: [usize; 2],
    /// The number of inputs that are features of windows; without windows none.
    pub(super) window_features: Option<usize>,
}

impl ReplayRows {
    /// Answers rows on the host: those of a file, or the first of them.
    ///
    /// `pushes` are the readings of windows.
    ///
    /// # Errors
    /// [`Error::Usage`] where there are none.
    pub fn of(
        model: &ModelFile,
        (raw, pushes): (&Raw, Option<&[Vec<i16>]>),
        most: Option<usize>,
    ) -> Result<ReplayRows, Error> {
        let device = model.device();
        let golden = device.golden(raw);
        let records = pushes.map_or_else(|| golden.clone(), |pushes| device.of_pushes(&golden, pushes));
        let (rows, header) = (raw.rows().len(), device.header());
        if rows == 0 || most == Some(0) {
            return Err(Error::Usage("there are no rows to verify".to_owned()));
        }
        let record = records.len() / rows;
        let scores = usize::from(header.outputs) * score_bytes(model.contract());
        let records = records[..record * most.unwrap_or(rows).min(rows)].to_vec();
        let window_features = device.window().map(|window| window.features.into());
        Ok(ReplayRows { records, bytes: [record - scores, scores], window_features })
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.records.len() / (self.bytes[0] + self.bytes[1])
    }

    /// The bytes of a row as a request: letter, readings, checksum.
    pub(super) fn request_bytes(&self) -> usize {
        self.bytes[0] + 3
    }

    /// The bytes of the scores of a row.
    pub(super) fn answer_bytes(&self) -> usize {
        self.bytes[1]
    }

    /// The scores of a row.
    pub(super) fn scores(&self, row: usize) -> Option<&[u8]> {
        let record = self.bytes[0] + self.bytes[1];
        self.records.get(row * record + self.bytes[0]..(row + 1) * record)
    }

    /// The readings and the scores of each row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.records.chunks_exact(self.bytes[0] + self.bytes[1]).map(|record| record.split_at(self.bytes[0]))
    }
}

fn score_bytes(contract: Contract) -> usize {
    with_format!(contract, F => <F as Format>::Score::SIZE)
}

/// Returns the scores of a row, which are exact in `f64`.
pub(super) fn scores(contract: Contract, bytes: &[u8]) -> Vec<f64> {
    with_format!(contract, F => words::<F>(bytes))
}

fn words<F: Format>(bytes: &[u8]) -> Vec<f64> {
    use kernelet::number::Score;
    F::Score::words(bytes).map(Score::to_f64).collect()
}
