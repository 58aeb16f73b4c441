//! What three `q7` models take on each core: letters, spam and satellite pictures, the sizes that
//! others are measured with; ferns; dense models beside seeded ones of as many features, and of 1
//! KiB; letters in every fixed format; and a cosine.
//!
//! `examples/device/benchmark` prints the tables, for the runtime and for the model exported as C.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, CORTEX_M55, RISCV32};
use crate::common::c::Exported;
use crate::common::elf::Program;
use crate::common::firmware::Build;
use crate::common::sample::{self, Sample, Shape};
use kernelet::block::Kind;
use kernelet::{Q3, Q7, Q7Wide, Q15};

const MODELS: [(&str, Shape); 3] = [
    ("spam", Shape { inputs: 57, outputs: 1, features: 128, guarded: false }),
    ("letter", Shape { inputs: 16, outputs: 26, features: 186, guarded: false }),
    ("satimage", Shape { inputs: 36, outputs: 6, features: 184, guarded: false }),
];

/// Patches of 6 x 8 of an image of 16 x 16.
const PATCHES: Shape = Shape { inputs: 256, outputs: 10, features: 100, guarded: false };

/// Ferns of 1.5 tests in the mean.
const FERNS: Shape = Shape { inputs: 57, outputs: 1, features: 40, guarded: false };

/// Inputs of spam and EEG, and features: 50, and as many dense and seeded ones as 1 KiB holds.
const PAIRS: [(&str, usize, [usize; 3]); 2] = [("spam", 57, [50, 14, 296]), ("EEG", 14, [50, 43, 316])];

/// The models with these features, dense beside seeded.
fn pairs() -> impl Iterator<Item = (&'static str, Shape, Kind)> {
    PAIRS.into_iter().flat_map(|(name, inputs, [few, dense, seeded])| {
        let model = move |features, kind| (name, Shape { inputs, outputs: 1, features, guarded: false }, kind);
        [model(few, Kind::Cosine), model(few, Kind::Seeded), model(dense, Kind::Cosine), model(seeded, Kind::Seeded)]
    })
}

/// Bytes of the runtime's functions that are called for a prediction, not of those that check the
/// bytes before; what is inlined into the caller is not among them.
fn code(program: &Program) -> u64 {
    let ours = program.functions().filter(|function| function.name.contains("8kernelet"));
    let checks = |name: &str| ["4wire", "checked", "parsed", "4view"].iter().any(|part| name.contains(part));
    ours.filter(|function| !checks(&function.name)).map(|function| function.size).sum()
}

/// Prints a line of the table; every one of 1,000 rows takes as many instructions.
fn line<F: Sample>(board: &Board, (name, shape, kind): (&str, Shape, Kind), feature: &str) {
    let model = sample::mixed::<F>(shape, &[kind], 1);
    let option = format!("--features={feature}");
    let firmware = Build::of(board, &model).blocks(&[kind]).option(&option).firmware();
    let program = Program::read(&std::fs::read(firmware.path()).expect("firmware can be read"));
    let report = firmware.run(&sample::golden::<F>(&model, 1000));
    assert_eq!((report.rows, report.mismatches), (1000, 0));
    let (least, most) = report.instructions;
    assert_eq!(least, most, "the time depends on the data");
    let (core, contract, features) = (board.core, F::CONTRACT, shape.features);
    let (code, stack) = (code(&program), report.stack_bytes);
    println!("| {core} | {name}, {features} | {contract:?}, {kind:?} {feature} | {most} | {code} | {stack} |");
}

/// Options of the builds that are compared: the published one, cargo's own release profile, and
/// others; all but the first without link-time optimisation.
const BUILDS: [(&str, &[&str]); 6] = [
    ("published", &[]),
    ("cargo's", &[NO_LTO, UNITS]),
    ("`2`", &[NO_LTO, UNITS, "--config=profile.release.opt-level=2"]),
    ("`s`", &[NO_LTO, UNITS, SMALL]),
    ("three shapes", &["--features=beside"]),
    ("three shapes, `s`", &[NO_LTO, UNITS, SMALL, "--features=beside"]),
];
const NO_LTO: &str = "--config=profile.release.lto=false";
const UNITS: &str = "--config=profile.release.codegen-units=16";
const SMALL: &str = "--config=profile.release.opt-level=\"s\"";

/// What one prediction takes in a build, the same for every row.
fn counted<F: Sample>(board: &Board, shape: Shape, options: &[&str]) -> u32 {
    let model = sample::model::<F>(shape, 1);
    let build = options.iter().fold(Build::of(board, &model), |build, option| build.option(option));
    let report = build.firmware().run(&sample::golden::<F>(&model, 20));
    assert_eq!((report.rows, report.mismatches), (20, 0));
    let (least, most) = report.instructions;
    assert_eq!(least, most, "the time depends on the data");
    most
}

/// Prints a line of what a format takes in every build, with these features of the runtime.
fn builds<F: Sample>(board: &Board, features: &str) {
    for (name, shape) in MODELS {
        let counts =
            BUILDS.map(|(_, options)| counted::<F>(board, shape, &[&[features], options].concat()).to_string());
        println!("| {} | {name} | {:?}{features} | {} |", board.core, F::CONTRACT, counts.join(" | "));
    }
}

