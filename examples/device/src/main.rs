//! Firmware that answers golden vectors with the model in its flash and compares every score, bit for bit.
//!
//! It prints one line: rows, mismatching scores, instructions and stack of one prediction.
#![no_std]
#![no_main]

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

use counter::Counter;
use given::{INPUTS, MODEL, Number, OUTPUTS, SCRATCH};
use kernelet::Format;
#[cfg(not(any(feature = "novelty", feature = "probability")))]
use kernelet::decide;
use record::Record;
use report::Report;
use source::Source;

type Input = <Number as Format>::Input;
#[cfg(not(any(feature = "novelty", feature = "probability")))]
type Answer = <Number as Format>::Score;
#[cfg(all(feature = "probability", not(feature = "novelty")))]
type Answer = u16;
#[cfg(feature = "novelty")]
type Answer = u32;
/// How many answers a row has.
const ANSWERS: usize = if cfg!(feature = "novelty") { 1 } else { OUTPUTS };
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

/// One prediction, scores and decision.
#[cfg(not(any(feature = "novelty", feature = "probability")))]
#[inline(never)]
fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; OUTPUTS], u16) {
    let scores = model.scores(inputs);
    let class = decide::class(&scores);
    (scores, class)
}

/// One prediction of probabilities; all zero where the model says none.
#[cfg(all(feature = "probability", not(feature = "novelty")))]
#[inline(never)]
fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; OUTPUTS], ()) {
    (model.probabilities(inputs).unwrap_or([0; OUTPUTS]), ())
}

/// How new a row is; zero where the model says nothing of it.
#[cfg(feature = "novelty")]
#[inline(never)]
fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; ANSWERS], ()) {
    ([model.novelty(inputs).map_or(0, |novelty| novelty.distance)], ())
}

/// The prediction of an application that wants the class and nothing else.
#[inline(never)]
fn classify(model: &Model, inputs: [Input; INPUTS]) -> u16 {
    model.class(inputs)
}
