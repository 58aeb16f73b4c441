//! Options that are a number or a rule that finds one.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The kernel's bandwidth `sigma` on standardised inputs, or a rule that finds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Bandwidth {
    /// The multiple of the median distance with the lowest leave-one-out error on a part of the
    /// rows.
    #[default]
    Auto,
    /// The median distance between two rows.
    Median,
    /// The mean distance to the 50th nearest neighbour (Shahrampour 2018).
    Knn50,
    /// `2 sigma^2 = d` (Li 2019).
    Paper,
    /// A given number.
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

/// The regularisation of a head, or the rule that finds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Ridge {
    /// The regularisation with the lowest leave-one-out error, quantisation included.
    #[default]
    Auto,
    /// A given multiple of the number of rows.
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

/// Parses a finite number above 0; `None` for any other text.
pub fn positive(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_positive_numbers_parse_and_nothing_else_does() {
        assert_eq!("knn50".parse(), Ok(Bandwidth::Knn50));
        assert_eq!("2.5".parse(), Ok(Bandwidth::Fixed(2.5)));
        assert_eq!("1e-3".parse(), Ok(Ridge::Fixed(1e-3)));
        for text in ["nan", "-1", "0", "inf", "knn"] {
            assert!(text.parse::<Bandwidth>().is_err() && text.parse::<Ridge>().is_err(), "{text}");
        }
    }
}
