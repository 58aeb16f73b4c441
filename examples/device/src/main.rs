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
#[cfg_attr(not(any(feature = "early", feature = "novelty", feature = "probability")), path = "answer/scores.rs")]
mod answer;
mod counter;
mod panic;
mod record;
mod report;
mod source;
mod stack;

/// The model, its shape and its golden vectors, as `build.rs` found them.
mod given {
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

use answer::{ANSWERS, Answer, predict};
use counter::Counter;
use given::{INPUTS, MODEL, Number, OUTPUTS, SCRATCH};
use kernelet::Format;
use record::Record;
use report::Report;
use source::Source;

type Input = <Number as Format>::Input;
type Model<'a> = kernelet::Model<'a, Number, INPUTS, OUTPUTS, SCRATCH>;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let code = match check() {
        Ok(report) => report.print(),
        Err(trouble) => {
            semihosting::eprintln!("{trouble}");
            2
        }
    };
    semihosting::process::exit(code)
}

/// Runs every golden vector.
fn check() -> Result<Report, &'static str> {
    let model = Model::view(MODEL).map_err(|_| "the model in flash is damaged")?;
    let mut source = Source::open()?;
    let mut counter = Counter::start();
    let mut report = Report::default();
    let mut record = Record::default();
    while source.read(&mut record)? {
        let inputs = record.inputs();
        let ((answers, _), instructions) = counter.measure(|| predict(&model, inputs));
        report.row(record.mismatches(&answers), instructions);
    }
    report.stack = stack::used(|| core::hint::black_box(classify(&model, record.inputs())));
    Ok(report)
}

/// The prediction of an application that wants the class and nothing else.
#[inline(never)]
fn classify(model: &Model, inputs: [Input; INPUTS]) -> u16 {
    if cfg!(feature = "early") { model.early(inputs).class } else { model.class(inputs) }
}
