//! The times of samples: how far apart they are, and where a recording has a gap.

use super::runs::scattered;
use crate::data::{DataFile, Groups, Inputs};
use crate::error::text::{shortened, shortest, significant};
use crate::error::{Error, Place, Result};
use serde::{Deserialize, Serialize};
use std::iter::once;

/// The step from which on a sample is missing, in intervals.
const GAP: f64 = 1.5;
/// The share by which the interval of another file may differ, and where it has a few samples
/// alone.
const RATE: f64 = 1.1;
const RATE_OF_FEW: f64 = GAP;
/// The significant digits of an interval in a message.
const DIGITS: usize = 6;
/// The fewest samples that rise by chance too seldom to be taken for a clock.
const FEWEST: usize = 20;

/// The column of times, and the time from one sample to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// The column.
    pub column: String,
    /// The usual time from one sample of a recording to the next, in the column's unit.
    pub interval: f64,
}

impl Clock {
    /// Learns the interval of a training file, the median of all; returns it with the rows before
    /// which there is a gap, and a remark where recordings have other intervals.
    ///
    /// # Errors
    /// [`Error::Data`] where the column is missing or no time, or no recording has two samples.
    pub fn learn(file: &DataFile, column: &str, groups: &Groups) -> Result<(Clock, Vec<usize>, Option<String>)> {
        let steps = steps(file, column, groups, None)?;
        let interval = median(&steps).ok_or_else(|| no_steps((file, groups), column, steps.len()))?;
        let clock = Clock { column: column.to_owned(), interval };
        let unlike = clock.unlike(&steps).map(|(row, own)| {
            let [own, usual] = [own, interval].map(digits);
            format!(
                "the recording that row {} begins has a sample every {own}, most have one every {usual}: the sampling \
                 rate is part of the model",
                row + 1
            )
        });
        let gaps = clock.gaps_of(&steps);
        Ok((clock, gaps, unlike))
    }

    /// Finds the rows of another file before which there is a gap; `lacking` is the column of
    /// recordings that a model was fitted by and the file lacks.
    ///
    /// # Errors
    /// As [`Clock::learn`], and where a recording of 20 samples or more, or the whole file, has an
    /// interval that differs by more than a tenth, of fewer samples in all by half: it is part of a
    /// model.
    pub fn gaps(&self, file: &DataFile, groups: &Groups, lacking: Option<&str>) -> Result<Vec<usize>> {
        let steps = steps(file, &self.column, groups, lacking)?;
        match self.unlike(&steps) {
            None => Ok(self.gaps_of(&steps)),
            Some((row, own)) => {
                let [own, learned] = [own, self.interval].map(digits);
                Err(file.place(&self.column, row)?.error(format!(
                    "a sample every {own}, and the model learned from one every {learned}: the sampling rate is part of it"
                )))
            }
        }
    }

    /// The first row of the first recording of not too few samples whose interval is another, or of
    /// all rows, and that interval.
    fn unlike(&self, steps: &[Option<f64>]) -> Option<(usize, f64)> {
        let mut starts: Vec<usize> = (0..steps.len()).filter(|&row| steps[row].is_none()).collect();
        starts.push(steps.len());
        let recordings = starts.windows(2).map(|two| two[0]..two[1]).filter(|rows| rows.len() >= FEWEST);
        recordings.chain(once(0..steps.len())).find_map(|rows| {
            let most = if rows.len() < FEWEST { RATE_OF_FEW } else { RATE };
            let interval = median(&steps[rows.clone()]).unwrap_or(self.interval);
            (!(1.0 / most..most).contains(&(interval / self.interval))).then_some((rows.start, interval))
        })
    }

    /// The interval, as people read it.
    pub fn digits(&self) -> String {
        digits(self.interval)
    }

    fn gaps_of(&self, steps: &[Option<f64>]) -> Vec<usize> {
        let is_gap = |step: &Option<f64>| step.is_some_and(|step| step > GAP * self.interval);
        steps.iter().enumerate().filter(|(_, step)| is_gap(step)).map(|(row, _)| row).collect()
    }
}

