//! Words as bytes.

use kernelet::number::Word;

/// Returns the bytes of words, one after the other.
pub fn bytes<W: Word>(words: &[W]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(words.len() * W::SIZE);
    words.iter().for_each(|word| bytes.extend_from_slice(word.to_bytes().as_ref()));
    bytes
}
