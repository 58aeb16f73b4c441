//! Remarks on the windows that recordings were cut into.

use super::label_of::LabelOf;
use crate::data::{ColumnKind, Inputs, Targets};
use crate::error::text::{listed, shortened};

/// The most names in a remark.
const MOST: usize = 5;

/// Returns a remark on classes that no window has; some windows may have been left out, as they
/// overlap two parts.
///
/// # Errors
/// A sentence, where all windows have the same class.
pub fn class_remark(windows: &Targets, (label, has_left_out): (LabelOf, bool)) -> Result<Option<String>, String> {
    let Targets::Classes { labels, index } = windows else { return Ok(None) };
    let is_lacking = |class: &usize| !index.iter().any(|own| *own as usize == *class);
    let lacking: Vec<usize> = (0..labels.len()).filter(is_lacking).collect();
    let names =
        listed(&lacking.iter().map(|&class| format!("{:?}", shortened(&labels[class]))).collect::<Vec<_>>(), MOST);
    let why = match label {
        _ if has_left_out => "none of its windows is left: take a shorter --window or a longer --stride",
        LabelOf::Majority => "no window has most of its samples in it: take a shorter --window, or --label last",
        LabelOf::Last => "no window ends with a sample of it: take a shorter --stride",
    };
    match lacking.len() {
        0 => Ok(None),
        count if count + 1 == labels.len() => Err(format!("all windows have the same class, and none {names}; {why}")),
        _ => Ok(Some(format!("the model will never answer {names}: {why}"))),
    }
}

/// Returns a remark on channels that do not vary: those named, or all columns of numbers.
pub fn constant_remark(samples: &Inputs, named: &[String]) -> Option<String> {
    let is_channel = |at: &usize| match named {
        [] => samples.kinds[*at] == ColumnKind::Number,
        named => named.contains(&samples.names[*at]),
    };
    let is_constant = |at: &usize| {
        let mut known = samples.columns[*at].iter().filter(|x| !x.is_nan());
        let first = known.next();
        known.all(|x| Some(x) == first)
    };
    let constant: Vec<usize> = (0..samples.names.len()).filter(is_channel).filter(is_constant).collect();
    let names =
        listed(&constant.iter().map(|&at| format!("{:?}", shortened(&samples.names[at]))).collect::<Vec<_>>(), MOST);
    match constant.len() {
        0 => None,
        1 => Some(format!("the channel {names} is constant: without it, by --ignore, the device reads less")),
        _ => Some(format!("the channels {names} are constant: without them, by --ignore, the device reads less")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_without_a_window_are_told() {
        let of = |index: Vec<u32>| {
            let labels = ["a", "b", "c"].map(str::to_owned).to_vec();
            class_remark(&Targets::Classes { labels, index }, (LabelOf::Majority, false))
        };
        assert_eq!(of(vec![0, 1, 2]), Ok(None));
        let why = "no window has most of its samples in it: take a shorter --window, or --label last";
        assert_eq!(of(vec![0, 2, 2]), Ok(Some(format!("the model will never answer \"b\": {why}"))));
        assert_eq!(of(vec![2, 2]), Err(format!("all windows have the same class, and none \"a\", \"b\"; {why}")));
        assert_eq!(class_remark(&Targets::Values(vec![0.0; 6].into()), (LabelOf::Last, true)), Ok(None));
    }

    #[test]
    fn channels_that_do_not_vary_are_told() {
        let samples = Inputs {
            names: ["x", "y", "z=u"].map(str::to_owned).to_vec(),
            kinds: vec![ColumnKind::Number, ColumnKind::Number, ColumnKind::Indicator],
            columns: vec![vec![1.0, f64::NAN, 1.0], vec![1.0, 2.0, 2.0], vec![1.0; 3]],
        };
        let told = "the channel \"x\" is constant: without it, by --ignore, the device reads less";
        assert_eq!(constant_remark(&samples, &[]).as_deref(), Some(told));
        assert_eq!(constant_remark(&samples, &["y".to_owned()]), None);
    }
}
