//! Sample weights by class.

use super::names::Names;
use super::table::{Table, Targets};
use crate::error::Error;
use crate::error::text::listed;
use crate::error::text::shortened;
use std::str::FromStr;

/// The largest weight of a class, and the inverse of the least: beyond, single precision loses
/// light classes.
const MOST: f64 = 1e6;

/// Weights of the rows by class.
#[derive(Clone, Debug, PartialEq)]
pub enum ClassWeights {
    /// Equal total weights of all classes: a row weighs the inverse of the number of rows of its
    /// class (King and Zeng 2001).
    Balanced,
    /// Given weights for rows of some classes, 1 for the others.
    Named(Vec<(String, f64)>),
}

impl FromStr for ClassWeights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "balanced" {
            return Ok(ClassWeights::Balanced);
        }
        let named = |pair: &str| {
            let (label, weight) = pair.rsplit_once('=')?;
            let weight = weight.parse().ok().filter(|weight| (1.0 / MOST..=MOST).contains(weight))?;
            Some((label.to_owned(), weight))
        };
        let pairs: Option<Vec<_>> = text.parse::<Names>()?.0.iter().map(|pair| named(pair)).collect();
        let reason = || format!("not balanced or CLASS=weight,…, weights from {} to {MOST}", 1.0 / MOST);
        let pairs = pairs.ok_or_else(reason)?;
        let twice = |(at, (label, _)): (usize, &(String, f64))| pairs[..at].iter().any(|(other, _)| other == label);
        match pairs.iter().enumerate().find(|pair| twice(*pair)) {
            Some((_, (label, _))) => Err(format!("the class {:?} has two weights", shortened(label))),
            None => Ok(ClassWeights::Named(pairs)),
        }
    }
}

impl ClassWeights {
    /// Returns the weight of a row of each class, scaled to a mean of 1 over all rows.
    ///
    /// # Errors
    /// [`Error::Usage`] if targets are values, or a name belongs to no class.
    pub fn of(&self, targets: &Targets) -> Result<Vec<f64>, Error> {
        let Targets::Classes { labels, index } = targets else {
            return Err(Error::Usage("--class-weights is for classes, and the target has values".to_owned()));
        };
        let mut counts = vec![0.0; labels.len()];
        index.iter().for_each(|&class| counts[class as usize] += 1.0);
        let mut weights: Vec<f64> = match self {
            ClassWeights::Balanced => counts.iter().map(|count: &f64| 1.0 / count.max(1.0)).collect(),
            ClassWeights::Named(_) => vec![1.0; labels.len()],
        };
        if let ClassWeights::Named(named) = self {
            for (label, weight) in named {
                let place = labels.iter().position(|known| known == label);
                let known =
                    listed(&labels.iter().map(|label| format!("{:?}", shortened(label))).collect::<Vec<_>>(), 30);
                let label_text = shortened(label);
                let unknown =
                    || Error::Usage(format!("--class-weights: there is no class {label_text:?}, but {known}"));
                weights[place.ok_or_else(unknown)?] = *weight;
            }
        }
        let sum: f64 = weights.iter().zip(&counts).map(|(weight, count)| weight * count).sum();
        let mean = sum / index.len().max(1) as f64;
        Ok(weights.iter().map(|weight| weight / mean).collect())
    }
}

impl Table {
    /// Replaces the sample weights by those of the classes; a table with values keeps its own.
    pub fn with_class_weights(self, classes: &[f64]) -> Table {
        let sample_weights = match &self.targets {
            Targets::Classes { index, .. } => index.iter().map(|&class| classes[class as usize]).collect(),
            Targets::Values(_) => self.sample_weights,
        };
        Table { sample_weights, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets() -> Targets {
        Targets::Classes { labels: ["a", "b", "c"].map(str::to_owned).into(), index: vec![0, 0, 0, 1, 0, 1] }
    }

    fn weights(text: &str) -> Result<Vec<f64>, String> {
        text.parse::<ClassWeights>()?.of(&targets()).map_err(|error| error.to_string())
    }

    /// Four rows of one class and two of another: each class weighs half of six rows.
    #[test]
    fn balanced_classes_weigh_the_same() {
        let found = weights("balanced").unwrap();
        assert!((found[0] - 0.75).abs() < 1e-12 && (found[1] - 1.5).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn named_weights_have_a_mean_of_one() {
        let found = weights("b=4").unwrap();
        assert!((found[1] / found[0] - 4.0).abs() < 1e-12);
        assert!((4.0 * found[0] + 2.0 * found[1] - 6.0).abs() < 1e-12, "{found:?}");
        assert_eq!(weights("a=1,c=1"), Ok(vec![1.0; 3]));
        assert_eq!("\"x,y=2\"".parse(), Ok(ClassWeights::Named(vec![("x,y".to_owned(), 2.0)])));
        assert_eq!("x=y=2".parse(), Ok(ClassWeights::Named(vec![("x=y".to_owned(), 2.0)])));
    }

    #[test]
    fn invalid_weights_are_refused() {
        for text in ["", "even", "a", "a=0", "a=-1", "a=nan", "a=inf", "a=1e7", "a=1,", "a=x"] {
            assert!(weights(text).unwrap_err().contains("not balanced or CLASS=weight"), "{text}");
        }
        assert!(weights("d=2").unwrap_err().contains("no class \"d\", but \"a\", \"b\", \"c\""));
        assert!(weights("a=1,b=2,a=5").unwrap_err().contains("\"a\" has two weights"));
        let values = ClassWeights::Balanced.of(&Targets::Values(vec![1.0, 2.0].into()));
        assert!(values.unwrap_err().to_string().contains("the target has values"));
    }
}
