//! Requests in flash, answers as lines of hexadecimal digits: for debuggers that serve no files.

/// Requests, as the host put them there.
static REQUESTS: &[u8] = include_bytes!(env!("KERNELET_REQUESTS"));

/// What is left of the requests.
pub struct Port(&'static [u8]);

impl Port {
    /// Begins with the first request.
    pub fn open() -> Result<Port, &'static str> {
        Ok(Port(REQUESTS))
    }

    /// Reads some bytes; how many there were.
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<usize, &'static str> {
        let count = bytes.len().min(self.0.len());
        let (now, rest) = self.0.split_at(count);
        bytes[..count].copy_from_slice(now);
        self.0 = rest;
        Ok(count)
    }

    /// Prints some bytes on a line.
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize, &'static str> {
        bytes.iter().for_each(|byte| semihosting::print!("{byte:02x}"));
        semihosting::println!();
        Ok(bytes.len())
    }
}
