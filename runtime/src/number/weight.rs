//! Weights: the words of rows and heads, of which several may share a byte.

use super::group::{Group, hidden_mut, rolled};
use super::quantise::Quantise;
use super::word::{Chunks, Word};

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

    /// Calls `each` with every item and its weights in a group of rows, as far as there are all of
    /// them.
    fn meet_group<T: Copy>(rows: Group<&[u8]>, items: &mut [T], each: impl FnMut(T, Group<Self>) -> T);

    /// Appends the bytes of a row, the last one filled up with zeros.
    fn pack(row: impl IntoIterator<Item = Self>, bytes: &mut impl Extend<u8>);
}

macro_rules! whole_bytes {
    ($($word:ty),*) => {$(
        impl Weight for $word {
            const BITS: usize = 8 * <$word>::SIZE;

            #[inline(always)]
            fn size(count: usize) -> usize {
                count * <$word>::SIZE
            }

            #[inline(always)]
            fn row(bytes: &[u8]) -> impl Iterator<Item = Self> {
                <$word>::words(bytes)
            }

            #[inline(always)]
            fn meet<T>(row: &[u8], items: &mut [T], mut each: impl FnMut(&mut T, Self)) {
                for (item, weight) in hidden_mut(items).iter_mut().zip(<$word>::words(row)) {
                    rolled();
                    each(item, weight);
                }
            }

            #[inline(always)]
            fn meet_group<T: Copy>(rows: Group<&[u8]>, items: &mut [T], mut each: impl FnMut(T, Group<Self>) -> T) {
                let (fours, last) = items.as_chunks_mut::<4>();
                let [(a, i), (b, j), (c, k), (d, l)] = rows.map(<$word>::chunks::<4>);
                for ((((four, a), b), c), d) in fours.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    rolled();
                    for ((((item, a), b), c), d) in four.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                        rolled();
                        let score = *item; // read first, compilers begin the sum with it
                        *item = each(score, [*a, *b, *c, *d].map(<$word>::from_bytes));
                    }
                }
                for ((((item, a), b), c), d) in last.iter_mut().zip(i).zip(j).zip(k).zip(l) {
                    *item = each(*item, [a, b, c, d]);
                }
            }

            fn pack(row: impl IntoIterator<Item = Self>, bytes: &mut impl Extend<u8>) {
                row.into_iter().for_each(|word| bytes.extend(word.to_bytes()));
            }
        }
    )*};
}

whole_bytes!(i8, i16, f32);
