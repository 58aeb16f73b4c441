//! The examples at the end of the help.

/// Four commands, each with what it does.
pub const EXAMPLES: &str = "\
Examples:
  kernelet fit data.csv --holdout 0.2 --out model.klt
      Chooses the size too: the smallest model that errs as little as the best up to 8 KiB.
  kernelet fit train.csv --test test.csv --flash 4KiB --out model.klt
      Chooses the best model of at most 4 KiB and tests it on other rows.
  kernelet fit motion.csv --group subject --holdout 0.2 --flash 2KiB --ram 256
      Tests on subjects that the model has never seen, and limits the RAM as well.
  kernelet fit data.csv --method greedy --features 50 --number q15 --probability
      Picks 50 of many candidate features, stores 16-bit weights, and adds probabilities.";
