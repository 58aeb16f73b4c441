//! The bytes of a file, in memory or left in the file.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a file, in memory or left in the file.
#[derive(Debug, Clone)]
pub enum Store {
    /// Bytes in memory.
    Memory(Arc<[u8]>),
    /// A file with its length, of which passes read what they need.
    File(Arc<Mutex<File>>, u64),
}

impl Store {
    /// Creates a store of a file.
    ///
    /// # Errors
    /// That of the system where the file has no length.
    pub fn of_file(file: File) -> io::Result<Store> {
        let length = file.metadata()?.len();
        Ok(Store::File(Arc::new(Mutex::new(file)), length))
    }

    /// The number of bytes.
    pub fn length(&self) -> u64 {
        match self {
            Store::Memory(bytes) => bytes.len() as u64,
            Store::File(_, length) => *length,
        }
    }

    /// Returns a reader from a byte on, which shares its place with no other.
    pub fn reader(&self, at: u64) -> Section {
        match self {
            Store::Memory(bytes) => {
                let mut cursor = Cursor::new(bytes.clone());
                cursor.set_position(at);
                Section::Memory(cursor)
            }
            Store::File(file, length) => Section::File { file: file.clone(), at, length: *length },
        }
    }
}

/// A reader of a [`Store`].
pub enum Section {
    /// A reader of bytes in memory.
    Memory(Cursor<Arc<[u8]>>),
    /// A reader of a file, with its own place.
    File {
        /// The file.
        file: Arc<Mutex<File>>,
        /// The next byte.
        at: u64,
        /// The length of the file.
        length: u64,
    },
}

impl Read for Section {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Section::Memory(cursor) => cursor.read(into),
            Section::File { file, at, .. } => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(*at))?;
                let read = file.read(into)?;
                *at += read as u64;
                Ok(read)
            }
        }
    }
}

impl Seek for Section {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Section::Memory(cursor) => cursor.seek(to),
            Section::File { at, length, .. } => {
                let moved = match to {
                    SeekFrom::Start(place) => Some(place),
                    SeekFrom::End(by) => length.checked_add_signed(by),
                    SeekFrom::Current(by) => at.checked_add_signed(by),
                };
                *at = moved.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
                Ok(*at)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn readers_of_one_file_have_their_own_places() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        for store in [Store::of_file(file).unwrap(), Store::Memory(Arc::from(&b"0123456789"[..]))] {
            let (mut one, mut other) = (store.reader(2), store.reader(0));
            let mut read = [[0; 2]; 3];
            one.read_exact(&mut read[0]).unwrap();
            other.seek(SeekFrom::End(-1)).unwrap();
            assert!(other.read_exact(&mut read[1]).is_err());
            one.read_exact(&mut read[2]).unwrap();
            assert_eq!((store.length(), &read[0], &read[2]), (10, b"23", b"45"));
        }
    }
}
