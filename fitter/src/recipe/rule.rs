//! Rules that stand for a number, or the number itself.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A rule for the kernel's bandwidth `sigma`, on standardised inputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Bandwidth {
    /// The multiple of the median distance with the least leave-one-out error on a part of the rows.
    Auto,
    /// The median distance between two rows.
    Median,
    /// The mean distance to the 50th nearest neighbour (Shahrampour 2018).
    Knn50,
    /// `2 sigma^2 = d` (Li 2019).
    Paper,
    /// This number.
    Fixed(f64),
}

impl FromStr for Bandwidth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "auto" => Bandwidth::Auto,
            "median" => Bandwidth::Median,
            "knn50" => Bandwidth::Knn50,
            "paper" => Bandwidth::Paper,
            _ => Bandwidth::Fixed(positive(text).ok_or("not auto, median, knn50, paper or a positive number")?),
        })
    }
}

/// A ridge regularisation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ridge {
    /// The one with the least leave-one-out error, quantisation included.
    Auto,
    /// This multiple of the number of rows.
    Fixed(f64),
}

impl FromStr for Ridge {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Ridge::Auto);
        }
        positive(text).map(Ridge::Fixed).ok_or_else(|| "not auto or a positive number".to_owned())
    }
}

/// A number above 0, if that is what is written.
pub fn positive(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_numbers_are_told_apart() {
        assert_eq!("knn50".parse(), Ok(Bandwidth::Knn50));
        assert_eq!("2.5".parse(), Ok(Bandwidth::Fixed(2.5)));
        assert_eq!("1e-3".parse(), Ok(Ridge::Fixed(1e-3)));
        for text in ["nan", "-1", "0", "inf", "knn"] {
            assert!(text.parse::<Bandwidth>().is_err() && text.parse::<Ridge>().is_err(), "{text}");
        }
    }
}
