//! A model compiled in: the compiler checks its bytes, so that a wrong file is an error of the
//! build.

use crate::error::{Feature, ViewError};
use crate::model::Model;
use crate::number::Format;
use crate::wire::{self, Sections};

/// Bytes at an address that a word of 4 bytes may have.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(4))]
pub struct Aligned<T: ?Sized>(pub T);

/// A file that [`include_model`](crate::include_model) has compiled in.
pub trait Included {
    /// The packed model.
    const BYTES: &'static [u8];
}

/// Compiles a packed model in, by a path beside the source file, and views it as the [`Model`] that
/// the place of the macro asks for: `Result<Model<'static, F, D, K, S>, ViewError>`.
///
/// The build fails where [`Model::view`] would: where the file is not a whole and sound model, or
/// its number format, shape or scratch are not those of the type. It also fails where the model
/// needs a feature of this crate that is off, and names it. So the device does not compute the
/// checksum. `cargo check` does not see such errors, `cargo build` does. The bytes lie at a
/// multiple of 4.
///
/// ```
/// use kernelet::{Model, Q7, include_model};
///
/// let model: Model<Q7, 2, 1> = include_model!("../../example.klt")?;
/// assert_eq!(model.scores([3, 2000]), [-1_141_442]);
/// # Ok::<(), kernelet::ViewError>(())
/// ```
///
/// The example has two inputs and one score:
///
/// ```compile_fail
/// # use kernelet::{Model, Q7, include_model};
/// let model: Model<Q7, 3, 1> = include_model!("../../example.klt")?;
/// # Ok::<(), kernelet::ViewError>(())
/// ```
///
/// It was fitted for [`Q7`](crate::Q7):
///
/// ```compile_fail
/// # use kernelet::{Model, Q15, include_model};
/// let model: Model<Q15, 2, 1> = include_model!("../../example.klt")?;
/// # Ok::<(), kernelet::ViewError>(())
/// ```
#[macro_export]
macro_rules! include_model {
    ($path:expr $(,)?) => {{
        struct File;
        impl $crate::load::Included for File {
            const BYTES: &'static [u8] = {
                const ALIGNED: &$crate::load::Aligned<[u8]> = &$crate::load::Aligned(*include_bytes!($path));
                &ALIGNED.0
            };
        }
        $crate::load::view(File)
    }};
}

/// The model of a file, checked while this is compiled.
///
/// # Errors
/// None: [`Model::view`] has them, and here they are errors of the build.
pub fn view<I: Included, F: Format, const D: usize, const K: usize, const S: usize>(
    _: I,
) -> Result<Model<'static, F, D, K, S>, ViewError> {
    const { check(I::BYTES, F::CONTRACT as u8, [D, K, S]) };
    Model::view_without_checksum(I::BYTES)
}

/// Stops the compiler where a model is not what its type says, or needs a feature that is off.
///
/// # Panics
/// In a constant, which is an error of the build.
const fn check(model: &[u8], contract: u8, [inputs, outputs, scratch]: [usize; 3]) {
    match Sections::of(model) {
        Ok(sections) => {
            let header = sections.header;
            assert!(wire::is_whole(model), "{}", ViewError::Checksum.text());
            if let Some(feature) = sections.needs().missing() {
                panic!("{}", lacking(feature));
            }
            assert!(header.contract == contract, "{}", ViewError::Contract(0).text());
            assert!(header.inputs as usize == inputs, "the model has another number of inputs than its type states");
            assert!(header.outputs as usize == outputs, "the model has another number of scores than its type states");
            assert!(sections.scratch() <= scratch, "{}", ViewError::Scratch(0).text());
        }
        Err(ViewError::Magic | ViewError::Version(_)) => panic!("the file is not a packed model of this version"),
        Err(_) if !wire::is_whole(model) => panic!("{}", ViewError::Checksum.text()),
        Err(error) => panic!("{}", error.text()),
    }
}

/// The message for a feature that is off.
const fn lacking(feature: Feature) -> &'static str {
    macro_rules! message {
        ($name:literal) => {
            concat!(
                "the model needs the feature `",
                $name,
                "`, which is off; in Cargo.toml: kernelet = { version = \"",
                env!("CARGO_PKG_VERSION_MAJOR"),
                ".",
                env!("CARGO_PKG_VERSION_MINOR"),
                "\", features = [\"",
                $name,
                "\"] }"
            )
        };
    }
    match feature {
        Feature::Bands => message!("bands"),
        Feature::Early => message!("early"),
        Feature::Ferns => message!("ferns"),
        Feature::Interval => message!("interval"),
        Feature::Libm => message!("libm"),
        Feature::Logarithms => message!("logarithms"),
        Feature::Micromath => message!("micromath"),
        Feature::Novelty => message!("novelty"),
        Feature::Online => message!("online"),
        Feature::Pairs => message!("pairs"),
        Feature::Patches => message!("patches"),
        Feature::Probability => message!("probability"),
        Feature::Rectified => message!("rectified"),
        Feature::Series => message!("series"),
        Feature::Values => message!("values"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Q7, Task};

    const EXAMPLE: &[u8] = include_bytes!("../../example.klt");

    #[test]
    fn the_example_is_what_its_type_says() {
        check(EXAMPLE, 5, [2, 1, 0]);
        let model: Model<Q7, 2, 1> = crate::include_model!("../../example.klt").expect("a model");
        assert_eq!(model.scores([3, 2000]), [-1_141_442]);
        assert_eq!(model.stream().task(), Task::Classification);
    }

    #[test]
    fn messages_name_their_feature() {
        for feature in Feature::ALL {
            assert!(lacking(feature).contains(feature.name()));
        }
    }

    /// The example with a byte altered, sealed again.
    fn altered(at: usize, byte: u8) -> [u8; 44] {
        let mut model = [0; 44];
        model.copy_from_slice(EXAMPLE);
        model[at] = byte;
        crate::wire::seal(&mut model);
        model
    }

    #[test]
    #[should_panic = "checksum"]
    fn an_altered_byte_is_seen() {
        let mut model = altered(43, 0);
        model[43] ^= 1;
        check(&model, 5, [2, 1, 0]);
    }

    #[test]
    #[should_panic = "header"]
    fn a_header_that_is_not_one_is_seen() {
        check(&altered(10, 0), 5, [2, 1, 0]);
    }

    #[test]
    #[should_panic = "number format"]
    fn another_number_format_is_seen() {
        check(EXAMPLE, 4, [2, 1, 0]);
    }

    #[test]
    #[should_panic = "inputs"]
    fn another_shape_is_seen() {
        check(EXAMPLE, 5, [3, 1, 0]);
    }

    #[test]
    #[should_panic = "kind"]
    fn a_block_that_cannot_be_parsed_is_seen() {
        assert_eq!(EXAMPLE[30..33], [1, 1, 0]);
        check(&altered(30, 99), 5, [2, 1, 0]);
    }
}
