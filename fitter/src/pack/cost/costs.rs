//! The coefficients of a core: what the cost model knows of it.

use kernelet::Contract;
use kernelet::block::Kind;
use kernelet::number::Layout;
use serde::Serialize;

/// The costs of scores of 32 bits, of 64 bits, and in single precision.
type ByWidth<T> = [T; 3];

/// The cost of a single score, and of several: once and for each.
type Scores = [f64; 3];

/// How far estimates are off, as shares of what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ErrorShare {
    /// The error that half of the estimates do not exceed.
    pub median: f64,
    /// The largest error of an estimate.
    pub largest: f64,
}

/// The coefficients of a core.
#[derive(Debug)]
pub struct Costs {
    /// How far the estimates of the models are off that the coefficients were fitted to.
    pub error: ErrorShare,
    /// Whether features of dense rows are computed in groups.
    pub in_groups: bool,
    /// Of a logarithm, in fixed point and in single precision.
    pub logarithm: [f64; 2],
    /// Of a checkpoint for each score, of 32 bits and of others, measured of six scores.
    pub checkpoint: [f64; 2],
    /// Of a prediction without blocks.
    pub whole: ByWidth<Scores>,
    /// The same for each input.
    pub input: ByWidth<f64>,
    /// Of the probabilities of classes.
    pub probability: ByWidth<Scores>,
    /// Of the novelty of a row.
    pub novelty: ByWidth<Scores>,
    /// Of the intervals around values, of three ranges each.
    pub interval: ByWidth<Scores>,
    /// Of the factors of each kind of block, in each format.
    pub blocks: &'static [(Contract, Kind, [f64; 8])],
}

impl Costs {
    /// The coefficients of a kind in a format; `None` where it was not measured.
    pub fn block(&self, contract: Contract, kind: Kind) -> Option<&[f64; 8]> {
        let mut known = self.blocks.iter().filter(|(of, block, _)| (*of, *block) == (contract, kind));
        known.next().map(|(.., coefficients)| coefficients)
    }

    /// The cost of a logarithm in a format.
    pub fn logarithm(&self, contract: Contract) -> f64 {
        self.logarithm[usize::from(!contract.is_fixed())]
    }

    /// The cost of a checkpoint in a format, for each score.
    pub fn checkpoint(&self, contract: Contract) -> f64 {
        self.checkpoint[by_width(contract, [0, 1, 1])]
    }

    /// The cost of a prediction without blocks.
    pub fn prediction(&self, contract: Contract, (inputs, outputs): (usize, usize)) -> f64 {
        by_width(contract, self.input) * inputs as f64 + of_scores(by_width(contract, self.whole), outputs)
    }
}

/// Chooses among the values for scores of 32 bits, of 64 bits, and in single precision.
pub(super) fn by_width<T>(contract: Contract, [narrow, wide, float]: ByWidth<T>) -> T {
    match contract.is_fixed() {
        true if Layout::of(contract).score == 4 => narrow,
        true => wide,
        false => float,
    }
}

/// Returns the cost of so many scores.
pub(super) fn of_scores([single, first, each]: Scores, outputs: usize) -> f64 {
    if outputs > 1 { first + each * outputs as f64 } else { single }
}
