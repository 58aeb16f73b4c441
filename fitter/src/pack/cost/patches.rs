//! The cost of features whose rows read patches of the inputs.

use super::shape::Shape;

/// Returns the factors of the coefficients `a, b, c, r, e, f, i, h` in
///
/// ```text
/// a + features (b + c inputs of a patch + r runs of it + e outputs + f [outputs > 1])
///   + i inputs + h guards
/// ```
pub fn factors(shape: &Shape) -> [f64; 8] {
    let [inputs, outputs, features, guards] = shape.counts();
    let [reads, runs] = [shape.reads, shape.runs].map(|count| count as f64);
    [1.0, features, reads, runs, features * outputs, features * shape.several(), inputs, guards]
}
