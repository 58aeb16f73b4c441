//! What `inspect` says of a prediction's instructions, against the emulated cores.
//!
//! `cargo test --test outside -- --ignored --nocapture cost::every_cost` prints the figures that
//! its model was fitted to.

mod every_cost;

use crate::common::board::{CORTEX_M0, CORTEX_M3, CORTEX_M4F, CORTEX_M33, RISCV32};
use crate::common::c::Checked;
use crate::common::extras::{self, Extras, Interval, Novelty, Probabilities};
use crate::common::machine::{Machine, Measured};
use crate::common::sample::{self, LETTER, SPAM, Sample, Shape};
use kernelet::block::Kind;
use kernelet::number::Word;
use kernelet::{F32, Q3, Q7, Q7Wide, Q15};
use kernelet_fit::pack::cost::CORES;
use kernelet_fit::pack::{PackedModel, cost};
use kernelet_fit::recipe::Counts;
use std::fmt::Debug;

/// The golden vectors of each.
const ROWS: usize = 20;

/// None of these.
const UNSEEN: Shape = Shape { inputs: 25, outputs: 4, features: 90, guarded: true };

/// Fewest and most instructions of a prediction with these blocks.
fn instructions<F: Sample>(machine: Machine, kinds: &[Kind], shape: Shape) -> (u32, u32) {
    fitting::<F>(machine, kinds, shape).expect("a model that fits")
}

/// The same; none where the model does not fit.
fn fitting<F: Sample>(machine: Machine, kinds: &[Kind], shape: Shape) -> Option<(u32, u32)> {
    let model = sample::mixed::<F>(shape, kinds, 1);
    let golden = sample::golden::<F>(&model, ROWS);
    let measured = Measured { model: &model, kinds, feature: None, checked: Checked::Scores, golden: &golden };
    let report = machine.run::<F>(&measured, shape.outputs * F::Score::SIZE)?;
    let found = (report.rows as usize, report.mismatches);
    assert_eq!(found, (ROWS, 0), "{} {:?} {kinds:?} {shape:?}", machine.core(), F::CONTRACT);
    Some(report.instructions)
}

/// Prints them, of ferns with the number of tests, beside the estimate; how many times the most
/// that is, or one where the model does not fit.
fn measure<F: Sample>(machine: Machine, kind: Kind, shape: Shape) -> f64 {
    let Some((least, most)) = fitting::<F>(machine, &[kind], shape) else { return 1.0 };
    let block = block::<F>(kind, shape);
    // a new kind has no estimate yet
    let estimate = cost::instructions(F::CONTRACT, &[block]).map_or(0, |estimates| of_core(machine, estimates));
    let cost::Shape { inputs, outputs, features, tests, reads, runs, .. } = block;
    let (core, sizes) = (machine.core(), format!("{inputs} {outputs} {features} {tests} {reads} {runs}"));
    println!("cost {core} {:?} {kind:?} {sizes} {least} {most} {estimate}", F::CONTRACT);
    estimate as f64 / f64::from(most)
}

/// An estimate must be good to a fifth.
fn good(ratio: f64, what: impl Debug) {
    assert!((1.0 / 1.2..1.2).contains(&ratio), "{what:?}: {ratio}");
}

fn check<F: Sample>(machine: Machine, kind: Kind, shape: Shape) {
    good(measure::<F>(machine, kind, shape), (machine.core(), F::CONTRACT, kind, shape));
}

fn block<F: Sample>(kind: Kind, shape: Shape) -> cost::Shape {
    let model = sample::mixed::<F>(shape, &[kind], 1);
    let model = PackedModel::new(model).expect("a model");
    cost::Shape::of(&*model.device()).remove(0)
}

fn estimate<F: Sample>(machine: Machine, blocks: &[cost::Shape]) -> u64 {
    let estimates = cost::instructions(F::CONTRACT, blocks).expect("a format that was measured");
    of_core(machine, estimates)
}

fn of_core(machine: Machine, estimates: Counts) -> u64 {
    let place = CORES.iter().position(|core| core.name == machine.core());
    estimates[place.expect("a core with a cost model")]
}

/// A letter model in every format, a spam model, and of the other kinds one that their coefficients
/// were not fitted to, in a format or two; the ignored tests measure all.
fn spot_check(machine: Machine) {
    check::<F32>(machine, Kind::Cosine, LETTER);
    check::<Q15>(machine, Kind::Cosine, LETTER);
    check::<Q7>(machine, Kind::Cosine, LETTER);
    check::<Q7Wide>(machine, Kind::Cosine, LETTER);
    check::<Q3>(machine, Kind::Cosine, LETTER);
    check::<F32>(machine, Kind::Cosine, SPAM);
    check::<Q7>(machine, Kind::Cosine, SPAM);
    check::<F32>(machine, Kind::Sorf, UNSEEN);
    check::<Q7>(machine, Kind::Sorf, UNSEEN);
    check::<Q15>(machine, Kind::Fastfood, UNSEEN);
    check::<Q3>(machine, Kind::Fastfood, UNSEEN);
    check::<Q7>(machine, Kind::Seeded, UNSEEN);
    check::<Q7Wide>(machine, Kind::Seeded, UNSEEN);
    check::<Q7>(machine, Kind::Ferns, UNSEEN);
    check::<F32>(machine, Kind::Linear, UNSEEN);
    check::<Q15>(machine, Kind::Relu, UNSEEN);
    check::<Q7>(machine, Kind::SquaredRelu, UNSEEN);
    check::<Q7Wide>(machine, Kind::Step, UNSEEN);
    check::<Q3>(machine, Kind::Patch, UNSEEN);
    check::<F32>(machine, Kind::Patch, UNSEEN);
    check_beside::<Q7>(machine);
    check_beside::<F32>(machine);
    check_small(machine);
}

