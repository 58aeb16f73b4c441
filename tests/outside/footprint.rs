//! What a prediction takes of a microcontroller: code, RAM, stack; and the proof that it cannot
//! panic.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::elf::Program;
use crate::common::firmware::{Build, Firmware};
use crate::common::sample::{self, LETTER};
use kernelet::Q7;

/// Optimised for size.
const SMALL: &str = "--config=profile.release.opt-level=\"s\"";

/// One feature at a time.
const ONE_BY_ONE: &str = "--features=small";

fn read(firmware: &Firmware) -> Program {
    Program::read(&std::fs::read(firmware.path()).expect("firmware can be read"))
}

/// The bytes of code of a prediction, the inlined class included; the cosine table stands beside
/// it, and no RAM.
fn code_of_a_prediction(board: &Board) -> u64 {
    let program = read(&Build::of(board, &[]).program("size").option(SMALL).option(ONE_BY_ONE).firmware());
    let functions = program.reached_from("predict");
    let (code, table) = (functions.iter().map(|function| function.size).sum(), program.section(".rodata"));
    println!("{}: code {code} bytes, table {table} bytes: {functions:#?}", board.core);
    assert!(functions.iter().any(|function| function.name.contains("accumulate")), "the prediction was not linked");
    assert_eq!(table, 128, "the cosine table is all that is constant");
    assert_eq!((program.section(".data"), program.section(".bss")), (0, 0));
    code
}

#[test]
fn predicting_takes_little_code_and_no_ram() {
    assert!(code_of_a_prediction(&CORTEX_M0) <= 600);
    assert!(code_of_a_prediction(&CORTEX_M4F) <= 900);
}

/// Prints what a model and its checks take of the flash over an empty firmware, with one feature of
/// the runtime each.
#[test]
#[ignore = "prints a table"]
fn what_each_feature_adds() {
    const FEATURES: [&str; 10] =
        ["", "rectified", "ferns", "logarithms", "probability", "novelty", "early", "series", "small", "dsp"];
    println!("| bytes | {} |", FEATURES.join(" | "));
    for board in [&CORTEX_M0, &CORTEX_M4F] {
        let bytes = FEATURES.map(|feature| {
            let option = format!("--features={feature}");
            let flash =
                |program| read(&Build::of(board, &[]).program(program).option(SMALL).option(&option).firmware());
            let [whole, empty] = ["size", "empty"].map(|program| {
                let program = flash(program);
                [".vector_table", ".text", ".rodata", ".data"].map(|name| program.section(name)).iter().sum::<u64>()
            });
            (whole - empty).to_string()
        });
        println!("| {} | {} |", board.core, bytes.join(" | "));
    }
}

#[test]
fn classifying_letters_takes_little_stack() {
    let model = sample::model::<Q7>(LETTER, 1);
    for (features, most) in [(ONE_BY_ONE, 256), ("--features=", 384)] {
        for board in [&CORTEX_M0, &CORTEX_M4F, &RISCV32] {
            let build = Build::of(board, &model).option(SMALL).option(features);
            let report = build.firmware().run(&sample::golden::<Q7>(&model, 10));
            println!("{} {features} {report:?}", board.core);
            assert!((1..most).contains(&report.stack_bytes), "{}: {} bytes", board.core, report.stack_bytes);
        }
    }
}

/// Links the runtime, whole, to a panic handler that cannot be linked; then the same with a panic,
/// which must fail.
fn no_panic(board: &Board, memory: &str) {
    // all formats and functions together are more than a microbit's flash
    let build = || Build::of(board, &[]).program("no_panic").memory(memory).option("--features=online,interval,values");
    for optimised in ["--config=profile.release.opt-level=3", SMALL] {
        let program = read(&build().option(optimised).firmware());
        let loops = program.functions().filter(|function| function.name.contains("accumulate")).count();
        assert!(loops >= 7, "only {loops} of seven formats were linked");
    }
    let failure = build().option("--features=panics").try_firmware().err().unwrap_or_default();
    assert!(failure.contains("the_runtime_can_panic"), "a panic went unseen: {failure}");
}

#[test]
fn nothing_can_panic_on_a_cortex_m0() {
    no_panic(&CORTEX_M0, "boards/mps2.x");
}

#[test]
fn nothing_can_panic_on_a_riscv32() {
    no_panic(&RISCV32, "boards/riscv-virt.x");
}
