//! Instructions of a prediction, by shape: `cargo test --test cost -- --ignored --nocapture` prints what `inspect` rests on.

mod common;

use common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use common::sample::{self, Sample, Shape};
use kernelet::{F32, Q7, Q7Wide, Q15};

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
