//! The flash and the instructions that features and the weights behind them have.

use super::features::{WindowFeatures, read};
use crate::error::Result;
use crate::features::pick::Cost;
use crate::pack::cost::{Core, Shape, instructions, window_cost};
use crate::recipe::{self, Blocks, Bytes, Deadline, Number, Recipe};
use crate::series::{self, Candidate, Signal};
use kernelet::Contract;
use kernelet::block::Kind;

/// The flash that families are judged in where no size is given.
const FLASH: usize = 1024;
/// The share of the flash that features take before a model of other blocks.
const SHARE: f64 = 0.2;
/// The share of all that features take with the weights of a linear part, before ferns.
const LINEAR: f64 = 0.5;
/// The share of the instructions that they take.
const INSTRUCTIONS: f64 = 0.5;
/// The bytes of a candidate's record.
const RECORD: f64 = 2.0;
/// What a group costs, in candidates.
const SHARED: f64 = 5.0;
/// The inputs of the linear models whose difference tells the cost of one.
const MANY: usize = 1000;

/// The flash and the instructions that features and the weights behind them have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// All bytes.
    pub bytes: usize,
    /// What weights take for each feature, in bytes.
    pub each: f64,
    /// The instructions of the features and of their weights, if these are limited.
    pub deadline: Option<Deadline>,
    /// What weights take of these for each feature.
    pub work: f64,
}

impl Room {
    /// The room of a linear model: all that there is.
    pub fn of_linear(recipe: &Recipe, outputs: usize) -> Room {
        let around = 24 + outputs * (12 + outputs);
        let weight = match recipe.number.unwrap_or(Number::Q7) {
            Number::Q3 => 0.5,
            Number::Q7 => 1.0,
            Number::Q15 => 2.0,
            _ => 4.0,
        };
        let (bytes, deadline) = (flash(recipe).saturating_sub(around), recipe.size.deadline);
        let contract = recipe.number.unwrap_or(Number::Q7).contract();
        let work = deadline.map_or(0.0, |deadline| work(contract, outputs, deadline.core));
        Room { bytes, each: outputs as f64 * weight, deadline, work }
    }

    /// The room of the features before a model of other blocks; with the weights of a linear part,
    /// where it has one.
    pub fn of_few(recipe: &Recipe, outputs: usize) -> Room {
        if recipe.blocks.is_some_and(Blocks::has_linear) {
            return Room::of_linear(recipe, outputs).share(LINEAR);
        }
        let all = Room { bytes: flash(recipe), each: 0.0, deadline: recipe.size.deadline, work: 0.0 };
        Room { deadline: all.share(INSTRUCTIONS).deadline, ..all.share(SHARE) }
    }

    /// A share of the room.
    pub fn share(self, share: f64) -> Room {
        let few = |Deadline { core, instructions }| {
            let instructions = (instructions as f64 * share) as u64;
            Deadline { core, instructions }
        };
        Room { bytes: (self.bytes as f64 * share) as usize, deadline: self.deadline.map(few), ..self }
    }

    /// The number of the first features of a ranking that have room; at least one.
    ///
    /// # Errors
    /// [`crate::Error::Machine`] where the runtime does not read their section, which is a defect.
    pub fn count(self, signal: &Signal, ranking: &[Candidate]) -> Result<usize> {
        let has_room = |count: usize| -> Result<bool> {
            let section = WindowFeatures::of(signal, &ranking[..count]).section;
            let bytes = section.len() + (count as f64 * self.each).ceil() as usize;
            let is_quick = |deadline: Deadline| -> Result<bool> {
                let features = window_cost(&read(&section)?, Core::of(deadline.core));
                Ok(features + count as f64 * self.work <= deadline.instructions as f64)
            };
            Ok(bytes <= self.bytes && self.deadline.map_or(Ok(true), is_quick)?)
        };
        let (mut low, mut high) = (1, ranking.len().min((self.bytes as f64 / (RECORD + self.each)) as usize) + 1);
        while low < high {
            let middle = (low + high) / 2;
            match has_room(middle)? {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        Ok((low - 1).max(1))
    }

    /// What a candidate costs: its share of the bytes, and where instructions are limited also the
    /// geometric mean of that and its share of these.
    ///
    /// Shares of instructions differ by a factor of hundreds. By these themselves, nearly all that
    /// stays are samples, and models of those err more on new subjects.
    ///
    /// # Errors
    /// [`crate::Error::Machine`] where the runtime does not read its section, which is a defect.
    pub fn cost(self, signal: &Signal, candidate: Candidate) -> Result<Cost> {
        let Some(Deadline { core, instructions }) = self.deadline else {
            return Ok(Cost { own: 1.0, shared: SHARED });
        };
        let cost = |group: &[Candidate]| -> Result<f64> {
            Ok(window_cost(&read(&series::section(signal, group))?, Core::of(core)) / instructions as f64)
        };
        let (one, two) = (cost(&[candidate])?, cost(&[candidate; 2])?);
        let byte = (RECORD + self.each) / self.bytes.max(1) as f64;
        let both = |share: f64| (share.max(0.0) * byte).sqrt();
        let own = byte + both(self.work / instructions as f64 + two - one);
        Ok(Cost { own, shared: SHARED * byte + both(2.0 * one - two) })
    }
}

/// The instructions of the weights of one input in a linear model.
fn work(contract: Contract, outputs: usize, core: recipe::Core) -> f64 {
    let shape = |inputs: usize| Shape {
        kind: Kind::Linear,
        inputs,
        outputs,
        features: 0,
        tests: 0,
        reads: 0,
        runs: 0,
        guards: 0,
        logarithms: 0,
    };
    // estimates are rounded to three digits, so the difference is that of many inputs
    let all = |inputs: usize| instructions(contract, &[shape(inputs)]).map(|counts| counts[Core::place(core)] as f64);
    all(MANY).zip(all(2 * MANY)).map_or(0.0, |(some, twice)| (twice - some) / MANY as f64)
}

fn flash(recipe: &Recipe) -> usize {
    recipe.size.flash.map_or(FLASH, |Bytes(flash)| flash)
}

#[cfg(test)]
mod tests {
    use super::super::family::Family;
    use super::super::fixtures::windows;
    use super::super::options::WindowOptions;
    use super::super::pool::Pool;
    use super::*;
    use crate::recipe::{Draw, Method, Size};

    /// The features of a linear model keep to both limits, and one more would not.
    #[test]
    fn as_many_features_have_room_as_bytes_and_instructions_allow() {
        let core = recipe::Core::CortexM0;
        for (flash, instructions) in [(256, 1_000_000), (4096, 6_000)] {
            let deadline = Some(Deadline { core, instructions });
            let size = Size { flash: Some(Bytes(flash)), features: None, ram: None, deadline };
            let recipe = Recipe { size, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) };
            let pool =
                Pool::of(&windows(120, 1.0).0, &WindowOptions::default(), (&recipe, usize::MAX)).expect("windows");
            let ranking = pool.candidates(&pool.ranking(Family::All));
            let count = pool.room.count(&pool.signal, &ranking).expect("a count");
            let has_room = |count: usize| {
                let section = WindowFeatures::of(&pool.signal, &ranking[..count]).section;
                let work = window_cost(&read(&section).expect("a section"), Core::of(core));
                let Room { bytes, each, work: weights, .. } = pool.room;
                section.len() as f64 + count as f64 * each <= bytes as f64
                    && work + count as f64 * weights <= instructions as f64
            };
            assert!(count > 1 && has_room(count) && !has_room(count + 1), "{flash} {instructions}: {count}");
        }
    }
}
