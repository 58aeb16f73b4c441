//! A method with its variants.

use super::variant::Variants;
use std::fmt;
use std::str::FromStr;

/// A method with its variants, `NAME` or `NAME:VARIANT+VARIANT`, such as `align:uncentred+tuned`.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied<M> {
    /// The method.
    pub method: M,
    /// Its variants.
    pub variants: Variants,
}

impl<M> Varied<M> {
    /// Returns a method in its own form.
    pub fn own(method: M) -> Varied<M> {
        Varied { method, variants: Variants::default() }
    }
}

impl<M: FromStr<Err = String>> FromStr for Varied<M> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, variants)) = text.split_once(':') else { return Ok(Varied::own(text.parse()?)) };
        Ok(Varied { method: name.parse()?, variants: variants.replace('+', ",").parse()? })
    }
}

impl<M: fmt::Display> fmt::Display for Varied<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.variants.is_own() {
            return self.method.fmt(f);
        }
        f.pad(&format!("{}:{}", self.method, self.variants.to_string().replace(',', "+")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Method;

    #[test]
    fn methods_parse_with_their_variants() {
        for text in ["mc", "align:tuned+uncentred", "small:block=5+relative=0.01", "greedy:scales=0.5/2"] {
            let varied: Varied<Method> = text.parse().expect(text);
            assert_eq!((varied.to_string().as_str(), varied.variants.is_own()), (text, text == "mc"));
        }
        for (text, part) in [("nonsense:tuned", "not one of"), ("align:", "not one of"), ("align:pool", "a number")] {
            assert!(text.parse::<Varied<Method>>().unwrap_err().contains(part), "{text}");
        }
    }
}
