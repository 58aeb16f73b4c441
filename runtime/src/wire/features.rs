//! The features of this crate that a model needs.

use crate::error::Feature;

/// A set of features of this crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Features {
    bits: u16,
}

impl Features {
    /// The empty set.
    pub const NONE: Features = Features { bits: 0 };

    /// The set with one more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features { bits: self.bits | 1 << feature as u8 }
    }

    /// The set with one more, or the same set.
    pub(super) const fn with_any(self, feature: Option<Feature>) -> Features {
        match feature {
            Some(feature) => self.with(feature),
            None => self,
        }
    }

    /// Returns true where the set has the feature.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.bits >> feature as u8 & 1 == 1
    }

    /// The features of the set, by their names.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.contains(*feature))
    }

    /// The names in `Cargo.toml`, in alphabetical order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(Feature::name)
    }

    /// The first feature of the set that is off in this build.
    #[must_use]
    pub const fn missing(self) -> Option<Feature> {
        let mut at = 0;
        while at < Feature::ALL.len() {
            let feature = Feature::ALL[at];
            if self.contains(feature) && !feature.is_on() {
                return Some(feature);
            }
            at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_its_features_in_order() {
        let set = Features::NONE.with(Feature::Rectified).with(Feature::Ferns).with_any(None).with(Feature::Ferns);
        assert!(set.names().eq(["ferns", "rectified"]));
        assert!(Feature::ALL.map(Feature::name).is_sorted());
    }

    /// By what the compiler says about two features, in every build.
    #[test]
    fn the_first_feature_that_is_off_is_missing() {
        let set = Features::NONE.with(Feature::Values).with(Feature::Bands);
        let first = match [cfg!(feature = "bands"), cfg!(feature = "values")] {
            [false, _] => Some("bands"),
            [true, false] => Some("values"),
            [true, true] => None,
        };
        assert_eq!((set.missing().map(Feature::name), Features::NONE.missing()), (first, None));
        assert_eq!(Features::NONE.with(Feature::Bands).missing().is_none(), cfg!(feature = "bands"));
    }
}
