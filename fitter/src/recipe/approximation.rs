//! Methods that approximate a kernel matrix.

use super::names::{Draw, KernelLearning};
use clap::ValueEnum;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A method that approximates a kernel matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approximation {
    /// Random Fourier features in pairs of cosine and sine, from drawn spectral samples.
    Draw(Draw),
    /// The same pairs, from learned spectral samples.
    Learned(KernelLearning),
    /// The Nystrom approximation from landmarks, a baseline (Williams and Seeger 2001).
    Nystroem,
}

impl Approximation {
    /// Returns all methods: draws, kernel learning, Nystrom.
    pub fn all() -> Vec<Approximation> {
        let draws = Draw::value_variants().iter().copied().map(Approximation::Draw);
        let learned = KernelLearning::value_variants().iter().copied().map(Approximation::Learned);
        draws.chain(learned).chain([Approximation::Nystroem]).collect()
    }
}

impl FromStr for Approximation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == "nystroem" {
            return Ok(Approximation::Nystroem);
        }
        let known = || Approximation::all().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let learned = || KernelLearning::from_str(name, false).map(Approximation::Learned);
        Draw::from_str(name, false)
            .map(Approximation::Draw)
            .or_else(|_| learned())
            .map_err(|_| format!("not one of {}", known()))
    }
}

impl fmt::Display for Approximation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Approximation::Draw(draw) => draw.fmt(f),
            Approximation::Learned(learned) => learned.fmt(f),
            Approximation::Nystroem => f.pad("nystroem"),
        }
    }
}

impl Serialize for Approximation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_parse_from_their_names() {
        for approximation in Approximation::all() {
            assert_eq!(approximation.to_string().parse(), Ok(approximation));
        }
        assert!("nonsense".parse::<Approximation>().unwrap_err().contains("mc"));
    }
}
