//! The cost of features chosen from a pool.

use super::shape::Shape;

/// Returns the factors of the coefficients `a, b, e, f, c, -, -, h` in
/// `a + features (b + e outputs + f [outputs > 1]) + c inputs + h guards`.
pub fn factors(shape: &Shape) -> [f64; 8] {
    let [inputs, outputs, features, guards] = shape.counts();
    [1.0, features, features * outputs, features * shape.several(), inputs, 0.0, 0.0, guards]
}
