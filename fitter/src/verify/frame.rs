//! The frames between host and firmware, as `docs/verification.md` has them.

/// The version of the protocol.
pub const VERSION: u8 = 1;
/// The letter of a hello, and of its answer.
pub const HELLO: u8 = b'h';
/// The letter of a row.
pub const ROW: u8 = b'r';
/// The letter of scores.
pub const ANSWER: u8 = b'a';
/// The letter of the end.
pub const END: u8 = b'e';
/// The bytes of the answer to a hello: letter, version, bytes of a score, scores, RAM, checksum.
pub const HELLO_BYTES: usize = 12;
/// The bytes of an answer beside the scores: letter, cost, stack, checksum.
pub const BESIDE: usize = 9;

/// What firmware says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Hello {
    /// The bytes of all scores.
    pub answer: usize,
    /// The bytes of RAM that a caller holds: readings, scores, a window.
    pub held: u32,
}

/// What a row took, with its scores.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The words of the scores.
    pub scores: Vec<u8>,
    /// Instructions or cycles, 0 where they were not counted.
    pub cost: u32,
    /// Bytes of stack, 0 where they were not measured.
    pub stack: u16,
}

/// Returns a row as a request.
pub fn row(payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![ROW];
    frame.extend(payload);
    let sum = checksum(&frame);
    frame.extend(sum.to_le_bytes());
    frame
}

/// Reads the answer to a hello; a word where it is none.
pub fn hello(frame: &[u8]) -> Result<Hello, String> {
    let content = content(frame, HELLO)?;
    let &[VERSION, a, b, c, d, ref held @ ..] = content else {
        return Err(format!("it speaks another version of the protocol than {VERSION}"));
    };
    let held = held.try_into().map(u32::from_le_bytes).map_err(|_| "its hello is cut".to_owned())?;
    let [size, outputs] = [[a, b], [c, d]].map(u16::from_le_bytes).map(usize::from);
    Ok(Hello { answer: size * outputs, held })
}

/// Reads an answer; a word where it is damaged.
pub fn answer(frame: &[u8]) -> Result<Answer, String> {
    let content = content(frame, ANSWER)?;
    let (scores, &[a, b, c, d, e, f]) = content.split_last_chunk().ok_or("its answer is cut")?;
    Ok(Answer { scores: scores.to_vec(), cost: u32::from_le_bytes([a, b, c, d]), stack: u16::from_le_bytes([e, f]) })
}

/// Returns what stands between letter and checksum.
fn content(frame: &[u8], letter: u8) -> Result<&[u8], String> {
    match frame.split_last_chunk() {
        Some((whole, sum)) if checksum(whole) == u16::from_le_bytes(*sum) && whole.first() == Some(&letter) => {
            Ok(&whole[1..])
        }
        _ => Err("its answer is damaged".to_owned()),
    }
}

/// The CRC-16 of CCITT.
fn checksum(bytes: &[u8]) -> u16 {
    let shifted = |sum: u16| if sum & 0x8000 != 0 { (sum << 1) ^ 0x1021 } else { sum << 1 };
    bytes.iter().fold(0xffff, |sum, byte| (0..8).fold(sum ^ (u16::from(*byte) << 8), |sum, _| shifted(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_has_its_check_value() {
        assert_eq!(checksum(b"123456789"), 0x29b1);
    }

    #[test]
    fn damaged_answers_are_refused() {
        let mut frame = row(&[1, 2, 3, 4, 9, 0, 0, 0, 7, 0]);
        frame[0] = ANSWER;
        assert!(answer(&frame).is_err());
        let end = frame.len() - 2;
        let sum = checksum(&frame[..end]).to_le_bytes();
        frame[end..].copy_from_slice(&sum);
        let found = answer(&frame).unwrap();
        assert_eq!((found.scores, found.cost, found.stack), (vec![1, 2, 3, 4], 9, 7));
    }
}
