//! Candidates of a pool, which a device makes again.

use crate::error::{Error, Result};
use kernelet::block::Pool;

/// The candidates of a pool: as many as there are indices of two bytes.
pub const CANDIDATES: usize = 1 << 16;
/// The inputs that a term of 15 bits reaches.
const INPUTS: usize = 1 << 15;

/// Some candidates of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The pool.
    pub pool: Pool,
    /// The candidates.
    pub candidates: Vec<u16>,
    /// The frequency that one unit of a row is worth, of candidate `m` number `m` modulo their number, a power of two.
    pub scales: Vec<f64>,
}

impl Chosen {
    /// The first candidates on so many inputs, `[inputs, count]`, all at one scale.
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

    /// The same at several bandwidths, as many as a power of two, in turn.
    pub fn spread(self, bandwidths: &[f64]) -> Chosen {
        let scales = bandwidths.iter().zip(self.scales.iter().cycle()).map(|(bandwidth, scale)| scale / bandwidth);
        Chosen { scales: scales.collect(), ..self }
    }

    /// Some of them. Panics if one is not there.
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
