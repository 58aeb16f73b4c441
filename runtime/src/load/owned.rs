//! A model received over a wire, kept in a buffer of fixed capacity.

use crate::error::ViewError;
use crate::model::Model;
use crate::number::Format;

/// The bytes of one model, up to `N` of them, received in pieces.
///
/// ```
/// # let received: &[&[u8]] = &[b"KLT", b"\x01"];
/// let mut owned = kernelet::Owned::<4096>::new();
/// for piece in received {
///     owned.receive(piece)?;
/// }
/// assert!(owned.model::<kernelet::Q7, 16, 26>().is_err()); // these four bytes are not yet a model
/// # Ok::<(), kernelet::Full>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Owned<const N: usize> {
    bytes: heapless::Vec<u8, N>,
}

/// The model is larger than its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Full;

impl core::fmt::Display for Full {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the model is larger than its buffer")
    }
}

impl core::error::Error for Full {}

impl<const N: usize> Owned<N> {
    /// Returns a buffer without bytes, for a `static` too.
    #[must_use]
    pub const fn new() -> Self {
        Owned { bytes: heapless::Vec::new() }
    }

    /// Appends a piece.
    ///
    /// # Errors
    /// [`Full`] where the piece does not fit; nothing of it is then taken.
    pub fn receive(&mut self, piece: &[u8]) -> Result<(), Full> {
        self.bytes.extend_from_slice(piece).map_err(|_| Full)
    }

    /// Removes all bytes, for the next model.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// The bytes so far, for [`Model::view`] where the model needs scratch.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The model, once all of it has arrived; for models without scratch.
    ///
    /// # Errors
    /// As [`Model::view`]; a model that is not complete fails its checksum.
    pub fn model<F: Format, const D: usize, const K: usize>(&self) -> Result<Model<'_, F, D, K>, ViewError> {
        Model::view(self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "serde")]
    #[test]
    fn a_model_is_its_bytes_in_a_message() {
        let mut owned = Owned::<4>::new();
        owned.receive(b"KLT").expect("room");
        let mut message = [0; 8];
        assert_eq!(postcard::to_slice(&owned, &mut message).expect("room"), b"\x03KLT");
        assert_eq!(postcard::from_bytes::<Owned<4>>(b"\x03KLT").expect("a model").bytes, *b"KLT");
        assert!(postcard::from_bytes::<Owned<4>>(b"\x05KLTKL").is_err());
    }

    #[test]
    fn a_piece_too_many_is_refused_whole() {
        let mut owned = Owned::<4>::new();
        assert_eq!(owned.receive(b"KLT"), Ok(()));
        assert_eq!(owned.receive(b"\x01\x02"), Err(Full));
        assert_eq!(owned.receive(b"\x01"), Ok(()));
        owned.clear();
        assert_eq!(owned.receive(b"KLT\x01"), Ok(()));
    }
}
