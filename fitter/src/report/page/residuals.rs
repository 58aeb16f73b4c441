//! The section on the answers of a regression: how far values are from the truth.

use super::part::{Grid, Part, Picture, Section};
use super::subject::Subject;
use crate::data::Targets;
use crate::error::text::{shortened, significant};
use crate::metrics::Metrics;
use crate::report::plot::{Axis, Colour, Frame, Mark, around};

/// The most rows of a plot.
const PLOTTED: usize = 500;
/// The most targets with a plot.
const TARGETS: usize = 4;
/// The size of a plot in pixels.
const SIZE: [u32; 2] = [400, 290];

/// Predicted values beside the true ones.
struct Compared {
    name: String,
    predicted: Vec<f64>,
    truth: Vec<f64>,
}

/// Returns the section; none for classes.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let (table, on) = subject.rows();
    let Targets::Values(values) = &table.targets else { return None };
    let answers = subject.file().device().answers(&subject.file().raw(&table.inputs));
    let names = subject.file().sheet.schema.target.names();
    let compared = names.iter().zip(&values.columns).enumerate().map(|(place, (name, truth))| Compared {
        name: shortened(name),
        predicted: answers
            .iter()
            .map(|answer| answer.values.get(place).map_or(f64::NAN, |value| (*value).into()))
            .collect(),
        truth: truth.clone(),
    });
    let all: Vec<Compared> = compared.collect();
    let mut section = Section::new("answers", "How far answers are off");
    section.parts.extend(all.iter().take(TARGETS).map(|compared| Part::Text(compared.words(on))));
    let pictures = all.iter().take(TARGETS).flat_map(|compared| compared.pictures(on));
    section = section.with(Part::Plots(pictures.collect()));
    if let Some(targets) = targets(subject) {
        section = section.with(Part::Grid(targets));
        section = section.note(
            "Where one error stands for all targets, it is their mean in units of each one's standard deviation.",
        );
    }
    let section = match subject.summary.line("interval") {
        Some(interval) => section.text(format!("Intervals: {interval}.")),
        None => section,
    };
    let shown = table.rows().min(PLOTTED);
    Some(if shown < table.rows() { section.caption(format!("The plots show {shown} of the rows.")) } else { section })
}

/// The metrics of each of several targets.
fn targets(subject: &Subject<'_>) -> Option<Grid> {
    let Metrics::Regression { targets, .. } = subject.metrics() else { return None };
    let mut grid = Grid::new(&["target", "root mean square error#", "mean absolute error#", "R²#"]);
    for target in targets {
        let r2 = target.r2.map_or("–".to_owned(), |r2| significant(r2, 4));
        grid.row([shortened(&target.name), significant(target.rmse, 4), significant(target.mae, 4), r2]);
    }
    (!targets.is_empty()).then_some(grid)
}

impl Compared {
    fn words(&self, on: &str) -> String {
        let mut off: Vec<f64> =
            self.predicted.iter().zip(&self.truth).map(|(found, truth)| (found - truth).abs()).collect();
        off.sort_by(f64::total_cmp);
        let within = |share: f64| {
            let place = ((off.len().max(1) - 1) as f64 * share).round() as usize;
            significant(off.get(place).copied().unwrap_or(f64::NAN), 3)
        };
        let [half, most, largest] = [0.5, 0.9, 1.0].map(within);
        format!(
            "{}: half of {on} are answered to within {half}, nine in ten to within {most}; the largest error is {largest}.",
            self.name
        )
    }

    /// Some of the rows, evenly spread.
    fn shown(&self) -> impl Iterator<Item = (f64, f64)> {
        let (all, count) = (self.truth.len(), self.truth.len().min(PLOTTED));
        (0..count).map(move |place| place * all / count).map(|row| (self.truth[row], self.predicted[row]))
    }

    fn pictures(&self, on: &str) -> [Picture; 2] {
        let title = |what: &str| format!("{}: {what}, on {on}", self.name);
        [
            Picture { title: title("answers against the truth"), svg: self.plot_answers() },
            Picture { title: title("errors by answer"), svg: self.plot_errors() },
        ]
    }

    fn plot_answers(&self) -> String {
        let ends = around(self.shown().flat_map(|(truth, found)| [truth, found]), 0.04);
        let (x, y) = (Axis::linear("true value", ends), Axis::linear("answer", ends));
        let frame = Frame { label: "answers against true values", size: SIZE, sides: [48, 14], x, y };
        let dots = self.shown().map(|(truth, found)| dot([truth, found]));
        let line = Mark::line(vec![[ends[0], ends[0]], [ends[1], ends[1]]], Colour::Dashed, 3);
        frame.in_page(&dots.chain([line]).collect::<Vec<_>>())
    }

    fn plot_errors(&self) -> String {
        let range = around(self.shown().map(|(_, found)| found), 0.04);
        let largest = self.shown().map(|(truth, found)| (found - truth).abs()).fold(0.0, f64::max) * 1.06;
        let (x, y) = (Axis::linear("answer", range), Axis::linear("answer less the truth", [-largest, largest]));
        let frame = Frame { label: "errors by answer", size: SIZE, sides: [48, 14], x, y };
        let dots = self.shown().map(|(truth, found)| dot([found, found - truth]));
        let squares: f64 = self.predicted.iter().zip(&self.truth).map(|(found, truth)| (found - truth).powi(2)).sum();
        let rmse = (squares / self.truth.len().max(1) as f64).sqrt();
        let band = Mark::bar([[range[0], -rmse], [range[1], rmse]], (Colour::Accent, 0.08));
        let line = Mark::line(vec![[range[0], 0.0], [range[1], 0.0]], Colour::Dashed, 3);
        frame.in_page(&[band].into_iter().chain(dots).chain([line]).collect::<Vec<_>>())
    }
}

fn dot(at: [f64; 2]) -> Mark {
    Mark::Dot { at, radius: 2, colour: (Colour::Accent, 0.5), hollow: false }
}
