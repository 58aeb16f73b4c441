//! The promise, on real data: all 4,000 letter test rows answered on the microcontroller as
//! `predict` answers them.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::kernelet::{Desk, letter};
use std::sync::OnceLock;

/// What the 200 features of a model are fitted with: each number format, and structured ones.
const LETTERS: [&str; 5] = ["--number q7", "--number q3", "--number q15", "--number f32", "--number q7 --method sorf"];

/// A model of each, and what `predict` answers to the test rows; fitted once.
fn letters() -> &'static [(Vec<u8>, Vec<u8>)] {
    static FITTED: OnceLock<Vec<(Vec<u8>, Vec<u8>)>> = OnceLock::new();
    let of = |options| {
        let desk = Desk::new();
        desk.json(&format!("fit {} --features 200 {options} --out m.klt --quiet", letter("train.csv.gz")));
        let predict = desk.run(&format!("predict m.klt {} --golden m.golden", letter("test.csv.gz")));
        assert_eq!(predict.code, 0, "{}", predict.err);
        (desk.read("m.klt"), desk.read("m.golden"))
    };
    FITTED.get_or_init(|| LETTERS.map(of).to_vec())
}

/// Replays the test rows on a board; every score must be `predict`'s.
fn answers_as_predicted(board: &Board) {
    for (options, (model, golden)) in LETTERS.iter().zip(letters()) {
        let report = crate::common::parity(board, model, golden);
        println!("{} {options}: {report:?}", board.core);
        assert_eq!((report.rows, report.mismatches), (4000, 0), "{} {options}", board.core);
    }
}

#[test]
fn on_a_cortex_m4f() {
    answers_as_predicted(&CORTEX_M4F);
}

#[test]
fn on_a_cortex_m0() {
    answers_as_predicted(&CORTEX_M0);
}

#[test]
fn on_a_riscv32() {
    answers_as_predicted(&RISCV32);
}
