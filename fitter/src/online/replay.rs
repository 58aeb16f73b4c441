//! A device's log, learnt again on the host.

use super::rows::{Buffers, Learnable, learn, learning, truth_size, with_learnable};
use crate::pack::PackedModel;
use kernelet::Stream;
use kernelet::number::Word;
use kernelet::online::{HEAD, Log};

/// What a log has made of a model.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The model with the learnt head: the bytes that the device writes back.
    pub model: PackedModel,
    /// The number of updates.
    pub updates: usize,
}

/// Learns a log again.
///
/// # Errors
/// A sentence about the log, with the offset of what is wrong, or about the model.
pub fn replay(model: &PackedModel, log: &[u8]) -> Result<Replayed, String> {
    with_learnable!(model.contract(), F => replayed::<F>(model.bytes(), log))
}

fn replayed<F: Learnable>(model: &[u8], log: &[u8]) -> Result<Replayed, String> {
    let (learning, stream) = (learning(model)?, view::<F>(model)?);
    let (mut own, head) = Log::of(model, &[]);
    let records = check_head(log, head)?;
    let mut buffers = Buffers::<F>::of(&stream, &learning);
    let mut learner = buffers.learner(&stream).map_err(|wrong| wrong.to_string())?;
    let (inputs, truth) = (stream.inputs() * i16::SIZE, truth_size::<F>(stream.task(), &learning));
    let size = Log::size(stream.inputs(), truth);
    let mut updates = 0;
    for record in records.chunks(size) {
        let (offset, number) = (HEAD + updates * size, updates + 1);
        if is_erased(&log[offset..]) {
            break;
        }
        if record.len() < size {
            return Err(format!("byte {offset}: the log ends within the record of update {number}"));
        }
        if !own.takes(record) {
            return Err(format!(
                "byte {offset}: the record of update {number} is damaged, or one before it is missing"
            ));
        }
        let (readings, rest) = record.split_at(inputs);
        let learnt = learn(&mut learner, i16::words(readings).collect(), &rest[..truth]);
        learnt.map_err(|wrong| format!("byte {}: update {number}: {wrong}", offset + inputs))?;
        updates += 1;
    }
    let mut written = model.to_vec();
    learner.write_back(&mut written).map_err(|wrong| wrong.to_string())?;
    let model = PackedModel::new(written).map_err(|wrong| wrong.to_string())?;
    Ok(Replayed { model, updates })
}

fn view<F: Learnable>(model: &[u8]) -> Result<Stream<'_, F>, String> {
    Stream::view(model).map_err(|wrong| wrong.to_string())
}

/// Returns the records of a log that belongs to a model with this head.
fn check_head(log: &[u8], head: [u8; HEAD]) -> Result<&[u8], String> {
    let Some((found, records)) = log.split_first_chunk::<HEAD>() else {
        return Err(format!("byte {}: the log ends within its first {HEAD} bytes", log.len()));
    };
    let sum = |head: &[u8]| head.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    match (found, head) {
        _ if found[..3] != head[..3] => Err("byte 0: not a log: it does not begin with KLL".to_owned()),
        _ if found[3] != head[3] => {
            Err(format!("byte 3: version {} of logs is not one that this build reads", found[3]))
        }
        _ if found[4..] != head[4..] => {
            let (found, own) = (sum(&found[4..]), sum(&head[4..]));
            Err(format!(
                "byte 4: the log belongs to a model with checksum {found}, and this one has {own}; or it began when \
                 something was learned already"
            ))
        }
        _ => Ok(records),
    }
}

/// Returns true for flash that was not written to.
fn is_erased(rest: &[u8]) -> bool {
    rest.iter().all(|&byte| byte == 0xff)
}
