//! Firmware in an emulator: requests in a file, answers in another.

use super::build::{Subject, Trouble};
use super::core::{Core, Family};
use super::frame::{END, HELLO, row};
use super::limit::Limit;
use super::target::Language;
use super::{avr, rows::ReplayRows};
use crate::error::Error;
use std::fs::{self, File};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at an emulator.
const TICK: Duration = Duration::from_millis(10);

/// Runs firmware on all rows; returns what it answered, and hears how many bytes it has so far.
pub fn run(
    (core, language): (&Core, Language),
    subject: &Subject<'_>,
    (program, limit): (&Path, &Limit),
    heard: &dyn Fn(u64),
) -> Result<Vec<u8>, Trouble> {
    let folder = program.parent().unwrap_or(program);
    let [rows, answers] = ["rows", "answers"].map(|name| folder.join(name));
    fs::write(&rows, requests(subject.rows, 0..subject.rows.count())).map_err(|source| Error::io(&rows, source))?;
    let mut emulator = command(core, language, subject)?;
    let errors = folder.join("errors");
    let open = |path: &Path| File::create(path).map_err(|source| Error::io(path, source));
    let input = File::open(&rows).map_err(|source| Error::io(&rows, source))?;
    emulator.current_dir(folder).stdin(input).stdout(open(&folder.join("output"))?).stderr(open(&errors)?);
    let child = emulator.spawn().map_err(|error| format!("{:?}: {error}", emulator.get_program()))?;
    let status = wait(child, &answers, limit, heard)?;
    if core.family == Family::Avr && status.code() == Some(avr::OVERRUN) {
        return Err(Trouble::Skipped("does not fit: RAM is exceeded by the stack".to_owned()));
    }
    let answers = fs::read(&answers).unwrap_or_default();
    if !status.success() && answers.is_empty() {
        let errors = fs::read_to_string(&errors).unwrap_or_default();
        return Err(Trouble::Failed(format!("it ended without an answer ({status}): {}", errors.trim())));
    }
    Ok(answers)
}

/// Returns the requests of some rows.
pub fn requests(rows: &ReplayRows, range: Range<usize>) -> Vec<u8> {
    let rows = rows.iter().skip(range.start).take(range.len()).flat_map(|(payload, _)| row(payload));
    std::iter::once(HELLO).chain(rows).chain([END]).collect()
}

fn command(core: &Core, language: Language, subject: &Subject<'_>) -> Result<Command, Trouble> {
    if core.family == Family::Avr {
        let mut simulator = Command::new(avr::simulator(subject)?);
        simulator.args([core.machine, "firmware.elf", "answers"]);
        return Ok(simulator);
    }
    let mut emulator = Command::new(core.emulator());
    emulator.args(["-M", core.machine]).args(match core.family {
        Family::RiscV => ["-bios", "none", "-icount", "shift=0"].as_slice(),
        _ => &["-icount", "shift=7"],
    });
    emulator.args(["-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config"]);
    // C opens the files by their names
    emulator.arg(match language {
        Language::Rust => "enable=on,target=native,arg=firmware,arg=rows,arg=answers",
        Language::C => "enable=on,target=native",
    });
    emulator.args(["-kernel", "firmware.elf"]);
    Ok(emulator)
}

/// Waits until an emulator ends, and ends it where no answer comes any more.
pub fn wait(mut child: Child, answers: &Path, limit: &Limit, heard: &dyn Fn(u64)) -> Result<ExitStatus, Trouble> {
    let (mut latest, mut bytes) = (Instant::now(), 0);
    let end = |mut child: Child| {
        // a child that has just ended by itself is ended too
        let _ = child.kill();
        let _ = child.wait();
    };
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        if let Err(interrupted) = limit.check() {
            end(child);
            return Err(interrupted.into());
        }
        let now = fs::metadata(answers).map_or(0, |file| file.len());
        if now != bytes {
            (latest, bytes) = (Instant::now(), now);
            heard(now);
        }
        if latest.elapsed() > limit.patience {
            end(child);
            let seconds = limit.patience.as_secs();
            return Err(Trouble::Failed(format!("it hangs: no answer for {seconds} seconds, so it was ended")));
        }
        thread::sleep(TICK);
    }
}
