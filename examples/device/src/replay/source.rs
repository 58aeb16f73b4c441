//! Requests from a file of the host, and answers to another one.

use crate::frame::{Frame, START, checksum};
use core::ffi::CStr;
use semihosting::experimental::env::args;
use semihosting::fs::File;
use semihosting::io::{Read, Write};

/// The longest command line that the host may give.
const COMMAND_LINE: usize = 256;

/// What is said where the host names no files.
const NO_FILES: &str = "the command line names no files of requests and answers";

/// The files of the host, and the checksum of the request so far.
pub struct Source {
    requests: File,
    answers: File,
    sum: u16,
}

impl Source {
    /// Opens the files that the host's command line names after the program.
    pub fn open() -> Result<Source, &'static str> {
        let arguments = args::<COMMAND_LINE>().map_err(|_| NO_FILES)?;
        let mut names = (&arguments).skip(1);
        let mut name = || names.next().and_then(Result::ok).ok_or(NO_FILES);
        let requests = with_end(name()?, |path| File::open(path))?;
        let answers = with_end(name()?, |path| File::create(path))?;
        Ok(Source { requests, answers, sum: START })
    }

    /// The letter of the next request; that of the end where none is left.
    pub fn request(&mut self) -> Result<u8, &'static str> {
        let mut letter = [b'e'];
        self.sum = START;
        self.read(&mut letter)?;
        Ok(letter[0])
    }

    /// Reads the next bytes of a request whole; `Ok(false)` where none is left.
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<bool, &'static str> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.requests.read(&mut bytes[filled..]).map_err(|_| "the requests cannot be read")? {
                0 if filled == 0 => return Ok(false),
                0 => return Err("the requests end within one"),
                count => filled += count,
            }
        }
        self.sum = bytes.iter().fold(self.sum, |sum, byte| checksum(sum, *byte));
        Ok(true)
    }

    /// Reads the checksum; whether it is that of the request.
    pub fn is_whole(&mut self) -> Result<bool, &'static str> {
        let (sum, mut bytes) = (self.sum, [0; 2]);
        self.read(&mut bytes)?;
        Ok(u16::from_le_bytes(bytes) == sum)
    }

    /// Sends an answer.
    pub fn answer(&mut self, mut frame: Frame) -> Result<(), &'static str> {
        let mut rest = frame.finish();
        while !rest.is_empty() {
            let count = self.answers.write(rest).map_err(|_| "the answers cannot be written")?;
            rest = rest.get(count.max(1)..).unwrap_or_default();
        }
        Ok(())
    }
}

fn with_end<T>(path: &str, open: impl Fn(&CStr) -> semihosting::io::Result<T>) -> Result<T, &'static str> {
    let mut terminated = [0; COMMAND_LINE];
    terminated.get_mut(..path.len()).ok_or(NO_FILES)?.copy_from_slice(path.as_bytes());
    let path = CStr::from_bytes_until_nul(&terminated).map_err(|_| NO_FILES)?;
    open(path).map_err(|_| "a file of the command line cannot be opened")
}
