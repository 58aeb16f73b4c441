//! Firmware that answers golden vectors with the model in its flash and compares every answer, bit
//! for bit.
//!
//! It prints one line: rows, mismatching answers, instructions and stack of one prediction.
#![no_std]
#![no_main]

// what is compared: of several features the first one here
#[cfg_attr(feature = "early", path = "answer/early.rs")]
#[cfg_attr(all(feature = "novelty", not(feature = "early")), path = "answer/novelty.rs")]
#[cfg_attr(
    all(feature = "probability", not(any(feature = "early", feature = "novelty"))),
    path = "answer/probabilities.rs"
)]
#[cfg_attr(
    all(feature = "interval", not(any(feature = "early", feature = "novelty", feature = "probability"))),
    path = "answer/interval.rs"
)]
#[cfg_attr(
    not(any(feature = "early", feature = "interval", feature = "novelty", feature = "probability")),
    path = "answer/scores.rs"
)]
mod answer;
#[cfg(feature = "beside")]
mod beside;
mod counter;
mod panic;
mod report;
// what a prediction begins with: inputs, or the window of a stream
#[cfg_attr(feature = "series", path = "row/window.rs")]
#[cfg_attr(not(feature = "series"), path = "row/inputs.rs")]
mod row;
mod source;
mod stack;

/// The model, its shape and its golden vectors, as `build.rs` found them.
mod given {
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

use answer::{ANSWERS, Answer, predict};
use counter::Counter;
use given::{INPUTS, Number, OUTPUTS, SCRATCH};
use kernelet::Format;
use kernelet::number::Word;
use report::Report;
use row::{Row, inputs};
use source::Source;

type Input = <Number as Format>::Input;
type Model<'a> = kernelet::Model<'a, Number, INPUTS, OUTPUTS, SCRATCH>;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    #[cfg(feature = "beside")]
    beside::link();
    let code = match check() {
        Ok(report) => report.print(),
        Err(trouble) => {
            semihosting::eprintln!("{trouble}");
            2
        }
    };
    semihosting::process::exit(code)
}

/// What is said of a model that the build did not look at.
const WRONG_MODEL: &str = "the model in flash is damaged";

/// Runs every golden vector.
fn check() -> Result<Report, &'static str> {
    let mut row = Row::new()?;
    let mut source = Source::open()?;
    let mut counter = Counter::start();
    let mut report = Report::default();
    while row.read(&mut source)? {
        let (model, ready) = (row.model(), row.ready());
        let ((answers, _), instructions) = counter.measure(|| predict(model, inputs(ready)));
        report.row(mismatches(&answers, row.expected()), instructions);
    }
    report.stack = stack::used(|| core::hint::black_box(classify(row.model(), inputs(row.ready()))));
    Ok(report)
}

/// How many answers differ from the host's, in any bit.
fn mismatches(answers: &[Answer; ANSWERS], expected: &[u8]) -> u32 {
    let expected = expected.chunks_exact(Answer::SIZE);
    let differ = answers.iter().zip(expected).filter(|(answer, bytes)| answer.to_bytes().as_ref() != *bytes);
    differ.count() as u32
}

/// The prediction of an application that wants the class and nothing else.
#[inline(never)]
fn classify(model: &Model, inputs: [Input; INPUTS]) -> u16 {
    if cfg!(feature = "early") { model.early(inputs).class } else { model.class(inputs) }
}
