//! The fit of a head, by the name of its loss.

use super::fitted::FittedHead;
use super::request::HeadRequest;
use super::ridge::fit_ridge_head;
use super::smooth::fit_smooth_head;
use crate::features::loss::loss;
use crate::head::Problem;
use crate::recipe::HeadName;

/// Fits a head and rounds it to the words of the device.
pub fn fit_head(problem: Problem, request: &HeadRequest<'_>) -> FittedHead {
    match request.head {
        HeadName::Ridge => fit_ridge_head(problem, request),
        head => fit_smooth_head(loss(head, problem.targets.nrows()), &problem, request),
    }
}
