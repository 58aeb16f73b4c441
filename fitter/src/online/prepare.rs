//! A packed model prepared to learn on the device.

use super::classes::Widened;
use super::directions::{default_count, directions};
use crate::pack::{Device, ModelFile, PackedModel, Raw, Sheet};
use crate::quantise::bytes;
use kernelet::answer::{Learning, learning};
use kernelet::number::Quantise;
use kernelet::wire::{self, Header, Sections};
use kernelet::{Contract, Format, Task, with_format};

/// The targets of a regression beyond which scores are those of another loss.
const FAR: f64 = 2.0;

/// How a model is to learn.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Labels of classes that the model never saw.
    pub classes: Vec<String>,
    /// The length of a step.
    pub rate: Option<f64>,
    /// The margin, in units of the distance from a score of zero to its target.
    pub margin: Option<f64>,
    /// The number of directions.
    pub directions: Option<usize>,
    /// The share of what was learnt that an update forgets, as a power of two; 0 forgets nothing.
    pub forget: u8,
}

/// Prepares a model to learn, with raw rows such as it was trained on.
///
/// # Errors
/// A sentence about the model, where it cannot learn.
pub fn prepare(file: &ModelFile, raw: &Raw, plan: &Plan) -> Result<ModelFile, String> {
    let sections = Sections::of(file.model.bytes()).map_err(|wrong| wrong.to_string())?;
    let header = sections.header;
    if !sections.contract.is_fixed() {
        return Err("it is in f32; learning on the device is in fixed point".to_owned());
    }
    if sections.features() > learning::MOST_FEATURES.into() {
        let (features, most) = (sections.features(), learning::MOST_FEATURES);
        return Err(format!("it has {features} features, and at most {most} learn on the device"));
    }
    if sections.features() == 0 {
        return Err("it has no features, and ferns do not learn on the device".to_owned());
    }
    if sections.values.is_some() {
        return Err("it has several targets; a model of one learns on the device".to_owned());
    }
    let (sheet, places) = with_classes(&file.sheet, &plan.classes, header.outputs)?;
    let device = file.device();
    let words = directions(
        &device.features(raw),
        plan.directions.unwrap_or(match plan.classes.is_empty() {
            true => 0,
            false => default_count(header.inputs.into(), header.outputs.into(), sections.features()),
        }),
    );
    // the distance of a score from zero to the target of a regression
    let (unit, leading) = (1.0 / f64::from(header.scale.abs()), leading(&*device, raw));
    let section = section(&sections, (&places, plan), (target(header, unit, &leading), &words));
    let absent = if places.is_empty() { 0.0 } else { absent(unit, &leading) };
    let built = with_format!(sections.contract, F => {
        Widened::of::<F>(&sections, &places, absent).map(|widened| assemble(file.model.bytes(), (&sections, section), &widened))
    })?;
    let model = PackedModel::new(built).map_err(|wrong| wrong.to_string())?;
    Ok(ModelFile { sheet: Sheet { checksum: model.checksum(), ..sheet }, model })
}

/// Returns the sheet with the labels of new classes, and the places of these.
fn with_classes(sheet: &Sheet, new: &[String], outputs: u16) -> Result<(Sheet, Vec<usize>), String> {
    let mut sheet = sheet.clone();
    if new.is_empty() {
        return Ok((sheet, Vec::new()));
    }
    if outputs == 1 {
        return Err("it has a single score for two classes or a value; classes are added to three or more".to_owned());
    }
    sheet.schema.add_labels(new)?;
    // what arrays said is of the known classes alone
    sheet.arrays.classes.clear();
    let known = usize::from(outputs);
    Ok((sheet, (known..known + new.len()).collect()))
}

/// The largest score of each row, the least first.
fn leading(device: &dyn Device, raw: &Raw) -> Vec<f64> {
    let most = |scores: &[f64]| scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut leading: Vec<f64> = device.answers(raw).iter().map(|answer| most(&answer.scores)).collect();
    leading.sort_by(f64::total_cmp);
    leading
}

