//! Randomised points of digital nets and sequences in base 2.

use super::random::{Purpose, generator_of};
use rand::RngCore;

/// The direction numbers of one coordinate: each bit of a point's index, the lowest first, adds one
/// by exclusive or. They are binary fractions whose highest bit is worth one half.
pub(super) type Directions = Vec<u32>;

/// Returns one coordinate of each point, in the order of the index.
pub(super) fn words(directions: &[u32], count: usize) -> Vec<u32> {
    let mut words = vec![0_u32; count];
    for index in 1..count {
        words[index] = words[index & (index - 1)] ^ directions[index.trailing_zeros() as usize];
    }
    words
}

/// Fills one axis of the points in the unit interval, after a random linear scramble of the
/// directions (Matousek 1998) and a random digital shift.
///
/// Both keep the property of a net, the number of points in each binary box. The shift makes each
/// point alone uniform on a grid of 2^32 cells, of which the middles are taken.
pub(super) fn fill(directions: &[u32], axis: usize, seed: u64, points: &mut [f64]) {
    let mut random = generator_of(seed, Purpose::Scrambles, axis);
    let masks: Vec<u32> = (0..32).map(|place| mask(random.next_u32(), place)).collect();
    let directions: Directions = directions.iter().map(|&direction| scramble(direction, &masks)).collect();
    let shift = random.next_u32();
    let words = words(&directions, points.len());
    for (point, word) in points.iter_mut().zip(words) {
        *point = (f64::from(word ^ shift) + 0.5) / 2.0_f64.powi(32);
    }
}

/// Returns a row of a random lower triangular matrix with ones on its diagonal: bit `place`,
/// counted from the highest, and random bits above it.
fn mask(random: u32, place: u32) -> u32 {
    let unit = 1_u32 << (31 - place);
    unit | random & !(unit | (unit - 1))
}

/// Returns the product of that matrix and a word, over the field of two elements.
fn scramble(word: u32, masks: &[u32]) -> u32 {
    masks.iter().fold(0, |result, mask| result << 1 | (word & mask).count_ones() & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_random_bits_nothing_is_scrambled() {
        let masks: Vec<u32> = (0..32).map(|place| mask(0, place)).collect();
        assert_eq!(scramble(0x1234_5678, &masks), 0x1234_5678);
        assert_eq!(mask(!0, 0), 1 << 31);
        assert_eq!(mask(!0, 31), !0);
    }

    /// With the directions of the van der Corput sequence, any 2^k first points fall one into each
    /// interval of length 2^-k.
    #[test]
    fn scrambled_points_still_fall_one_into_each_interval() {
        let directions: Directions = (0..32).map(|bit| 1 << (31 - bit)).collect();
        assert_eq!(words(&directions, 4), [0, 1 << 31, 1 << 30, 3 << 30]);
        let mut points = [0.0; 64];
        fill(&directions, 2, 17, &mut points);
        let mut cells: Vec<usize> = points.iter().map(|point| (point * 64.0) as usize).collect();
        cells.sort_unstable();
        assert!(cells.into_iter().eq(0..64));
    }
}
