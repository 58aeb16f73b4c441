//! All that the coefficients of the cost model are fitted to, printed.

use super::{ROWS, instructions, measure, measure_logarithms, measure_told};
use crate::common::board::{CORTEX_M0, CORTEX_M3, CORTEX_M4F, CORTEX_M33, RISCV32};
use crate::common::extras::{self, Early, Extras, Interval, Novelty, Probabilities};
use crate::common::machine::{Machine, Measured};
use crate::common::sample::{KINDS, Sample, Shape};
use kernelet::block::Kind;
use kernelet::number::{Quantise, Word};
use kernelet::wire::{self, Sections};
use kernelet::{F32, Q3, Q7, Q7Wide, Q15};

/// `[inputs, outputs, features]` of what is measured.
const SHAPES: [[usize; 3]; 32] = [
    [2, 1, 40],
    [3, 1, 41],
    [4, 1, 100],
    [5, 2, 62],
    [4, 3, 100],
    [6, 1, 203],
    [8, 1, 60],
    [7, 4, 31],
    [8, 10, 60],
    [11, 5, 77],
    [10, 1, 100],
    [12, 1, 150],
    [13, 3, 50],
    [16, 26, 200],
    [16, 26, 50],
    [24, 12, 90],
    [20, 2, 100],
    [30, 1, 45],
    [36, 6, 100],
    [45, 3, 111],
    [54, 7, 60],
    [57, 1, 128],
    [64, 10, 60],
    [90, 2, 70],
    [100, 1, 40],
    [128, 4, 40],
    [3, 1, 3],
    [10, 1, 8],
    [57, 1, 10],
    [6, 2, 5],
    [16, 26, 6],
    [20, 4, 16],
];

/// Every machine whose costs are known.
const MACHINES: [Machine; 6] = [
    Machine::Board(&CORTEX_M0),
    Machine::Board(&CORTEX_M3),
    Machine::Board(&CORTEX_M4F),
    Machine::Board(&CORTEX_M33),
    Machine::Board(&RISCV32),
    Machine::Avr,
];

/// What is measured of a kind: cosines of dense rows first, of the others as much as tells how they
/// differ.
fn shapes(kind: Kind) -> Vec<Shape> {
    let (first, step) = match kind {
        Kind::Cosine => (0, 1),
        Kind::Sorf | Kind::Fastfood | Kind::Relu | Kind::Seeded | Kind::Ferns => (0, 2),
        Kind::Patch => (1, 3),
        Kind::Step | Kind::SquaredRelu | Kind::Linear => (4, 6),
        other => panic!("{other:?} has no number of features here"),
    };
    let most = if kind == Kind::Ferns { 100 } else { usize::MAX }; // whose leaves have 65,535 bytes
    let shape = |&[inputs, outputs, features]: &[usize; 3]| {
        let features = features.min(most);
        Shape { inputs, outputs, features, guarded: false }
    };
    SHAPES.iter().skip(first).step_by(step).map(shape).collect()
}

fn measure_every_shape<F: Sample>(machine: Machine) {
    for kind in KINDS {
        shapes(kind).into_iter().for_each(|shape| _ = measure::<F>(machine, kind, shape));
    }
    let [plain, guarded] = [false, true].map(|guarded| {
        let (_, most) =
            instructions::<F>(machine, &[Kind::Cosine], Shape { inputs: 40, outputs: 1, features: 2, guarded });
        f64::from(most)
    });
    println!("guard {} {:?} {:.0}", machine.core(), F::CONTRACT, (guarded - plain) / 20.0);
}

/// Prints what a kind of block takes in every format.
fn measure_kind(machine: Machine, kind: Kind) {
    type Measure = fn(Machine, Kind, Shape) -> f64;
    let formats: [Measure; 5] = [measure::<F32>, measure::<Q15>, measure::<Q7>, measure::<Q7Wide>, measure::<Q3>];
    for (measure, shape) in
        formats.into_iter().flat_map(|measure| shapes(kind).into_iter().map(move |shape| (measure, shape)))
    {
        measure(machine, kind, shape);
    }
}

/// Prints what a prediction takes without any block.
fn measure_whole<F: Sample>(machine: Machine) {
    for [inputs, outputs] in [[8, 1], [8, 2], [8, 3], [8, 6], [8, 10], [8, 26], [57, 1]] {
        let (_, most) = instructions::<F>(machine, &[], Shape { inputs, outputs, features: 0, guarded: false });
        println!("whole {} {:?} {inputs} {outputs} {most}", machine.core(), F::CONTRACT);
    }
}