/// The same of fewer models.
fn short_check(machine: Machine) {
    check::<Q7>(machine, Kind::Cosine, LETTER);
    check::<F32>(machine, Kind::Cosine, UNSEEN);
    check::<Q3>(machine, Kind::Fastfood, UNSEEN);
    check::<Q7Wide>(machine, Kind::Seeded, UNSEEN);
    check::<Q15>(machine, Kind::Relu, UNSEEN);
    check::<Q7>(machine, Kind::Ferns, UNSEEN);
    check::<Q7>(machine, Kind::Patch, UNSEEN);
    good(measure_told::<Probabilities, Q7>(machine, 7), machine.core());
    check_small(machine);
}

/// The same of two, for the cores whose code is much like that of the Cortex-M4F.
fn glance(machine: Machine) {
    check::<Q7>(machine, Kind::Cosine, LETTER);
    check_small(machine);
}

/// Few features in two blocks, where what a prediction takes at any rate is a large part of it.
fn check_small(machine: Machine) {
    const KINDS: [Kind; 2] = [Kind::Linear, Kind::Ferns];
    let shape = Shape { inputs: 5, outputs: 3, features: 4, guarded: false };
    let (_, most) = instructions::<Q7>(machine, &KINDS, shape);
    let estimate = estimate::<Q7>(machine, &KINDS.map(|kind| block::<Q7>(kind, shape)));
    println!("small {} {most} {estimate}", machine.core());
    good(estimate as f64 / f64::from(most), machine.core());
}

/// Logarithms, and what is told of as many scores as the coefficients were not fitted to.
fn check_beside<F: Sample>(machine: Machine) {
    good(measure_logarithms::<F>(machine), (machine.core(), F::CONTRACT));
    good(measure_told::<Probabilities, F>(machine, 7), (machine.core(), F::CONTRACT));
    good(measure_told::<Novelty, F>(machine, 7), (machine.core(), F::CONTRACT));
    good(measure_told::<Interval, F>(machine, 3), (machine.core(), F::CONTRACT));
}

#[test]
fn inspect_estimates_instructions_on_a_cortex_m4f_to_a_fifth() {
    spot_check(Machine::Board(&CORTEX_M4F));
}

#[test]
fn inspect_estimates_instructions_on_a_cortex_m0_to_a_fifth() {
    spot_check(Machine::Board(&CORTEX_M0));
}

#[test]
fn inspect_estimates_instructions_on_a_riscv32_to_a_fifth() {
    spot_check(Machine::Board(&RISCV32));
}

#[test]
fn inspect_estimates_instructions_on_a_cortex_m3_to_a_fifth() {
    glance(Machine::Board(&CORTEX_M3));
}

#[test]
fn inspect_estimates_instructions_on_a_cortex_m33_to_a_fifth() {
    glance(Machine::Board(&CORTEX_M33));
}

#[test]
fn inspect_estimates_cycles_on_an_avr_to_a_fifth() {
    short_check(Machine::Avr);
}

#[test]
#[ignore = "takes minutes"]
fn inspect_estimates_instructions_on_cores_like_a_cortex_m4f_to_a_fifth() {
    [&CORTEX_M3, &CORTEX_M33].into_iter().for_each(|board| short_check(Machine::Board(board)));
}

/// Prints what a logarithm costs beside its estimate; how many times the measured that is.
fn measure_logarithms<F: Sample>(machine: Machine) -> f64 {
    let shape = Shape { inputs: 40, outputs: 1, features: 2, guarded: false };
    let bent = sample::bent::<F>(shape, &[Kind::Cosine], 1);
    let golden = sample::golden::<F>(&bent, ROWS);
    let feature = Some("--features=logarithms");
    let measured =
        Measured { model: &bent, kinds: &[Kind::Cosine], feature, checked: Checked::Scores, golden: &golden };
    let (_, most) = machine.run::<F>(&measured, F::Score::SIZE).expect("a model that fits").instructions;
    let (_, plain) = instructions::<F>(machine, &[Kind::Cosine], shape);
    let block = block::<F>(Kind::Cosine, shape);
    let [few, many] = [0, 1000].map(|logarithms| estimate::<F>(machine, &[cost::Shape { logarithms, ..block }]));
    let (measured, estimated) = (f64::from(most - plain) / 14.0, (many - few) as f64 / 1000.0);
    println!("logarithm {} {:?} {measured:.1} {estimated:.1}", machine.core(), F::CONTRACT);
    estimated / measured
}

/// Prints what telling takes beyond the scores beside its estimate; how many times the measured
/// that is.
fn measure_told<T: Extras, F: Sample>(machine: Machine, outputs: usize) -> f64 {
    let shape = Shape { inputs: 8, outputs, features: 3, guarded: false };
    let (_, plain) = instructions::<F>(machine, &[Kind::Cosine], shape);
    let model = T::model::<F>(shape, 1);
    let golden = extras::golden::<T, F>(&model, ROWS);
    let feature = Some(T::FEATURE);
    let measured = Measured { model: &model, kinds: T::KINDS, feature, checked: T::CHECKED, golden: &golden };
    let (_, most) = machine.run::<F>(&measured, T::size::<F>(outputs)).expect("a model that fits").instructions;
    let model = PackedModel::new(model).expect("a model");
    let estimates = cost::extra_instructions(F::CONTRACT, outputs, cost::Extras::by(&*model.device()));
    let estimate = of_core(machine, estimates);
    println!("told {} {:?} {} {outputs} {} {estimate}", machine.core(), F::CONTRACT, T::FEATURE, most - plain);
    estimate as f64 / f64::from(most - plain)
}
