//! The corpus of bad input in `tests/hostile/`: cases, and the files that they are made of.

use super::kernelet::Desk;
use super::made::Made;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

/// The time that a case may take.
const LIMIT: Duration = Duration::from_secs(20);
/// The most bytes that a message may have.
const WORDY: usize = 4_000;

/// One file of the corpus: cases, and the files that all of them begin with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    #[serde(default)]
    files: BTreeMap<String, Made>,
    case: Vec<Case>,
}

/// One run of the command on bad input, and how it must end.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What is wrong.
    pub name: String,
    /// The arguments, separated by spaces; `'…'` is one argument.
    run: String,
    /// The exit code.
    code: i32,
    /// Words that standard error must have.
    #[serde(default)]
    says: Vec<String>,
    /// Words that standard output must have; without any, a failure must print nothing.
    #[serde(default)]
    prints: Vec<String>,
    /// The only files that may be new or changed afterwards.
    #[serde(default)]
    writes: Vec<String>,
    /// Files beside those of the area, or instead of them.
    #[serde(default)]
    files: BTreeMap<String, Made>,
    /// What standard input holds.
    stdin: Option<Made>,
    /// A file that standard output goes to, such as `/dev/full`.
    stdout: Option<PathBuf>,
}

/// Reads all cases, in the order of the files' names; each name begins with that of its area.
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let entries = fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    paths.iter().flat_map(|path| area(path)).collect()
}

fn area(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).expect("readable");
    let Area { files, case } = toml::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let area = path.file_stem().unwrap_or_default().to_string_lossy();
    let whole = |case: Case| {
        let files = files.clone().into_iter().chain(case.files).collect();
        Case { name: format!("{area}: {}", case.name), files, ..case }
    };
    case.into_iter().map(whole).collect()
}

/// How a run ended.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Case {
    /// Runs the case, and returns everything that is wrong with how it ended.
    pub fn wrongs(&self) -> Vec<String> {
        let desk = Desk::new();
        self.files.iter().for_each(|(name, made)| made.put(&desk.path(name)));
        let before = contents(&desk.path(""));
        let Some(ended) = self.run(&desk) else { return vec![format!("runs for more than {LIMIT:?}")] };
        let mut wrongs = self.words(&ended);
        wrongs.extend(self.torn(&before, &contents(&desk.path(""))));
        if !wrongs.is_empty() {
            wrongs.push(format!("it said: {}", ended.err.chars().take(600).collect::<String>()));
        }
        wrongs
    }

    fn run(&self, desk: &Desk) -> Option<Ended> {
        let outside = tempfile::tempdir().expect("a folder");
        let [out, err, input] = ["out", "err", "in"].map(|name| outside.path().join(name));
        fs::write(&input, self.stdin.as_ref().map(Made::bytes).unwrap_or_default()).expect("writable");
        let stdout = match &self.stdout {
            Some(path) => OpenOptions::new().append(true).open(desk.path("").join(path)).expect("a place to print to"),
            None => File::create(&out).expect("writable"),
        };
        let mut command = desk.command("");
        command.args(arguments(&self.run)).stdin(File::open(&input).expect("readable")).stdout(stdout);
        let child = command.stderr(File::create(&err).expect("writable")).spawn().expect("it starts");
        let code = wait(child)?;
        let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        Some(Ended { code, out: text(&out), err: text(&err) })
    }

    /// What is wrong with code and words: a panic, silence, the wrong ones, or too many.
    fn words(&self, Ended { code, out, err }: &Ended) -> Vec<String> {
        let mut wrongs = Vec::new();
        if *code != Some(self.code) {
            wrongs.push(format!("exit code {code:?}, not {}", self.code));
        }
        if err.contains("panicked") {
            wrongs.push("panics".to_owned());
        }
        if err.is_empty() && (self.code != 0 || self.prints.is_empty()) {
            wrongs.push("is silent".to_owned());
        }
        if err.len() > WORDY {
            wrongs.push(format!("says {} bytes", err.len()));
        }
        if self.code != 0 && self.prints.is_empty() && !out.is_empty() {
            wrongs.push("fails, and prints something".to_owned());
        }
        let lacks = |words: &[String], text: &str| -> Vec<String> {
            words.iter().filter(|word| !text.contains(*word)).map(|word| format!("lacks {word:?}")).collect()
        };
        wrongs.extend(lacks(&self.says, err));
        wrongs.extend(lacks(&self.prints, out));
        wrongs
    }

    /// The files that were changed, removed or left behind.
    fn torn(&self, before: &Contents, after: &Contents) -> Vec<String> {
        let names = before.keys().chain(after.keys()).filter(|name| before.get(*name) != after.get(*name));
        let torn = names.filter(|name| !self.writes.contains(name));
        torn.map(|name| format!("changes {name}")).collect()
    }
}

/// The bytes of every file by its path; `None` for what is no file.
type Contents = BTreeMap<String, Option<Vec<u8>>>;

fn contents(folder: &Path) -> Contents {
    let mut found = Contents::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            found.extend(contents(&entry.path()).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        }
        found.insert(name, if kind.is_file() { fs::read(entry.path()).ok() } else { None });
    }
    found
}

/// Splits arguments at spaces, but not between single quotes.
fn arguments(text: &str) -> Vec<String> {
    let (mut all, mut last, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '\'' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if begun {
                    all.push(std::mem::take(&mut last));
                }
                begun = false;
            }
            c => {
                last.push(c);
                begun = true;
            }
        }
    }
    if begun {
        all.push(last);
    }
    all
}

/// Returns the exit code, or `None` after the time is up.
fn wait(mut child: Child) -> Option<Option<i32>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a process") {
            return Some(status.code());
        }
        if started.elapsed() > LIMIT {
            child.kill().and_then(|()| child.wait()).expect("killed");
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
