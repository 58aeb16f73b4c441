//! The sizes that an Arrow file gives to its parts.
//!
//! The `arrow-ipc` crate panics where parts lie outside the file, and allocates what a compressed
//! buffer claims to hold, so that a damaged size would end the process. These are checked first.

use super::store::Store;
use arrow_ipc::{Block, Footer, Message, RecordBatch, root_as_footer, root_as_message};
use std::io::{Read, Seek, SeekFrom};

/// What a message begins with, but for those of early versions.
const MARK: u32 = u32::MAX;
/// The bytes before the metadata of a message: a mark and a length.
const PREFIX: u64 = 8;
/// The bytes behind the footer of a file: its length and the magic.
const SUFFIX: u64 = 10;

/// What is wrong; nothing where the file is too short or not of Arrow, which its reader says
/// better.
type Wrong = Option<String>;

/// The place of a message in a file.
struct Place {
    start: u64,
    /// The bytes before the body.
    before: u64,
    /// The bytes of the body.
    body: u64,
}

impl Place {
    fn of(block: &Block) -> Option<Place> {
        let (start, before) = (block.offset().try_into().ok()?, block.metaDataLength().try_into().ok()?);
        Some(Place { start, before, body: block.bodyLength().try_into().ok()? })
    }

    fn end(&self) -> Option<u64> {
        self.start.checked_add(self.before)?.checked_add(self.body)
    }
}

/// Checks a file in Arrow's file format, and returns what is wrong with a size.
pub fn wrong_in_file(store: &Store) -> Wrong {
    let end = store.length().checked_sub(SUFFIX)?;
    let length = u64::from(word(store, end)?);
    let footer = bytes(store, end.checked_sub(length)?, length)?;
    let footer: Footer = root_as_footer(&footer).ok()?;
    let blocks = [footer.dictionaries(), footer.recordBatches()];
    blocks.into_iter().flatten().flatten().find_map(|block| wrong_in_block(store, block))
}

fn wrong_in_block(store: &Store, block: &Block) -> Wrong {
    let is_inside = |place: &Place| place.before >= PREFIX && place.end().is_some_and(|end| end <= store.length());
    match Place::of(block).filter(is_inside) {
        Some(place) => metadata(store, place.start).and_then(|(_, metadata)| wrong_in(store, &metadata, &place)),
        None => Some("a block lies outside the file".to_owned()),
    }
}

/// Checks a file in Arrow's stream format, and returns what is wrong with a size.
pub fn wrong_in_stream(store: &Store) -> Wrong {
    let mut start = 0;
    loop {
        let (before, metadata) = metadata(store, start)?;
        let length = root_as_message(&metadata).ok()?.bodyLength();
        let Ok(body) = u64::try_from(length) else { return Some(format!("a message has {length} bytes")) };
        let place = Place { start, before, body };
        let wrong = wrong_in(store, &metadata, &place);
        if wrong.is_some() {
            return wrong;
        }
        start = place.end()?;
    }
}

/// Returns the bytes from the start of a message to its body, and its metadata.
fn metadata(store: &Store, start: u64) -> Option<(u64, Vec<u8>)> {
    let prefix = if word(store, start)? == MARK { PREFIX } else { PREFIX - 4 };
    let at = start.checked_add(prefix)?;
    let length = u64::from(word(store, at - 4)?);
    Some((prefix + length, bytes(store, at, length)?))
}

/// Checks the buffers of a message.
fn wrong_in(store: &Store, metadata: &[u8], place: &Place) -> Wrong {
    let message: Message = root_as_message(metadata).ok()?;
    let in_dictionary = || message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
    let batch: RecordBatch = message.header_as_record_batch().or_else(in_dictionary)?;
    batch.buffers()?.iter().find_map(|buffer| {
        let (offset, length) = (u64::try_from(buffer.offset()).ok(), u64::try_from(buffer.length()).ok());
        let end = |(offset, length): &(u64, u64)| offset.checked_add(*length);
        match offset.zip(length).filter(|buffer| end(buffer).is_some_and(|end| end <= place.body)) {
            Some((offset, length)) => {
                let is_compressed = batch.compression().is_some() && length >= 8;
                is_compressed.then(|| wrong_size(store, place.start + place.before + offset)).flatten()
            }
            None => Some("a buffer lies outside its message".to_owned()),
        }
    })
}

/// Checks the size that stands before a compressed buffer; -1 stands for one that is not.
fn wrong_size(store: &Store, start: u64) -> Wrong {
    let size = i64::from_le_bytes(bytes(store, start, 8)?.try_into().ok()?);
    let does_fit = |size: usize| Vec::<u8>::new().try_reserve_exact(size).is_ok();
    let is_fine = size == -1 || usize::try_from(size).is_ok_and(does_fit);
    (!is_fine).then(|| format!("a buffer of {size} bytes does not fit into memory"))
}

fn word(store: &Store, start: u64) -> Option<u32> {
    Some(u32::from_le_bytes(bytes(store, start, 4)?.try_into().ok()?))
}

/// Returns bytes of a store, if it has them.
fn bytes(store: &Store, start: u64, length: u64) -> Option<Vec<u8>> {
    let mut section = store.reader(0);
    section.seek(SeekFrom::Start(start)).ok()?;
    let mut found = Vec::new();
    section.take(length).read_to_end(&mut found).ok()?;
    (found.len() as u64 == length).then_some(found)
}
