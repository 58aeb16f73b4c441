//! What a Rust module carries beside the model: the way from physical values to raw readings, and a
//! test by golden rows.

use super::filled;
use super::golden_rows::GoldenRows;
use super::golden_steady::GoldenSteady;
use super::golden_windows::GoldenWindows;
use super::scaling_rows::ScalingRow;
use crate::pack::Sheet;
use crate::series::{Channel, Signal};
use kernelet::wire::Sections;

/// Returns the function that turns physical values into raw readings.
pub(super) fn prepare(sections: &Sections<'_>, sheet: &Sheet) -> String {
    let is_fixed = sections.contract.is_fixed();
    let row = |scaling| {
        let ScalingRow { numbers, missing } = ScalingRow::of(scaling, is_fixed);
        let missing = match (missing.is_nan(), is_fixed) {
            (true, true) => "i16::MIN".to_owned(),
            (true, false) => "f32::NAN".to_owned(),
            (false, true) => format!("{missing}"),
            (false, false) => format!("{:e}", missing as f32),
        };
        let [gain, offset, low, high] = numbers.map(|number| format!("{number:e}"));
        format!("    ({gain}, {offset}, {low}, {high}, {missing}),\n")
    };
    let rows: String = sheet.scalings.iter().map(row).collect();
    let raw = match is_fixed {
        true => "kernelet::number::round(raw).clamp(-32_767, 32_767) as i16",
        false => "raw.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32",
    };
    format!(
        "/// A raw reading.\npub type Input = <Number as kernelet::Format>::Input;\n\n\
         /// Raw units for each unit, the raw value of zero, the limits, and the reading of a missing value.\n\
         #[rustfmt::skip]\nconst SCALINGS: [(f64, f64, f64, f64, Input); INPUTS] = [\n{rows}];\n\n\
         /// Returns the raw readings of physical values, in the units of the training file; NaN is a missing\n\
         /// value. An input named `a=b` is 1 where the column `a` has the text `b`, 0 where it has another text,\n\
         /// and NaN where it has none.\n\
         #[must_use]\n#[allow(clippy::cast_possible_truncation)]\n\
         pub fn prepare(values: &[f64; INPUTS]) -> [Input; INPUTS] {{\n    core::array::from_fn(|i| {{\n\
         \x20       let (gain, offset, low, high, missing) = SCALINGS[i];\n\
         \x20       let raw = gain * values[i].clamp(low, high) + offset;\n\
         \x20       if values[i].is_nan() {{ missing }} else {{ {raw} }}\n    }})\n}}\n\n"
    )
}

/// Returns the function that turns physical values of channels into readings.
pub(super) fn readings(signal: &Signal) -> String {
    let gain = |channel: &Channel| format!("    ({:e}, {:e}),\n", channel.gain, channel.offset);
    let gains: String = signal.channels.iter().map(gain).collect();
    let names: String = signal.names().iter().map(|name| format!("    {name:?},\n")).collect();
    format!(
        "/// The names of the channels.\n#[rustfmt::skip]\npub static CHANNEL_NAMES: [&str; CHANNELS] = [\n{names}];\n\n\
         /// Readings for each unit, and the reading of zero.\n#[rustfmt::skip]\n\
         const GAINS: [(f64, f64); CHANNELS] = [\n{gains}];\n\n\
         /// Returns the readings that are pushed, of physical values of all channels at one time, none of\n\
         /// which is missing: NaN has the reading 0.\n\
         #[must_use]\n\
         pub fn readings(values: [f64; CHANNELS]) -> [i16; CHANNELS] {{\n    readings_after([0; CHANNELS], values)\n}}\n\n\
         /// Returns the readings that are pushed after others. NaN is a missing value, and repeats the reading\n\
         /// before it.\n\
         #[must_use]\n#[allow(clippy::cast_possible_truncation)]\n\
         pub fn readings_after(before: [i16; CHANNELS], values: [f64; CHANNELS]) -> [i16; CHANNELS] {{\n\
         \x20   core::array::from_fn(|i| {{\n\
         \x20       let raw = GAINS[i].0 * values[i] + GAINS[i].1;\n\
         \x20       let reading = kernelet::number::round(raw.clamp(-32_768.0, 32_767.0)) as i16;\n\
         \x20       if values[i].is_nan() {{ before[i] }} else {{ reading }}\n    }})\n}}\n\n"
    )
}

