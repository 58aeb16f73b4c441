//! The type of an array's elements, as NumPy writes it.

use super::value::Value;

/// The type of an array's elements: a kind, a size in bytes, an order of bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Element {
    kind: Kind,
    size: usize,
    is_big: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Truth,
    Signed,
    Unsigned,
    Real,
    /// Characters of four bytes.
    Wide,
    /// Characters of one byte.
    Narrow,
}

impl Element {
    /// Reads a type such as `<f8`.
    ///
    /// # Errors
    /// A sentence where it is none of the types that are read.
    pub fn parse(text: &str) -> Result<Element, String> {
        let refused = || {
            format!(
                "the elements are of type {text:?}; whole numbers of 1 to 8 bytes, f4, f8, truths and texts are read"
            )
        };
        let mut characters = text.chars();
        let (order, kind) = (characters.next(), characters.next());
        let size: usize = characters.as_str().parse().map_err(|_| refused())?;
        let is_big = match order {
            Some('<' | '|' | '=') => false,
            Some('>') => true,
            _ => return Err(refused()),
        };
        let (kind, size) = match (kind, size) {
            (Some('b'), 1) => (Kind::Truth, 1),
            (Some('i'), 1 | 2 | 4 | 8) => (Kind::Signed, size),
            (Some('u'), 1 | 2 | 4 | 8) => (Kind::Unsigned, size),
            (Some('f'), 4 | 8) => (Kind::Real, size),
            (Some('U'), 1..=65_536) => (Kind::Wide, 4 * size),
            (Some('S'), 1..=65_536) => (Kind::Narrow, size),
            _ => return Err(refused()),
        };
        Ok(Element { kind, size, is_big })
    }

    /// The bytes of an element.
    pub fn size(self) -> usize {
        self.size
    }

    /// Returns true for texts, which [`Element::text`] reads.
    pub fn is_text(self) -> bool {
        matches!(self.kind, Kind::Wide | Kind::Narrow)
    }

    /// Returns the number or truth of an element's bytes.
    pub fn value(self, bytes: &[u8]) -> Value<'static> {
        let word = self.word(bytes);
        match self.kind {
            Kind::Truth => Value::Truth(word != 0),
            Kind::Signed => {
                let shift = 64 - 8 * self.size;
                Value::Whole(((word << shift) as i64 >> shift).into())
            }
            Kind::Real if self.size == 4 => Value::Real(f32::from_bits(word as u32).into()),
            Kind::Real => Value::Real(f64::from_bits(word)),
            Kind::Unsigned | Kind::Wide | Kind::Narrow => Value::Whole(word.into()),
        }
    }

    /// Returns the text of an element's bytes, without the zeros that fill it up.
    pub fn text(self, bytes: &[u8]) -> String {
        let narrow = |byte: &u8| char::from(*byte);
        let wide = |word: &[u8]| char::from_u32(self.word(word) as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
        let text: String = match self.kind {
            Kind::Wide => bytes.chunks(4).map(wide).collect(),
            _ => bytes.iter().map(narrow).collect(),
        };
        text.trim_end_matches('\0').to_owned()
    }

    fn word(self, bytes: &[u8]) -> u64 {
        let add = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
        if self.is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_their_bytes() {
        for (text, bytes, expected) in [
            ("<i2", &(-2i16).to_le_bytes()[..], Value::Whole(-2)),
            (">i2", &(-2i16).to_be_bytes(), Value::Whole(-2)),
            ("|u1", &[200], Value::Whole(200)),
            ("|i1", &[200], Value::Whole(-56)),
            (">u8", &u64::MAX.to_be_bytes(), Value::Whole(u64::MAX.into())),
            ("<i8", &i64::MIN.to_le_bytes(), Value::Whole(i64::MIN.into())),
            ("<f4", &0.1f32.to_le_bytes(), Value::Real(0.1f32.into())),
            (">f8", &(-1e300f64).to_be_bytes(), Value::Real(-1e300)),
            ("|b1", &[1], Value::Truth(true)),
        ] {
            assert_eq!(Element::parse(text).unwrap().value(bytes), expected, "{text}");
        }
    }

    #[test]
    fn texts_are_freed_of_their_zeros() {
        let wide = Element::parse("<U3").unwrap();
        assert_eq!((wide.size(), wide.text(b"a\0\0\0\xe4\0\0\0\0\0\0\0")), (12, "aä".to_owned()));
        assert_eq!(Element::parse("|S4").unwrap().text(b"ab\0\0"), "ab");
    }

    #[test]
    fn other_types_are_refused() {
        for text in ["<f2", "<c8", "|O", "<M8[ns]", "|V12", "", "<i3", "f8", "<U99999999"] {
            assert!(Element::parse(text).unwrap_err().contains("of type"), "{text}");
        }
    }
}
