//! The list of the number formats, and the one dispatch from a number in a model to a type.

use crate::error::Feature;

/// Defines [`Contract`] and [`with_format`](crate::with_format) from one list: a line for each
/// format, with its number in a packed model, whether it is in fixed point, and the feature of this
/// crate that it needs. The type of the same name stands in [`number`](crate::number).
macro_rules! formats {
    ($dollar:tt $($(#[$doc:meta])* $name:ident = $number:literal, $fixed:literal, $feature:expr;)*) => {
        /// The identifier of a number format in a packed model.
        ///
        /// It fixes everything that an answer depends on: words, rounding, phase, cosine and
        /// accumulation. No number is ever used again for another arithmetic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[repr(u8)]
        pub enum Contract {
            $($(#[$doc])* $name = $number,)*
        }

        impl Contract {
            /// All contracts, by their numbers.
            pub const ALL: &'static [Contract] = &[$(Contract::$name),*];

            /// The contract with this number.
            #[must_use]
            pub const fn from_number(number: u8) -> Option<Contract> {
                match number {
                    $($number => Some(Contract::$name),)*
                    _ => None,
                }
            }

            /// Returns true where inputs and scores are integers.
            #[must_use]
            pub const fn is_fixed(self) -> bool {
                match self {
                    $(Contract::$name => $fixed,)*
                }
            }

            /// The feature of this crate that the format needs, if it needs one.
            #[must_use]
            pub const fn feature(self) -> Option<Feature> {
                match self {
                    $(Contract::$name => $feature,)*
                }
            }

            /// The path of the format's type, such as `kernelet::Q7`.
            #[must_use]
            pub const fn path(self) -> &'static str {
                match self {
                    $(Contract::$name => concat!("kernelet::", stringify!($name)),)*
                }
            }
        }

        /// Evaluates an expression with the number format of a [`Contract`](crate::Contract) as a
        /// type.
        ///
        /// This is the one place that turns a contract into a type. Without the features `libm` and
        /// `micromath` their contracts stand for [`F32`](crate::F32), whose models differ:
        /// [`Stream::view`](crate::Stream::view) then refuses the bytes with
        /// [`ViewError::Contract`](crate::ViewError::Contract).
        ///
        /// ```
        /// use kernelet::{Stream, ViewError, wire, with_format};
        ///
        /// fn inputs(model: &[u8]) -> Result<usize, ViewError> {
        ///     let contract = wire::contract(model)?;
        ///     with_format!(contract, F => Stream::<F>::view(model).map(|stream| stream.inputs()))
        /// }
        /// assert_eq!(inputs(include_bytes!("../../example.klt")), Ok(2));
        /// ```
        #[macro_export]
        macro_rules! with_format {
            ($dollar contract:expr, $dollar format:ident => $dollar body:expr $dollar (,)?) => {
                match $dollar contract {
                    $($crate::Contract::$name => {
                        type $dollar format = $crate::number::$name;
                        $dollar body
                    })*
                }
            };
        }
    };
}

impl Contract {
    /// The contract with the same words and wider scores, for models whose scores could overflow.
    #[must_use]
    pub const fn wider(self) -> Option<Contract> {
        match self {
            Contract::Q7 => Some(Contract::Q7Wide),
            _ => None,
        }
    }
}

formats! { $
    /// [`F32`](crate::F32) with the crate's own polynomial cosine.
    F32 = 1, false, None;
    /// [`F32`](crate::F32) with the cosine of `libm`.
    F32Libm = 2, false, Some(Feature::Libm);
    /// [`F32`](crate::F32) with the cosine of `micromath`.
    F32Micromath = 3, false, Some(Feature::Micromath);
    /// [`Q15`](crate::Q15).
    Q15 = 4, true, None;
    /// [`Q7`](crate::Q7).
    Q7 = 5, true, None;
    /// [`Q7Wide`](crate::Q7Wide).
    Q7Wide = 6, true, None;
    /// [`Q3`](crate::Q3).
    Q3 = 7, true, None;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contract_numbers_never_change() {
        use Contract::*;
        assert_eq!(Contract::ALL, [F32, F32Libm, F32Micromath, Q15, Q7, Q7Wide, Q3]);
        for (number, contract) in (1..).zip(Contract::ALL) {
            assert_eq!(*contract as u8, number);
            assert_eq!(Contract::from_number(number), Some(*contract));
        }
        assert_eq!(Contract::from_number(0), None);
        assert_eq!(Contract::from_number(8), None);
    }

    #[test]
    fn each_contract_stands_for_its_format() {
        use crate::number::Format;
        for &contract in Contract::ALL {
            let found = with_format!(contract, F => F::CONTRACT);
            let is_built = contract.feature().is_none_or(Feature::is_on);
            assert_eq!(found, if is_built { contract } else { Contract::F32 });
        }
        assert_eq!(Contract::Q7Wide.path(), "kernelet::Q7Wide");
    }
}
