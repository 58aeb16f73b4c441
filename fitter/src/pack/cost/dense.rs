//! The cost of features with stored rows.

use super::shape::Shape;

/// The number of inputs above which rows are long.
const LONG: usize = 40;
/// The number of inputs up to which rows are short.
const SHORT: usize = 4;

/// Returns the factors of the coefficients `a, b, c, e, f, g, s, h` in
///
/// ```text
/// a + features (b + c inputs + e outputs + f [outputs > 1]
///               + g inputs [inputs > 40] + s [inputs <= 4]) + h guards
/// ```
pub fn factors(shape: &Shape) -> [f64; 8] {
    let [inputs, outputs, features, guards] = shape.counts();
    let [long, short] = [shape.inputs > LONG, shape.inputs <= SHORT].map(f64::from);
    let product = features * inputs;
    [1.0, features, product, features * outputs, features * shape.several(), product * long, features * short, guards]
}
