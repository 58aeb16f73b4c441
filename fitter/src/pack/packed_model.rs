//! A packed model that was checked.

use super::device::Device;
use super::emulate;
use kernelet::{Contract, ViewError, wire};

/// An invariant of every packed model.
const CHECKED: &str = "checked when it was made";

/// A packed model that was checked: exactly the bytes that go into flash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedModel {
    bytes: Vec<u8>,
}

impl PackedModel {
    /// Checks the bytes of a model.
    ///
    /// # Errors
    /// Those of [`kernelet::Stream::view`].
    pub fn new(bytes: Vec<u8>) -> Result<PackedModel, ViewError> {
        emulate::device(&bytes)?;
        Ok(PackedModel { bytes })
    }

    /// Returns the model on an emulated device.
    pub fn device(&self) -> Box<dyn Device + '_> {
        emulate::device(&self.bytes).expect(CHECKED)
    }

    /// Returns the number format.
    pub fn contract(&self) -> Contract {
        wire::contract(&self.bytes).expect(CHECKED)
    }

    /// Returns the checksum that the model carries.
    pub fn checksum(&self) -> u32 {
        let bytes = self.bytes[4..].first_chunk().expect(CHECKED);
        u32::from_le_bytes(*bytes)
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
