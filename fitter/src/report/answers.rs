//! What the answers beside classes and values are worth on rows, as text.

use super::figure::with_interval;
use super::inspection::in_order;
use super::table::Line;
use crate::calibrate::MeasuredAnswers;
use crate::calibrate::early::EarlyErrors;
use crate::calibrate::interval::Coverage;
use crate::calibrate::novelty::NoveltyRate;
use crate::calibrate::probability::Reliabilities;
use crate::error::text::{percent, significant};
use crate::pack::ModelFile;
use crate::pack::cost::{self, CORES, Core, Shape, Unit};
use serde::Serialize;
use std::collections::BTreeMap;

/// The instructions or cycles of a prediction on a core, with the features of windows: the mean
/// over the rows that stop early, and the maximum.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Instructions {
    mean: f64,
    most: f64,
    #[serde(skip)]
    unit: Unit,
}

/// Returns the lines of all answers that a model has; `rows` names the rows.
pub(super) fn lines(file: &ModelFile, measured: &MeasuredAnswers, rows: &str) -> Vec<Line> {
    let MeasuredAnswers { probability, novelty, early, interval } = measured;
    let probability = probability.iter().map(|found| ("probability", reliability(found, rows)));
    let novelty = novelty.iter().map(|rate| ("novelty", novel(rate, rows)));
    let early = early.iter().map(|errors| ("early", stops(errors, &instructions(errors, file), rows)));
    let interval = interval.iter().map(|coverage| ("interval", covered(coverage, rows)));
    probability.chain(novelty).chain(early).chain(interval).collect()
}

/// Says how reliable probabilities are, beside the softmax of the scores.
pub(super) fn reliability(Reliabilities { before, after }: &Reliabilities, rows: &str) -> String {
    format!(
        "calibration error {}, before {}; log loss {}, before {}; on {} {rows}",
        significant(after.calibration_error, 4),
        significant(before.calibration_error, 4),
        with_interval(after.log_loss, after.log_loss_interval, 4),
        significant(before.log_loss, 4),
        after.rows,
    )
}

/// Says how many rows are called new.
pub(super) fn novel(rate: &NoveltyRate, rows: &str) -> String {
    let [low, high] = rate.novel_interval.map(percent);
    format!("{} % ({low} to {high}) of {} {rows} are new", percent(rate.novel), rate.rows)
}

/// Says what stopping early costs and saves.
pub(super) fn stops(seen: &EarlyErrors, costs: &BTreeMap<&'static str, Instructions>, rows: &str) -> String {
    let (early, all) = (percent(seen.early_error), percent(seen.error));
    let stopped = seen.stopped.iter().map(|share| format!("{:.0}", 100.0 * share));
    let stopped = stopped.collect::<Vec<_>>().join(", ");
    let costs = in_order(costs).map(|(core, Instructions { mean, most, unit })| {
        format!("\n{core}: about {mean:.0} {unit} in the mean, {most:.0} at most")
    });
    let errors = format!("{early} % error, by all blocks {all} %, on {} {rows}", seen.rows);
    format!("{errors}\n{stopped} % of rows stop after each block{}", costs.collect::<String>())
}

/// Returns what predictions that stop so early cost on each core.
pub(super) fn instructions(seen: &EarlyErrors, file: &ModelFile) -> BTreeMap<&'static str, Instructions> {
    let upto = cost::cumulative_instructions(file.contract(), &Shape::of(&*file.device())).unwrap_or_default();
    let windows = file.device().window().map(|section| cost::window_instructions(&section)).unwrap_or_default();
    let instructions = |(place, core): (usize, &Core)| {
        let costs: Vec<f64> = upto.iter().map(|costs| (costs[place] + windows[place]) as f64).collect();
        let (mean, most) = (seen.mean(&costs), *costs.last()?);
        Some((core.name, Instructions { mean, most, unit: core.unit }))
    };
    CORES.iter().enumerate().filter_map(instructions).collect()
}

/// Says how many values lie in their intervals.
pub(super) fn covered(measured: &Coverage, rows: &str) -> String {
    let [low, high] = measured.coverage_interval.map(percent);
    let widths: Vec<String> = measured.widths.iter().map(|width| significant(*width, 4)).collect();
    let of = match widths.len() {
        1 => format!("{} {rows}", measured.rows),
        targets => format!("the values of {} {rows}, the mean of {targets} targets,", measured.rows),
    };
    let share = format!("{} % ({low} to {high}) of {of}", percent(measured.coverage));
    format!("{share} lie in their interval, with a mean width of {}", widths.join(", "))
}
