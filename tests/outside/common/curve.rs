//! Made rows on two sides of a curve.

use super::kernelet::Desk;
use super::random::Random;

/// The number of rows.
pub const ROWS: usize = 3_000;

/// Rows of a curve's two sides, or of its height.
pub fn rows(is_value: bool, seed: u64) -> Vec<String> {
    let mut random = Random(seed);
    let row = |_| {
        let [a, b, noise] = [random.symmetric(), random.symmetric(), random.symmetric()];
        let height = (6.0 * a).sin() + b * b + 0.2 * noise;
        match is_value {
            true => format!("{a:.4},{b:.4},{height:.4}"),
            false => format!("{a:.4},{b:.4},{}", if height > 0.4 { "in" } else { "out" }),
        }
    };
    (0..ROWS).map(row).collect()
}

/// Writes rows with their names.
pub fn write(desk: &Desk, name: &str, rows: &[String]) {
    desk.write(name, &format!("a,b,y\n{}\n", rows.join("\n")));
}
