//! What a prediction costs on each core, in instructions: a model calibrated on emulators.

use kernelet::Contract;

/// The shape of a model, as far as its cost depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Inputs.
    pub inputs: usize,
    /// Scores.
    pub outputs: usize,
    /// Features.
    pub features: usize,
    /// Guarded inputs.
    pub guards: usize,
}

/// Names of the cores.
pub const CORES: [&str; 3] = ["cortex-m0", "cortex-m4", "riscv32"];

/// Instructions of one prediction on each of [`CORES`], to about a fifth; `None` for formats that were not measured.
///
/// `a + features (b + c inputs + e outputs + f [outputs > 1] + g inputs [inputs > 40]) + h guards`, least squares over 16
/// shapes of firmware built with `opt-level = 3` (`cargo test --test cost -- --ignored --nocapture` prints them).
pub fn instructions(contract: Contract, shape: Shape) -> Option<[u64; 3]> {
    let table = match contract {
        Contract::F32 => F32,
        Contract::Q15 => Q15,
        Contract::Q7 => Q7,
        Contract::Q7Wide => Q7_WIDE,
        Contract::F32Libm | Contract::F32Micromath => return None,
    };
    Some(table.map(|coefficients| estimate(coefficients, shape)))
}

/// `[a, b, c, e, f, g, h]` for each of [`CORES`].
type Table = [[f64; 7]; 3];

const F32: Table = [
    [-349.0, 1664.0, 237.7, 238.5, 0.0, 0.0, 0.0],
    [-206.0, 35.8, 3.65, 5.17, 7.78, 0.36, 0.0],
    [629.0, 923.0, 132.4, 130.0, 0.0, 0.0, 0.0],
];
const Q15: Table = [
    [-205.0, 80.8, 11.16, 16.26, 0.0, 0.0, 69.0],
    [154.0, 31.2, 3.68, 4.49, 13.1, -0.28, 37.0],
    [314.0, 40.3, 9.35, 14.5, 3.9, 0.91, 52.0],
];
const Q7: Table = [
    [-320.0, 58.3, 6.56, 8.14, 0.0, 0.0, 69.0],
    [-402.0, 36.3, 2.91, 3.99, 12.3, 0.32, 37.0],
    [265.0, 34.2, 5.38, 5.42, 2.3, 1.81, 52.0],
];
const Q7_WIDE: Table = [
    [-285.0, 59.3, 6.09, 12.0, 26.3, 0.49, 69.0],
    [-350.0, 33.0, 3.37, 7.60, 7.65, -0.12, 37.0],
    [283.0, 34.2, 5.32, 12.1, 0.9, 1.88, 52.0],
];

fn estimate([a, b, c, e, f, g, h]: [f64; 7], shape: Shape) -> u64 {
    let [inputs, outputs, features, guards] =
        [shape.inputs, shape.outputs, shape.features, shape.guards].map(|count| count as f64);
    let several = if shape.outputs > 1 { f } else { 0.0 };
    let long = if shape.inputs > 40 { g } else { 0.0 };
    let each = b + (c + long) * inputs + e * outputs + several;
    two_digits((a + features * each + h * guards).max(1.0))
}

/// Rounded to the two digits that the estimate is good for.
fn two_digits(count: f64) -> u64 {
    let unit = 10f64.powf(count.log10().floor() - 1.0).max(1.0);
    ((count / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_two_digits() {
        assert_eq!([7.0, 38_621.0, 2_144_604.0, 99_600.0].map(two_digits), [7, 39_000, 2_100_000, 100_000]);
    }

    #[test]
    fn formats_that_were_not_measured_have_no_estimate() {
        let shape = Shape { inputs: 1, outputs: 1, features: 1, guards: 0 };
        assert_eq!(instructions(Contract::F32Libm, shape), None);
        assert!(instructions(Contract::Q7, shape).is_some());
    }
}
