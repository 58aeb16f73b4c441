//! What a text that is not UTF-8 may be encoded in.

/// The mark of the order of bytes, which some programs begin a text of UTF-8 with.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// The marks that programs begin a text of UTF-16 with.
const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// What is wrong with a text that holds the character of code 0.
pub const NUL: &str = "the text holds the character NUL: it is UTF-16, or no text; save it as UTF-8";

/// What is wrong with a text that is not UTF-8, by its first bytes, and what makes it right.
pub fn not_utf8(start: &[u8]) -> String {
    let (is, name) = match UTF_16.iter().any(|mark| start.starts_with(mark)) {
        true => ("is UTF-16, not UTF-8", "UTF-16"),
        false => ("is not UTF-8", "WINDOWS-1252"),
    };
    format!("the text {is}; save it as UTF-8, or convert it, such as by iconv -f {name} -t UTF-8")
}

#[cfg(test)]
mod tests {
    use super::not_utf8;

    #[test]
    fn the_mark_of_utf_16_is_known() {
        for start in [&b"\xff\xfea\0"[..], b"\xfe\xff\0a"] {
            assert!(not_utf8(start).starts_with("the text is UTF-16, not UTF-8;"), "{start:?}");
        }
        assert!(not_utf8(b"caf\xe9").starts_with("the text is not UTF-8;"));
    }
}
