//! Finding features: candidates are drawn, and where the method chooses, scored and picked, or where it learns, moved.

use crate::bandwidth::spread;
use crate::error::{Error, Result};
use crate::feature_map::{FeatureMap, Map};
use crate::kernel::Scaled;
use crate::pick::Wanted;
use crate::pool::{self, Pool, Sample};
use crate::product;
use crate::recipe::{Choice, Method, Recipe};
use crate::refine::joint::{self, Answers, Learning, Loss, Problem, Start};
use kernelet::Task;
use nalgebra::DMatrix;

/// How a recipe finds features for a kernel.
#[derive(Clone, Copy)]
pub struct Find<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The kernel.
    pub scaled: Scaled,
    /// What the targets are.
    pub task: Task,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The features.
    pub map: FeatureMap,
    /// Why the search for more ended, where that was the method's own choice.
    pub stopped: Option<String>,
}

impl Find<'_> {
    /// Features on the sample's inputs, so many or fewer where the method finds no more.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together, or there are fewer candidates than features.
    pub fn features(&self, sample: Sample<'_>, features: usize) -> Result<Found> {
        let Some(choice) = self.recipe.method.choice() else {
            let drawn = self.draw(sample.rows.nrows(), features)?;
            let map = if self.recipe.method == Method::Learned { self.learned(drawn, sample)? } else { drawn };
            return Ok(Found { map, stopped: None });
        };
        let candidates = self.candidates(&choice, features)?;
        let map = self.draw(sample.rows.nrows(), candidates)?;
        let rows = spread(sample.rows.ncols(), pool::rows(candidates));
        let (rows, targets) = (sample.rows.select_columns(&rows), sample.targets.select_columns(&rows));
        let pool = Pool::phased(map, self.scaled, Sample { rows: &rows, targets: &targets });
        let wanted = Wanted { features, seed: self.recipe.seed };
        let picked = choice.picker.pick(&pool, &*choice.scorer, wanted);
        Ok(Found { map: pool.map.select(&picked), stopped: picked.stopped })
    }

    /// Features moved by gradient, together with a head that is not kept.
    fn learned(&self, start: FeatureMap, Sample { rows, targets }: Sample<'_>) -> Result<FeatureMap> {
        if start.map != Map::Cosine {
            let name = self.scaled.name;
            return Err(Error::Usage(format!(
                "the kernel {name} has no cosines to learn: learned goes with those that have"
            )));
        }
        let (answers, loss) = aim(targets, self.task);
        let problem = Problem { inputs: rows, answers: &answers, loss };
        let start = Start::From(start.frequencies, start.phases);
        let learning = Learning { seed: self.recipe.seed, ..Learning::default() };
        Ok(joint::learn(&problem, &start, &learning).model.map())
    }

    /// Candidates on so many inputs, whatever the targets.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together.
    pub fn draw(&self, inputs: usize, count: usize) -> Result<FeatureMap> {
        let Recipe { method, draw, candidates, seed, .. } = *self.recipe;
        let Some(choice) = method.choice() else {
            if draw.is_some() || candidates.is_some() {
                return Err(Error::Usage(format!("{method} keeps what it draws: it has no candidates to choose from")));
            }
            return FeatureMap::of(method.draw(), self.scaled, [inputs, count], seed);
        };
        let drawn = FeatureMap::of(draw.unwrap_or(method.draw()), self.scaled, [inputs, count], seed)?;
        Ok(drawn.spread(choice.scales))
    }

    /// How many candidates are drawn for so many features.
    fn candidates(&self, choice: &Choice, features: usize) -> Result<usize> {
        let own = features * choice.candidates;
        let candidates = self.recipe.candidates.map_or(own, usize::from);
        match candidates >= features {
            true => Ok(candidates),
            false => {
                Err(Error::Usage(format!("{candidates} candidates are fewer than the {features} features to choose")))
            }
        }
    }
}

/// What learning answers and minimises for targets, `outputs x rows`: cross-entropy for classes, for values the squared
/// error in deviations.
fn aim(targets: &DMatrix<f64>, task: Task) -> (Answers, Loss) {
    match (task, targets.nrows()) {
        (Task::Regression, _) => (Answers::Values(standardised(targets)), Loss::Squared),
        (Task::Classification, 1) => (Answers::Values(targets.clone()), Loss::Logistic),
        (Task::Classification, classes) => {
            let class = targets.column_iter().map(|column| column.imax() as u32).collect();
            (Answers::Classes(class, classes), Loss::Softmax)
        }
    }
}

fn standardised(targets: &DMatrix<f64>) -> DMatrix<f64> {
    let mut targets = targets.clone();
    product::centre_rows(&mut targets);
    for mut row in targets.row_iter_mut() {
        let deviation = row.norm() / (row.len().max(1) as f64).sqrt();
        if deviation > 0.0 {
            row /= deviation;
        }
    }
    targets
}
