//! The bytes of a row, without a model that reads them.

use crate::Input;
use crate::given::INPUTS;
use crate::source::Source;
use kernelet::number::Word;

/// The bytes of a row's readings.
pub struct Row([u8; INPUTS * Input::SIZE]);

impl Row {
    /// No row yet.
    pub fn new() -> Result<Row, &'static str> {
        Ok(Row([0; INPUTS * Input::SIZE]))
    }

    /// Reads the next row.
    pub fn read(&mut self, source: &mut Source) -> Result<bool, &'static str> {
        source.read(&mut self.0)
    }
}
