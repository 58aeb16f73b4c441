//! The promise, on real data: all 4,000 letter test rows answered on the microcontroller as
//! `predict` answers them.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::kernelet::{Desk, letter};

/// Fits 200 features in each number format, and structured ones, and replays the test rows on a
/// board; every score must be `predict`'s.
fn answers_as_predicted(board: &Board) {
    let desk = Desk::new();
    for options in ["--number q7", "--number q3", "--number q15", "--number f32", "--number q7 --method sorf"] {
        desk.json(&format!("fit {} --features 200 {options} --out m.klt --quiet", letter("train.csv.gz")));
        let predict = desk.run(&format!("predict m.klt {} --golden m.golden", letter("test.csv.gz")));
        assert_eq!(predict.code, 0, "{}", predict.err);
        let report = crate::common::parity(board, &desk.read("m.klt"), &desk.read("m.golden"));
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