fn measure_everything_told<F: Sample>(machine: Machine) {
    for outputs in [1, 2, 3, 6, 10, 26] {
        measure_told::<Probabilities, F>(machine, outputs);
        measure_told::<Novelty, F>(machine, outputs);
        measure_told::<Interval, F>(machine, outputs);
    }
}

/// A model of several blocks behind none of which a class is clear: no score leads by the largest
/// margin.
fn unclear<F: Sample>(shape: Shape) -> Vec<u8> {
    let mut model = Early::model::<F>(shape, 1);
    let margins = Sections::of(&model).expect("a model").checkpoints;
    let (first, count) = (margins.as_ptr() as usize - model.as_ptr() as usize, margins.len());
    let largest = F::Score::quantise(F::Score::LIMIT).to_bytes();
    for margin in model[first..first + count].chunks_mut(F::Score::SIZE) {
        margin.copy_from_slice(largest.as_ref());
    }
    wire::seal(&mut model);
    model
}

/// Prints what a checkpoint takes for each score, where a class is never clear before the last
/// block.
fn measure_checkpoint<F: Sample>(machine: Machine) {
    let shape = Shape { inputs: 8, outputs: 6, features: 3, guarded: false };
    let (_, plain) = instructions::<F>(machine, Early::KINDS, shape);
    let model = unclear::<F>(shape);
    let golden = extras::golden::<Early, F>(&model, ROWS);
    let feature = Some(Early::FEATURE);
    let measured = Measured { model: &model, kinds: Early::KINDS, feature, checked: Early::CHECKED, golden: &golden };
    let (_, most) =
        machine.run::<F>(&measured, Early::size::<F>(shape.outputs)).expect("a model that fits").instructions;
    let passed = (Early::KINDS.len() - 1) * shape.outputs;
    println!(
        "checkpoint {} {:?} {:.1}",
        machine.core(),
        F::CONTRACT,
        (f64::from(most) - f64::from(plain)) / passed as f64
    );
}

/// Prints what is beside the blocks.
fn measure_beside<F: Sample>(machine: Machine) {
    measure_whole::<F>(machine);
    measure_everything_told::<F>(machine);
    measure_logarithms::<F>(machine);
}

/// Prints all that the coefficients of a core are fitted to.
fn measure_core(machine: Machine) {
    measure_beside::<Q7>(machine);
    measure_beside::<Q15>(machine);
    measure_beside::<F32>(machine);
    measure_checkpoint::<Q7>(machine);
    measure_checkpoint::<Q15>(machine);
    measure_every_shape::<F32>(machine);
    measure_every_shape::<Q15>(machine);
    measure_every_shape::<Q7>(machine);
    measure_every_shape::<Q7Wide>(machine);
    measure_every_shape::<Q3>(machine);
}

#[test]
#[ignore = "takes minutes"]
fn of_a_cortex_m0() {
    measure_core(Machine::Board(&CORTEX_M0));
}

#[test]
#[ignore = "takes minutes"]
fn of_a_cortex_m3() {
    measure_core(Machine::Board(&CORTEX_M3));
}

#[test]
#[ignore = "takes minutes"]
fn of_a_cortex_m4() {
    measure_core(Machine::Board(&CORTEX_M4F));
}

#[test]
#[ignore = "takes minutes"]
fn of_a_cortex_m33() {
    measure_core(Machine::Board(&CORTEX_M33));
}

#[test]
#[ignore = "takes minutes"]
fn of_a_riscv32() {
    measure_core(Machine::Board(&RISCV32));
}

#[test]
#[ignore = "takes minutes"]
fn of_an_avr() {
    measure_core(Machine::Avr);
}

#[test]
#[ignore = "takes minutes"]
fn of_checkpoints() {
    for machine in MACHINES {
        measure_checkpoint::<Q7>(machine);
        measure_checkpoint::<Q15>(machine);
    }
}

#[test]
#[ignore = "takes minutes"]
fn of_patches() {
    MACHINES.into_iter().for_each(|machine| measure_kind(machine, Kind::Patch));
}

#[test]
#[ignore = "takes minutes"]
fn of_ferns_on_an_avr() {
    measure_kind(Machine::Avr, Kind::Ferns);
}
