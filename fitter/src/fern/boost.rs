//! Fern after fern, as many as there is room for.

use super::bins::Bins;
use super::grow::grow;
use super::refit::refit;
use super::slopes::Slopes;
use super::{Boosting, Fern};

/// How ferns grow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FernParameters {
    /// The share of Newton's step that a fern takes.
    pub shrinkage: f64,
    /// What is added to the curvature of a leaf.
    pub ridge: f64,
    /// Tests of a fern, at most.
    pub depth: usize,
    /// The power of its bytes that a fern's gain is divided by: below 1, since a deep fern sees what several shallow ones
    /// cannot.
    pub size_penalty: f64,
    /// The ridge with which all leaves are fitted again together in the end, if they are.
    pub refit: Option<f64>,
    /// Whether ferns beside features explain the targets themselves, and scores are the mean of both; else the ferns explain
    /// what the features leave.
    pub beside: bool,
}

/// The bytes of a fern.
#[derive(Clone, Copy, Debug)]
pub struct FernSize {
    /// Of a test.
    pub test: usize,
    /// Of a leaf, all scores together.
    pub leaf: usize,
}

impl FernSize {
    /// Of a fern of that depth.
    pub fn bytes(self, depth: usize) -> usize {
        1 + depth * self.test + (self.leaf << depth)
    }
}

/// Ferns that grew on a problem, which are the same however their leaves are fitted again.
#[derive(Default)]
pub struct Grown(Vec<((FernParameters, usize), Vec<Fern>)>);

impl Grown {
    /// What [`boost`] gives of one and the same problem and price, its leaves fitted again if they are to be.
    pub fn ferns(
        &mut self,
        problem: &Boosting<'_>,
        fern_parameters: FernParameters,
        (price, room): (FernSize, usize),
    ) -> Vec<Fern> {
        let way = (FernParameters { refit: None, ..fern_parameters }, room);
        let known = self.0.iter().find(|(known, _)| *known == way).map(|(_, ferns)| ferns.clone());
        let mut ferns = known.unwrap_or_else(|| {
            let ferns = boost(problem, fern_parameters, (price, room));
            self.0.push((way, ferns.clone()));
            ferns
        });
        if let Some(ridge) = fern_parameters.refit {
            refit(problem, &mut ferns, ridge);
        }
        ferns
    }
}

/// As many ferns as fit into the room, each on what those before it left.
pub fn boost(
    problem: &Boosting<'_>,
    fern_parameters: FernParameters,
    (price, mut room): (FernSize, usize),
) -> Vec<Fern> {
    let bins = Bins::new(problem.inputs);
    let mut scores = problem.start.clone();
    let mut ferns: Vec<Fern> = Vec::new();
    while ferns.len() < usize::from(u16::MAX) {
        let slopes = Slopes::at(problem, &scores);
        let Some(fern) = grow(&bins, &slopes, (fern_parameters, price, room)) else { break };
        fern.add(problem.inputs, &mut scores);
        room -= price.bytes(fern.tests.len());
        ferns.push(fern);
    }
    ferns
}
