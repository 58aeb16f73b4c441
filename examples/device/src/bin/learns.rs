//! Learns labelled readings from a file of the host, as from sensors, and prints the log and the
//! model that it would write back to flash, in hexadecimal digits.
//!
//! The last line has the number of updates, the instructions of the cheapest and of the dearest
//! update, those of a prediction, and the stack of an update.
#![no_std]
#![no_main]

#[path = "../counter.rs"]
mod counter;
#[path = "../panic.rs"]
mod panic;
#[path = "../source.rs"]
mod source;
#[path = "../stack.rs"]
mod stack;

/// The model and its shape, as `build.rs` found them; labelled readings may stand in the place of
/// golden vectors.
mod given {
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

use core::hint::black_box;
use counter::Counter;
use given::{BYTES, FEATURES, INPUTS, MODEL, Number, OUTPUTS, SCRATCH, WEIGHTS};
use kernelet::number::Word;
use kernelet::online::{Learner, Log};
use kernelet::{Format, Model};
use source::Source;

/// Bytes of labelled readings.
const ROW: usize = 2 * INPUTS + 2;
/// What is said where the model does not learn.
const WRONG_MODEL: &str = "the model in flash does not learn";

type Score = <Number as Format>::Score;
type Own<'w> = Learner<'static, 'w, Number, { SCRATCH > 0 }>;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let code = match run() {
        Ok(()) => 0,
        Err(trouble) => {
            semihosting::eprintln!("{trouble}");
            2
        }
    };
    semihosting::process::exit(code)
}

fn run() -> Result<(), &'static str> {
    let model = Model::<Number, INPUTS, OUTPUTS, SCRATCH>::view(MODEL).map_err(|_| WRONG_MODEL)?;
    let (mut weights, mut features, mut scratch) = ([0; WEIGHTS], [0; FEATURES], [0; SCRATCH]);
    let learner = Learner::with_scratch(model.stream(), &mut weights, &mut features, &mut scratch);
    let mut learner: Own = learner.map_err(|_| WRONG_MODEL)?;
    let (mut source, mut counter) = (Source::open()?, Counter::start());
    let (mut log, head) = Log::of(MODEL, learner.weights());
    print("log", &head);
    let (mut row, mut room, mut scores) = ([0; ROW], [0; ROW + 2], [Score::default(); OUTPUTS]);
    let (mut updates, mut least, mut most, mut prediction) = (0, u32::MAX, 0, 0);
    while source.read(&mut row)? {
        let (inputs, label) = (inputs(&row), u16::from_le_bytes([row[ROW - 2], row[ROW - 1]]));
        (_, prediction) = counter.measure(|| black_box(model.class(black_box(inputs))));
        print("log", log.record(&inputs, label, &mut room).ok_or(WRONG_MODEL)?);
        let mut own = inputs;
        let (learnt, instructions) = counter.measure(|| learner.learn(&mut own, &mut scores, label));
        learnt.map_err(|_| "no such class")?;
        (updates, least, most) = (updates + 1, instructions.min(least), instructions.max(most));
    }
    write(&learner)?;
    // last, since it learns once more
    let mut own = inputs(&row);
    let depth = stack::used(|| black_box(learner.learn(black_box(&mut own), &mut scores, 0)));
    let unit = counter::UNIT;
    semihosting::println!(
        "updates={updates} {unit}={least}..{most} prediction={prediction} stack={depth} buffers={}",
        size_of::<Own>() + size_of::<[i32; WEIGHTS]>() + size_of::<[i16; FEATURES]>() + size_of::<[Score; OUTPUTS]>()
    );
    Ok(())
}

fn inputs(row: &[u8]) -> [i16; INPUTS] {
    let mut words = i16::words(row);
    core::array::from_fn(|_| words.next().unwrap_or_default())
}

/// Prints the model with the learnt head.
#[inline(never)]
fn write(learner: &Own) -> Result<(), &'static str> {
    let mut written = [0; BYTES];
    written.copy_from_slice(MODEL);
    learner.write_back(&mut written).map_err(|_| "the learnt head does not fit")?;
    print("model", &written);
    Ok(())
}

fn print(what: &str, bytes: &[u8]) {
    for line in bytes.chunks(32) {
        semihosting::print!("{what} ");
        line.iter().for_each(|byte| semihosting::print!("{byte:02x}"));
        semihosting::println!("");
    }
}
