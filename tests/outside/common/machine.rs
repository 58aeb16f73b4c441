//! What the cost model is measured on: emulated boards by the runtime, and an AVR by exported C.

use super::board::Board;
use super::c::{Checked, Exported};
use super::firmware::{Build, Report};
use super::sample::Sample;
use kernelet::Stream;
use kernelet::block::Kind;
use kernelet::number::Word;

/// A machine that counts.
#[derive(Clone, Copy)]
pub enum Machine {
    /// An emulated board, which counts instructions of the runtime.
    Board(&'static Board),
    /// An ATmega328P, whose simulator counts cycles of exported C.
    Avr,
}

/// A model with what its golden vectors check.
pub struct Measured<'a> {
    /// The packed model.
    pub model: &'a [u8],
    /// The kinds of its blocks.
    pub kinds: &'a [Kind],
    /// A cargo feature beside theirs.
    pub feature: Option<&'a str>,
    /// What is checked.
    pub checked: Checked,
    /// Golden vectors.
    pub golden: &'a [u8],
}

impl Machine {
    /// What the cost model calls its core.
    pub fn core(self) -> &'static str {
        match self {
            Machine::Board(board) => board.core,
            Machine::Avr => "avr",
        }
    }

    /// What golden vectors of so many bytes of answers each take; none where the model does not fit
    /// the flash of the AVR.
    pub fn run<F: Sample>(self, measured: &Measured<'_>, answers: usize) -> Option<Report> {
        let board = match self {
            Machine::Board(board) => board,
            Machine::Avr => {
                let readings = Stream::<F>::view(measured.model).expect("a model").inputs() * F::Input::SIZE;
                let exported = Exported::of(measured.model).check(measured.checked);
                return exported.try_on_avr([readings, answers], measured.golden);
            }
        };
        let build = Build::of(board, measured.model).blocks(measured.kinds);
        let build = measured.feature.into_iter().fold(build, Build::option);
        Some(build.firmware().run(measured.golden))
    }
}
