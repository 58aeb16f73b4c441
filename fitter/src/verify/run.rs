//! All targets, one after the other: what one of them fails at does not stop the others.

use super::answers::Comparison;
use super::build::{Firmware, Subject, Trouble};
use super::core::{Core, Family};
use super::frame;
use super::outcome::{Outcome, Status, Verification};
use super::plan::Plan;
use super::sources::Sources;
use super::target::{Language, Target};
use super::{avr, c_build, emulator, probe, rust_build, serial};
use crate::error::{Error, Result};
use crate::pack::{ModelFile, cost};
use crate::search::Progress;
use std::path::Path;

/// Verifies a model on every target.
///
/// # Errors
/// [`Error::Io`] and [`Error::Machine`] where nothing can be built at all, [`Error::Interrupted`]
/// where a person ends it.
pub fn verify(plan: &Plan<'_>, progress: &dyn Progress) -> Result<Verification> {
    let sources = Sources::unpack(plan.folder)?;
    let subject = Subject { model: plan.model, exported: plan.exported, rows: plan.rows, sources: &sources };
    let mut targets = Vec::new();
    for target in plan.targets {
        let languages = match target {
            Target::Core(_) => plan.languages,
            Target::Probe(_) => &[Language::Rust],
            Target::Serial(_) => &[Language::C],
        };
        for &language in languages {
            targets.push(one(plan, &subject, (target, language), progress)?);
        }
    }
    Ok(Verification { targets })
}

/// Verifies a model on one target, in one language.
fn one(
    plan: &Plan<'_>,
    subject: &Subject<'_>,
    (target, language): (&Target, Language),
    progress: &dyn Progress,
) -> Result<Outcome> {
    plan.limit.check()?;
    let outcome = Outcome::new(target, language, Status::Failed);
    let comparison = Comparison::new(plan.model.1, plan.rows, outcome.clone());
    let found = match target {
        Target::Core(core) => on_core(plan, subject, (core, language), (comparison, progress)),
        Target::Probe(chip) => probe::verify(plan, subject, chip, (comparison, progress)),
        Target::Serial(port) => serial::verify(plan.rows, (port, plan.baud, &plan.limit), (comparison, progress)),
    };
    match found {
        Ok(outcome) => Ok(outcome),
        Err(Trouble::Skipped(why)) => Ok(Outcome { status: Status::Skipped, why: Some(why), ..outcome }),
        Err(Trouble::Failed(why)) => Ok(Outcome { why: Some(why), ..outcome }),
        Err(Trouble::Broken(error)) => Err(error),
    }
}

fn on_core(
    plan: &Plan<'_>,
    subject: &Subject<'_>,
    (core, language): (&Core, Language),
    (mut comparison, progress): (Comparison<'_>, &dyn Progress),
) -> std::result::Result<Outcome, Trouble> {
    let folder = tempfile::tempdir().map_err(|source| Error::io(Path::new("a temporary folder"), source))?;
    progress.trying(&format!("{} in {language}: building", core.name));
    let firmware = match (core.family, language) {
        (_, Language::C) => c_build::build(core, subject, folder.path()),
        (Family::Avr, Language::Rust) => avr::build(core, subject, folder.path()),
        (_, Language::Rust) => rust_build::build(core, subject, folder.path()),
    };
    let Firmware { program, sizes } = firmware?;
    progress.trying(&format!("{} in {language}: running", core.name));
    let each = (plan.rows.answer_bytes() + frame::BESIDE) as u64;
    let heard = |bytes: u64| progress.done((bytes / each) as usize, plan.rows.count());
    let answers = emulator::run((core, language), subject, (&program, &plan.limit), &heard)?;
    if let Err(why) = comparison.all(&answers) {
        comparison.fail(why);
    }
    let estimate = estimate(plan.model.1, (core, language));
    Ok(Outcome { estimate, ..comparison.end(core.unit, sizes) })
}

/// What `inspect` says of a prediction on a core, where it does so of this language.
fn estimate(model: &ModelFile, (core, language): (&Core, Language)) -> Option<u64> {
    let counts = cost::prediction(model.contract(), &*model.device())?;
    let of_language = |known: &cost::Core| known.is_c() == (language == Language::C);
    let mut known = cost::CORES.iter().zip(counts).filter(|(known, _)| known.name == core.name && of_language(known));
    known.next().map(|(_, count)| count)
}
