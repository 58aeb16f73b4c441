//! Candidates chosen from a seeded pool.

use crate::error::{Error, Result};
use kernelet::block::Pool;

/// The number of candidates of a pool: that of the indices of two bytes.
pub const CANDIDATES: usize = 1 << 16;
/// The largest number of inputs that a term of 15 bits can address.
const INPUTS: usize = 1 << 15;

/// Chosen candidates of a seeded pool, which the device generates by their indices.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The pool.
    pub pool: Pool,
    /// The indices of the candidates.
    pub candidates: Vec<u16>,
    /// The frequencies of one unit of a row, a power of two of them: candidate `m` takes number `m`
    /// modulo their count.
    pub scales: Vec<f64>,
}

impl Chosen {
    /// Returns the first candidates on so many inputs, `[inputs, count]`, all at one scale.
    ///
    /// # Errors
    /// [`Error::Usage`] where there are not so many, or where their terms do not reach all inputs.
    pub fn first(pool: Pool, [inputs, count]: [usize; 2], scale: f64) -> Result<Chosen> {
        let refused = |what, most| Err(Error::Usage(format!("{what} are more than the {most} of a seeded pool")));
        match (count <= CANDIDATES, inputs <= INPUTS) {
            (false, _) => refused(format!("{count} candidates"), CANDIDATES),
            (_, false) => refused(format!("{inputs} inputs"), INPUTS),
            _ => Ok(Chosen { pool, candidates: (0..count).map(|m| m as u16).collect(), scales: vec![scale] }),
        }
    }

    /// Spreads the candidates over several bandwidths in turn; their number is a power of two.
    pub fn spread(self, bandwidths: &[f64]) -> Chosen {
        let scales = bandwidths.iter().zip(self.scales.iter().cycle()).map(|(bandwidth, scale)| scale / bandwidth);
        Chosen { scales: scales.collect(), ..self }
    }

    /// Returns some of the candidates. Panics if an index is out of range.
    pub fn select(&self, indices: &[usize]) -> Chosen {
        Chosen { candidates: indices.iter().map(|&m| self.candidates[m]).collect(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_ends_where_indices_do() {
        let first = |count| Chosen::first(Pool { seed: 1 }, [3, count], 0.5);
        assert_eq!(first(CANDIDATES).expect("all of them").candidates.last(), Some(&u16::MAX));
        assert_eq!(first(CANDIDATES + 1).unwrap_err().exit_code(), 2);
        assert!(first(0).expect("none").candidates.is_empty());
        let on = |inputs| Chosen::first(Pool { seed: 1 }, [inputs, 1], 0.5);
        assert_eq!((on(INPUTS).is_ok(), on(INPUTS + 1).is_ok()), (true, false));
    }

    #[test]
    fn chosen_candidates_keep_their_scales() {
        let chosen = Chosen::first(Pool { seed: 1 }, [3, 10], 0.5).expect("few").spread(&[0.5, 2.0]).select(&[7, 2, 9]);
        assert_eq!((chosen.candidates, chosen.scales), (vec![7, 2, 9], vec![1.0, 0.25]));
    }
}
