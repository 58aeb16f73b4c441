//! Parts of recordings that are held out where whole recordings cannot be.

use super::runs::Run;
use std::ops::Range;

/// The most parts of a recording.
const PARTS: usize = 20;
/// The parts that a test and a fold need, and as many to learn from.
const FEWEST: usize = 3;
/// The windows of a part for each that is left out beside it.
const KEPT: usize = 2;

/// Returns the part of each window within its recording: windows of one place share one.
pub fn parts(recordings: &[u32]) -> Vec<u32> {
    let of_recording = |run: &[u32]| (0..run.len()).map(|at| (at * PARTS / run.len()) as u32).collect::<Vec<_>>();
    recordings.chunk_by(|one, next| one == next).flat_map(of_recording).collect()
}

/// Returns the part of each window, none for one that shares samples with the part before it.
///
/// There are fewer parts where many windows overlap each other, so that about a third is left out
/// at most: `overlap` windows begin within another one.
pub fn parts_apart(windows: &[Run], overlap: usize) -> Vec<Option<u32>> {
    let recordings = windows.chunk_by(|one, next| one.recording == next.recording).enumerate();
    recordings.flat_map(|(number, windows)| of_recording(windows, overlap, number)).collect()
}

fn of_recording(windows: &[Run], overlap: usize, number: usize) -> Vec<Option<u32>> {
    let rooms = windows.len() + overlap;
    let count = count(rooms, overlap);
    let part = |at: usize| (at + overlap) * count / rooms;
    // recordings of few parts do not all have the same ones
    let shift = if count < PARTS { number } else { 0 };
    let name = |part: usize| match count {
        PARTS => part as u32,
        _ => ((part * PARTS / count + shift) % PARTS) as u32,
    };
    let (mut current, mut end, mut before): (usize, usize, Range<usize>) = (0, 0, 0..0);
    let of = |(at, window): (usize, &Run)| {
        if at > 0 && part(at) != current {
            end = before.end;
        }
        (current, before) = (part(at), window.rows.clone());
        (window.rows.start >= end).then(|| name(current))
    };
    windows.iter().enumerate().map(of).collect()
}

/// The number of parts of a recording that has room for so many windows.
fn count(rooms: usize, overlap: usize) -> usize {
    match overlap {
        0 => PARTS,
        _ => (rooms / ((KEPT + 1) * overlap)).max(FEWEST).min(rooms / (overlap + 1)).clamp(1, PARTS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows of a recording.
    fn windows(recording: u32, (length, stride): (usize, usize), rows: usize) -> Vec<Run> {
        let starts = (0..rows).step_by(stride).filter(|start| start + length <= rows);
        starts.map(|start| Run { recording, rows: start..start + length }).collect()
    }

    /// Every pair of windows is looked at.
    #[test]
    fn windows_of_different_parts_share_no_sample() {
        for (length, stride, rows) in
            [(128usize, 2, 2000), (48, 16, 900), (10, 3, 500), (16, 16, 900), (9, 20, 900), (50, 1, 160)]
        {
            let overlap = length.div_ceil(stride) - 1;
            let windows = windows(3, (length, stride), rows);
            let parts = parts_apart(&windows, overlap);
            let named: Vec<(u32, &Run)> =
                parts.iter().zip(&windows).filter_map(|(part, window)| Some(((*part)?, window))).collect();
            for (one, first) in &named {
                for (other, second) in &named {
                    let apart = first.rows.end <= second.rows.start || second.rows.end <= first.rows.start;
                    assert!(one == other || apart, "{length} {stride}: {first:?} {second:?}");
                }
            }
            let mut names: Vec<u32> = named.iter().map(|(part, _)| *part).collect();
            names.dedup();
            assert!(names.len() >= FEWEST || rows < 3 * length, "{length} {stride}: {names:?}");
            assert!(named.len() * 3 >= windows.len() * 2 || rows < 9 * length, "{} of {}", named.len(), windows.len());
        }
    }

    #[test]
    fn windows_apart_keep_twenty_parts() {
        let windows = [windows(1, (4, 4), 160), windows(5, (4, 4), 240)].concat();
        let recordings: Vec<u32> = windows.iter().map(|window| window.recording).collect();
        let apart: Option<Vec<u32>> = parts_apart(&windows, 0).into_iter().collect();
        assert_eq!(apart, Some(parts(&recordings)));
    }

    #[test]
    fn short_recordings_are_parts_of_different_names() {
        let windows = [windows(7, (10, 1), 12), windows(2, (10, 1), 12)].concat();
        assert_eq!(parts_apart(&windows, 9), [Some(0), Some(0), Some(0), Some(1), Some(1), Some(1)]);
    }

    #[test]
    fn parts_follow_one_another_in_each_recording() {
        let parts = parts(&[vec![1; 40], vec![5; 60]].concat());
        assert_eq!((parts[0], parts[39], parts[40], parts[99], parts[20], parts[70]), (0, 19, 0, 19, 10, 10));
    }
}
