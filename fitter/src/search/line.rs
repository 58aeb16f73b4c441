//! A line of a record: a key, its error, and a checksum of both.

use xxhash_rust::xxh3::xxh3_64;

/// Returns the line of a key and its error.
pub(super) fn of(key: u64, error: f64) -> String {
    let entry = format!("{key:016x} {error}");
    format!("{entry} {}\n", checksum(&entry))
}

/// Returns the key and the error of a line without its end; `None` where it is broken.
pub(super) fn parsed(line: &str) -> Option<(u64, f64)> {
    let (entry, found) = line.rsplit_once(' ')?;
    let (key, error) = entry.split_once(' ')?;
    let error = error.parse().ok().filter(|error: &f64| error.is_finite())?;
    let key = u64::from_str_radix(key, 16).ok()?;
    (found == checksum(entry)).then_some((key, error))
}

/// The lower half of XXH3 with 64 bits.
fn checksum(entry: &str) -> String {
    format!("{:08x}", xxh3_64(entry.as_bytes()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back_to_the_last_bit_or_not_at_all() {
        for error in [0.0, 1.0 / 3.0, 1e-300, f64::MAX] {
            let line = of(0xfeed, error);
            let line = line.trim_end();
            assert_eq!(parsed(line), Some((0xfeed, error)));
            for at in 0..line.len() {
                assert_eq!(parsed(&line[..at]), None);
                assert_eq!(parsed(&format!("{}7{}", &line[..at], &line[at..])), None);
            }
        }
    }
}
