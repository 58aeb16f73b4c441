//! The cost of features with structured rows.

use super::shape::Shape;
use kernelet::block;

/// Returns the factors of the coefficients `a, b, e, p, q, r, -, h`, in transforms of `n` lanes:
/// `a + features (b + e outputs) + transforms (p + q n + r n log2 n) + h guards`.
pub fn factors(shape: &Shape) -> [f64; 8] {
    let [_, outputs, features, guards] = shape.counts();
    let width = block::width(shape.inputs);
    let transforms = shape.features.div_ceil(width) as f64;
    let (lanes, levels) = (transforms * width as f64, f64::from(width.ilog2()));
    [1.0, features, features * outputs, transforms, lanes, lanes * levels, 0.0, guards]
}
