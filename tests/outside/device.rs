//! The runtime on emulated microcontrollers: the same bits as on the host, in the same time for
//! every row.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::firmware::{Build, Report};
use crate::common::sample::{self, LETTER, SPAM, Sample, Shape};
use kernelet::{F32, Libm, Micromath, Q3, Q7, Q7Wide, Q15};

/// Features that leave some over from groups, inputs and scores that leave some over from pairs and
/// fours.
const ODD: Shape = Shape { inputs: 7, outputs: 3, features: 11, guarded: true };

/// Runs random rows through a random model in format `F`; every score must be the host's.
fn same_bits<F: Sample>(board: &Board, shape: Shape, rows: usize) -> Report {
    same_bits_with::<F>(board, shape, rows, &[])
}

fn same_bits_with<F: Sample>(board: &Board, shape: Shape, rows: usize, options: &[&'static str]) -> Report {
    let model = sample::model::<F>(shape, 1);
    let build = options.iter().fold(Build::of(board, &model), |build, option| build.option(option));
    let report = build.firmware().run(&sample::golden::<F>(&model, rows));
    println!("{} {:?} {shape:?} {report:?}", board.core, F::CONTRACT);
    assert_eq!((report.rows as usize, report.mismatches), (rows, 0));
    report
}

/// The same bits, and the same instructions for every row, extremes and missing readings included.
fn same_time<F: Sample>(board: &Board, shape: Shape) {
    one_count(same_bits::<F>(board, shape, 1000));
}

fn one_count(report: Report) {
    let (least, most) = report.instructions;
    assert!(least > 0);
    assert_eq!(least, most, "the time depends on the data");
}

/// By loops in assembly.
fn same_bits_by_dsp(board: &Board) {
    for shape in [LETTER, SPAM, ODD] {
        one_count(same_bits_with::<Q7>(board, shape, 1000, &["--features=dsp"]));
        one_count(same_bits_with::<Q15>(board, shape, 1000, &["--features=dsp"]));
        one_count(same_bits_with::<Q3>(board, shape, 1000, &["--features=dsp"]));
    }
    one_count(same_bits_with::<Q7Wide>(board, ODD, 1000, &["--features=dsp"]));
}

/// And one by one where features otherwise go in groups.
#[test]
fn dsp_and_small_code_answer_as_the_host_on_a_cortex_m4f() {
    same_bits_by_dsp(&CORTEX_M4F);
    one_count(same_bits_with::<Q7>(&CORTEX_M4F, ODD, 1000, &["--features=small"]));
}

#[test]
fn dsp_answers_as_the_host_on_a_cortex_m0() {
    same_bits_by_dsp(&CORTEX_M0);
}

#[test]
fn dsp_answers_as_the_host_on_a_riscv32() {
    same_bits_by_dsp(&RISCV32);
}

fn same_bits_in_every_format(board: &Board) {
    for shape in [LETTER, SPAM, ODD] {
        same_time::<Q15>(board, shape);
        same_time::<Q7>(board, shape);
        same_time::<Q7Wide>(board, shape);
        same_time::<Q3>(board, shape);
        same_bits::<F32>(board, shape, 100);
    }
    same_bits::<F32<Libm>>(board, LETTER, 100);
    same_bits::<F32<Micromath>>(board, LETTER, 100);
}

#[test]
fn a_cortex_m4f_answers_as_the_host() {
    same_bits_in_every_format(&CORTEX_M4F);
}

#[test]
fn a_cortex_m0_answers_as_the_host() {
    same_bits_in_every_format(&CORTEX_M0);
}

#[test]
fn a_riscv32_answers_as_the_host() {
    same_bits_in_every_format(&RISCV32);
}

#[test]
fn golden_vectors_in_flash_need_no_file_of_the_host() {
    let model = sample::model::<Q7>(LETTER, 2);
    let report = Build::of(&CORTEX_M4F, &model).embed(&sample::golden::<Q7>(&model, 10)).firmware().run_embedded();
    assert_eq!((report.rows, report.mismatches), (10, 0));
}

#[test]
fn a_wrong_score_is_seen() {
    let model = sample::model::<Q7>(LETTER, 3);
    let mut golden = sample::golden::<Q7>(&model, 10);
    let last = golden.last_mut().expect("there are rows");
    *last ^= 0x80;
    assert_eq!(crate::common::parity(&CORTEX_M4F, &model, &golden).mismatches, 1);
}

#[test]
fn a_model_that_is_damaged_does_not_build_into_firmware() {
    let messages = Build::of(&CORTEX_M4F, b"KLT\x02 from the future").try_firmware().err().unwrap_or_default();
    assert!(messages.contains("layout version 2"), "{messages}");
}
