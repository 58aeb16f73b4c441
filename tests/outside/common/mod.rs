//! What the tests from outside share: boards, firmware for them, and models to put on it.

#![allow(dead_code, reason = "every test uses its part of this")]

pub mod board;
pub mod c;
pub mod corpus;
pub mod curve;
pub mod elf;
pub mod extras;
pub mod firmware;
pub mod golden;
pub mod house;
pub mod kernelet;
pub mod learning;
pub mod machine;
pub mod made;
pub mod packages;
pub mod random;
pub mod sample;
pub mod streams;

use board::Board;
use firmware::{Build, Report};

/// What `board` answers when a packed model is flashed to it and every golden vector is run.
///
/// A golden vector is one row: the raw inputs and then the scores, as little-endian words of the
/// model's format.
pub fn parity(board: &Board, model: &[u8], golden: &[u8]) -> Report {
    Build::of(board, model).firmware().run(golden)
}
