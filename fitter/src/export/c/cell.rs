//! The numbers of a packed model as C writes them.

use kernelet::number::Word;
use std::fmt::Write;

/// The type of the numbers of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// `int8_t`.
    I8,
    /// `uint8_t`.
    U8,
    /// `int16_t`.
    I16,
    /// `uint16_t`.
    U16,
    /// `int32_t`.
    I32,
    /// `uint32_t`.
    U32,
    /// `float`.
    F32,
}

/// The widest line of an array.
const WIDTH: usize = 118;

impl Cell {
    /// The type in C.
    pub const fn c_type(self) -> &'static str {
        match self {
            Cell::I8 => "int8_t",
            Cell::U8 => "uint8_t",
            Cell::I16 => "int16_t",
            Cell::U16 => "uint16_t",
            Cell::I32 => "int32_t",
            Cell::U32 => "uint32_t",
            Cell::F32 => "float",
        }
    }

    /// The numbers that little-endian bytes hold.
    pub fn texts(self, bytes: &[u8]) -> Vec<String> {
        match self {
            Cell::I8 => i8::words(bytes).map(|word| word.to_string()).collect(),
            Cell::U8 => bytes.iter().map(u8::to_string).collect(),
            Cell::I16 => i16::words(bytes).map(|word| word.to_string()).collect(),
            Cell::U16 => i16::words(bytes).map(|word| (word as u16).to_string()).collect(),
            Cell::I32 => i32::words(bytes).map(i32_text).collect(),
            Cell::U32 => u32::words(bytes).map(|word| format!("{word}u")).collect(),
            Cell::F32 => f32::words(bytes).map(float).collect(),
        }
    }

    /// The definition of a constant array in flash; none for no numbers, since C has no empty
    /// arrays.
    pub fn array(self, name: &str, bytes: &[u8]) -> String {
        let texts = self.texts(bytes);
        if texts.is_empty() {
            return String::new();
        }
        let mut text = format!("static const {} {name}[{}] KLT_FLASH = {{\n   ", self.c_type(), texts.len());
        let mut column = 3;
        for number in texts {
            if column + number.len() + 2 > WIDTH {
                text.push_str("\n   ");
                column = 3;
            }
            write!(text, " {number},").expect("text grows");
            column += number.len() + 2;
        }
        text + "\n};\n\n"
    }
}

/// The literal of a number. The least one has none of its own: its digits are those of a number too
/// large, with a sign before them.
fn i32_text(word: i32) -> String {
    if word == i32::MIN { "INT32_MIN".into() } else { word.to_string() }
}

/// The shortest decimal that reads back to the same bits.
pub fn float(real: f32) -> String {
    format!("{real:e}f")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_hold_the_numbers_of_their_bytes() {
        let text = Cell::I16.array("a", &[1, 0, 0xff, 0xff]);
        assert_eq!(text, "static const int16_t a[2] KLT_FLASH = {\n    1, -1,\n};\n\n");
        assert_eq!(Cell::U32.texts(&[0xff; 4]), ["4294967295u"]);
        assert_eq!(Cell::I32.texts(&i32::MIN.to_le_bytes()), ["INT32_MIN"]);
        assert_eq!(Cell::F32.array("b", &[]), "");
    }

    #[test]
    fn no_line_is_wider_than_a_page() {
        let text = Cell::U32.array("a", &[0x9c; 400]);
        assert!(text.lines().all(|line| line.len() <= WIDTH) && text.lines().count() > 10);
    }

    #[test]
    fn floats_read_back_to_their_bits() {
        for real in [0.1, -0.0, 1.0, f32::MIN_POSITIVE, f32::MAX, 1e-45, 6.283_185_5] {
            let text = float(real);
            let back: f32 = text.strip_suffix('f').and_then(|digits| digits.parse().ok()).unwrap();
            assert_eq!(back.to_bits(), real.to_bits(), "{text}");
        }
    }
}
