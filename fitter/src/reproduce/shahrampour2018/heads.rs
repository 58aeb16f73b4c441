//! The heads on the features of a case.

use super::pairs::{Pairs, Parts};
use crate::features::loss::{Logistic, Loss, Softmax, Squared};
use crate::head::{Linear, Problem, solver};
use crate::reproduce::labelled::{Labelled, Labels};
use nalgebra::DMatrix;
use std::rc::Rc;

/// One row in so many is held out to compare regularisations.
const HELD_OUT: usize = 5;

/// The heads that separate the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heads {
    /// One multinomial logistic regression, with an output for each class; for two classes one
    /// output; for values one ridge regression.
    Joint,
    /// A logistic regression for each pair of classes.
    Pairs,
}

/// A function from features or rows to scores.
pub type Scores = Box<dyn Fn(&DMatrix<f64>) -> DMatrix<f64>>;

impl Heads {
    /// Returns all variants for a number of classes; for two and for values, only one.
    pub fn for_classes(count: usize) -> &'static [Heads] {
        if count <= 2 { &[Heads::Joint] } else { &[Heads::Joint, Heads::Pairs] }
    }

    /// Prepares a regression with a bias, by default a logistic one, `1/N sum_n c(theta^T z_n + b,
    /// y_n) + lambda ||theta||^2`, for one `lambda` after the other, each from the head before. The
    /// paper has no bias.
    pub fn fit<'a>(self, problem: &'a Problem, data: &Labelled) -> Box<dyn FnMut(f64) -> Scores + 'a> {
        if self == Heads::Pairs {
            let (classes, count) = data.classes();
            let parts = Parts::new(problem, classes, count);
            let mut last: Option<Rc<Pairs>> = None;
            return Box::new(move |lambda| {
                let pairs = Rc::new(parts.solve(2.0 * lambda, last.as_deref()));
                last = Some(Rc::clone(&pairs));
                Box::new(move |features| pairs.scores(features))
            });
        }
        let loss: &dyn Loss = match &data.labels {
            Labels::Values(_) => &Squared,
            Labels::Classes(_, 2) => &Logistic,
            Labels::Classes(..) => &Softmax,
        };
        let newton = solver(loss, problem);
        let mut last: Option<Rc<Linear>> = None;
        Box::new(move |lambda| {
            let head = Rc::new(newton.minimise(2.0 * lambda, last.as_deref()));
            last = Some(Rc::clone(&head));
            Box::new(move |features| head.scores(features))
        })
    }

    /// Returns the `lambda` of the paper's grid, `1e-5` to `1e5`, with the lowest error on a fifth
    /// of the rows; of equal ones, the largest.
    pub fn best_lambda(self, problem: &Problem, data: &Labelled) -> f64 {
        let (held, kept): (Vec<usize>, Vec<usize>) = (0..problem.rows()).partition(|n| n % HELD_OUT == 0);
        let (tests, part) = (problem.features.select_columns(&held), problem.select(&kept));
        let (held, kept) = (data.select(&held), data.select(&kept));
        let mut fit = self.fit(&part, &kept);
        let mut best = (f64::INFINITY, 0);
        for power in (-5..=5).rev() {
            let error = held.error(&fit(10f64.powi(power))(&tests));
            if error < best.0 {
                best = (error, power);
            }
        }
        10f64.powi(best.1)
    }
}
