//! The section on the answers of a classification: which classes are taken for which.

use super::part::{Grid, Part, Picture, Section};
use super::subject::Subject;
use crate::error::text::shortened;
use crate::metrics::{ClassMetrics, Metrics};
use crate::report::figure::{share, thousands};
use crate::report::metrics::by_class;
use crate::report::plot::{Anchor, Axis, Colour, Frame, Mark};

/// The most classes of a plot.
const PLOTTED: usize = 40;
/// The most classes whose cells have numbers.
const NUMBERED: usize = 10;
/// The number of pairs that are named.
const WORST: usize = 8;
/// The most pixels of a cell.
const CELL: u32 = 56;
/// The most letters of a label in a plot.
const LETTERS: usize = 14;
/// The most letters of a label above a column.
const NARROW: usize = 3;

/// Returns the section; none for values.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let metrics = subject.metrics();
    let Metrics::Classification { confusion, error_raw, .. } = metrics else { return None };
    let labels = subject.file().sheet.schema.target.labels().unwrap_or_default();
    let on = subject.rows().1;
    let matrix = Matrix { labels, counts: confusion };
    let pairs = matrix.worst();
    let mut section = Section::new("answers", "Which answers are wrong").text(matrix.words(&pairs, on));
    if let Some(raw) = error_raw {
        let [raw, steady] = [*raw, 1.0 - right(metrics)].map(share);
        section =
            section.text(format!("{raw} of single windows are wrong; with the rule for steady answers, {steady}."));
    }
    let caption = format!("Answers by true class, on {on}");
    let picture = (labels.len() <= PLOTTED).then(|| Part::Plots(vec![Picture { title: caption, svg: matrix.plot() }]));
    let grid = (!pairs.is_empty()).then(|| Part::Grid(matrix.grid(&pairs)));
    section = section.with(Part::Beside(picture.into_iter().chain(grid).collect()));
    let by_class = by_class(metrics, labels).map(|figures| format!("On {on}: {figures}."));
    let section = by_class.into_iter().fold(section, Section::note).with(Part::Grid(matrix.classes()));
    let beside = ["novelty", "early", "chosen"].map(|name| subject.summary.line(name).map(|line| (name, line)));
    Some(
        beside.into_iter().flatten().fold(section, |section, (name, line)| {
            section.text(format!("{}: {}.", title(name), line.replace('\n', "; ")))
        }),
    )
}

fn title(name: &str) -> &'static str {
    match name {
        "novelty" => "Novelty",
        "early" => "Early answers",
        _ => "Steady answers",
    }
}

fn right(metrics: &Metrics) -> f64 {
    match metrics {
        Metrics::Classification { accuracy, .. } => *accuracy,
        Metrics::Regression { .. } => f64::NAN,
    }
}

/// The number of rows of each true class with each answer.
struct Matrix<'a> {
    labels: &'a [String],
    counts: &'a [Vec<u64>],
}

/// A true class, the answer in its place, and the number of rows.
type Pair = (usize, usize, u64);

