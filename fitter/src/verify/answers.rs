//! The comparison: what a target answered beside what the host does.

use super::elf::Sizes;
use super::frame::{self, Answer, Hello};
use super::outcome::{Mismatch, Outcome, Status};
use super::rows::{ReplayRows, scores};
use crate::pack::ModelFile;
use crate::pack::cost::Unit;

/// The comparison of one target's answers, row by row.
#[derive(Debug)]
pub struct Comparison<'a> {
    model: &'a ModelFile,
    rows: &'a ReplayRows,
    outcome: Outcome,
    costs: Vec<u32>,
}

impl<'a> Comparison<'a> {
    /// Starts to fill an outcome.
    pub fn new(model: &'a ModelFile, rows: &'a ReplayRows, outcome: Outcome) -> Comparison<'a> {
        Comparison { model, rows, outcome, costs: Vec::new() }
    }

    /// Takes what firmware says of itself; a word where it is firmware of another model.
    pub fn hello(&mut self, hello: Hello) -> Result<(), String> {
        if hello.answer != self.rows.answer_bytes() {
            let own = self.rows.answer_bytes();
            return Err(format!("it holds another model: its scores have {} bytes, these {own}", hello.answer));
        }
        self.outcome.ram_bytes = Some(hello.held.into());
        Ok(())
    }

    /// Takes the answer to the next row.
    pub fn row(&mut self, answer: &Answer) {
        let Some(expected) = self.rows.scores(self.outcome.rows) else { return };
        self.outcome.rows += 1;
        self.costs.push(answer.cost);
        let stack = self.outcome.stack_bytes.unwrap_or(0).max(answer.stack);
        self.outcome.stack_bytes = Some(stack).filter(|stack| *stack > 0);
        if answer.scores == expected {
            self.outcome.equal += 1;
        } else if self.outcome.mismatch.is_none() {
            self.outcome.mismatch = Some(self.mismatch(expected, &answer.scores));
        }
    }

    /// The rows that were answered until now.
    pub fn rows(&self) -> usize {
        self.outcome.rows
    }

    /// Takes all answers of an emulator; a word where they end early.
    pub fn all(&mut self, answers: &[u8]) -> Result<(), String> {
        let ends_early = "it ended without an answer";
        let (hello, rest) = answers.split_at_checked(frame::HELLO_BYTES).ok_or(ends_early)?;
        self.hello(frame::hello(hello)?)?;
        for answer in rest.chunks(self.rows.answer_bytes() + frame::BESIDE) {
            self.row(&frame::answer(answer)?);
        }
        Ok(())
    }

    /// Returns the outcome, with what the model takes in firmware.
    pub fn end(mut self, unit: Unit, sizes: Option<Sizes>) -> Outcome {
        let outcome = &mut self.outcome;
        outcome.status = match outcome.mismatch {
            Some(_) => Status::Different,
            None if outcome.rows == self.rows.count() => Status::Equal,
            None => Status::Failed,
        };
        if outcome.status == Status::Failed && outcome.why.is_none() {
            outcome.why = Some(format!("it ended after {} of {} rows", outcome.rows, self.rows.count()));
        }
        if let Some(sizes) = sizes {
            outcome.flash_bytes = Some(sizes.flash);
            outcome.code_bytes = Some(sizes.flash.saturating_sub(self.model.model.bytes().len() as u64));
            outcome.ram_bytes = outcome.ram_bytes.map(|held| held + sizes.ram);
        }
        let total: u64 = self.costs.iter().map(|cost| u64::from(*cost)).sum();
        let mean = total.checked_div(self.costs.len() as u64).filter(|mean| *mean > 0);
        match unit {
            Unit::Instructions => outcome.instructions_per_row = mean,
            Unit::Cycles => outcome.cycles_per_row = mean,
        }
        let range = self.costs.iter().min().zip(self.costs.iter().max()).map(|(least, most)| [*least, *most]);
        outcome.range = range.filter(|_| mean.is_some());
        self.outcome
    }

    /// Says why it ended early.
    pub fn fail(&mut self, why: String) {
        self.outcome.why = Some(why);
    }

    /// Returns the first score of a row that differs.
    fn mismatch(&self, host: &[u8], device: &[u8]) -> Mismatch {
        let each = host.len() / usize::from(self.model.device().header().outputs);
        let place = host.chunks(each).zip(device.chunks(each)).position(|(own, other)| own != other).unwrap_or(0);
        let text = |bytes: &[u8]| {
            let score = scores(self.model.contract(), bytes).get(place).copied().unwrap_or(f64::NAN);
            self.model.device().score_text(score)
        };
        Mismatch { row: self.outcome.rows, class: self.class(place), host: text(host), device: text(device) }
    }

    /// Returns the class or the target whose score has a place; a single score is that of class 1.
    fn class(&self, place: usize) -> String {
        let target = &self.model.sheet.schema.target;
        match target.labels() {
            Some([_, second]) => second.clone(),
            Some(labels) => labels.get(place).cloned().unwrap_or_default(),
            None => target.names().get(place).map(|name| (*name).to_owned()).unwrap_or_default(),
        }
    }
}
