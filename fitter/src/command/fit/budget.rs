//! The options on the budget of the device.

use clap::Args;
use kernelet_fit::recipe::{Bytes, Core, Deadline, Size};

/// The options on the budget.
#[derive(Debug, Args)]
#[command(next_help_heading = "Budget")]
pub struct BudgetOptions {
    /// The largest size of the packed model, for example 4KiB.
    ///
    /// With none of --flash, --features, --method and --blocks, it is the smallest size up to 8KiB
    /// whose model errs as little as the best.
    #[arg(long, value_name = "BYTES")]
    flash: Option<Bytes>,
    /// The most RAM of a prediction, for example 256.
    ///
    /// It holds readings, scores, probabilities and scratch.
    #[arg(long, value_name = "BYTES")]
    ram: Option<Bytes>,
    /// The most instructions of a prediction on --core, as inspect estimates them; cycles on an
    /// AVR.
    #[arg(long, value_name = "COUNT", requires = "core", value_parser = clap::value_parser!(u64).range(1..))]
    instructions: Option<u64>,
    /// The core that --instructions are counted on.
    #[arg(long, value_enum, requires = "instructions")]
    core: Option<Core>,
}

impl BudgetOptions {
    /// Returns the limits of a model, with its number of features.
    pub fn size(&self, features: Option<u16>) -> Size {
        let deadline = self.core.zip(self.instructions).map(|(core, instructions)| Deadline { core, instructions });
        Size { features, flash: self.flash, ram: self.ram, deadline }
    }
}
