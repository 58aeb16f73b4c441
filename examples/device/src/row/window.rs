//! A golden vector of a model over windows: readings as they are pushed, inputs of other sensors,
//! then the answers that the host computed.

use crate::given::{CHANNELS, GOLDEN, INPUTS, LENGTH, MODEL, Number, OUTPUTS, SCRATCH, STEADY, WINDOW_FEATURES};
use crate::source::Source;
use crate::{ANSWERS, Answer, Input, Model, WRONG_MODEL};
use kernelet::number::Word;

const OTHER_BYTES: usize = (INPUTS - WINDOW_FEATURES) * Input::SIZE;
const REST: usize = OTHER_BYTES + ANSWERS * Answer::SIZE;

const _: () =
    assert!(GOLDEN.len().is_multiple_of(CHANNELS * LENGTH * 2 + REST), "the golden vectors are of another model");

type Series = kernelet::Series<'static, Number, CHANNELS, LENGTH, INPUTS, OUTPUTS, SCRATCH, STEADY>;

/// The window, and the bytes behind its readings.
pub struct Row {
    series: Series,
    rest: [u8; REST],
}

impl Row {
    /// No golden vector yet.
    pub fn new() -> Result<Row, &'static str> {
        Ok(Row { series: Series::view(MODEL).map_err(|_| WRONG_MODEL)?, rest: [0; REST] })
    }

    /// Pushes the next golden vector, reading by reading; `Ok(false)` where none is left.
    pub fn read(&mut self, source: &mut Source) -> Result<bool, &'static str> {
        self.series.clear();
        let mut bytes = [0; 2 * CHANNELS];
        for t in 0..LENGTH {
            if !source.read(&mut bytes)? {
                return if t == 0 { Ok(false) } else { Err("the golden vectors end within a window") };
            }
            let mut readings = i16::words(&bytes);
            let complete = self.series.push(core::array::from_fn(|_| readings.next().unwrap_or_default()));
            if complete != (t + 1 == LENGTH) {
                return Err("a window is complete at the wrong time");
            }
        }
        source.read(&mut self.rest)
    }

    /// The model.
    pub fn model(&self) -> &Model<'static> {
        self.series.model()
    }

    /// What a prediction begins with: the window.
    pub fn ready(&self) -> &Row {
        self
    }

    /// The answers of the host.
    pub fn expected(&self) -> &[u8] {
        &self.rest[OTHER_BYTES..]
    }
}

/// The inputs: the features of the window, and what other sensors read.
#[inline(always)]
pub fn inputs(row: &Row) -> [Input; INPUTS] {
    let mut inputs = row.series.inputs();
    let others = inputs.iter_mut().skip(WINDOW_FEATURES).zip(Input::words(&row.rest[..OTHER_BYTES]));
    others.for_each(|(input, other)| *input = other);
    inputs
}
