//! Messages of protocol buffers, as far as they are written: numbers, texts and further messages.
//!
//! Twenty lines stand in the place of a library and its generated code.

/// A message, field by field.
#[derive(Debug, Default)]
pub struct Message(Vec<u8>);

impl Message {
    /// Adds a whole number.
    pub fn number(mut self, field: u32, number: i64) -> Message {
        self.varint(u64::from(field) << 3);
        self.varint(number as u64);
        self
    }

    /// Adds bytes, or a text in UTF-8.
    pub fn bytes(mut self, field: u32, bytes: impl AsRef<[u8]>) -> Message {
        let bytes = bytes.as_ref();
        self.varint(u64::from(field) << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    /// Adds a message.
    pub fn message(self, field: u32, message: Message) -> Message {
        self.bytes(field, message.0)
    }

    /// Adds a message for each item.
    pub fn each<T>(self, field: u32, items: impl IntoIterator<Item = T>, message: impl Fn(T) -> Message) -> Message {
        items.into_iter().fold(self, |all, item| all.message(field, message(item)))
    }

    /// Returns the bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn varint(&mut self, mut number: u64) {
        while number > 127 {
            self.0.push(number as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the encoding's own documentation.
    #[test]
    fn messages_have_the_documented_bytes() {
        let number = Message::default().number(1, 150);
        assert_eq!(Message::default().message(3, number).into_bytes(), [0x1a, 3, 8, 0x96, 1]);
        assert_eq!(Message::default().bytes(2, "testing").into_bytes(), b"\x12\x07testing");
        let minus = Message::default().number(1, -1).into_bytes();
        assert_eq!((minus.len(), minus[10]), (11, 1));
    }
}
