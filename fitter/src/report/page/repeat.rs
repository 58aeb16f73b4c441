//! The section on how to repeat a fit.

use super::origin::hash;
use super::part::{Grid, Part, Section};
use super::subject::Subject;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let origin = subject.origin;
    let mut section = Section::new("repeat", "How to repeat it").with(Part::Code(origin.command.clone()));
    let mut grid = Grid::new(&["what", "name", "SHA-256"]);
    for file in &origin.files {
        grid.row([file.role.to_owned(), file.name.clone(), file.hash.clone().unwrap_or("–".to_owned())]);
    }
    let model = origin
        .model
        .as_ref()
        .and_then(|model| model.file_name())
        .map_or("not kept".into(), |name| name.to_string_lossy());
    grid.row(["the model".to_owned(), model.into_owned(), hash(subject.file().model.bytes())]);
    section = section.with(Part::Grid(grid));
    let recipe = &subject.fit.recipe;
    let same = match (origin.interrupted, recipe.seconds, recipe.portable) {
        (true, ..) => "The search was interrupted, so that another run may find another model.",
        (_, Some(_), _) => "The time was limited, so that another run may find another model.",
        (.., true) => "The same files and options give the same model, byte for byte, on any machine.",
        _ => {
            "The same files and options give the same model, byte for byte, with any number of threads; with --portable on any processor."
        }
    };
    let (version, seed, seconds) = (env!("CARGO_PKG_VERSION"), subject.fit.recipe.seed, origin.seconds);
    section.text(format!("kernelet {version}, seed {seed}, {seconds:.1} s. {same}"))
}
