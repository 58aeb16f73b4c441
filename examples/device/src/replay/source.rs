//! Requests, whole or damaged, and answers to them.

use crate::frame::{Frame, START, checksum};
use crate::port::Port;

/// The way to the host, and the checksum of the request so far.
pub struct Source {
    port: Port,
    sum: u16,
}

impl Source {
    /// Opens the way to the host.
    pub fn open() -> Result<Source, &'static str> {
        Ok(Source { port: Port::open()?, sum: START })
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
            match self.port.read(&mut bytes[filled..])? {
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
            let count = self.port.write(rest)?;
            rest = rest.get(count.max(1)..).unwrap_or_default();
        }
        Ok(())
    }
}
