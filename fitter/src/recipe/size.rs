//! The size of a model: its features or its budget.

use super::names::names;
use crate::error::text::counted;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The size of a model: a number of features, a budget, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// The number of features: exact without a budget, otherwise the largest.
    pub features: Option<u16>,
    /// The flash budget.
    pub flash: Option<Bytes>,
    /// The RAM budget for readings, scores and scratch memory during a prediction.
    #[serde(default)]
    pub ram: Option<Bytes>,
    /// The budget of instructions for a prediction.
    #[serde(default)]
    pub deadline: Option<Deadline>,
}

impl Size {
    /// A size of exactly `features` features, without a budget.
    pub fn of(features: u16) -> Size {
        Size { features: Some(features), flash: None, ram: None, deadline: None }
    }
}

/// The largest number of instructions for a prediction, as [`crate::pack::cost`] estimates them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// The core that executes them.
    pub core: Core,
    /// The number of instructions.
    pub instructions: u64,
}

names!(/** A core with a cost model; `m4` is short for `cortex-m4`. */ Core {
    /** ARMv6-M: Cortex-M0 and M0+. */
    CortexM0 = "cortex-m0" or "m0",
    /** ARMv7-M without a floating-point unit: Cortex-M3. */
    CortexM3 = "cortex-m3" or "m3",
    /** ARMv7E-M with a single-precision unit: Cortex-M4F. */
    CortexM4 = "cortex-m4" or "m4",
    /** A Cortex-M7, by the code of a Cortex-M4. */
    CortexM7 = "cortex-m7" or "m7",
    /** ARMv8-M with a single-precision unit: Cortex-M33. */
    CortexM33 = "cortex-m33" or "m33",
    /** A Cortex-M55, by the code of a Cortex-M33. */
    CortexM55 = "cortex-m55" or "m55",
    /** RV32IMC. */
    Riscv32 = "riscv32",
    /** An ATmega328P by exported C; cycles. */
    Avr = "avr",
});

/// One number for each core, instructions or cycles.
pub type Counts = [u64; 8];

/// A number of bytes, spelled `4096`, `4KiB`, `4KB`, `4k` or `1MiB`; `K` is always 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bytes(pub usize);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (count, unit) = text.split_at(digits);
        let unit = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "k" | "kb" | "kib" => 1 << 10,
            "m" | "mb" | "mib" => 1 << 20,
            _ => return Err("not a number of bytes such as 4096 or 4KiB".to_owned()),
        };
        let count = count.parse::<usize>().ok().and_then(|count| count.checked_mul(unit));
        count.map(Bytes).ok_or_else(|| "not a number of bytes such as 4096 or 4KiB".to_owned())
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.0, "byte"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_has_a_cost_model() {
        let names = <Core as clap::ValueEnum>::value_variants().iter().map(ToString::to_string);
        assert!(names.eq(crate::pack::cost::CORES.iter().map(|core| core.name)));
    }

    #[test]
    fn bytes_parse_in_the_usual_spellings() {
        for (text, bytes) in [("4096", 4096), ("4KiB", 4096), ("2k", 2048), ("1MB", 1 << 20), ("7 B", 7)] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in ["", "KiB", "4.5k", "-1", "4GiB", "99999999999999999999"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }
}
