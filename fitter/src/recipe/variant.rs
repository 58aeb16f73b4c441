//! Variants of methods: the form of the paper in the place of ours, and numbers that are fixed
//! otherwise.

use super::method::Method;
use super::names::names;
use super::names::{Draw, KernelLearning, Selection};
use super::rule::positive;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

names!(/** A difference from the method's own form. */ Variant {
    /** Targets are not centred before candidates are scored. */
    Uncentred = "uncentred",
    /** The surrogate's matrix is `y y^T + N I`, not `y y^T`. */
    Identity = "identity",
    /** The method's regularisation is searched on rows held out. */
    Tuned = "tuned",
    /** All pairs of some rows, in the sums of a count sketch, not pairs at random. */
    Sketched = "sketched",
    /** Samples start as independent draws and move by plain gradient, and the landmarks' own pairs
    count in full. */
    Plain = "plain",
    /** The share of the frequencies' scale that a plain step takes. */
    Rate = "rate",
    /** The number of landmarks. */
    Landmarks = "landmarks",
    /** The number of candidates that are tried together. */
    Block = "block",
    /** The least decrease of the distance that keeps a block, as a share of the distance. */
    Relative = "relative",
    /** Features end where the paper's bound is least, which may fail with this chance. */
    Bound = "bound",
    /** The number of rows on which candidates are scored. */
    Rows = "rows",
    /** The multiples of the bandwidth at which candidates are drawn. */
    Scales = "scales",
    /** The number of candidates for each feature. */
    Pool = "pool",
});

/// The variants of a method, with their numbers: names separated by commas, such as
/// `uncentred,scales=0.5/1/2`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variants(BTreeMap<String, Vec<f64>>);

impl Variant {
    /// Returns how many numbers it takes, at least and at most.
    fn numbers(self) -> (usize, usize) {
        use Variant::{Block, Bound, Landmarks, Pool, Rate, Relative, Rows};
        match self {
            Variant::Scales => (1, 32),
            Landmarks | Rate | Block | Relative | Bound | Rows | Pool => (1, 1),
            _ => (0, 0),
        }
    }

    /// Returns true if its numbers are whole.
    fn is_count(self) -> bool {
        matches!(self, Variant::Landmarks | Variant::Block | Variant::Rows | Variant::Pool)
    }

    /// Returns true if it says something to a method.
    pub fn suits(self, method: Method) -> bool {
        use Selection::{Align, Eerf, Leverage, Small, Surrogate};
        let is = |some: &[Selection]| matches!(method, Method::Selected(own) if some.contains(&own));
        let on_landmarks = matches!(
            method,
            Method::Kernel(KernelLearning::Sample | KernelLearning::Cluster | KernelLearning::ClusterNearest)
        );
        let is_stein = method == Method::Kernel(KernelLearning::Stein);
        match self {
            Variant::Uncentred => is(&[Eerf, Align, Surrogate]),
            Variant::Identity => is(&[Surrogate]),
            Variant::Tuned => is(&[Align, Leverage]) || is_stein || method == Method::Supervise,
            Variant::Sketched => is_stein,
            Variant::Plain | Variant::Rate => on_landmarks,
            Variant::Landmarks => on_landmarks || is(&[Small]),
            Variant::Block | Variant::Relative | Variant::Bound => is(&[Small]),
            Variant::Rows | Variant::Pool => matches!(method, Method::Selected(_)),
            Variant::Scales => match method {
                // a seed gives rows of one bandwidth
                Method::Drawn(draw) => !matches!(draw, Draw::Sorf | Draw::Fastfood | Draw::Seeded),
                method => matches!(method, Method::Selected(_)),
            },
        }
    }
}

impl Variants {
    /// Returns variants that take no numbers.
    pub fn of(variants: &[Variant]) -> Variants {
        Variants(variants.iter().map(|variant| (variant.to_string(), Vec::new())).collect())
    }

