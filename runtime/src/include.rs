//! A model compiled in: its bytes are looked at by the compiler, so that a wrong file is an error of the build.

use crate::format::Format;
use crate::model::Model;
use crate::packed::{self, VERSION, ViewError};

/// Bytes at an address that a word of 4 bytes may have.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(4))]
pub struct Aligned<T: ?Sized>(pub T);

/// A file that [`include_model`](crate::include_model) has compiled in.
pub trait Included {
    /// The packed model.
    const BYTES: &'static [u8];
}

/// Compiles a packed model in, by a path beside the source file, and views it as the [`Model`] that the place of the
/// macro asks for: `Result<Model<'static, F, D, K, S>, ViewError>`.
///
/// The build fails where magic, version, checksum, number format or shape are not those of the type, or the file is cut
/// within its header. So the checksum is not computed on the device; guards and blocks are still looked at there.
/// `cargo check` does not see such errors, a build does. The bytes lie at a multiple of 4.
///
/// ```
/// use kernelet::{Model, Q7, include_model};
///
/// let model: Model<Q7, 2, 1> = include_model!("../example.klt")?;
/// assert_eq!(model.scores([3, 2000]), [-1_141_442]);
/// # Ok::<(), kernelet::ViewError>(())
/// ```
///
/// The example has two inputs and one score:
///
/// ```compile_fail
/// # use kernelet::{Model, Q7, include_model};
/// let model: Model<Q7, 3, 1> = include_model!("../example.klt")?;
/// # Ok::<(), kernelet::ViewError>(())
/// ```
///
/// It was fitted for [`Q7`](crate::Q7):
///
/// ```compile_fail
/// # use kernelet::{Model, Q15, include_model};
/// let model: Model<Q15, 2, 1> = include_model!("../example.klt")?;
/// # Ok::<(), kernelet::ViewError>(())
/// ```
#[macro_export]
macro_rules! include_model {
    ($path:expr $(,)?) => {{
        struct File;
        impl $crate::include::Included for File {
            const BYTES: &'static [u8] = {
                const ALIGNED: &$crate::include::Aligned<[u8]> = &$crate::include::Aligned(*include_bytes!($path));
                &ALIGNED.0
            };
        }
        $crate::include::view(File)
    }};
}

/// The model of a file, its checksum, format and shape checked while this is compiled.
///
/// # Errors
/// As [`Model::view`], where a section is wrong that the compiler does not look at.
pub fn view<I: Included, F: Format, const D: usize, const K: usize, const S: usize>(
    _: I,
) -> Result<Model<'static, F, D, K, S>, ViewError> {
    const { check(I::BYTES, F::CONTRACT as u8, D, K) };
    Model::view_without_checksum(I::BYTES)
}

/// Stops the compiler where a model is not what its type says.
///
/// # Panics
/// In a constant, which is an error of the build.
pub const fn check(model: &[u8], contract: u8, inputs: usize, outputs: usize) {
    assert!(model.len() > packed::PREAMBLE, "the file is not a packed model: it is too short");
    assert!(model[0] == b'K' && model[1] == b'L' && model[2] == b'T', "the file is not a packed model");
    assert!(model[3] == VERSION, "the model has a layout of another version");
    assert!(packed::is_whole(model), "the model was altered or cut short: its checksum does not match");
    assert!(model[8] == contract, "the model was fitted for another number format than its type states");
    let (_task, at) = varint(model, 9);
    let (found, at) = varint(model, at);
    assert!(found == inputs, "the model has another number of inputs than its type states");
    let (found, _) = varint(model, at);
    assert!(found == outputs, "the model has another number of scores than its type states");
}

/// A number of the header, 7 bits a byte, the lowest first; and where the next one is.
const fn varint(model: &[u8], mut at: usize) -> (usize, usize) {
    let (mut number, mut shift) = (0, 0);
    loop {
        assert!(at < model.len() && shift <= 14, "the model's header cannot be decoded");
        let byte = model[at];
        number |= ((byte & 0x7f) as usize) << shift;
        at += 1;
        if byte < 0x80 {
            return (number, at);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Q7, Task};

    const EXAMPLE: &[u8] = include_bytes!("../example.klt");

    #[test]
    fn the_example_is_what_its_type_says() {
        check(EXAMPLE, 5, 2, 1);
        let model: Model<Q7, 2, 1> = crate::include_model!("../example.klt").expect("a model");
        assert_eq!(model.scores([3, 2000]), [-1_141_442]);
        assert_eq!(model.stream().task(), Task::Classification);
    }

    #[test]
    fn shapes_of_several_bytes_are_read() {
        assert_eq!(varint(&[0xac, 2, 1], 0), (300, 2));
        assert_eq!(varint(&[0xff, 0xff, 3], 0), (65_535, 3));
    }

    #[test]
    #[should_panic = "checksum"]
    fn an_altered_byte_is_seen() {
        let mut altered = [0; 44];
        altered.copy_from_slice(EXAMPLE);
        altered[43] ^= 1;
        check(&altered, 5, 2, 1);
    }

    #[test]
    #[should_panic = "header"]
    fn a_header_without_an_end_is_seen() {
        varint(&[0xff, 0xff, 0xff, 0xff], 0);
    }
}
