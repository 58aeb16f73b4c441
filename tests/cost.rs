//! What `inspect` says of a prediction's instructions, against the emulated cores.
//!
//! `cargo test --test cost -- --ignored --nocapture` prints the figures that its model was fitted to.

mod common;

use common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use common::sample::{self, Sample, Shape};
use kernelet::{F32, Q7, Q7Wide, Q15};
use kernelet_fit::report::cost::{self, CORES};

/// `[inputs, outputs, features]` of what is measured.
const SHAPES: [[usize; 3]; 16] = [
    [2, 1, 40],
    [4, 1, 100],
    [4, 3, 100],
    [8, 1, 60],
    [8, 10, 60],
    [10, 1, 100],
    [13, 3, 50],
    [16, 26, 200],
    [16, 26, 50],
    [20, 2, 100],
    [36, 6, 100],
    [54, 7, 60],
    [57, 1, 128],
    [64, 10, 60],
    [100, 1, 40],
    [128, 4, 40],
];

fn measure<F: Sample>(board: &Board) {
    for [inputs, outputs, features] in SHAPES {
        let shape = Shape { inputs, outputs, features, guarded: false };
        let model = sample::model::<F>(shape, 1);
        let report = common::parity(board, &model, &sample::golden::<F>(&model, 20));
        let (least, most) = report.instructions;
        println!("cost {} {:?} {inputs} {outputs} {features} {least} {most}", board.core, F::CONTRACT);
    }
}

fn measure_every_format(board: &Board) {
    measure::<F32>(board);
    measure::<Q15>(board);
    measure::<Q7>(board);
    measure::<Q7Wide>(board);
}

/// The estimate's documented accuracy, a fifth.
fn estimated<F: Sample>(board: &Board) {
    for shape in [sample::LETTER, sample::SPAM] {
        let model = sample::model::<F>(shape, 1);
        let (_, most) = common::parity(board, &model, &sample::golden::<F>(&model, 5)).instructions;
        let guards = kernelet::packed::header(&model).expect("a model").0.guards.into();
        let shape = cost::Shape { inputs: shape.inputs, outputs: shape.outputs, features: shape.features, guards };
        let estimates = cost::instructions(F::CONTRACT, shape).expect("a format that was measured");
        let (_, estimate) = CORES.iter().zip(estimates).find(|(core, _)| **core == board.core).expect("a known core");
        let ratio = estimate as f64 / f64::from(most);
        println!("{} {:?} {shape:?}: {estimate} for {most}", board.core, F::CONTRACT);
        assert!((1.0 / 1.2..1.2).contains(&ratio), "{} {:?}: {estimate} for {most}", board.core, F::CONTRACT);
    }
}

#[test]
fn inspect_estimates_instructions_to_a_fifth() {
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        estimated::<F32>(board);
        estimated::<Q15>(board);
        estimated::<Q7>(board);
        estimated::<Q7Wide>(board);
    }
}

#[test]
#[ignore = "prints figures, proves nothing"]
fn cost_on_a_cortex_m4f() {
    measure_every_format(&CORTEX_M4F);
}

#[test]
#[ignore = "prints figures, proves nothing"]
fn cost_on_a_cortex_m0() {
    measure_every_format(&CORTEX_M0);
}

#[test]
#[ignore = "prints figures, proves nothing"]
fn cost_on_a_riscv32() {
    measure_every_format(&RISCV32);
}
