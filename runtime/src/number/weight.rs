//! Weights: the words of rows and heads, of which several may share a byte.

use super::group::rolled;
use super::quantise::Quantise;
use super::record::length_of;
use super::word::Word;

/// A weight, stored in rows of whole bytes.
pub trait Weight: Quantise + Into<f64> {
    /// The bits of a weight.
    const BITS: usize;

    /// The bytes of a row of so many weights.
    fn size(count: usize) -> usize;

    /// The weights of a row, and what fills its last byte.
    fn row(bytes: &[u8]) -> impl Iterator<Item = Self>;

    /// Calls `each` with every item and its weight, as far as there are both.
    fn meet<T>(row: &[u8], items: &mut [T], each: impl FnMut(&mut T, Self));

    /// Adds to one weight of a row, within ±[`Quantise::LIMIT`]; returns it. A row without it stays
    /// as it is.
    fn moved(row: &mut [u8], index: usize, by: i32) -> i32;

    /// Appends the bytes of a row, the last one filled up with zeros.
    fn pack(row: impl IntoIterator<Item = Self>, bytes: &mut impl Extend<u8>);
}

macro_rules! whole_bytes {
    ($($word:ty),*) => {$(
        impl Weight for $word {
            const BITS: usize = 8 * <$word>::SIZE;

            #[inline(always)]
            fn size(count: usize) -> usize {
                length_of(count, <$word>::SIZE)
            }

            #[inline(always)]
            fn row(bytes: &[u8]) -> impl Iterator<Item = Self> {
                <$word>::words(bytes)
            }

            #[inline(always)]
            fn meet<T>(row: &[u8], items: &mut [T], mut each: impl FnMut(&mut T, Self)) {
                for (item, weight) in items.iter_mut().zip(<$word>::words(row)) {
                    rolled();
                    each(item, weight);
                }
            }

            fn moved(row: &mut [u8], index: usize, by: i32) -> i32 {
                let Some(bytes) = row.as_chunks_mut().0.get_mut(index) else { return 0 };
                let moved = (<$word>::from_le_bytes(*bytes) as i32).saturating_add(by);
                let moved = moved.clamp(-(<$word>::LIMIT as i32), <$word>::LIMIT as i32);
                *bytes = (moved as $word).to_le_bytes();
                moved
            }

            fn pack(row: impl IntoIterator<Item = Self>, bytes: &mut impl Extend<u8>) {
                row.into_iter().for_each(|word| bytes.extend(word.to_bytes()));
            }
        }
    )*};
}

whole_bytes!(i8, i16, f32);
