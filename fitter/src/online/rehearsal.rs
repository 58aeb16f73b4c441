//! Learning rehearsed on a file: what a device would answer and learn, row by row.

use super::rows::{Buffers, Learnable, Truth, answer, learn, learning, record, with_learnable};
use crate::pack::{PackedModel, Raw, words};
use kernelet::Stream;
use kernelet::online::Log;
use rayon::prelude::*;

/// What a device would answer and learn.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// The answer to each row, before it learnt that row: a class, or a value.
    pub answers: Vec<f64>,
    /// The log that the device would keep.
    pub log: Vec<u8>,
    /// The model that it would write back.
    pub model: PackedModel,
}

/// Learns rows in their order.
///
/// # Errors
/// A sentence about the model.
pub fn rehearse(model: &PackedModel, raw: &Raw, truths: &[Truth]) -> Result<Rehearsal, String> {
    with_learnable!(model.contract(), F => rehearsed::<F>(model.bytes(), raw, truths))
}

fn rehearsed<F: Learnable>(model: &[u8], raw: &Raw, truths: &[Truth]) -> Result<Rehearsal, String> {
    let learning = learning(model)?;
    let stream = Stream::<F>::view(model).map_err(|wrong| wrong.to_string())?;
    let (task, scale) = (stream.task(), stream.header().scale);
    let mut buffers = Buffers::<F>::of(&stream, &learning);
    let mut learner = buffers.learner(&stream).map_err(|wrong| wrong.to_string())?;
    let (mut log, head) = Log::of(model, &[]);
    let (mut bytes, mut answers) = (head.to_vec(), Vec::new());
    let rows: Vec<Vec<i16>> = raw.rows().map(words::<F>).collect();
    for (inputs, truth) in rows.into_iter().zip(truths) {
        let truth = truth.bytes::<F>(scale);
        bytes.extend(record(&mut log, &inputs, &truth));
        let scores = learn(&mut learner, inputs, &truth).map_err(|wrong| wrong.to_string())?;
        answers.push(answer(&scores, task, scale));
    }
    let mut written = model.to_vec();
    learner.write_back(&mut written).map_err(|wrong| wrong.to_string())?;
    let model = PackedModel::new(written).map_err(|wrong| wrong.to_string())?;
    Ok(Rehearsal { answers, log: bytes, model })
}
