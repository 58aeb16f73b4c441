//! The cores with a cost model: one entry each.

use super::costs::{Costs, ErrorShare};
use super::table;
use super::unit::Unit;
use super::window_costs::WindowCosts;
use super::window_table;
use crate::recipe::{self, Counts};

/// How the firmware is built whose instructions are estimated.
pub const BUILD: &str = "opt-level = 3, lto = true, codegen-units = 1, without the feature dsp or small";
/// How it is built on an AVR, where Rust keeps constants in RAM.
const C_BUILD: &str = "exported C, avr-gcc -O2";

/// A core with a cost model.
#[derive(Debug)]
pub struct Core {
    /// Its name.
    pub name: &'static str,
    /// What is estimated.
    pub unit: Unit,
    /// How the firmware is built for it.
    pub build: &'static str,
    pub(super) costs: &'static Costs,
    pub(super) windows: &'static WindowCosts,
}

/// All of them, in the order of [`recipe::Core`]. A Cortex-M7 executes the code of a Cortex-M4, a
/// Cortex-M55 that of a Cortex-M33.
pub static CORES: [Core; 8] = [
    core("cortex-m0", &table::CORTEX_M0, &window_table::CORTEX_M0),
    core("cortex-m3", &table::CORTEX_M3, &window_table::CORTEX_M3),
    core("cortex-m4", &table::CORTEX_M4, &window_table::CORTEX_M4),
    core("cortex-m7", &table::CORTEX_M4, &window_table::CORTEX_M4),
    core("cortex-m33", &table::CORTEX_M33, &window_table::CORTEX_M33),
    core("cortex-m55", &table::CORTEX_M33, &window_table::CORTEX_M33),
    core("riscv32", &table::RISCV32, &window_table::RISCV32),
    Core { unit: Unit::Cycles, build: C_BUILD, ..core("avr", &table::AVR, &window_table::AVR) },
];

const fn core(name: &'static str, costs: &'static Costs, windows: &'static WindowCosts) -> Core {
    Core { name, unit: Unit::Instructions, build: BUILD, costs, windows }
}

impl Core {
    /// The core of a choice.
    #[must_use]
    pub fn of(choice: recipe::Core) -> &'static Core {
        &CORES[Core::place(choice)]
    }

    /// The place of a choice among the cores.
    #[must_use]
    pub fn place(choice: recipe::Core) -> usize {
        choice as usize
    }

    /// Whether the estimates are those of exported C instead of the runtime.
    #[must_use]
    pub fn is_c(&self) -> bool {
        self.build == C_BUILD
    }

    /// How far estimates are off, over the models that they were fitted to.
    #[must_use]
    pub fn error(&self) -> ErrorShare {
        self.costs.error
    }
}

/// Returns a number for each core.
pub(super) fn of_each(count: impl Fn(&Core) -> u64) -> Counts {
    CORES.each_ref().map(count)
}

/// Returns a number for each core; `None` where one has none.
pub(super) fn of_all(count: impl Fn(&Core) -> Option<u64>) -> Option<Counts> {
    let counts = CORES.each_ref().map(count);
    counts.iter().all(Option::is_some).then(|| counts.map(Option::unwrap_or_default))
}
