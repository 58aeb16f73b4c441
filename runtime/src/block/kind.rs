//! The kinds of blocks that a packed model consists of, and all that is asked about a kind.

use super::transform::Structure;
use crate::error::Feature;
use crate::number::Activation;

/// Defines [`Kind`] from the table of all kinds: a line for each, with its number in a packed
/// model, the form of its rows, and the feature of this crate that it needs.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $form:expr, $feature:expr;)*) => {
        /// The kind of a block, by its number in the packed layout.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $name = $number,)*
        }

        impl Kind {
            /// All kinds, by their numbers.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];

            /// The kind with this number.
            #[must_use]
            #[inline(always)]
            pub const fn from_number(number: u8) -> Option<Kind> {
                match number {
                    $($number => Some(Kind::$name),)*
                    _ => None,
                }
            }

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$name => stringify!($name),)*
                }
            }

            /// The form of its rows.
            #[must_use]
            #[inline(always)]
            pub const fn form(self) -> Form {
                match self {
                    $(Kind::$name => $form,)*
                }
            }

            /// The feature of this crate that it needs, if it needs one.
            #[must_use]
            #[inline(always)]
            pub const fn feature(self) -> Option<Feature> {
                match self {
                    $(Kind::$name => $feature,)*
                }
            }
        }
    };
}

kinds! {
    /// Cosines of dense rows.
    Cosine = 1, Form::Dense(Activation::Cosine), None;
    /// Cosines of [`Structure::Sorf`]'s rows.
    Sorf = 2, Form::Structured(Structure::Sorf), None;
    /// Cosines of [`Structure::Fastfood`]'s rows.
    Fastfood = 3, Form::Structured(Structure::Fastfood), None;
    /// Dense rows: one where `t > 0`, else zero; `t` is the dot product and an offset.
    Step = 4, Form::Dense(Activation::Step), Some(Feature::Rectified);
    /// Dense rows: `t` where it is above zero, else zero.
    Relu = 5, Form::Dense(Activation::Relu), Some(Feature::Rectified);
    /// Dense rows: the square of `t` where it is above zero, else zero.
    SquaredRelu = 6, Form::Dense(Activation::SquaredRelu), Some(Feature::Rectified);
    /// Dense rows: `t` itself.
    Linear = 7, Form::Dense(Activation::Linear), Some(Feature::Rectified);
    /// Cosines of rows that a seed and an index stand for, see [`Pool`](super::Pool).
    Seeded = 8, Form::Seeded, None;
    /// [Ferns](super::fern): no features, but leaves that add into the scores.
    Ferns = 9, Form::Ferns, Some(Feature::Ferns);
    /// Cosines of rows that read a [`Patch`](super::Patch) of the inputs each.
    Patch = 19, Form::Patches, Some(Feature::Patches);
}

/// Hands the list of all forms of rows to a macro: a line for each, with the module beside this one
/// that computes it, and whether a model stores the rows or something that they are made from.
macro_rules! forms {
    ($dollar:tt $define:ident) => {
        $define! { $dollar
            /// A stored weight for each input, then an activation.
            Dense(Activation) in dense, stored true;
            /// Rows that a seed stands for, multiplied by with fast transforms; then a cosine.
            Structured(Structure) in structured, stored false;
            /// Rows of a pool that a seed stands for; then a cosine.
            Seeded in seeded, stored false;
            /// A stored weight for each input of a patch; then a cosine.
            Patches in patches, stored true;
        }
    };
}
pub(super) use forms;