/// The step to each row from the one before it in its recording; none at the first row of each.
fn steps(file: &DataFile, column: &str, groups: &Groups, lacking: Option<&str>) -> Result<Vec<Option<f64>>> {
    let times = file.times(column)?;
    let mend = || match (groups, lacking) {
        (Groups::Labelled(_), _) => "sort by recording and time, or take a finer clock".to_owned(),
        (_, Some(lacking)) => format!("the file lacks {:?}, which told recordings apart", shortened(lacking)),
        _ => "--group names the column that tells recordings apart".to_owned(),
    };
    let step = |row: usize| match (!groups.begins(row)).then(|| times[row] - times[row - 1]) {
        Some(step) if step > 0.0 => Ok(Some(step)),
        Some(_) => {
            let before = file.place(column, row - 1)?.value.unwrap_or_default();
            let what = format!("the time does not rise in one recording, after {before} in the row before: {}", mend());
            Err(file.place(column, row)?.error(what))
        }
        None => Ok(None),
    };
    (0..times.len()).map(step).collect()
}

/// An interval as people read it.
fn digits(interval: f64) -> String {
    let text = significant(interval, DIGITS);
    text.parse::<f64>().map_or(text, shortest)
}

fn median(steps: &[Option<f64>]) -> Option<f64> {
    let mut steps: Vec<f64> = steps.iter().copied().flatten().collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied()
}

fn no_steps((file, groups): (&DataFile, &Groups), column: &str, rows: usize) -> Error {
    let place = Place { path: file.path().to_owned(), column: Some(column.to_owned()), ..Place::default() };
    place.error(match scattered(groups, rows) {
        0 => "no recording has two samples",
        _ => "no two rows of a recording follow one another: sort the file by recording and time",
    })
}

/// Returns a remark on gaps, if there are any.
pub fn gap_remark(gaps: &[usize]) -> Option<String> {
    let (count, first) = (gaps.len(), gaps.first()? + 1);
    let noun = if count == 1 { "gap" } else { "gaps" };
    Some(format!("{count} {noun} in time, the first before row {first}: no window crosses a gap"))
}

