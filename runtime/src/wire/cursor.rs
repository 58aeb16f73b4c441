//! Bytes read one after the other, in functions that the compiler evaluates too.

use crate::error::ViewError;

/// Returns from the function with the error of a result: `?` for constants.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}
pub(super) use attempt;

/// The bytes that are still to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Cursor { rest: bytes }
    }

    /// The bytes that are left.
    pub const fn bytes(&self) -> &'a [u8] {
        self.rest
    }

    /// The first byte, which stays.
    pub const fn peek(&self) -> Option<u8> {
        if let [first, ..] = self.rest { Some(*first) } else { None }
    }

    /// The next `count * size` bytes.
    pub const fn take(&mut self, count: usize, size: usize) -> Result<&'a [u8], ViewError> {
        let Some(length) = count.checked_mul(size) else { return Err(ViewError::Length) };
        let Some((section, rest)) = self.rest.split_at_checked(length) else { return Err(ViewError::Length) };
        self.rest = rest;
        Ok(section)
    }

    /// The next `N` bytes.
    pub const fn chunk<const N: usize>(&mut self) -> Result<[u8; N], ViewError> {
        let Some((chunk, rest)) = self.rest.split_first_chunk() else { return Err(ViewError::Length) };
        self.rest = rest;
        Ok(*chunk)
    }

    /// The next byte.
    pub const fn byte(&mut self) -> Result<u8, ViewError> {
        let [byte] = attempt!(self.chunk());
        Ok(byte)
    }

    /// The next two bytes as a number.
    pub const fn u16(&mut self) -> Result<u16, ViewError> {
        Ok(u16::from_le_bytes(attempt!(self.chunk())))
    }

    /// The next four bytes as a number.
    pub const fn u32(&mut self) -> Result<u32, ViewError> {
        Ok(u32::from_le_bytes(attempt!(self.chunk())))
    }

    /// The next number of 7 bits a byte, the lowest first, up to 65535.
    pub const fn varint(&mut self) -> Result<u16, ViewError> {
        let (mut number, mut shift) = (0u32, 0);
        while shift <= 14 {
            let byte = attempt!(self.byte());
            number |= ((byte & 0x7f) as u32) << shift;
            if byte < 0x80 {
                return if number <= 0xffff { Ok(number as u16) } else { Err(ViewError::Header) };
            }
            shift += 7;
        }
        Err(ViewError::Header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_several_bytes_are_read() {
        let varint = |bytes: &[u8]| Cursor::new(bytes).varint();
        assert_eq!(varint(&[0xac, 2, 1]), Ok(300));
        assert_eq!(varint(&[0xff, 0xff, 3]), Ok(65_535));
        assert_eq!(varint(&[0xff, 0xff, 4]), Err(ViewError::Header));
        assert_eq!(varint(&[0xff, 0xff, 0xff, 0xff]), Err(ViewError::Header));
        assert_eq!(varint(&[0xff]), Err(ViewError::Length));
    }

    #[test]
    fn no_more_is_taken_than_there_is() {
        let mut cursor = Cursor::new(&[1, 2, 3]);
        assert_eq!(cursor.take(2, 2), Err(ViewError::Length));
        assert_eq!(cursor.take(usize::MAX, 2), Err(ViewError::Length));
        assert_eq!((cursor.u16(), cursor.peek(), cursor.bytes()), (Ok(0x201), Some(3), &[3][..]));
    }
}
