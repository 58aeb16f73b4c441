//! Numbers as little-endian bytes at any alignment, and the one rounding rule.

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

/// A word of which several can be taken at once, each read where it is needed.
pub trait Chunks: Word<Bytes: Copy> {
    /// The bytes of all words, `N` words at a time, and the words left over.
    fn chunks<const N: usize>(bytes: &[u8]) -> (impl Iterator<Item = &[Self::Bytes; N]>, impl Iterator<Item = Self>);

    /// The word of its bytes.
    fn from_bytes(bytes: Self::Bytes) -> Self;

    /// The words of four words' bytes.
    #[inline(always)]
    fn four(bytes: &[Self::Bytes; 4]) -> impl Iterator<Item = Self> {
        bytes.iter().map(|&word| Self::from_bytes(word))
    }
}

macro_rules! little_endian {
    ($($word:ident { $($four:item)? })*) => {$(
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

        impl Chunks for $word {
            #[inline(always)]
            fn chunks<const N: usize>(
                bytes: &[u8],
            ) -> (impl Iterator<Item = &[Self::Bytes; N]>, impl Iterator<Item = Self>) {
                let (chunks, rest) = bytes.as_chunks().0.as_chunks::<N>();
                (chunks.iter(), rest.iter().map(|word| <$word>::from_le_bytes(*word)))
            }

            #[inline(always)]
            fn from_bytes(bytes: Self::Bytes) -> Self {
                <$word>::from_le_bytes(bytes)
            }

            $($four)?
        }
    )*};
}

little_endian! {
    i8 {}
    i16 {
        /// Two at a load, on cores that load from any address, see [`ROOMY`](crate::group::ROOMY).
        #[cfg(target_has_atomic = "32")]
        #[inline(always)]
        fn four(bytes: &[[u8; 2]; 4]) -> impl Iterator<Item = i16> {
            let pairs = bytes.as_flattened().as_chunks().0.iter();
            pairs.flat_map(|&pair| {
                let both = u32::from_le_bytes(pair);
                [both as i16, (both >> 16) as i16]
            })
        }
    }
    u16 {}
    i32 {}
    u32 {}
    i64 {}
    f32 {}
}

/// A word to which a real number can be rounded.
pub trait Quantise: Copy + 'static {
    /// The largest magnitude that [`Quantise::quantise`] gives.
    const LIMIT: f64;

    /// The nearest word to `real`, halves away from zero, saturating at `±LIMIT`; NaN gives 0.
    fn quantise(real: f64) -> Self;
}

macro_rules! quantise {
    ($($word:ty),*) => {$(
        impl Quantise for $word {
            const LIMIT: f64 = <$word>::MAX as f64;

            fn quantise(real: f64) -> Self {
                round(real).clamp(-(<$word>::MAX as i64), <$word>::MAX as i64) as $word
            }
        }
    )*};
}

quantise!(i8, i16, i32, i64);

impl Quantise for f32 {
    const LIMIT: f64 = f32::MAX as f64;

    fn quantise(real: f64) -> Self {
        if real.is_nan() { 0.0 } else { real.clamp(-Self::LIMIT, Self::LIMIT) as f32 }
    }
}

/// The rounding rule of everything that is quantised: to the nearest integer, halves away from zero.
///
/// Saturates at the ends of `i64`; NaN gives 0.
///
/// ```
/// assert_eq!([0.5, -0.5, 2.4999, 0.49999999999999994].map(kernelet::word::round), [1, -1, 2, 0]);
/// ```
pub fn round(real: f64) -> i64 {
    let whole = real as i64;
    let rest = real - whole as f64;
    whole.saturating_add(i64::from(rest >= 0.5)).saturating_sub(i64::from(rest <= -0.5))
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

    #[test]
    fn rounding_is_to_nearest_with_halves_away_from_zero() {
        for half in -1000..1000i64 {
            let nearest = (half.abs() + 1) / 2 * half.signum();
            assert_eq!(round(half as f64 / 2.0), nearest);
        }
        assert_eq!(round(1e300), i64::MAX);
        assert_eq!(round(f64::NAN), 0);
    }

    #[test]
    fn quantising_saturates_symmetrically() {
        assert_eq!(i8::quantise(-200.0), -127);
        assert_eq!(i16::quantise(1e9), 32767);
        assert_eq!(i16::quantise(-32768.0), -32767);
        assert_eq!(f32::quantise(1e300), f32::MAX);
    }
}
