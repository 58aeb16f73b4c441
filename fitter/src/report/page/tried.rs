//! The section on the models that were tried.

use super::block::{Block, Grid, Picture, Section};
use super::subject::Subject;
use crate::error::text::significant;
use crate::metrics::Metrics;
use crate::pack::size;
use crate::recipe::Blocks;
use crate::report::figure::{bytes, share, thousands};
use crate::report::plot::{Anchor, Axis, Colour, Frame, Mark, around};
use crate::search::ModelSize;

/// The size of a plot in pixels.
const SIZE: [u32; 2] = [400, 290];
/// The most models in the table.
const LISTED: usize = 14;

/// A model that was tried.
#[derive(Clone, Debug, PartialEq)]
struct Tried {
    name: String,
    is_linear: bool,
    size: ModelSize,
    /// The error: a share of rows, or a mean square.
    error: f64,
    is_taken: bool,
}

/// The models that were tried, and how their errors are shown.
struct All {
    tried: Vec<Tried>,
    /// The number of models whose size is not known any more.
    unknown: usize,
    is_share: bool,
    rows: &'static str,
    core: (usize, &'static str),
}

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let all = All::of(subject);
    let front = all.front(|size| size.bytes as f64);
    let section = Section::new("models", "What was tried").text(all.words(&front));
    if all.tried.len() == 1 {
        return section;
    }
    let plots = vec![
        Picture { title: format!("{} against flash", all.measure()), svg: all.plot_bytes() },
        Picture { title: format!("{} against time", all.measure()), svg: all.plot_instructions() },
    ];
    let plots = plots.into_iter().filter(|picture| !picture.svg.is_empty()).collect();
    let section = section.with(Block::Plots(plots)).with(Block::Grid(all.grid(&front)));
    let note = "The front joins the models that no smaller one equals. The dashed line is the linear model.";
    match all.unknown {
        0 => section.note(note),
        some => {
            section.note(format!("{note} {some} more were judged in an earlier run, and their sizes are not known."))
        }
    }
}

impl All {
    fn of(subject: &Subject<'_>) -> All {
        let (is_share, core) = (subject.has_classes(), subject.core());
        let fitted = &subject.fit.outcome.fitted;
        let (own, number) = (size(subject.file()), fitted.file.sheet.recipe.number);
        let name = |blocks: Blocks, number: Option<String>| {
            format!(
                "{}{}",
                blocks.to_string().replace(',', " + "),
                number.map_or(String::new(), |number| format!(", {number}"))
            )
        };
        let known = subject.candidates.iter().filter_map(|candidate| {
            Some(Tried {
                name: name(candidate.blocks, Some(candidate.number.to_string())),
                is_linear: candidate.blocks == Blocks::LINEAR,
                size: candidate.size?,
                error: candidate.error,
                is_taken: false,
            })
        });
        let mut tried: Vec<Tried> = known.collect();
        let unknown = subject.candidates.len() - tried.len();
        let own_name = name(fitted.blocks(), number.map(|number| number.to_string()));
        let taken = |error: f64| Tried {
            name: own_name.clone(),
            is_linear: fitted.blocks() == Blocks::LINEAR,
            size: own,
            error,
            is_taken: true,
        };
        match subject.held_out() {
            Some(judged) if !tried.is_empty() => {
                let own = taken(judged.error);
                tried.retain(|other| other.size != own.size || other.error != own.error);
                tried.push(own);
                All { tried, unknown, is_share, rows: "rows held out", core }
            }
            _ => {
                let mut tried = vec![taken(error(subject.metrics()))];
                let baseline =
                    subject.summary.baseline().filter(|baseline| baseline.fitted.file.model != subject.file().model);
                tried.extend(baseline.map(|baseline| Tried {
                    name: name(
                        Blocks::LINEAR,
                        baseline.fitted.file.sheet.recipe.number.map(|number| number.to_string()),
                    ),
                    is_linear: true,
                    size: size(&baseline.fitted.file),
                    error: error(baseline.test.as_ref().unwrap_or(&baseline.train)),
                    is_taken: false,
                }));
                All { tried, unknown, is_share, rows: subject.rows().1, core }
            }
        }
    }

