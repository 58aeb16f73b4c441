//! Every kind of block on emulated microcontrollers: alone and in one model, the same bits as on
//! the host, and in fixed point the same instructions for every row.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, CORTEX_M33, RISCV32};
use crate::common::firmware::{Build, Report};
use crate::common::sample::{self, KINDS, LETTER, SPAM, Sample, Shape};
use kernelet::block::Kind;
use kernelet::{F32, Model, Q3, Q7, Q7Wide, Q15, Stream, ViewError, WrongLength};

/// Three blocks of 16 structured rows, the last one cut.
const SMALL: Shape = Shape { inputs: 13, outputs: 3, features: 40, guarded: true };

/// Runs random rows, extremes and missing readings among them, through a random model; every score
/// must be the host's.
fn same_bits<F: Sample>(board: &Board, shape: Shape, kinds: &[Kind]) -> Report {
    let model = sample::mixed::<F>(shape, kinds, 1);
    same_answers::<F>(Build::of(board, &model).blocks(kinds), kinds)
}

fn same_answers<F: Sample>(build: Build<'_>, kinds: &[Kind]) -> Report {
    let (core, golden) = (build.board.core, sample::golden::<F>(build.model, 200));
    let report = build.firmware().run(&golden);
    println!("{core} {:?} {kinds:?} {report:?}", F::CONTRACT);
    assert_eq!((report.rows, report.mismatches), (200, 0));
    report
}

/// Alone, which leaves the other kinds out of the firmware.
fn alone<F: Sample>(board: &Board) {
    KINDS.chunks(1).for_each(|kind| same_time::<F>(&same_bits::<F>(board, SMALL, kind)));
}

fn together<F: Sample>(board: &Board) {
    same_time::<F>(&same_bits::<F>(board, SMALL, &KINDS));
    const LINEAR: [Kind; 1] = [Kind::Linear];
    let bent = sample::bent::<F>(SMALL, &LINEAR, 1);
    let build = Build::of(board, &bent).option("--features=logarithms").blocks(&LINEAR);
    same_time::<F>(&same_answers::<F>(build, &LINEAR));
}

/// Without a floating-point unit, the time of single precision is that of its library.
fn same_time<F: Sample>(report: &Report) {
    let (least, most) = report.instructions;
    assert!(least == most || !F::CONTRACT.is_fixed(), "the time depends on the data");
}

fn same_bits_in_every_format(board: &Board) {
    alone::<Q7>(board);
    together::<F32>(board);
    together::<Q15>(board);
    together::<Q7>(board);
    together::<Q7Wide>(board);
    together::<Q3>(board);
}

#[test]
fn a_cortex_m4f_answers_as_the_host() {
    same_bits_in_every_format(&CORTEX_M4F);
}

#[test]
#[ignore = "takes minutes"]
fn a_cortex_m4f_answers_as_the_host_by_each_kind_alone() {
    alone::<F32>(&CORTEX_M4F);
    alone::<Q15>(&CORTEX_M4F);
    alone::<Q7Wide>(&CORTEX_M4F);
    alone::<Q3>(&CORTEX_M4F);
}

#[test]
fn a_cortex_m0_answers_as_the_host() {
    same_bits_in_every_format(&CORTEX_M0);
}

#[test]
fn a_riscv32_answers_as_the_host() {
    same_bits_in_every_format(&RISCV32);
}

/// Patches by loops in assembly: of a few inputs, whose starts have a byte, and of an image of 400,
/// whose starts have two; some features are behind the last group of four.
#[test]
fn patches_by_loops_in_assembly_answer_as_the_host() {
    let image = Shape { inputs: 400, outputs: 5, features: 41, guarded: false };
    let by_dsp = |board: &Board, shape: Shape| {
        let kinds = [Kind::Patch];
        let build = |model| Build::of(board, model).blocks(&kinds).option("--features=dsp");
        let [q7, q3] = [sample::mixed::<Q7>(shape, &kinds, 1), sample::mixed::<Q3>(shape, &kinds, 1)];
        same_time::<Q7>(&same_answers::<Q7>(build(&q7), &kinds));
        same_time::<Q3>(&same_answers::<Q3>(build(&q3), &kinds));
    };
    for shape in [SMALL, image] {
        by_dsp(&CORTEX_M4F, shape);
    }
    by_dsp(&CORTEX_M33, SMALL);
}

