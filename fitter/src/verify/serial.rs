//! A board behind a serial port, which runs the model exported as C and `replay.c`.

use super::answers::Comparison;
use super::build::Trouble;
use super::frame::{self, BESIDE, HELLO, HELLO_BYTES};
use super::limit::Limit;
use super::outcome::Outcome;
use super::rows::ReplayRows;
use crate::pack::cost::Unit;
use crate::search::Progress;
use serialport::{ClearBuffer, SerialPort};
use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

/// The longest wait of a single read.
const READ: Duration = Duration::from_millis(100);
/// The time after which a board that does not answer is greeted again: many start when a port
/// opens.
const GREETING: Duration = Duration::from_secs(2);
/// How often a damaged row is sent again.
const TRIES: usize = 3;

/// A port with a board behind it.
struct Line<'a> {
    port: Box<dyn SerialPort>,
    limit: &'a Limit,
}

/// Sends all rows to a board, one after the other, and compares what it answers.
pub fn verify(
    rows: &ReplayRows,
    (name, baud, limit): (&str, u32, &Limit),
    (mut comparison, progress): (Comparison<'_>, &dyn Progress),
) -> Result<Outcome, Trouble> {
    progress.trying(&format!("serial:{name}: waiting for the board"));
    let port = serialport::new(name, baud).timeout(READ).open();
    let port = port.map_err(|error| format!("{name} cannot be opened: {error}"))?;
    let mut line = Line { port, limit };
    comparison.hello(line.greet()?)?;
    progress.trying(&format!("serial:{name}: running"));
    for (place, (payload, scores)) in rows.iter().enumerate() {
        match line.ask(payload, scores.len()) {
            Ok(answer) => comparison.row(&answer),
            Err(Trouble::Failed(why)) => {
                comparison.fail(format!("row {}: {why}", place + 1));
                break;
            }
            Err(trouble) => return Err(trouble),
        }
        progress.done(place + 1, rows.count());
    }
    Ok(comparison.end(Unit::Cycles, None))
}

impl Line<'_> {
    /// Greets the board until it says what it is.
    fn greet(&mut self) -> Result<frame::Hello, Trouble> {
        let start = Instant::now();
        loop {
            // what it said before is of no use
            self.port.clear(ClearBuffer::Input).map_err(|error| error.to_string())?;
            self.send(&[HELLO])?;
            match self.hear(HELLO_BYTES, GREETING.min(self.limit.patience)) {
                Ok(hello) => match frame::hello(&hello) {
                    Ok(hello) => return Ok(hello),
                    Err(why) if start.elapsed() > self.limit.patience => return Err(why.into()),
                    Err(_) => {}
                },
                Err(Trouble::Failed(why)) if start.elapsed() < self.limit.patience => drop(why),
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Sends a row until it arrives whole; returns the answer.
    fn ask(&mut self, payload: &[u8], scores: usize) -> Result<frame::Answer, Trouble> {
        let mut why = String::new();
        for _ in 0..TRIES {
            self.send(&frame::row(payload))?;
            let letter = self.hear(1, self.limit.patience)?;
            let rest = if letter == [frame::ANSWER] { scores + BESIDE - 1 } else { 2 };
            let answer = self.hear(rest, self.limit.patience)?;
            match frame::answer(&[letter, answer].concat()) {
                Ok(answer) => return Ok(answer),
                Err(damaged) => why = damaged,
            }
            self.skip()?;
        }
        Err(why.into())
    }

    /// Skips what is left of a damaged answer.
    fn skip(&mut self) -> Result<(), Trouble> {
        let mut bytes = [0; 256];
        while self.port.read(&mut bytes).is_ok_and(|heard| heard > 0) {
            self.limit.check()?;
        }
        Ok(())
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.port.write_all(bytes).map_err(|error| Trouble::Failed(format!("the port does not take a row: {error}")))
    }

    /// Hears so many bytes within some time.
    fn hear(&mut self, count: usize, patience: Duration) -> Result<Vec<u8>, Trouble> {
        let (mut bytes, mut filled, mut latest) = (vec![0; count], 0, Instant::now());
        while filled < count {
            self.limit.check()?;
            match self.port.read(&mut bytes[filled..]) {
                Ok(heard) => {
                    filled += heard;
                    latest = if heard > 0 { Instant::now() } else { latest };
                }
                Err(error) if [ErrorKind::TimedOut, ErrorKind::Interrupted].contains(&error.kind()) => {}
                Err(error) => return Err(Trouble::Failed(format!("the port cannot be read: {error}"))),
            }
            if filled < count && latest.elapsed() > patience {
                return Err(Trouble::Failed(format!("no answer for {} seconds", patience.as_secs())));
            }
        }
        Ok(bytes)
    }
}