    /// Returns true if the method keeps its own form.
    pub fn is_own(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if a variant was asked for.
    pub fn has(&self, variant: Variant) -> bool {
        self.0.contains_key(&variant.to_string())
    }

    /// Returns the numbers of a variant, if it was asked for.
    pub fn numbers(&self, variant: Variant) -> Option<&[f64]> {
        self.0.get(&variant.to_string()).map(Vec::as_slice)
    }

    /// Returns the number of a variant, if it was asked for.
    pub fn number(&self, variant: Variant) -> Option<f64> {
        self.numbers(variant)?.first().copied()
    }

    /// Returns the count of a variant, if it was asked for.
    pub fn count(&self, variant: Variant) -> Option<usize> {
        self.number(variant).map(|count| count as usize)
    }

    /// Returns the first variant, if there is any.
    pub fn first(&self) -> Option<Variant> {
        all().find(|variant| self.has(*variant))
    }

    /// Returns the first variant that says nothing to a method.
    pub fn stray(&self, method: Method) -> Option<Variant> {
        all().find(|variant| self.has(*variant) && !variant.suits(method))
    }
}

fn all() -> impl Iterator<Item = Variant> {
    <Variant as clap::ValueEnum>::value_variants().iter().copied()
}

impl FromStr for Variants {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let one = |part: &str| {
            let (name, numbers) = part.split_once('=').unwrap_or((part, ""));
            let variant = all().find(|variant| variant.to_string() == name).ok_or_else(|| {
                format!("{name:?} is not one of {}", all().map(|one| one.to_string()).collect::<Vec<_>>().join(", "))
            })?;
            let parsed = numbers.split('/').filter(|_| !numbers.is_empty()).map(positive);
            let numbers: Vec<f64> =
                parsed.collect::<Option<_>>().ok_or(format!("the numbers of {name} are positive: {numbers:?}"))?;
            let (least, most) = variant.numbers();
            if !(least..=most).contains(&numbers.len()) {
                return Err(format!("{name} takes {}", if most == 0 { "no number" } else { "a number, as in name=2" }));
            }
            if matches!(variant, Variant::Relative | Variant::Bound) && numbers.iter().any(|number| *number >= 1.0) {
                return Err(format!("{name} takes a share below 1"));
            }
            if variant.is_count() && numbers.iter().any(|number| number.fract() != 0.0) {
                return Err(format!("{name} takes a whole number"));
            }
            Ok((name.to_owned(), numbers))
        };
        text.split(',').map(one).collect::<Result<_, _>>().map(Variants)
    }
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |(name, numbers): (&String, &Vec<f64>)| {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            if numbers.is_empty() { name.clone() } else { format!("{name}={}", numbers.join("/")) }
        };
        f.pad(&self.0.iter().map(one).collect::<Vec<_>>().join(","))
    }
}

impl Serialize for Variants {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Variants {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_read_as_they_are_written() {
        for text in ["uncentred", "identity,uncentred", "landmarks=400,plain", "scales=0.5/1/2"] {
            let variants: Variants = text.parse().unwrap();
            assert_eq!(variants.to_string(), text);
        }
        let both: Variants = "scales=0.5/2,pool=5".parse().unwrap();
        assert_eq!((both.numbers(Variant::Scales), both.count(Variant::Pool)), (Some(&[0.5, 2.0][..]), Some(5)));
        for text in [
            "",
            "centred",
            "plain=2",
            "block",
            "block=2.5",
            "scales=1/0",
            "block=2/3",
            "relative=1",
            "bound=2",
            "plain,",
        ] {
            assert!(text.parse::<Variants>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_variant_suits_some_methods_and_not_others() {
        for variant in all() {
            let suited: Vec<bool> = Method::all().into_iter().map(|method| variant.suits(method)).collect();
            assert!(suited.contains(&true) && suited.contains(&false), "{variant}");
        }
        let variants: Variants = "uncentred,plain".parse().unwrap();
        assert_eq!(variants.stray("eerf".parse().unwrap()), Some(Variant::Plain));
        assert_eq!("uncentred".parse::<Variants>().unwrap().stray("align".parse().unwrap()), None);
    }
}