    /// What is shown of an error.
    fn measure(&self) -> &'static str {
        if self.is_share { "Accuracy" } else { "Error" }
    }

    /// An error as it is shown: the share of right answers in per cent, or a root mean square.
    fn shown(&self, error: f64) -> f64 {
        if self.is_share { 100.0 * (1.0 - error) } else { error.sqrt() }
    }

    fn text(&self, error: f64) -> String {
        if self.is_share { share(1.0 - error) } else { significant(error.sqrt(), 4) }
    }

    /// The models that none of at most their size equals, the smallest first.
    fn front(&self, size: impl Fn(&ModelSize) -> f64) -> Vec<&Tried> {
        let mut all: Vec<&Tried> = self.tried.iter().collect();
        all.sort_by(|a, b| size(&a.size).total_cmp(&size(&b.size)).then(a.error.total_cmp(&b.error)));
        let mut front: Vec<&Tried> = Vec::new();
        for tried in all {
            if front.last().is_none_or(|last| tried.error < last.error) {
                front.push(tried);
            }
        }
        front
    }

    fn taken(&self) -> Option<&Tried> {
        self.tried.iter().find(|tried| tried.is_taken)
    }

    /// The linear model with the lowest error.
    fn linear(&self) -> Option<&Tried> {
        self.tried.iter().filter(|tried| tried.is_linear).min_by(|a, b| a.error.total_cmp(&b.error))
    }

    fn words(&self, front: &[&Tried]) -> String {
        let taken = self.taken().map_or(String::new(), |taken| {
            format!(
                " The model that was taken ({}) has {} {} in {}.",
                taken.name,
                self.measure_word(),
                self.text(taken.error),
                bytes(taken.size.bytes)
            )
        });
        let linear = self.linear().filter(|linear| !linear.is_taken).map_or(String::new(), |linear| {
            format!(" A linear model has {} in {}.", self.text(linear.error), bytes(linear.size.bytes))
        });
        match self.rows {
            "rows held out" => format!(
                "{} judged on training rows held out in turn; the front has {}.{taken}{linear}",
                match self.tried.len() + self.unknown {
                    1 => "One model was".to_owned(),
                    count => format!("{} models were", thousands(count as u64)),
                },
                front.len(),
            ),
            rows => format!("The options left nothing to choose.{taken}{linear} All is measured on {rows}."),
        }
    }

    fn measure_word(&self) -> &'static str {
        if self.is_share { "an accuracy of" } else { "an error of" }
    }

    /// The models of the front, and the best of each kind.
    fn grid(&self, front: &[&Tried]) -> Grid {
        let mut listed: Vec<&Tried> = front.to_vec();
        let mut others: Vec<&Tried> = self.tried.iter().collect();
        others.sort_by(|a, b| a.error.total_cmp(&b.error));
        for tried in others {
            let is_new = !listed.iter().any(|listed| listed.name == tried.name);
            if tried.is_taken && !listed.contains(&tried) || is_new && listed.len() < LISTED {
                listed.push(tried);
            }
        }
        listed.sort_by_key(|tried| tried.size.bytes);
        let measure = format!("{}, {}#", self.measure().to_lowercase(), self.rows);
        let instructions = format!("instructions, {}#", self.core.1);
        let mut grid = Grid::new(&["parts, number format", "bytes#", &instructions, &measure, "front"]);
        for tried in listed {
            let instructions = tried.size.instructions.map_or("–".to_owned(), |count| thousands(count[self.core.0]));
            let on_front = if front.contains(&tried) { "●" } else { "" }.to_owned();
            let cells = [
                tried.name.clone(),
                thousands(tried.size.bytes as u64),
                instructions,
                self.text(tried.error),
                on_front,
            ];
            if tried.is_taken { grid.strong(cells) } else { grid.row(cells) }
        }
        grid
    }

    fn plot_bytes(&self) -> String {
        let size = |size: &ModelSize| Some(size.bytes as f64);
        let range = self.range(size);
        self.plot(size, Axis::bytes("bytes of flash", range))
    }

    fn plot_instructions(&self) -> String {
        let size = |size: &ModelSize| size.instructions.map(|counts| counts[self.core.0] as f64);
        if self.tried.iter().all(|tried| size(&tried.size).is_none()) {
            return String::new();
        }
        let range = self.range(size);
        self.plot(size, Axis::counts(&format!("instructions of a prediction, {}", self.core.1), range))
    }

    /// The range of a size, with room on both sides.
    fn range(&self, size: impl Fn(&ModelSize) -> Option<f64>) -> [f64; 2] {
        let sizes = self.tried.iter().filter_map(|tried| size(&tried.size)).map(f64::ln);
        let [low, high] = around(sizes, 0.06);
        if high - low < 0.1 { [low - 0.7, high + 0.7] } else { [low, high] }.map(f64::exp)
    }

    fn plot(&self, size: impl Fn(&ModelSize) -> Option<f64>, x: Axis) -> String {
        let at = |tried: &Tried| size(&tried.size).map(|size| [size, self.shown(tried.error)]);
        let front = self.front(|own| size(own).unwrap_or(f64::INFINITY));
        let front: Vec<[f64; 2]> = front.into_iter().filter_map(at).collect();
        let (taken, linear) = (self.taken().and_then(at), self.linear().and_then(at));
        let [low, high] = around(front.iter().chain(&taken).chain(&linear).map(|point| point[1]), 0.1);
        let ends = if self.is_share { [low.max(0.0), high.clamp(1.0, 100.0)] } else { [low.max(0.0), high] };
        let title = if self.is_share {
            format!("right answers on {}, %", self.rows)
        } else {
            format!("root mean square error on {}", self.rows)
        };
        let frame = Frame {
            label: &format!("{title}, by {}", x.title()),
            size: SIZE,
            sides: [44, 14],
            x,
            y: Axis::linear(&title, ends),
        };
        let range = self.range(&size);
        let drawn = |point: &[f64; 2]| (ends[0]..=ends[1]).contains(&point[1]);
        let mut marks: Vec<Mark> = Vec::new();
        if let Some([_, error]) = linear {
            marks.push(Mark::line(vec![[range[0], error], [range[1], error]], Colour::Dashed, 3));
            let words = Mark::Text {
                at: [range[1], error],
                shift: [-8, -16],
                text: "linear model".to_owned(),
                anchor: Anchor::End,
                colour: Colour::Quiet,
            };
            marks.push(words);
        }
        marks.push(Mark::line(front.clone(), Colour::Accent, 3));
        let all = self.tried.iter().filter_map(at).filter(drawn);
        marks.extend(all.map(|at| Mark::Dot { at, radius: 3, colour: (Colour::Quiet, 0.45), hollow: false }));
        marks.extend(front.into_iter().map(|at| Mark::dot(at, 3, Colour::Accent)));
        if let Some(at) = taken {
            marks.push(Mark::ring(at, 6, Colour::Accent));
            let is_right = at[0].ln() > (range[0].ln() + range[1].ln()) / 2.0;
            let (shift, anchor) = if is_right { ([-22, 0], Anchor::End) } else { ([22, 0], Anchor::Start) };
            let shift = [shift[0], if self.is_share { -26 } else { 26 }];
            marks.push(Mark::Text { at, shift, text: "this model".to_owned(), anchor, colour: Colour::Ink });
        }
        frame.in_page(&marks)
    }
}

/// The error of a candidate's unit from metrics: a share of rows, or a mean square.
fn error(metrics: &Metrics) -> f64 {
    match metrics {
        Metrics::Classification { error, .. } => *error,
        Metrics::Regression { rmse, .. } => rmse * rmse,
    }
}
