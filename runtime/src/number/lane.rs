//! The words in which transforms are computed.

/// A number that transforms are computed in: `i32`, which wraps, so that everything is exact modulo
/// 2^32; `f32`; and `f64` on a host.
///
/// A transform takes sums, differences, signs and whole multiples. Wrapping integers form a ring in
/// these, so there is no overflow to provide for: the angle that remains at the end is exact modulo
/// one turn.
pub trait Lane: Copy + Default + 'static {
    /// The sum and the difference.
    fn butterfly(self, other: Self) -> (Self, Self);

    /// The number with the sign changed where the highest bit of `word` is set.
    fn flip(self, word: u32) -> Self;

    /// A whole multiple.
    fn times(self, factor: i32) -> Self;
}

impl Lane for i32 {
    #[inline(always)]
    fn butterfly(self, other: i32) -> (i32, i32) {
        (self.wrapping_add(other), self.wrapping_sub(other))
    }

    #[inline(always)]
    fn flip(self, word: u32) -> i32 {
        let minus = (word as i32) >> 31;
        (self ^ minus).wrapping_sub(minus)
    }

    #[inline(always)]
    fn times(self, factor: i32) -> i32 {
        self.wrapping_mul(factor)
    }
}

macro_rules! float {
    ($float:ty, $bits:ty) => {
        impl Lane for $float {
            #[inline(always)]
            fn butterfly(self, other: $float) -> ($float, $float) {
                (self + other, self - other)
            }

            #[inline(always)]
            fn flip(self, word: u32) -> $float {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                <$float>::from_bits(self.to_bits() ^ ((<$bits>::from(word) << (<$bits>::BITS - 32)) & SIGN))
            }

            #[inline(always)]
            fn times(self, factor: i32) -> $float {
                self * factor as $float
            }
        }
    };
}

float!(f32, u32);
float!(f64, u64);
