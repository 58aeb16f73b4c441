//! A model compiled in: the compiler checks its bytes, so that a wrong file is an error of the
//! build.

use crate::error::{Feature, ViewError};
use crate::model::Model;
use crate::number::Format;
use crate::wire::{self, Features, Sections};

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
            if let Some(missing) = sections.needs().missing() {
                panic!("{}", lacking(missing, sections.needs()).text());
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

/// The message for a feature that is off: it names all that the model needs.
const fn lacking(missing: Feature, needed: Features) -> Message {
    let message = Message::EMPTY.and("the model needs the feature `").and(missing.name());
    let message = message.and("`, which is off; in Cargo.toml: kernelet = { version = \"");
    let message = message.and(env!("CARGO_PKG_VERSION_MAJOR")).and(".").and(env!("CARGO_PKG_VERSION_MINOR"));
    let mut message = message.and("\", features = [");
    let (mut at, mut between) = (0, "\"");
    while at < Feature::ALL.len() {
        let feature = Feature::ALL[at];
        if needed.contains(feature) {
            message = message.and(between).and(feature.name());
            between = "\", \"";
        }
        at += 1;
    }
    message.and("\"] }")
}

/// A text that is put together while this is compiled.
struct Message {
    bytes: [u8; 512],
    length: usize,
}

impl Message {
    const EMPTY: Message = Message { bytes: [b' '; 512], length: 0 };

    const fn and(mut self, text: &str) -> Message {
        let (text, mut at) = (text.as_bytes(), 0);
        while at < text.len() {
            self.bytes[self.length] = text[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    const fn text(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "a text",
        }
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
        let all = Feature::ALL.into_iter().fold(Features::NONE, Features::with);
        for feature in Feature::ALL {
            let message = lacking(feature, Features::NONE.with(feature));
            let (what, list) = message.text().split_once("features = [\"").expect("a list");
            assert!(what.contains(feature.name()));
            assert_eq!(list.strip_suffix("\"] }"), Some(feature.name()));
            let message = lacking(feature, all);
            let (_, list) = message.text().split_once("features = [\"").expect("a list");
            assert!(list.strip_suffix("\"] }").expect("its end").split("\", \"").eq(all.names()));
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