/// The proof of `footprint.rs`, with the kinds that are off there. Every format and shape at once
/// is more than a small board's flash, and need not run.
#[test]
fn nothing_can_panic_in_any_block() {
    const BLOCKS: &str = "--features=rectified,ferns,patches,logarithms,novelty,probability,early";
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        let build = Build::of(board, &[]).program("no_panic").option(BLOCKS);
        match board.core {
            "cortex-m0" => build.option("--config=env.KERNELET_MEMORY=\"boards/roomy.x\"").firmware(),
            _ => build.firmware(),
        };
    }
}

#[test]
fn firmware_without_the_blocks_of_its_model_does_not_build() {
    let kinds = [(Kind::Relu, "rectified"), (Kind::Ferns, "ferns"), (Kind::Patch, "patches")];
    for (kind, feature) in kinds.map(|(kind, name)| (kind, format!("--features {name}"))) {
        let model = sample::mixed::<Q7>(SMALL, &[kind], 1);
        asks_for(&feature, &model);
    }
    asks_for("--features logarithms", &sample::bent::<Q7>(SMALL, &[Kind::Cosine], 1));
    asks_for("--features early", &sample::staged::<Q7>(SMALL, &[Kind::Cosine; 2], 1));
}

fn asks_for(feature: &str, model: &[u8]) {
    let messages = Build::of(&CORTEX_M0, model).try_firmware().err().unwrap_or_default();
    assert!(messages.contains(feature), "{messages}");
}

#[test]
fn a_model_asks_for_its_scratch() {
    let model = sample::mixed::<Q7>(SMALL, &[Kind::Cosine, Kind::Sorf], 1);
    assert_eq!(Model::<Q7, 13, 3>::view(&model).err(), Some(ViewError::Scratch(16)));
    assert_eq!(Model::<Q7, 13, 3, 15>::view(&model).err(), Some(ViewError::Scratch(16)));
    let (exact, roomy) = (Model::<Q7, 13, 3, 16>::view(&model), Model::<Q7, 13, 3, 99>::view(&model));
    let (exact, roomy) = (exact.expect("enough"), roomy.expect("more than enough"));
    let stream = Stream::<Q7>::view(&model).expect("any model");
    assert_eq!(stream.scratch(), 16);
    let inputs: [i16; 13] = std::array::from_fn(|i| 100 * i as i16 - 500);
    let mut scores = [0; 3];
    assert_eq!(stream.scores_with(&mut { inputs }, &mut scores, &mut [1; 16]), Ok(()));
    assert_eq!([exact.scores(inputs), roomy.scores(inputs)], [scores; 2]);
    assert_eq!(stream.scores_with(&mut { inputs }, &mut scores, &mut [0; 15]), Err(WrongLength));
    assert_eq!(stream.scores(&mut { inputs }, &mut scores), Err(WrongLength));
    assert!(stream.features(&mut { inputs }).is_err());
    let mut features = Vec::new();
    exact.features(inputs, |feature| features.push(feature));
    assert_eq!(features.len(), 80);
}

#[test]
fn structured_rows_take_few_bytes() {
    for shape in [LETTER, SPAM] {
        let model = sample::mixed::<Q7>(shape, &[Kind::Sorf], 1);
        assert!(Stream::<Q7>::view(&model).expect("a model").sizes().projection < 200);
    }
}

/// What structured rows save: bytes of the projection, and instructions beside those of dense rows.
#[test]
#[ignore = "prints a list"]
fn what_structured_rows_take() {
    for (name, shape) in [("letter", LETTER), ("spambase", SPAM)] {
        for kind in [Kind::Cosine, Kind::Sorf, Kind::Fastfood, Kind::Seeded] {
            let model = sample::mixed::<Q7>(shape, &[kind], 1);
            let projection = Stream::<Q7>::view(&model).expect("a model").sizes().projection;
            let instructions =
                [&CORTEX_M0, &CORTEX_M4F, &RISCV32].map(|board| same_bits::<Q7>(board, shape, &[kind]).instructions.1);
            println!("{name} {kind:?}: projection {projection} bytes, M0, M4, RISC-V: {instructions:?} instructions");
        }
    }
}
