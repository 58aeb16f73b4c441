//! Answers rows that the host sends, and sends back the scores with what they took: the firmware of
//! `kernelet verify`.
//!
//! Rows come from the file that the command line names first, answers go to the second; with the
//! feature `probe` they come from flash and go to standard output. Both are the frames of
//! `docs/verification.md`.
#![no_std]
#![no_main]

#[path = "../counter.rs"]
#[allow(dead_code, unused_imports, reason = "the host knows the unit of each core")]
mod counter;
#[path = "../replay/frame.rs"]
mod frame;
#[cfg_attr(feature = "bare", path = "../replay/bare.rs")]
#[cfg_attr(not(feature = "bare"), path = "../replay/model.rs")]
mod model;
#[path = "../panic.rs"]
mod panic;
#[cfg_attr(feature = "probe", path = "../replay/flash.rs")]
#[cfg_attr(not(feature = "probe"), path = "../replay/host.rs")]
mod port;
#[cfg_attr(feature = "bare", path = "../replay/row.rs")]
#[cfg_attr(all(feature = "series", not(feature = "bare")), path = "../row/window.rs")]
#[cfg_attr(not(any(feature = "series", feature = "bare")), path = "../row/inputs.rs")]
#[allow(dead_code, reason = "rows come without answers here")]
mod row;
#[path = "../replay/source.rs"]
mod source;
#[path = "../stack.rs"]
mod stack;

/// The model and its shape, as `build.rs` found them.
mod given {
    #![allow(dead_code, reason = "the bare firmware leaves the model out")]
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

use counter::Counter;
use frame::Frame;
use given::{Number, OUTPUTS};
use kernelet::Format;
use kernelet::number::Word;
use model::scores;
use row::Row;
use source::Source;

type Input = <Number as Format>::Input;
type Score = <Number as Format>::Score;
#[cfg(not(feature = "bare"))]
use model::{ANSWERS, Answer, Model, WRONG_MODEL};

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let code = match replay() {
        Ok(()) => 0,
        Err(trouble) => {
            semihosting::eprintln!("{trouble}");
            2
        }
    };
    semihosting::process::exit(code)
}

/// Answers one request after the other.
fn replay() -> Result<(), &'static str> {
    let mut source = Source::open()?;
    let mut row = Row::new()?;
    let mut counter = Counter::start();
    loop {
        match source.request()? {
            b'h' => source.answer(hello())?,
            b'r' => {
                row.read(&mut source)?;
                let frame = if source.is_whole()? { answer(&row, &mut counter) } else { Frame::of(b'n') };
                source.answer(frame)?;
            }
            _ => return Ok(()),
        }
    }
}

/// The version of the protocol, the bytes of a score and their number, and RAM: what a caller
/// holds.
fn hello() -> Frame {
    let held = size_of::<Row>() + size_of::<[Score; OUTPUTS]>();
    let mut frame = Frame::of(b'h');
    frame.put(&[1]);
    frame.put(&(Score::SIZE as u16).to_le_bytes());
    frame.put(&(OUTPUTS as u16).to_le_bytes());
    frame.put(&(held as u32).to_le_bytes());
    frame
}

/// The scores of a row, the cost of them and the stack that they took.
fn answer(row: &Row, counter: &mut Counter) -> Frame {
    let mut frame = Frame::of(b'a');
    let mut cost = 0;
    let stack = stack::used(|| {
        let (found, count) = counter.measure(|| scores(row));
        cost = count;
        found.iter().for_each(|score| frame.put(score.to_bytes().as_ref()));
    });
    frame.put(&cost.to_le_bytes());
    frame.put(&(stack as u16).to_le_bytes());
    frame
}