impl Matrix<'_> {
    fn rows(&self, class: usize) -> u64 {
        self.counts[class].iter().sum()
    }

    /// The pairs with the most mistakes.
    fn worst(&self) -> Vec<Pair> {
        let of_class = |(class, counts): (usize, &Vec<u64>)| {
            let counts = counts.iter().enumerate().map(move |(answer, count)| (class, answer, *count));
            counts.filter(|(class, answer, count)| class != answer && *count > 0).collect::<Vec<_>>()
        };
        let mut pairs: Vec<Pair> = self.counts.iter().enumerate().flat_map(of_class).collect();
        pairs.sort_by_key(|(class, answer, count)| (std::cmp::Reverse(*count), *class, *answer));
        pairs.truncate(WORST);
        pairs
    }

    fn words(&self, pairs: &[Pair], on: &str) -> String {
        let Some(&(class, answer, count)) = pairs.first() else {
            return format!("No class is taken for another on {on}.");
        };
        let all: u64 = (0..self.labels.len()).map(|class| self.rows(class)).sum();
        let right: u64 = (0..self.labels.len()).map(|class| self.counts[class][class]).sum();
        format!(
            "{} of {} {on} get a wrong answer. The most frequent mistake takes {} for {}: {count} of {} rows.",
            thousands(all - right),
            thousands(all),
            shortened(&self.labels[class]),
            shortened(&self.labels[answer]),
            thousands(self.rows(class))
        )
    }

    fn grid(&self, pairs: &[Pair]) -> Grid {
        let mut grid = Grid::new(&["true class", "answer", "rows#", "of its class#"]);
        for &(class, answer, count) in pairs {
            let part = share(count as f64 / self.rows(class).max(1) as f64);
            grid.row([shortened(&self.labels[class]), shortened(&self.labels[answer]), thousands(count), part]);
        }
        grid
    }

    /// How well each class is found, the worst first.
    fn classes(&self) -> Grid {
        let found = ClassMetrics::of(self.counts);
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&a, &b| found[a].recall.unwrap_or(2.0).total_cmp(&found[b].recall.unwrap_or(2.0)));
        let mut grid = Grid::new(&["class", "rows#", "recall#", "precision#"]);
        let or_none = |part: Option<f64>| part.map_or("–".to_owned(), share);
        for class in order.into_iter().take(PLOTTED) {
            let ClassMetrics { rows, recall, precision } = found[class];
            grid.row([shortened(&self.labels[class]), thousands(rows), or_none(recall), or_none(precision)]);
        }
        grid.folded(format!("How well each of {} classes is found", self.labels.len()))
    }

    fn plot(&self) -> String {
        let count = self.labels.len();
        let short: Vec<String> = self.labels.iter().map(|label| label.chars().take(LETTERS).collect()).collect();
        let longest = short.iter().map(|label| label.chars().count()).max().unwrap_or(1);
        let is_narrow = longest <= NARROW;
        let side = if is_narrow { 12 + 7 * longest as u32 } else { 30 + 7 * longest as u32 };
        let across = (400 - side).min(CELL * count as u32);
        let title = "columns: the answer; lines: the true class";
        let frame = Frame {
            label: title,
            size: [400, 24 + across + 24],
            sides: [side, 400 - side - across],
            x: Axis::titled(title, [0.0, count as f64]),
            y: Axis::titled(" ", [0.0, count as f64]),
        };
        let below = |class: usize| (count - class) as f64;
        let text = |at, shift, text, anchor| Mark::Text { at, shift, text, anchor, colour: Colour::Quiet };
        let (mut marks, largest): (Vec<Mark>, f64) = (Vec::new(), self.largest());
        for (class, label) in short.iter().enumerate() {
            marks.extend(self.cells(class, largest));
            let (left, above) = match is_narrow {
                true => (label.clone(), label.clone()),
                false => (format!("{}  {label}", class + 1), (class + 1).to_string()),
            };
            marks.push(text([0.0, below(class) - 0.5], [-10, 0], left, Anchor::End));
            marks.push(text([class as f64 + 0.5, count as f64], [0, -16], above, Anchor::Middle));
        }
        frame.in_page(&marks)
    }

    /// The largest share of a class that gets one wrong answer.
    fn largest(&self) -> f64 {
        let shares = self.counts.iter().enumerate().flat_map(|(class, counts)| {
            let wrong = counts.iter().enumerate().filter(move |(answer, _)| *answer != class);
            wrong.map(move |(_, count)| *count as f64 / self.rows(class).max(1) as f64)
        });
        shares.fold(f64::MIN_POSITIVE, f64::max)
    }

    /// The cells of a true class, each as dark as its share of the rows; `largest` is that of
    /// mistakes.
    fn cells(&self, class: usize, largest: f64) -> Vec<Mark> {
        let (count, rows) = (self.labels.len(), self.rows(class).max(1) as f64);
        let (top, gap) = ((count - class) as f64, if count > NUMBERED { 0.04 } else { 0.02 });
        let cell = |answer: usize| {
            let (left, part) = (answer as f64, self.counts[class][answer] as f64 / rows);
            let (colour, opacity) = match (answer == class, part > 0.0) {
                (true, true) => (Colour::Accent, 0.1 + 0.42 * part),
                (false, true) => (Colour::Doubt, 0.12 + 0.48 * (part / largest).sqrt()),
                (_, false) => (Colour::Line, 0.3),
            };
            Mark::bar([[left + gap, top - 1.0 + gap], [left + 1.0 - gap, top - gap]], (colour, opacity))
        };
        let number = |answer: usize| Mark::Text {
            at: [answer as f64 + 0.5, top - 0.5],
            shift: [0, 0],
            text: self.counts[class][answer].to_string(),
            anchor: Anchor::Middle,
            colour: Colour::Ink,
        };
        let numbered = (0..count).filter(|&answer| count <= NUMBERED && self.counts[class][answer] > 0).map(number);
        (0..count).map(cell).chain(numbered).collect()
    }
}
