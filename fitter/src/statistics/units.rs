//! Features, targets and slopes as whole numbers of stated units.

use crate::pack::{Device, ModelFile, Raw};
use kernelet::{Format, with_format};
use nalgebra::DMatrix;

/// A feature of 1, and the constant beside the features.
pub const ONE: f64 = 32_767.0;
/// The units of a target's deviation, and of a slope of 1.
pub const FINE: f64 = 65_536.0;
/// The units of a curvature of 1.
pub const COARSE: f64 = 1024.0;

/// Returns the features of rows with the constant below them, `D x rows`, in units of [`ONE`]: as
/// the device computes them, or of single precision the nearest.
pub fn features(model: &ModelFile, device: &dyn Device, raw: &Raw) -> DMatrix<f64> {
    let unit = with_format!(model.contract(), F => if F::CONTRACT.is_fixed() { F::FEATURE_UNIT } else { 1.0 / ONE });
    let features = device.features(raw);
    let mut whole = DMatrix::from_element(features.nrows() + 1, features.ncols(), ONE);
    for (mut whole, column) in whole.column_iter_mut().zip(features.column_iter()) {
        whole.iter_mut().zip(&column).for_each(|(whole, feature)| *whole = (feature / unit).round());
    }
    whole
}
