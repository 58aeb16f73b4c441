//! The section on probabilities: whether they are as frequent as they say.

use super::part::{Part, Picture, Section};
use super::subject::Subject;
use crate::calibrate::probability::{self, Reliabilities};
use crate::error::text::significant;
use crate::metrics::{Bin, Reliability};
use crate::report::figure::thousands;
use crate::report::plot::{Axis, Colour, Frame, Mark};

/// Returns the section; none for a model without probabilities.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let outcome = subject.fit.outcome;
    let found = outcome.probability.as_ref()?;
    let tested = subject.fit.test.and_then(|test| probability::measure(&outcome.fitted.file, test));
    let (Reliabilities { before, after }, on) = match tested {
        Some(tested) => (tested, "test rows"),
        None => (found.heldout, "rows held out"),
    };
    let [error, error_before] = [after, before].map(|found| significant(100.0 * found.calibration_error, 2));
    let [loss, loss_before] = [after, before].map(|found| significant(found.log_loss, 3));
    let text = format!(
        "The device gives the probability of each class, by {} scaling. On {} {on}, the probability of the answer differs from how often it is right by {error} percentage points on average (expected calibration error); without calibration, by {error_before}. The log loss is {loss}, without calibration {loss_before}.",
        found.method,
        thousands(after.rows as u64)
    );
    let picture = Picture { title: format!("Right answers by their probability, on {on}"), svg: plot(&after) };
    let section = Section::new("probabilities", "Probabilities").text(text).with(Part::Plots(vec![picture]));
    Some(section.caption("Each dot holds the rows whose answer has a probability within a fifteenth; its area is their number, and the bar is the 95 % interval of the share of right answers."))
}

fn plot(found: &Reliability) -> String {
    let axis = |title: &str| Axis::linear(title, [0.0, 100.0]);
    let (x, y) = (axis("probability of the answer, %"), axis("right answers, %"));
    let frame = Frame { label: "right answers by probability", size: [400, 320], sides: [44, 14], x, y };
    let mut marks = vec![Mark::line(vec![[0.0, 0.0], [100.0, 100.0]], Colour::Dashed, 3)];
    for bin in &found.bins {
        let Some((confidence, right, [low, high])) = bin.shares() else { continue };
        let [confidence, right, low, high] = [confidence, right, low, high].map(|share| 100.0 * share);
        marks.push(Mark::line(vec![[confidence, low], [confidence, high]], Colour::Accent, 2));
        marks.push(Mark::dot([confidence, right], radius(bin, found), Colour::Accent));
    }
    frame.in_page(&marks)
}

/// The radius of the dot of a bin, whose area is its number of rows.
fn radius(bin: &Bin, all: &Reliability) -> u32 {
    (2.0 + 10.0 * (bin.rows as f64 / all.rows.max(1) as f64).sqrt()).round() as u32
}
