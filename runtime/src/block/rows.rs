//! The rows of a block in any form, and what is asked of a form without a model.

use super::body::{Body, Shape};
use super::field::Field;
use super::kind::{Form, forms};
use crate::error::ViewError;
use crate::number::Format;

/// Defines [`Rows`] and its dispatch from the list of forms.
macro_rules! define_rows {
    ($dollar:tt $($(#[$doc:meta])* $name:ident $(($choice:ty))? in $module:ident, stored $stored:literal;)*) => {
        /// The rows of a block, borrowed from the model.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Rows<'a> {
            $($name(super::$module::$name<'a>),)*
        }

        impl<'a> Rows<'a> {
            /// Splits the rows off; without `GENERATED`, those that are not stored are unknown.
            #[inline(always)]
            pub fn split<F: Format, const GENERATED: bool>(
                body: Body<'a>,
                shape: Shape,
            ) -> Result<(Self, &'a [u8]), ViewError> {
                match body.kind.form() {
                    $(Form::$name { .. } if GENERATED || $stored => {
                        let (rows, rest) = super::$module::$name::split::<F>(body, shape)?;
                        Ok((Rows::$name(rows), rest))
                    })*
                    _ => Err(ViewError::Block(body.kind as u8)),
                }
            }
        }

        impl Form {
            /// The fields that the rows are stored in; ferns have records of their own.
            #[must_use]
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Form::$name { .. } => super::$module::fields(self),)*
                    Form::Ferns => &[],
                }
            }

            /// The words of scratch that features of so many inputs need.
            #[must_use]
            #[inline(always)]
            pub const fn scratch(self, inputs: usize) -> usize {
                match self {
                    $(Form::$name { .. } => super::$module::scratch(inputs),)*
                    Form::Ferns => 0,
                }
            }
        }

        /// Evaluates an expression with the rows of a block, whatever their form.
        macro_rules! with_rows {
            ($dollar rows:expr, $dollar name:ident => $dollar body:expr) => {
                match $dollar rows {
                    $($crate::block::rows::Rows::$name($dollar name) => $dollar body,)*
                }
            };
        }
        pub(super) use with_rows;
    };
}

forms!($ define_rows);
