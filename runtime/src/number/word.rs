//! Numbers as little-endian bytes at any alignment.

/// A number that a packed model stores.
pub trait Word: Copy + 'static {
    /// Bytes of one word.
    const SIZE: usize;
    /// The little-endian bytes of one word.
    type Bytes: AsRef<[u8]>;

    /// Reads words from bytes; a rest shorter than a word is left out.
    fn words(bytes: &[u8]) -> impl Iterator<Item = Self>;

    /// The bytes of this word.
    fn to_bytes(self) -> Self::Bytes;
}

/// A word whose bytes can be taken without reading it.
pub trait Slots: Word<Bytes: Copy> {
    /// The bytes of each word; a rest shorter than a word is left out.
    fn slots(bytes: &[u8]) -> &[Self::Bytes];

    /// The word of its bytes.
    fn from_bytes(bytes: Self::Bytes) -> Self;
}

macro_rules! little_endian {
    ($($word:ident)*) => {$(
        impl Word for $word {
            const SIZE: usize = size_of::<$word>();
            type Bytes = [u8; size_of::<$word>()];

            #[inline(always)]
            fn words(bytes: &[u8]) -> impl Iterator<Item = Self> {
                bytes.as_chunks().0.iter().map(|word| <$word>::from_le_bytes(*word))
            }

            #[inline]
            fn to_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }
        }

        impl Slots for $word {
            #[inline(always)]
            fn slots(bytes: &[u8]) -> &[Self::Bytes] {
                bytes.as_chunks().0
            }

            #[inline(always)]
            fn from_bytes(bytes: Self::Bytes) -> Self {
                <$word>::from_le_bytes(bytes)
            }
        }
    )*};
}

little_endian! {
    i8
    i16
    u16
    i32
    u32
    i64
    f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_way_to_bytes_and_back() {
        fn loopback<W: Word + PartialEq + core::fmt::Debug>(word: W, bytes: &[u8]) {
            assert_eq!(word.to_bytes().as_ref(), bytes);
            assert_eq!(W::words(bytes).next(), Some(word));
            assert_eq!(W::words(&bytes[1..]).count(), 0);
        }
        loopback(-2i8, &[0xfe]);
        loopback(-2i16, &[0xfe, 0xff]);
        loopback(0x0102_0304i32, &[4, 3, 2, 1]);
        loopback(-1i64, &[0xff; 8]);
        loopback(1.0f32, &[0, 0, 0x80, 0x3f]);
    }
}
