//! Every kind of block on emulated microcontrollers: alone and in one model, the same bits as on the host, and in fixed
//! point the same instructions for every row.

mod common;

use common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use common::firmware::{Build, Report};
use common::sample::{self, Sample, Shape};
use kernelet::kind::Kind;
use kernelet::{F32, Q7, Q7Wide, Q15};

const KINDS: [Kind; 7] =
    [Kind::Cosine, Kind::Sorf, Kind::Fastfood, Kind::Step, Kind::Relu, Kind::SquaredRelu, Kind::Linear];
/// Three blocks of 16 rows, the last one cut.
const SMALL: Shape = Shape { inputs: 13, outputs: 3, features: 40, guarded: true };

/// Runs random rows, extremes and missing readings among them, through a random model; every score must be the host's.
fn run<F: Sample>(board: &Board, shape: Shape, kinds: &[Kind]) -> Report {
    let model = sample::mixed::<F>(shape, kinds, 1);
    let rectified = kinds.iter().any(|kind| *kind as u8 >= Kind::Step as u8);
    let build = Build::of(board, &model);
    let build = if rectified { build.option("--features=rectified") } else { build };
    let report = build.firmware().run(&sample::golden::<F>(&model, 200));
    println!("{} {:?} {kinds:?} {shape:?} {report:?}", board.core, F::CONTRACT);
    assert_eq!((report.rows, report.mismatches), (200, 0));
    report
}

fn alone_and_together<F: Sample>(board: &Board) {
    let kinds = KINDS.iter().map(std::slice::from_ref).chain([&KINDS[..]]);
    for kinds in kinds {
        let (least, most) = run::<F>(board, SMALL, kinds).instructions;
        // without a floating-point unit, the time of single precision is the library's
        let steady = F::CONTRACT.is_fixed();
        assert!(least > 0 && (!steady || least == most), "the time depends on the data");
    }
}

fn same_bits_in_every_format(board: &Board) {
    alone_and_together::<F32>(board);
    alone_and_together::<Q15>(board);
    alone_and_together::<Q7>(board);
    alone_and_together::<Q7Wide>(board);
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

/// What structured rows save: bytes of the projection, and instructions beside those of dense rows.
#[test]
fn structured_rows_take_fewer_bytes_and_instructions() {
    for shape in [sample::LETTER, sample::SPAM] {
        let projection = |kind| {
            let model = sample::mixed::<Q7>(shape, &[kind], 1);
            kernelet::Stream::<Q7>::view(&model).expect("a model").sizes().projection
        };
        println!(
            "{shape:?} dense {} sorf {} fastfood {}",
            projection(Kind::Cosine),
            projection(Kind::Sorf),
            projection(Kind::Fastfood)
        );
        assert!(projection(Kind::Sorf) < 200);
        for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
            let [dense, sorf, fastfood] =
                [Kind::Cosine, Kind::Sorf, Kind::Fastfood].map(|kind| run::<Q7>(board, shape, &[kind]).instructions.1);
            println!("{} {shape:?} dense {dense}, sorf {sorf}, fastfood {fastfood} instructions", board.core);
        }
    }
}
