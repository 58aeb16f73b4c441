//! The cost of ferns.

use super::shape::Shape;

/// Returns the factors of the coefficients `a, b, c, e, f, -, -, h` in
/// `a + b ferns + c tests + e outputs ferns + f ferns [outputs > 1] + h guards`.
pub fn factors(shape: &Shape) -> [f64; 8] {
    let [_, outputs, ferns, guards] = shape.counts();
    [1.0, ferns, shape.tests as f64, outputs * ferns, ferns * shape.several(), 0.0, 0.0, guards]
}
