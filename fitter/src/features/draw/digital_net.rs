//! Polynomial lattices, a family of digital nets.

use super::digital::{self, Directions};
use super::sampler::Sampler;
use super::search::{Rule, search};
use super::uniform;
use nalgebra::DMatrix;

/// A polynomial lattice `n(x) q(x) / p(x)` of `2^m` points, the least power of two that suffices
/// (Niederreiter 1992).
///
/// `p` is irreducible of degree `m`; polynomials are over the field of two elements. The generating
/// polynomials `q` are searched component by component (Dick, Kuo, Pillichshammer and Sloan 2005),
/// for any number of axes. A random linear scramble and a digital shift follow; the shift makes
/// each point alone uniform, exactly up to 2^-32. Of more points than asked for, the first are
/// taken, in an order in which the first half, quarter and so on are nets as well. Another power of
/// two is another net.
#[derive(Clone, Copy, Debug)]
pub struct DigitalNet;

impl Sampler for DigitalNet {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let rule = Polynomial::new(count.next_power_of_two().trailing_zeros());
        let vector = search(&rule, axes);
        uniform::normals(axes, count, |axis, points| {
            digital::fill(&rule.directions(vector[axis]), axis, seed, points);
        })
    }
}

/// The polynomial lattices of one modulus; bit `k` of a word is the coefficient of `x^k`.
struct Polynomial {
    degree: u32,
    modulus: u64,
    /// The kernel by the number of leading zeros of a coordinate's digits.
    kernel: Vec<f64>,
}

impl Polynomial {
    fn new(degree: u32) -> Polynomial {
        let modulus = (1_u64 << degree..).find(|&p| irreducible(p)).expect("one of each degree");
        let value = |zeros: u32| if zeros < degree { 2.0 - 12.0 * 0.5_f64.powi(zeros as i32 + 2) } else { 2.0 };
        Polynomial { degree, modulus, kernel: (0..=u32::BITS).map(value).collect() }
    }

    /// Returns the direction of each bit of the index: the first 32 binary digits of `x^k q / p`.
    ///
    /// The lowest bit belongs to `x^(m-1)`, so that the index counts the points of the first axis
    /// in van der Corput's order.
    fn directions(&self, generator: u32) -> Directions {
        let digits = self.digits(generator);
        (0..self.degree).rev().map(|shift| (digits >> (32 - shift)) as u32).collect()
    }

    /// Returns the first 64 digits after the point of `q / p`, by long division.
    fn digits(&self, generator: u32) -> u64 {
        let (mut rest, mut digits) = (u64::from(generator), 0);
        for _ in 0..64 {
            rest <<= 1;
            let digit = rest >> self.degree & 1;
            rest ^= self.modulus * digit;
            digits = digits << 1 | digit;
        }
        digits
    }
}

impl Rule for Polynomial {
    fn points(&self) -> usize {
        1 << self.degree
    }

    /// Returns a polynomial other than 0, of a degree below that of the modulus.
    fn generator(&self, word: u32) -> u32 {
        let others = (self.points() - 1).max(1) as u32;
        1 + word % others
    }

    /// Returns the kernel of digitally shifted nets, for functions with mixed first derivatives, on
    /// the `m` leading digits: `12 (1/6 - 2^(floor(log2 t) - 1))`, at 0 `12/6` (Dick, Kuo,
    /// Pillichshammer and Sloan 2005).
    fn kernel(&self, generator: u32) -> Vec<f64> {
        let words = digital::words(&self.directions(generator), self.points());
        words.into_iter().map(|word| self.kernel[word.leading_zeros() as usize]).collect()
    }
}

/// Returns true for a polynomial without a divisor but 1 and itself; 1 counts, as the modulus of a
/// single point.
fn irreducible(polynomial: u64) -> bool {
    let degree = polynomial.ilog2();
    (2..1_u64 << (degree / 2 + 1)).all(|divisor| remainder(polynomial, divisor) != 0)
}

fn remainder(mut polynomial: u64, divisor: u64) -> u64 {
    while polynomial >= 1 && polynomial.ilog2() >= divisor.ilog2() {
        polynomial ^= divisor << (polynomial.ilog2() - divisor.ilog2());
    }
    polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected moduli come from tables of irreducible polynomials.
    #[test]
    fn moduli_are_the_first_irreducible_polynomials() {
        let moduli: Vec<u64> = (0..=8).map(|degree| Polynomial::new(degree).modulus).collect();
        assert_eq!(moduli, [0b1, 0b10, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011011]);
    }

    /// Each axis of `2^m` points has one in each interval of length `2^-m`, for every generator.
    #[test]
    fn each_axis_is_a_net() {
        let rule = Polynomial::new(6);
        for generator in 1..64 {
            let mut cells: Vec<u32> = digital::words(&rule.directions(generator), 64).iter().map(|w| w >> 26).collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..64), "{generator}");
        }
    }

    #[test]
    fn any_number_of_axes_and_points_can_be_drawn() {
        for (axes, count) in [(1_200, 16), (3, 1), (0, 5), (3, 0), (2, 6), (2, 40_000)] {
            assert_eq!(DigitalNet.normals(axes, count, 1).shape(), (axes, count));
        }
    }

    #[test]
    fn the_seed_decides_and_a_power_of_two_is_one_net() {
        let short = DigitalNet.normals(4, 40, 9);
        assert_eq!(DigitalNet.normals(4, 64, 9).columns(0, 40), short);
        assert_ne!(DigitalNet.normals(4, 40, 10), short);
    }
}
