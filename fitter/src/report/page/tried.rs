//! The section on the models that were tried.

use super::models::{Models, Tried};
use super::part::{Grid, Part, Picture, Section};
use super::subject::Subject;
use super::tradeoff;
use crate::report::figure::{bytes, thousands};

/// The most models in the table.
const LISTED: usize = 14;

/// What to think of errors where features of windows were chosen.
const WINDOWS: &str = "All training windows chose the features of these models, so their errors are too low. The \
                       model that was taken is judged by windows that chose nothing, unless --seconds left no time \
                       for it.";

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let all = Models::of(subject);
    let front = all.front(|size| size.bytes as f64);
    let section = Section::new("models", "What was tried").text(words(&all, &front));
    if all.tried.len() == 1 {
        return section;
    }
    let plots = vec![
        Picture { title: format!("{} against flash", all.measure()), svg: tradeoff::against_bytes(&all) },
        Picture { title: format!("{} against time", all.measure()), svg: tradeoff::against_instructions(&all) },
    ];
    let plots: Vec<Picture> = plots.into_iter().filter(|picture| !picture.svg.is_empty()).collect();
    let has_line = !plots.is_empty() && all.linear().is_some() && !all.taken().is_some_and(|taken| taken.is_linear);
    let mut section = section.with(Part::Plots(plots));
    if has_line {
        section = section.caption("The dashed line is the linear model.");
    }
    section = section.with(Part::Grid(grid(&all, &front)));
    let note = "The front joins the models that no smaller one equals.";
    if subject.file().sheet.series.is_some() {
        section = section.note(WINDOWS);
    }
    match all.unknown {
        0 => section.note(note),
        some => {
            section.note(format!("{note} {some} more were judged in an earlier run, and their sizes are not known."))
        }
    }
}

/// How many were tried, and what the model gains over a linear one.
fn words(all: &Models, front: &[&Tried]) -> String {
    let taken = all.taken().map_or(String::new(), |taken| {
        format!(
            " The model that was taken ({}) has {} {} in {}.",
            taken.name,
            measure_word(all),
            all.text(taken.error),
            bytes(taken.size.bytes)
        )
    });
    let linear =
        all.linear().filter(|_| all.taken().is_none_or(|taken| !taken.is_linear)).map_or(String::new(), |linear| {
            format!(" A linear model has {} in {}.", all.text(linear.error), bytes(linear.size.bytes))
        });
    match all.has_choice {
        true => format!(
            "{} judged on training {} in turn; {} on the front.{taken}{linear}",
            match all.tried.len() + all.unknown {
                1 => "One model was".to_owned(),
                count => format!("{} models were", thousands(count as u64)),
            },
            all.rows,
            if front.len() == 1 { "one of them is".to_owned() } else { format!("{} of them are", front.len()) },
        ),
        false => format!("The options left nothing to choose.{taken}{linear} All is measured on {}.", all.rows),
    }
}

fn measure_word(all: &Models) -> &'static str {
    if all.is_share { "an accuracy of" } else { "an error of" }
}

/// The models of the front, and the best of each kind.
fn grid(all: &Models, front: &[&Tried]) -> Grid {
    let mut listed: Vec<&Tried> = front.to_vec();
    let mut others: Vec<&Tried> = all.tried.iter().collect();
    others.sort_by(|a, b| a.error.total_cmp(&b.error));
    for tried in others {
        let is_new = !listed.iter().any(|listed| listed.name == tried.name);
        if tried.is_taken && !listed.contains(&tried) || is_new && listed.len() < LISTED {
            listed.push(tried);
        }
    }
    listed.sort_by_key(|tried| tried.size.bytes);
    let measure = format!("{}, {}#", all.measure().to_lowercase(), all.rows);
    let instructions = format!("{}, {}#", all.core.unit, all.core.name);
    let mut grid = Grid::new(&["parts, number format", "bytes#", &instructions, &measure, "front"]);
    for tried in listed {
        let instructions = tried.size.instructions.map_or("–".to_owned(), |count| thousands(count[all.core.place]));
        let on_front = if front.contains(&tried) { "●" } else { "" }.to_owned();
        let cells =
            [tried.name.clone(), thousands(tried.size.bytes as u64), instructions, all.text(tried.error), on_front];
        if tried.is_taken { grid.strong(cells) } else { grid.row(cells) }
    }
    grid
}