/// Defines [`Form`], and the dispatches on it for crates that write models, from the list.
macro_rules! define_forms {
    ($dollar:tt $($(#[$doc:meta])* $name:ident $(($choice:ty))? in $module:ident, stored $stored:literal;)*) => {
        /// The form of a block's rows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum Form {
            $($(#[$doc])* $name $(($choice))?,)*
            /// Tests and leaves, and no rows.
            Ferns,
        }

        impl Form {
            /// Returns true where the model holds rows or tables, and not what makes them.
            #[must_use]
            #[inline(always)]
            pub const fn is_stored(self) -> bool {
                match self {
                    $(Form::$name { .. } => $stored,)*
                    Form::Ferns => true,
                }
            }
        }

        /// Evaluates an expression with the sibling of the caller's module that is named like a
        /// [`Form`](crate::block::Form) of rows, such as `dense`; ferns have an expression of their
        /// own.
        #[macro_export]
        macro_rules! with_form {
            ($dollar form:expr, $dollar module:ident => $dollar body:expr, ferns => $dollar ferns:expr) => {
                match $dollar form {
                    $($crate::block::Form::$name { .. } => {
                        use super::$module as $dollar module;
                        $dollar body
                    })*
                    $crate::block::Form::Ferns => $dollar ferns,
                }
            };
        }

        /// Evaluates an expression with each sibling of the caller's module that is named like a
        /// [`Form`](crate::block::Form) of rows, up to the first that gives `Some`.
        #[macro_export]
        macro_rules! first_form {
            ($dollar module:ident => $dollar body:expr) => {
                None$(.or_else(|| {
                    use super::$module as $dollar module;
                    $dollar body
                }))*
            };
        }
    };
}

forms!($ define_forms);

impl Kind {
    /// The activation of its dense rows, where it has these.
    #[must_use]
    #[inline(always)]
    pub const fn activation(self) -> Option<Activation> {
        match self.form() {
            Form::Dense(activation) => Some(activation),
            _ => None,
        }
    }

    /// The structure of its rows, where a seed stands for them.
    #[must_use]
    #[inline(always)]
    pub const fn structure(self) -> Option<Structure> {
        match self.form() {
            Form::Structured(structure) => Some(structure),
            _ => None,
        }
    }

    /// Returns true for dense rows without a cosine.
    #[must_use]
    #[inline(always)]
    pub const fn is_rectified(self) -> bool {
        matches!(self.form(), Form::Dense(activation) if activation.is_rectified())
    }

    /// Returns true where the model holds rows or tables, and not a seed for them.
    #[must_use]
    #[inline(always)]
    pub const fn is_stored(self) -> bool {
        self.form().is_stored()
    }

    /// Returns true where this build computes it.
    #[inline(always)]
    pub(crate) const fn is_built(self) -> bool {
        match self.feature() {
            Some(feature) => feature.is_on(),
            None => true,
        }
    }
}

impl From<Activation> for Kind {
    #[inline(always)]
    fn from(activation: Activation) -> Kind {
        match activation {
            Activation::Cosine => Kind::Cosine,
            Activation::Step => Kind::Step,
            Activation::Relu => Kind::Relu,
            Activation::SquaredRelu => Kind::SquaredRelu,
            Activation::Linear => Kind::Linear,
        }
    }
}

impl From<Structure> for Kind {
    fn from(structure: Structure) -> Kind {
        match structure {
            Structure::Sorf => Kind::Sorf,
            Structure::Fastfood => Kind::Fastfood,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_change() {
        use Kind::*;
        assert_eq!(Kind::ALL, [Cosine, Sorf, Fastfood, Step, Relu, SquaredRelu, Linear, Seeded, Ferns, Patch]);
        // those between are numbers of sections
        for (number, &kind) in (1..=9).chain([19]).zip(Kind::ALL) {
            assert_eq!(kind as u8, number);
            assert_eq!(Kind::from_number(number), Some(kind));
        }
        assert_eq!([0, 10, 18, 20].map(Kind::from_number), [None; 4]);
    }

    #[test]
    fn rows_and_activations_know_their_kinds() {
        for &kind in Kind::ALL {
            match kind.form() {
                Form::Dense(activation) => assert_eq!((Kind::from(activation), activation as u8), (kind, kind as u8)),
                Form::Structured(structure) => assert_eq!(Kind::from(structure), kind),
                Form::Seeded | Form::Ferns | Form::Patches => {}
            }
        }
    }
}