#[test]
#[ignore = "prints a table"]
fn what_every_build_takes() {
    println!("| core | model | format, features | {} |", BUILDS.map(|(name, _)| name).join(" | "));
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        builds::<Q7>(board, "--features=");
        builds::<Q15>(board, "--features=");
        builds::<Q3>(board, "--features=");
    }
    builds::<Q7>(&CORTEX_M4F, "--features=small");
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        builds::<Q7>(board, "--features=dsp");
        builds::<Q15>(board, "--features=dsp");
        builds::<Q3>(board, "--features=dsp");
    }
}

/// What a prediction of letters may take with models of three shapes in the firmware, without
/// link-time optimisation, for size: the build that compilers find hardest. [`BUILDS`] has others.
fn every_build_is_fast<F: Sample>(board: &Board, features: &str, bound: u32) {
    let ([_, (_, letter), _], [.., (_, hardest)]) = (MODELS, BUILDS);
    let count = counted::<F>(board, letter, &[&[features], hardest].concat());
    println!("{} {:?} {features}: {count}", board.core, F::CONTRACT);
    assert!(count <= bound, "{count} instructions, at most {bound}");
}

#[test]
fn loops_take_about_as_many_instructions_in_every_build() {
    every_build_is_fast::<Q7>(&CORTEX_M4F, "--features=", 40_000);
    every_build_is_fast::<Q7>(&RISCV32, "--features=", 53_000);
}

#[test]
fn dsp_sums_take_about_as_many_instructions_in_every_build() {
    every_build_is_fast::<Q7>(&CORTEX_M4F, "--features=dsp", 19_200);
    every_build_is_fast::<Q7>(&CORTEX_M0, "--features=dsp", 59_800);
    every_build_is_fast::<Q7>(&RISCV32, "--features=dsp", 44_000);
}

/// The same of the model as C, by arm-none-eabi-gcc.
fn line_in_c<F: Sample>(board: &Board, (name, shape): (&str, Shape), optimised: &str) {
    let model = sample::model::<F>(shape, 1);
    let exported = Exported::of(&model);
    let program = exported.for_cortex_m(board, optimised);
    let code = program.code("arm-none-eabi-nm");
    let report = exported.emulate(board, program, &sample::golden::<F>(&model, 1000));
    assert_eq!((report.rows, report.mismatches), (1000, 0));
    let most = report.instructions.1;
    let (core, contract, stack) = (board.core, F::CONTRACT, report.stack_bytes);
    println!("| {core} | {name} | {contract:?}, C {optimised} | {most} | {code} | {stack} |");
}

/// And on an ATmega328P, by avr-gcc: cycles in the place of instructions.
fn line_on_avr((name, shape): (&str, Shape)) {
    let model = sample::model::<Q7>(shape, 1);
    let exported = Exported::of(&model);
    let report = exported.on_avr([2 * shape.inputs, 4 * shape.outputs], &sample::golden::<Q7>(&model, 10));
    assert_eq!((report.rows, report.mismatches), (10, 0));
    let (code, most) = (exported.for_avr().code("avr-nm"), report.instructions.1);
    println!("| ATmega328P, cycles | {name} | C -O2 | {most} | {code} | {} |", report.stack_bytes);
}

/// Three models, letters in each fixed format, and patches; on a core with DSP instructions by
/// these as well.
fn dense(board: &Board) {
    let features: &[&str] = if board.core == CORTEX_M4F.core { &["", "dsp"] } else { &[""] };
    let [_, (name, shape), _] = MODELS;
    for feature in features {
        MODELS.into_iter().for_each(|(name, shape)| line::<Q7>(board, (name, shape, Kind::Cosine), feature));
        line::<Q15>(board, (name, shape, Kind::Cosine), feature);
        line::<Q7Wide>(board, (name, shape, Kind::Cosine), feature);
        line::<Q3>(board, (name, shape, Kind::Cosine), feature);
        line::<Q3>(board, ("patches", PATCHES, Kind::Patch), feature);
    }
}

#[test]
#[ignore = "prints a table"]
fn what_three_models_take_on_every_core() {
    println!(
        "| core | model | rows | instructions | code bytes | stack bytes |\n| --- | --- | --- | --- | --- | --- |"
    );
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        dense(board);
        line::<Q7>(board, ("ferns", FERNS, Kind::Ferns), "");
        pairs().for_each(|model| line::<Q7>(board, model, ""));
    }
}

#[test]
#[ignore = "prints a list"]
fn what_a_cosine_takes_on_every_core() {
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        print!("{}, one cosine, {}", board.core, Build::of(board, &[]).program("cosine").firmware().say());
    }
}

#[test]
#[ignore = "prints a table"]
fn what_the_same_models_take_in_c() {
    println!(
        "| core | model | source | instructions | code bytes | stack bytes |\n| --- | --- | --- | --- | --- | --- |"
    );
    for board in [&CORTEX_M4F, &CORTEX_M55, &CORTEX_M0] {
        for optimised in ["-O2", "-Os"] {
            MODELS.into_iter().for_each(|model| line_in_c::<Q7>(board, model, optimised));
            line_in_c::<Q3>(board, MODELS[1], optimised);
        }
    }
    MODELS.into_iter().for_each(line_on_avr);
}
