//! What the firmware tells the host, in one line that a test can read.

use crate::counter;

/// Counts over all rows.
pub struct Report {
    /// Golden vectors run.
    pub rows: u32,
    /// Scores that differ from the host's.
    pub mismatches: u32,
    /// Fewest instructions of a prediction.
    pub least: u32,
    /// Most instructions of a prediction.
    pub most: u32,
    /// Instructions of all predictions.
    pub total: u64,
    /// Bytes of stack below the caller of a prediction.
    pub stack: usize,
}

impl Default for Report {
    fn default() -> Self {
        Report { rows: 0, mismatches: 0, least: u32::MAX, most: 0, total: 0, stack: 0 }
    }
}

impl Report {
    /// Adds one row.
    pub fn row(&mut self, mismatches: u32, instructions: u32) {
        self.rows += 1;
        self.mismatches += mismatches;
        self.least = self.least.min(instructions);
        self.most = self.most.max(instructions);
        self.total += u64::from(instructions);
    }

    /// Prints the line; the exit code is 0 where every score was right and there was at least one.
    pub fn print(&self) -> i32 {
        let Report { rows, mismatches, least, most, total, stack } = self;
        let mean = total / u64::from((*rows).max(1));
        let unit = counter::UNIT;
        semihosting::println!("rows={rows} mismatches={mismatches} {unit}={least}..{most} mean={mean} stack={stack}");
        i32::from(*rows == 0 || *mismatches > 0)
    }
}