/// Returns a remark on a column of numbers that rises all along every recording, where one does.
pub fn clock_remark(samples: &Inputs, groups: &Groups) -> Option<String> {
    let rows = samples.rows();
    let rises =
        |column: &&Vec<f64>| (1..rows).filter(|row| !groups.begins(*row)).all(|row| column[row - 1] < column[row]);
    let at = samples.columns.iter().position(|column| rows >= FEWEST && rises(&column))?;
    let name = &samples.names[at];
    Some(format!("column {name:?} rises all along every recording: if it is a time, --clock {name} finds gaps by it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ColumnKind;
    use std::path::Path;

    fn file(times: &[&str]) -> DataFile {
        let text: String = times.iter().map(|time| format!("{time},0\n")).collect();
        DataFile::from_bytes(Path::new("t.csv"), format!("t,a\n{text}").into()).expect("a table")
    }

    #[test]
    fn a_missing_sample_is_a_gap() {
        let groups = Groups::Labelled(vec![0, 0, 0, 0, 0, 1, 1, 1]);
        let (clock, gaps, unlike) =
            Clock::learn(&file(&["0.1", "0.2", "0.31", "0.52", "0.6", "0", "0.1", "0.3"]), "t", &groups)
                .expect("times");
        assert!((clock.interval - 0.1).abs() < 0.02, "{clock:?}");
        // not at the first row of another recording
        assert_eq!(gaps, [3, 7]);
        assert_eq!(unlike, None);
        assert_eq!(gap_remark(&gaps).expect("gaps"), "2 gaps in time, the first before row 4: no window crosses a gap");
        assert_eq!(gap_remark(&[]), None);
    }

    #[test]
    fn what_is_no_time_of_this_model_is_refused() {
        let clock = Clock { column: "t".to_owned(), interval: 10.0 };
        let wrong = |times: &[&str]| match clock.gaps(&file(times), &Groups::Independent, None) {
            Err(wrong) => wrong.to_string(),
            Ok(gaps) => panic!("{gaps:?}"),
        };
        assert!(wrong(&["0", "20", "40", "60"]).contains("a sample every 20, and"));
        let every = |step: f64| (0..30).map(|row| (f64::from(row) * step).to_string()).collect::<Vec<_>>();
        let texts = |times: &[String]| wrong(&times.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(texts(&every(12.0)).contains("a sample every 12, and"));
        assert!(texts(&every(0.020_000_000_000_000_018)).contains("a sample every 0.02, and"));
        let near = every(10.5);
        let near: Vec<&str> = near.iter().map(String::as_str).collect();
        assert_eq!(clock.gaps(&file(&near), &Groups::Independent, None).expect("a rate within a tenth"), [0; 0]);
        let rises = wrong(&["0", "10", "10", "20"]);
        assert!(rises.contains("line 4 (row 3), column \"t\", value \"10\": the time does not rise"), "{rises}");
        assert!(wrong(&["0", "10", "x"]).contains("not a number"));
        assert!(wrong(&["0", "10", ""]).contains("missing"));
        assert_eq!(clock.gaps(&file(&["5"]), &Groups::Independent, None).expect("one sample"), [0; 0]);
        assert_eq!(clock.gaps(&file(&["0", "11", "20", "60", "70"]), &Groups::Independent, None).expect("times"), [3]);
    }

    /// Floats of 64 bits are 256 apart here.
    #[test]
    fn nanoseconds_since_1970_are_exact() {
        let times = [0, 100, 200, 500].map(|since| (1_700_000_000_000_000_000_i64 + since).to_string());
        let file = file(&times.each_ref().map(String::as_str));
        let (clock, gaps, _) = Clock::learn(&file, "t", &Groups::Independent).expect("times");
        assert_eq!((clock.interval, gaps), (100.0, vec![3]));
    }

    #[test]
    fn the_column_of_recordings_that_a_file_lacks_is_named() {
        let clock = Clock { column: "t".to_owned(), interval: 10.0 };
        let wrong = |lacking| clock.gaps(&file(&["0", "10", "0"]), &Groups::Independent, lacking).unwrap_err();
        let text = wrong(Some("run")).to_string();
        assert!(text.contains("after 10 in the row before: the file lacks \"run\""), "{text}");
        assert!(wrong(None).to_string().ends_with("--group names the column that tells recordings apart"));
    }

    #[test]
    fn a_recording_of_another_rate_is_found() {
        let times: Vec<String> = (0..60).map(|row| if row < 30 { 10 * row } else { 5 * row }.to_string()).collect();
        let file = file(&times.iter().map(String::as_str).collect::<Vec<_>>());
        let groups = Groups::Labelled((0..60).map(|row| row / 30).collect());
        let clock = Clock { column: "t".to_owned(), interval: 10.0 };
        let refused = clock.gaps(&file, &groups, None).expect_err("another rate").to_string();
        assert!(refused.contains("row 31") && refused.contains("a sample every 5, and"), "{refused}");
        let (_, _, remark) = Clock::learn(&file, "t", &groups).expect("times");
        assert!(remark.is_some_and(|remark| remark.contains("has a sample every")));
    }

    #[test]
    fn a_column_that_rises_in_every_recording_may_be_a_clock() {
        let columns =
            vec![(0..40).map(|row| f64::from(row * 7 % 5)).collect(), (0..40).map(|row| f64::from(row % 20)).collect()];
        let names = vec!["a".to_owned(), "t".to_owned()];
        let samples = Inputs { names, kinds: vec![ColumnKind::Number; 2], columns };
        let groups = Groups::Labelled((0..40).map(|row| row / 20).collect());
        assert!(clock_remark(&samples, &groups).expect("a clock").contains("\"t\""));
        assert_eq!(clock_remark(&samples, &Groups::Independent), None);
    }
}
