//! The fit of a head, by the name of its loss.

use super::fitted::FittedHead;
use super::request::HeadRequest;
use super::ridge::fit_ridge_head;
use super::smooth::fit_smooth_head;
use crate::features::loss::{Hinge, Logistic, Softmax, SquaredHinge};
use crate::head::Problem;
use crate::recipe::HeadName;

/// Fits a head and rounds it to the words of the device.
pub fn fit_head(problem: Problem, request: &HeadRequest<'_>) -> FittedHead {
    match request.head {
        HeadName::Ridge => fit_ridge_head(problem, request),
        HeadName::Svm => fit_smooth_head(&SquaredHinge, &problem, request),
        HeadName::Hinge => fit_smooth_head(&Hinge, &problem, request),
        HeadName::Softmax if problem.targets.nrows() > 1 => fit_smooth_head(&Softmax, &problem, request),
        HeadName::Softmax | HeadName::Logistic => fit_smooth_head(&Logistic, &problem, request),
    }
}
