//! The memory that features take while they are fitted.

use crate::error::{Error, Result};
use crate::features::pick;
use crate::features::pool;
use crate::recipe::{Method, Recipe};
use crate::search::{Effort, Search};
use sysinfo::System;

/// The number of features of a first look.
const LOOK: usize = 100;
/// The share of a limited time that the head of features may take.
const HEAD: f64 = 0.2;
/// The seconds of a feature's head, divided by the square of the number of features: those of an
/// eigendecomposition.
const SECONDS: f64 = 4e-9;
/// The number of features that any number of rows may have where a budget alone asks for more.
const FEW: usize = 2_000;
/// The largest number of features that a budget alone makes.
const MOST: usize = 10_000;
/// The most memory that a fit may take, in bytes, where more may be free.
const MEMORY: u64 = 16 << 30;
/// The bytes of a number.
const NUMBER: u64 = 8;

/// Returns the number of features, of so many, that `[inputs, rows]` can make use of: all that were
/// asked for, or those of a budget up to the number of rows.
///
/// # Errors
/// [`Error::Usage`] where they take more memory than is reasonable.
pub(super) fn features(recipe: &Recipe, [inputs, rows]: [usize; 2], features: usize) -> Result<usize> {
    let features = match recipe.size.features {
        Some(_) => features,
        None => features.min(rows.clamp(FEW, MOST)),
    };
    let (needed, free) = (needed(recipe, [inputs, rows], features), free());
    match needed <= free {
        true => Ok(features),
        false => Err(Error::Usage(format!(
            "{features} features of {inputs} inputs on {rows} rows take about {} of memory, more than the {} that are reasonable \
             here: ask for fewer features",
            gigabytes(needed),
            gigabytes(free)
        ))),
    }
}

/// Returns the number of features, of so many, that a search has the time for.
pub(super) fn in_time(recipe: &Recipe, search: Search<'_>, features: usize) -> usize {
    if recipe.size.features.is_some() {
        return features;
    }
    let features = if search.effort() == Effort::Look { features.min(LOOK) } else { features };
    match search.left().filter(|_| recipe.method != Method::Learned) {
        Some(left) => features.min((HEAD * left.as_secs_f64() / SECONDS).cbrt() as usize).max(1),
        None => features,
    }
}

/// Returns the bytes of the largest matrices of a fit.
fn needed(recipe: &Recipe, [inputs, rows]: [usize; 2], features: usize) -> u64 {
    let size = |a: usize, b: usize| NUMBER.saturating_mul(a as u64).saturating_mul(b as u64);
    let pool = match recipe.method {
        Method::Selected(selection) => {
            let plan = pick::plan(selection, &recipe.variants);
            let candidates = plan.candidates_for(recipe, features);
            size(candidates, 2 * inputs + 2 * pool::rows(candidates, plan.rows).min(rows))
        }
        _ => 0,
    };
    let head = match recipe.method {
        // trained by gradient: a few copies of the parameters in each of several trainings
        Method::Learned => size(features, 16 * (inputs + 1)),
        // products of all pairs, their eigenvectors, and the features of all rows
        _ => size(features, 4 * features + 3 * rows),
    };
    size(features, 4 * inputs).saturating_add(pool).saturating_add(head)
}

/// Returns the bytes of memory that a fit may take: what is available, within the limit of a
/// container. Of a limit all counts as free, since what files fill of it is given back.
fn free() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(MEMORY, |limits| limits.total_memory);
    match system.available_memory() {
        0 => MEMORY, // the operating system does not say
        available => available.min(limit).min(MEMORY),
    }
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Bytes, Draw, Selection, Size};

    fn of(method: Method, size: Size) -> Recipe {
        Recipe { size, ..Recipe::sample(method) }
    }

    #[test]
    fn a_budget_asks_for_no_more_features_than_rows_can_tell_apart() {
        let size = Size { features: None, flash: Some(Bytes(16 << 20)), ram: None, deadline: None };
        let recipe = of(Method::Learned, size);
        let taken = |rows, all| features(&recipe, [10, rows], all).unwrap();
        assert_eq!([taken(200, 500), taken(200, 65_535), taken(5_000, 65_535)], [500, FEW, 5_000]);
        assert_eq!(taken(1_000_000, 65_535), MOST);
    }

    #[test]
    fn what_takes_too_much_memory_is_refused_with_the_figure() {
        let mc = of(Method::Drawn(Draw::MonteCarlo), Size::of(65_535));
        let refused = features(&mc, [10, 200], 65_535).unwrap_err();
        assert!(refused.exit_code() == 2 && refused.to_string().contains("about 137.8 GB"), "{refused}");
        assert_eq!(features(&mc, [10, 200], 1_000).unwrap(), 1_000);
        let greedy = of(Method::Selected(Selection::Greedy), Size::of(20_000));
        assert!(needed(&greedy, [10, 200], 20_000) > needed(&mc, [10, 200], 20_000));
    }
}
