//! Files of the host: requests from the one that its command line names first, answers to the
//! second.

use core::ffi::CStr;
use semihosting::experimental::env::args;
use semihosting::fs::File;
use semihosting::io::{Read, Write};

/// The longest command line that the host may give.
const COMMAND_LINE: usize = 256;

/// What is said where the host names no files.
const NO_FILES: &str = "the command line names no files of requests and answers";

/// Both files.
pub struct Port {
    requests: File,
    answers: File,
}

impl Port {
    /// Opens the files.
    pub fn open() -> Result<Port, &'static str> {
        let arguments = args::<COMMAND_LINE>().map_err(|_| NO_FILES)?;
        let mut names = (&arguments).skip(1);
        let mut name = || names.next().and_then(Result::ok).ok_or(NO_FILES);
        let requests = with_end(name()?, |path| File::open(path))?;
        let answers = with_end(name()?, |path| File::create(path))?;
        Ok(Port { requests, answers })
    }

    /// Reads some bytes; how many there were.
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<usize, &'static str> {
        self.requests.read(bytes).map_err(|_| "the requests cannot be read")
    }

    /// Writes some bytes; how many went.
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize, &'static str> {
        self.answers.write(bytes).map_err(|_| "the answers cannot be written")
    }
}

fn with_end<T>(path: &str, open: impl Fn(&CStr) -> semihosting::io::Result<T>) -> Result<T, &'static str> {
    let mut terminated = [0; COMMAND_LINE];
    terminated.get_mut(..path.len()).ok_or(NO_FILES)?.copy_from_slice(path.as_bytes());
    let path = CStr::from_bytes_until_nul(&terminated).map_err(|_| NO_FILES)?;
    open(path).map_err(|_| "a file of the command line cannot be opened")
}