/// Returns the function that tests the model by golden rows.
pub(super) fn self_test(model: &[u8], sections: &Sections<'_>) -> String {
    let is_fixed = sections.contract.is_fixed();
    let number = |text: &String| match text.as_str() {
        "NaN" => "f32::NAN".to_owned(),
        text if is_fixed => text.to_owned(),
        text => text.parse::<f32>().map_or(text.to_owned(), |number| format!("{number:e}")),
    };
    let list = |cells: &[String]| cells.iter().map(number).collect::<Vec<_>>().join(", ");
    let golden = GoldenRows::of(model, sections);
    let rows: String =
        golden.rows.iter().map(|(inputs, scores)| format!("    ([{}], [{}]),\n", list(inputs), list(scores))).collect();
    let count = golden.rows.len();
    let windows = GoldenWindows::of(model, sections);
    let steady = GoldenSteady::of(sections);
    let tests = [(windows.is_some(), "test_windows"), (steady.is_some(), "test_steady")];
    let tests = tests.into_iter().filter(|(has, _)| *has);
    let also: String = tests.map(|(_, test)| format!("\n        && {test}()")).collect();
    let steady = steady.map(|steady| steady_test(&steady)).unwrap_or_default();
    let windows = windows.map(|windows| window_test(&windows, list)).unwrap_or_default();
    format!(
        "type Golden = ([<Number as kernelet::Format>::Input; INPUTS], [<Number as kernelet::Format>::Score; OUTPUTS]);\n\n\
         #[rustfmt::skip]\nstatic GOLDEN: [Golden; {count}] = [\n{rows}];\n\n\
         /// Computes the scores of a few rows, and returns true where all are those of the host, bit for bit.\n\
         #[must_use]\n#[allow(clippy::float_cmp)]\npub fn self_test() -> bool {{\n\
         \x20   model().is_ok_and(|model| GOLDEN.iter().all(|(inputs, scores)| model.scores(*inputs) == *scores)){also}\n}}\n\n{windows}{steady}"
    )
}

/// The test of windows, whose readings a short formula makes.
const WINDOW_TEST: &str = "\
/// The centre and the factor of each channel's readings.
#[rustfmt::skip]
static RANGES: [(i32, i32); CHANNELS] = [
@ranges@];

#[rustfmt::skip]
static GOLDEN_WINDOWS: [[<Number as kernelet::Format>::Score; OUTPUTS]; @count@] = [
@scores@];

#[allow(clippy::cast_possible_truncation, clippy::float_cmp)]
fn test_windows() -> bool {
    let Ok(mut series) = series() else { return false };
    (1u32..).zip(&GOLDEN_WINDOWS).all(|(number, scores)| {
        let mut state = number;
        series.clear();
        let complete = (0..LENGTH).map(|_| {
            let readings = RANGES.map(|(centre, factor)| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (centre + ((state >> 19) as i32 - 4096) * factor).clamp(-32_768, 32_767) as i16
            });
            series.push(readings)
        });
        complete.last() == Some(true) && series.scores() == *scores
    })
}

";

/// The test of a rule for steady answers, by a stream of classes that a short formula makes.
const STEADY_TEST: &str = "\
#[rustfmt::skip]
static GOLDEN_STEADY: [u16; @count@] = [
@classes@];

#[allow(clippy::cast_possible_truncation)]
fn test_steady() -> bool {
    let Ok(mut series) = series() else { return false };
    let (mut state, mut class) = (1u32, 0);
    GOLDEN_STEADY.iter().all(|steady| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        class = if (state >> 16) & 3 == 0 { (state >> 29) as u16 } else { class };
        series.steady_of(class) == *steady
    })
}

";

fn steady_test(steady: &GoldenSteady) -> String {
    filled(STEADY_TEST, &[("count", &steady.classes.len().to_string()), ("classes", &steady.list())])
}

fn window_test(windows: &GoldenWindows, list: impl Fn(&[String]) -> String) -> String {
    let ranges: String = windows.ranges.iter().map(|(centre, factor)| format!("    ({centre}, {factor}),\n")).collect();
    let scores: String = windows.scores.iter().map(|scores| format!("    [{}],\n", list(scores))).collect();
    let count = windows.scores.len().to_string();
    filled(WINDOW_TEST, &[("count", &count), ("ranges", &ranges), ("scores", &scores)])
}
