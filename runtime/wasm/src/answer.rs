//! One row: from physical values to all that a device says of them.

use crate::buffers::{Buffers, Plain};
use crate::page::Page;
use crate::scaling;
use kernelet::answer::decide;
use kernelet::number::Score;
use kernelet::{Format, Stream, Task};

/// The numbers of an answer before those of outputs: the class; the novelty, and 1 where the row is
/// new. What the model lacks is NaN.
const HEAD: usize = 3;
/// The numbers of each output: its score, its value, its probability, the ends of the interval.
const OUTPUT: usize = 5;

/// The numbers of an answer.
pub fn width<F: Format>(stream: &Stream<'_, F>) -> usize {
    HEAD + OUTPUT * stream.outputs()
}

/// Answers a row; nothing where it is not as wide as the model's.
pub fn answer<F: Plain>(
    (stream, page): (&Stream<'_, F>, &Page<'_>),
    buffers: &mut Buffers<'_, F>,
    row: &[f64],
    answer: &mut [f64],
) -> Option<()> {
    let Buffers { window, raw, inputs, scratch, scores, probabilities } = buffers;
    page.raw((stream.window(), window), row, raw)?;
    inputs.iter_mut().zip(raw.iter()).for_each(|(input, raw)| *input = scaling::word(*raw));
    stream.scores_with(inputs, scores, scratch).ok()?;
    let has_probabilities = stream.probabilities(scores, probabilities).ok()?;
    let novelty = stream.novelty(scores).ok()?;
    let mut intervals = stream.interval(scores).ok()?;
    let is_class = stream.task() == Task::Classification;
    let (head, outputs) = answer.split_first_chunk_mut::<HEAD>()?;
    *head = [
        if is_class { decide::class(scores).into() } else { f64::NAN },
        novelty.map_or(f64::NAN, |novelty| novelty.distance.into()),
        novelty.map_or(f64::NAN, |novelty| u8::from(novelty.is_novel).into()),
    ];
    let numbers = outputs.as_chunks_mut::<OUTPUT>().0.iter_mut();
    for (output, (numbers, (score, probability))) in numbers.zip(scores.iter().zip(probabilities.iter())).enumerate() {
        let value = |score: F::Score| f64::from(decide::value(score, stream.scale(output)));
        let ends = intervals.as_mut().and_then(Iterator::next);
        let [low, high] = ends.map_or([f64::NAN; 2], |ends| ends.map(value));
        let probability = if has_probabilities { (*probability).into() } else { f64::NAN };
        *numbers = [score.to_f64(), if is_class { f64::NAN } else { value(*score) }, probability, low, high];
    }
    Some(())
}
