//! Where golden vectors come from: a file of the host, where its command line names one, else this
//! firmware's flash.
//!
//! A file is read a row at a time, so that any number of rows runs on a board of 16 KiB of RAM.

use crate::given::GOLDEN;
use core::ffi::CStr;
use semihosting::experimental::env::args;
use semihosting::fs::File;
use semihosting::io::Read;

/// The longest command line that the host may give.
const COMMAND_LINE: usize = 256;

/// Golden vectors, one after the other.
pub enum Source {
    /// What is left of the embedded ones.
    Flash(&'static [u8]),
    /// A file of the host.
    Host(File),
}

impl Source {
    /// Opens the file that the host's command line names after the program, if any.
    pub fn open() -> Result<Source, &'static str> {
        // A debugger may have no command line to give: then the embedded vectors are meant.
        let Ok(arguments) = args::<COMMAND_LINE>() else {
            return Ok(Source::Flash(GOLDEN));
        };
        match (&arguments).nth(1) {
            Some(Ok(path)) => open(path).map(Source::Host),
            Some(Err(_)) => Err("the path on the command line is not UTF-8"),
            None => Ok(Source::Flash(GOLDEN)),
        }
    }

    /// Reads the next bytes whole; `Ok(false)` where none is left.
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<bool, &'static str> {
        match self {
            Source::Flash(rest) => Ok(split(rest, bytes)),
            Source::Host(file) => fill(file, bytes),
        }
    }
}

fn open(path: &str) -> Result<File, &'static str> {
    const TOO_LONG: &str = "the path on the command line is too long";
    let mut terminated = [0; COMMAND_LINE];
    terminated.get_mut(..path.len()).ok_or(TOO_LONG)?.copy_from_slice(path.as_bytes());
    let path = CStr::from_bytes_until_nul(&terminated).map_err(|_| TOO_LONG)?;
    File::open(path).map_err(|_| "the file on the command line cannot be opened")
}

/// Copies the next record out of flash.
fn split(rest: &mut &[u8], record: &mut [u8]) -> bool {
    let Some((next, after)) = rest.split_at_checked(record.len()) else {
        return false;
    };
    record.copy_from_slice(next);
    *rest = after;
    true
}

/// Reads the next record whole; the file must not end within one.
fn fill(file: &mut File, record: &mut [u8]) -> Result<bool, &'static str> {
    let mut filled = 0;
    while filled < record.len() {
        match file.read(&mut record[filled..]).map_err(|_| "the file of golden vectors cannot be read")? {
            0 if filled == 0 => return Ok(false),
            0 => return Err("the file of golden vectors ends within a row"),
            count => filled += count,
        }
    }
    Ok(true)
}
