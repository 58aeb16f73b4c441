//! Builds `examples/device` around a model and runs it on an emulated board.

use super::board::Board;
use kernelet::block::Kind;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest that an emulated board may run.
const PATIENCE: Duration = Duration::from_secs(300);

/// What is to be built.
pub struct Build<'a> {
    /// For which board.
    pub board: &'a Board,
    /// Around which model.
    pub model: &'a [u8],
    embedded: &'a [u8],
    program: &'a str,
    /// The memory map, if it is another than the board's.
    memory: Option<&'a str>,
    options: Vec<&'a str>,
}

impl<'a> Build<'a> {
    /// The firmware that checks golden vectors, around `model`, without embedded ones.
    pub fn of(board: &'a Board, model: &'a [u8]) -> Self {
        Build { board, model, embedded: &[], program: "kernelet-device", memory: None, options: Vec::new() }
    }

    /// With golden vectors in flash.
    pub fn embed(self, golden: &'a [u8]) -> Self {
        Build { embedded: golden, ..self }
    }

    /// Another program of `examples/device`.
    pub fn program(self, program: &'a str) -> Self {
        Build { program, ..self }
    }

    /// With another memory map of `examples/device`, to be linked alone.
    pub fn memory(self, map: &'a str) -> Self {
        Build { memory: Some(map), ..self }
    }

    /// With what blocks of these kinds need.
    pub fn blocks(mut self, kinds: &[Kind]) -> Self {
        self.options.extend(kinds.iter().filter_map(|kind| match kind.feature()?.name() {
            "ferns" => Some("--features=ferns"),
            "patches" => Some("--features=patches"),
            _ => Some("--features=rectified"),
        }));
        self
    }

    /// One more option for cargo.
    pub fn option(mut self, option: &'a str) -> Self {
        self.options.push(option);
        self
    }

    /// Builds; panics with the compiler's messages where that fails.
    pub fn firmware(self) -> Firmware<'a> {
        self.try_firmware().unwrap_or_else(|messages| panic!("the firmware does not build:\n{messages}"))
    }

    /// Builds; `Err` holds the compiler's and the linker's messages.
    pub fn try_firmware(self) -> Result<Firmware<'a>, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("model.klt"), self.model).expect("the folder takes a model");
        fs::write(folder.path().join("model.golden"), self.embedded).expect("the folder takes golden vectors");
        let _building = self.board.building.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("device").join(self.board.target);
        let output = self.cargo(folder.path(), &target).output().expect("cargo can be started");
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let built = target.join(self.board.target).join("release").join(self.program);
        fs::copy(built, folder.path().join("firmware.elf")).expect("cargo has left the firmware");
        Ok(Firmware { board: self.board, folder })
    }

    fn cargo(&self, folder: &Path, target: &Path) -> Command {
        let mut cargo = self.board.cargo();
        cargo
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/device"))
            .args(["build", "--release", "--locked", "--bin", self.program, "--target", self.board.target])
            .arg("--target-dir")
            .arg(target)
            .args(&self.options)
            .env("KERNELET_MODEL", folder.join("model.klt"))
            .env("KERNELET_GOLDEN", folder.join("model.golden"));
        // Flags that are meant for the host, such as those of a coverage run, are not for a
        // microcontroller.
        for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "KERNELET_MEMORY"] {
            cargo.env_remove(variable);
        }
        self.memory.iter().for_each(|map| _ = cargo.env("KERNELET_MEMORY", map));
        cargo
    }
}

/// Firmware, built; its folder goes with it.
pub struct Firmware<'a> {
    board: &'a Board,
    folder: TempDir,
}

/// What the firmware reports.
#[derive(Debug)]
pub struct Report {
    /// Golden vectors run.
    pub rows: u32,
    /// Scores that differ from the host's in any bit.
    pub mismatches: u32,
    /// Fewest and most instructions of a prediction.
    pub instructions: (u32, u32),
    /// The mean of them.
    pub mean: u32,
    /// Bytes of stack of a prediction.
    pub stack_bytes: u32,
}

impl Firmware<'_> {
    /// The linked program.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("firmware.elf")
    }

    /// Runs golden vectors from a file of the host.
    pub fn run(&self, golden: &[u8]) -> Report {
        fs::write(self.folder.path().join("rows"), golden).expect("the folder takes golden vectors");
        self.start("enable=on,target=native,arg=firmware,arg=rows")
    }

    /// Runs the golden vectors in flash.
    pub fn run_embedded(&self) -> Report {
        self.start("enable=on,target=native")
    }

    /// Runs a program that takes nothing; gives what it prints.
    pub fn say(&self) -> String {
        let (status, output, errors) = self.emulate("enable=on,target=native");
        assert!(status.success(), "{}: {status}\n{output}{errors}", self.board.core);
        output
    }

    /// Runs a program on the bytes of a file; gives what it prints.
    pub fn say_of(&self, bytes: &[u8]) -> String {
        fs::write(self.folder.path().join("rows"), bytes).expect("the folder takes a file");
        let (status, output, errors) = self.emulate("enable=on,target=native,arg=firmware,arg=rows");
        assert!(status.success(), "{}: {status}\n{output}{errors}", self.board.core);
        output
    }

    fn start(&self, semihosting: &str) -> Report {
        let (status, output, errors) = self.emulate(semihosting);
        parse(&output).unwrap_or_else(|| panic!("{}: {status}\n{output}{errors}", self.board.core))
    }

    /// How the program ends, what it prints and what it complains of.
    fn emulate(&self, semihosting: &str) -> (ExitStatus, String, String) {
        let [output, errors] = ["output", "errors"].map(|name| self.folder.path().join(name));
        let mut emulator = self.board.emulator();
        let child = emulator
            .current_dir(&self.folder) // so that the path on the command line is short
            .args(["-semihosting-config", semihosting, "-kernel", "firmware.elf"])
            .stdin(Stdio::null())
            .stdout(File::create(&output).expect("a file for the output"))
            .stderr(File::create(&errors).expect("a file for the errors"))
            .spawn()
            .unwrap_or_else(|error| panic!("{:?}: {error}: run tests/setup", emulator.get_program()));
        let status = wait(child);
        let [output, errors] = [output, errors].map(|path| fs::read_to_string(path).unwrap_or_default());
        (status, output, errors)
    }
}

/// Waits for a child, and ends it when it takes too long.
pub fn wait(mut child: Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("a running child can be ended");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads `rows=4000 mismatches=0 instructions=123..124 mean=123 stack=200`; C says no mean.
pub fn parse(output: &str) -> Option<Report> {
    let field = |name: &str| {
        let words = output.split_whitespace();
        words.filter_map(|word| word.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let (least, most) = field("instructions")?.split_once("..")?;
    Some(Report {
        rows: field("rows")?.parse().ok()?,
        mismatches: field("mismatches")?.parse().ok()?,
        instructions: (least.parse().ok()?, most.parse().ok()?),
        mean: field("mean").map_or(Some(0), |mean| mean.parse().ok())?,
        stack_bytes: field("stack")?.parse().ok()?,
    })
}

/// Every row was answered, and as the golden vectors say.
pub fn equal(report: &Report, rows: usize) {
    assert_eq!((report.rows as usize, report.mismatches), (rows, 0), "{report:?}");
}
