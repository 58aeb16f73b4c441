//! Runs of consecutive samples, from which windows are cut.

use crate::data::Groups;
use std::collections::HashSet;
use std::ops::Range;

/// A run of consecutive samples of one recording, without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The recording.
    pub recording: u32,
    /// Its rows.
    pub rows: Range<usize>,
}

/// Finds the runs of some rows, by their recordings and the rows before which samples are missing.
pub fn runs((groups, gaps): (&Groups, &[usize]), rows: usize) -> Vec<Run> {
    let mut starts: Vec<usize> =
        (1..rows).filter(|row| groups.begins(*row)).chain(gaps.iter().copied()).chain([0, rows]).collect();
    starts.sort_unstable();
    starts.dedup();
    let recording = |row: usize| match groups {
        Groups::Labelled(groups) => groups[row],
        _ => 0,
    };
    starts.windows(2).map(|two| Run { recording: recording(two[0]), rows: two[0]..two[1] }).collect()
}

/// Fills the missing values of a channel: each repeats the one before it in its run, and those that
/// begin a run take its first value. A run without any stays empty.
pub fn filled(values: &[f64], runs: &[Run]) -> Vec<f64> {
    let mut filled = values.to_vec();
    for Run { rows, .. } in runs {
        let run = &mut filled[rows.clone()];
        let mut before = run.iter().copied().find(|x| !x.is_nan()).unwrap_or(f64::NAN);
        run.iter_mut().for_each(|x| {
            before = if x.is_nan() { before } else { *x };
            *x = before;
        });
    }
    filled
}

/// Returns a remark on samples that are in no window, and on recordings that are cut where rows of
/// others stand between their own.
pub fn run_remark((groups, gaps): (&Groups, &[usize]), rows: usize, window: u16) -> Option<String> {
    let runs = runs((groups, gaps), rows);
    let short: Vec<usize> = runs.iter().map(|run| run.rows.len()).filter(|rows| *rows < window.into()).collect();
    let lost = || {
        let (count, all, rows) = (short.len(), runs.len(), short.iter().sum::<usize>());
        let [verb, noun] =
            [(count, ["is", "are"]), (rows, ["row is", "rows are"])].map(|(n, words)| words[usize::from(n > 1)]);
        format!("{count} of {all} runs of samples {verb} shorter than a window: {rows} {noun} in none")
    };
    let scattered = scattered(groups, rows);
    let cut = || {
        let noun = if scattered == 1 { "recording is" } else { "recordings are" };
        format!("{scattered} {noun} cut where rows of others stand between")
    };
    let remarks = [(!short.is_empty()).then(lost), (scattered > 0).then(cut)];
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// The number of recordings whose rows do not follow one another.
pub fn scattered(groups: &Groups, rows: usize) -> usize {
    let (mut seen, mut again) = (HashSet::new(), HashSet::new());
    for run in runs((groups, &[]), rows) {
        if !seen.insert(run.recording) {
            again.insert(run.recording);
        }
    }
    again.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_with_recordings_and_at_gaps() {
        let groups = Groups::Labelled(vec![4, 4, 4, 4, 1, 1, 4]);
        let run = |recording, rows| Run { recording, rows };
        assert_eq!(runs((&groups, &[3, 4]), 7), [run(4, 0..3), run(4, 3..4), run(1, 4..6), run(4, 6..7)]);
        assert_eq!(runs((&Groups::Independent, &[2]), 5), [run(0, 0..2), run(0, 2..5)]);
        assert_eq!(runs((&Groups::Independent, &[]), 0), []);
        assert_eq!(scattered(&groups, 7), 1);
    }

    #[test]
    fn what_is_missing_repeats_the_value_before_it_in_its_run() {
        let x = f64::NAN;
        let runs = runs((&Groups::Labelled(vec![0, 0, 0, 0, 1, 1, 1, 2]), &[]), 8);
        assert_eq!(filled(&[x, 2.0, x, 4.0, x, x, 7.0, x], &runs)[..7], [2.0, 2.0, 2.0, 4.0, 7.0, 7.0, 7.0]);
        assert!(filled(&[x; 8], &runs).iter().all(|x| x.is_nan()));
    }

    #[test]
    fn lost_samples_are_told_by_their_number() {
        let groups = Groups::Labelled(vec![0, 0, 0, 0, 1, 1, 0]);
        assert_eq!(
            run_remark((&groups, &[]), 7, 3).expect("a remark"),
            "2 of 3 runs of samples are shorter than a window: 3 rows are in none; \
             1 recording is cut where rows of others stand between"
        );
        assert_eq!(run_remark((&Groups::Independent, &[]), 7, 3), None);
    }
}