/// Returns the score of a class that no row has: the target of other classes, or what lies below
/// the answers of all rows.
fn absent(unit: f64, leading: &[f64]) -> f64 {
    leading.first().copied().filter(|least| least.is_finite()).map_or(-unit, |least| least.min(-unit))
}

/// Returns the score that a row's own class needs at most: the distance from zero to the targets of
/// a regression, or, where scores lead by far more, as those of a softmax do, what nine of ten rows
/// do with.
fn target(Header { outputs, task, .. }: Header, unit: f64, leading: &[f64]) -> f64 {
    match (task, leading.get(leading.len() * 9 / 10)) {
        (Task::Classification, Some(&leads)) if outputs > 1 && leads > FAR * unit => leads,
        _ => unit,
    }
}

/// Returns the first score that learns: that of the first class which was added, now or before, or
/// without one the first of all.
fn first_learnt(sections: &Sections<'_>, places: &[usize]) -> u16 {
    let added = |&place: &usize| match sections.learning {
        Some(own) if own.first > 0 => own.first,
        _ => place as u16,
    };
    places.first().map_or(0, added)
}

/// Returns the section of learning, empty of nothing.
fn section(sections: &Sections<'_>, (places, plan): (&[usize], &Plan), (target, directions): (f64, &[i8])) -> Vec<u8> {
    let Header { outputs, task, .. } = sections.header;
    let features = sections.features() as u16;
    let scores = outputs + places.len() as u16;
    let first = first_learnt(sections, places);
    let margin = plan.margin.unwrap_or(if scores > 1 && task == Task::Classification { 0.1 } else { 1.0 });
    let count = directions.len() / (usize::from(features) + 1).next_multiple_of(4);
    // errors of up to twice the target take 15 bits
    let shift = (0..learning::MOST_SHIFT).find(|shift| 2.0 * target < 32_768.0 * f64::from(1u32 << shift));
    let rate = plan.rate.unwrap_or(if places.is_empty() { 0.05 } else { 0.5 });
    let learning = Learning {
        features,
        first,
        learnt: scores - first,
        rate: (rate * 32_768.0).round().clamp(0.0, 65_535.0) as u16,
        forget: plan.forget,
        shift: shift.unwrap_or(learning::MOST_SHIFT),
        count: count as u8,
        levels: &[],
        directions: &[],
    };
    let levels = levels(sections.contract, [target, margin * target]);
    let directions = directions.iter().map(|word| word.cast_unsigned());
    learning.head().into_iter().chain(levels).chain(directions).collect()
}

fn levels(contract: Contract, levels: [f64; 2]) -> Vec<u8> {
    with_format!(contract, F => bytes(&levels.map(<F as Format>::Score::quantise)))
}

/// Puts a model together again: its own bytes but for header, bias and blocks.
fn assemble(model: &[u8], (sections, section): (&Sections<'_>, Vec<u8>), widened: &Widened) -> Vec<u8> {
    let Ok((_, behind)) = Header::read(model) else { return Vec::new() };
    let own = sections.learning.map_or(0, |own| own.head().len() + own.levels.len() + own.directions.len());
    let guards = usize::from(sections.header.guards) * sections.layout.guard();
    let outputs = (widened.bias.len() - sections.layout.bias_head) / sections.layout.bias;
    let header = Header { outputs: outputs as u16, ..sections.header };
    let (guards, rest) = behind.split_at(guards);
    let between = &rest[sections.bias.len()..rest.len() - sections.blocks.bytes().len() - own];
    let mut built = vec![0; wire::PREAMBLE];
    built.extend(postcard::to_allocvec(&header).expect("a header of plain numbers"));
    for part in [guards, &widened.bias, between, &section, &widened.blocks] {
        built.extend(part);
    }
    wire::seal(&mut built);
    built
}
