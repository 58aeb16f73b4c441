//! The command `kernelet` as a user runs it.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

/// A folder that is empty at first and gone afterwards, in which the command runs.
pub struct Desk {
    folder: tempfile::TempDir,
}

/// How a run of the command ended.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Desk {
    /// An empty one.
    pub fn new() -> Desk {
        Desk { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("writable");
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("readable");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    /// The command `kernelet` with arguments separated by spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(binary());
        command.args(arguments.split_whitespace()).current_dir(self.folder.path());
        command
    }

    /// Runs `kernelet` with arguments separated by spaces.
    pub fn run(&self, arguments: &str) -> Run {
        self.run_by("", arguments)
    }

    /// Runs `kernelet` with arguments that may have spaces.
    pub fn words(&self, arguments: &[&str]) -> Run {
        self.finished(Command::new(binary()).args(arguments))
    }

    /// Runs `kernelet` by another command, which starts it.
    pub fn run_by(&self, starter: &str, arguments: &str) -> Run {
        let words = starter.split_whitespace().map(OsStr::new).chain([binary().as_os_str()]);
        let mut words = words.chain(arguments.split_whitespace().map(OsStr::new));
        let program = words.next().expect("the command at least");
        self.finished(Command::new(program).args(words))
    }

    fn finished(&self, command: &mut Command) -> Run {
        let command = command.current_dir(self.folder.path()).output();
        let Output { status, stdout, stderr } = command.expect("the command starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Run { code: status.code().expect("no signal"), out: text(stdout), err: text(stderr) }
    }

    /// Starts `kernelet` with arguments separated by spaces; what it prints goes nowhere.
    pub fn start(&self, arguments: &str) -> Child {
        self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts")
    }

    /// Runs `kernelet … --json`, which must succeed, and gives what it printed.
    pub fn json(&self, arguments: &str) -> Value {
        let run = self.run(&format!("{arguments} --json"));
        assert_eq!(run.code, 0, "kernelet {arguments}: {}", run.err);
        serde_json::from_str(&run.out).expect("one JSON object")
    }
}

/// A file of the letter data that comes with the project.
pub fn letter(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/letter").join(name);
    path.to_str().expect("UTF-8").to_owned()
}

/// A file of the larger data sets, which lie outside the project; `None`, and a word, where they
/// are absent.
pub fn shared(name: &str) -> Option<String> {
    let folder = std::env::var_os("KERNELET_DATA").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    let path = folder.join(name);
    if path.exists() {
        return path.to_str().map(str::to_owned);
    }
    eprintln!("skipped: {} is absent; KERNELET_DATA names the folder of data sets", path.display());
    None
}

/// The features of the runtime with which `tests/run` builds everything.
const FEATURES: &str = "kernelet/libm,kernelet/micromath,kernelet/heapless,kernelet/serde";

/// The command, built once: of the crates that the tests themselves were built of.
fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--profile", "test", "--workspace", "--bins", "--features", FEATURES]);
        build.args(["--quiet", "--message-format=json"]).current_dir(root);
        let built = build.output().expect("cargo starts");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let messages = String::from_utf8(built.stdout).expect("UTF-8");
        let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut executables = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
        executables.next_back().expect("an executable")
    })
}
