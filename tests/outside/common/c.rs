//! A model exported as C, compiled for this machine, for emulated Cortex-M cores and for a
//! simulated AVR.

use super::board::Board;
use super::firmware::{Report, parse, wait};
use super::kernelet::Desk;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The strictest flags that exported source compiles under without a warning.
pub const STRICT: &[&str] =
    &["gcc", "-O2", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];
/// The same file as C++.
pub const AS_CPP: &[&str] = &["g++", "-O2", "-x", "c++", "-Wall", "-Wextra", "-Werror"];
/// With every fused and vector operation of this machine, as GNU C.
pub const FAST: &[&str] = &["gcc", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror"];
/// A build that stops at undefined behaviour.
pub const SANITISED: &[&str] =
    &["gcc", "-std=c99", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-Werror"];

/// The compiler for an ATmega328P.
const AVR: &[&str] = &["avr-gcc", "-mmcu=atmega328p", "-std=gnu99", "-O2", "-Wall", "-Wextra", "-Werror"];

/// The compiler for a board's core.
fn compiler(board: &Board) -> (&'static [&'static str], &'static str) {
    match board.core {
        "cortex-m0" => (&["-mcpu=cortex-m0", "-mthumb", "-DTICK=62500"], "microbit.x"),
        "cortex-m4" => {
            (&["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-DTICK=40000"], "mps2.x")
        }
        "cortex-m55" => (&["-mcpu=cortex-m55", "-mthumb", "-mfloat-abi=hard", "-mfpu=auto", "-DTICK=31250"], "an547.x"),
        core => panic!("no C port for {core}"),
    }
}

/// A model's C source beside the programs that check it.
pub struct Exported {
    desk: Desk,
    checked: Checked,
}

/// Which of its answers are in the golden vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The scores.
    Scores,
    /// The class, in two bytes.
    Class,
    /// The class as soon as it is clear, and the blocks that it took, in two bytes each.
    Early,
    /// The lower ends of all intervals, then the upper ones.
    Interval,
    /// The scores before each update.
    Learnt,
    /// The same, where values are learnt.
    LearntValues,
    /// How new the row is, in four bytes.
    Novelty,
    /// The probabilities, in two bytes each.
    Probabilities,
    /// The steady class, in two bytes, of windows in their order.
    Steady,
    /// The values.
    Values,
}

/// A program that was built from it.
pub struct Program {
    /// The file.
    pub path: PathBuf,
}

impl Exported {
    /// Exports a packed model.
    pub fn of(model: &[u8]) -> Exported {
        let desk = Desk::new();
        fs::write(desk.path("m.klt"), model).expect("writable");
        Exported::on(desk)
    }

    /// Exports `m.klt`, which lies on a desk, perhaps with its sheet.
    pub fn on(desk: Desk) -> Exported {
        let run = desk.run("export m.klt --as c --name model --out c");
        assert!(run.code == 0 && run.out.starts_with("c/model.h\nc/model.c\n"), "{}{}", run.out, run.err);
        Exported { desk, checked: Checked::Scores }
    }

    /// Checks other answers than the scores.
    pub fn check(self, checked: Checked) -> Exported {
        Exported { checked, ..self }
    }

    /// Compiles the model with some of `examples/device/c`, without a word from the compiler.
    fn build(&self, name: &str, compiler: &[&str], sources: &[&str], last: &[&str]) -> Program {
        self.try_build(name, compiler, sources, last).unwrap_or_else(|messages| panic!("{compiler:?}\n{messages}"))
    }

    /// The same; `Err` holds what the compiler says.
    fn try_build(&self, name: &str, compiler: &[&str], sources: &[&str], last: &[&str]) -> Result<Program, String> {
        let (program, options) = compiler.split_first().expect("a compiler has a name");
        let mut command = Command::new(program);
        command.args(match self.checked {
            Checked::Scores => None,
            Checked::Class => Some("-DCHECK_CLASS"),
            Checked::Early => Some("-DCHECK_EARLY"),
            Checked::Interval => Some("-DCHECK_INTERVAL"),
            Checked::Learnt => Some("-DCHECK_LEARNT"),
            Checked::LearntValues => Some("-DCHECK_LEARNT_VALUES"),
            Checked::Novelty => Some("-DCHECK_NOVELTY"),
            Checked::Probabilities => Some("-DCHECK_PROBABILITIES"),
            Checked::Steady => Some("-DCHECK_STEADY"),
            Checked::Values => Some("-DCHECK_VALUES"),
        });
        command
            .args(options)
            .arg("-I")
            .arg(self.desk.path("c"))
            .arg("-I")
            .arg(ports())
            .arg(self.desk.path("c/model.c"));
        command.args(sources.iter().map(|source| ports().join(source)));
        let path = self.desk.path(name);
        let output = command.args(["-o"]).arg(&path).args(last).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}: run tests/setup"));
        let messages = String::from_utf8_lossy(&output.stderr);
        if output.status.success() && messages.is_empty() { Ok(Program { path }) } else { Err(messages.into_owned()) }
    }

    /// What the compiler says against these options.
    pub fn refusal(&self, options: &str) -> String {
        let mut command = Command::new("gcc");
        command.arg("-fsyntax-only").args(options.split(' ')).arg(self.desk.path("c/model.c"));
        let output = command.output().unwrap_or_else(|error| panic!("gcc: {error}: run tests/setup"));
        assert!(!output.status.success(), "{options} was accepted");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Answers golden vectors on this machine.
    pub fn on_host(&self, compiler: &[&str], golden: &[u8]) -> Report {
        let program = self.build("host", compiler, &["check.c", "host.c"], &[]);
        self.run(Command::new(program.path), golden)
    }

    /// Links it for a Cortex-M core.
    pub fn for_cortex_m(&self, board: &Board, optimised: &str) -> Program {
        let (options, memory) = compiler(board);
        let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/device/boards").join(memory);
        fs::copy(map, self.desk.path("c/memory.x")).expect("the memory map is there");
        let common = ["arm-none-eabi-gcc", optimised, "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-nostdlib"];
        let script = ports().join("cortex_m.ld");
        let folder = self.desk.path("c");
        let last = ["-T", path(&script), "-L", path(&folder), "-lgcc"];
        self.build(board.core, &[&common[..], options].concat(), &["check.c", "semihosting.c", "cortex_m.c"], &last)
    }

    /// Answers golden vectors on an emulated Cortex-M core.
    pub fn on_cortex_m(&self, board: &Board, golden: &[u8]) -> Report {
        self.emulate(board, self.for_cortex_m(board, "-O2"), golden)
    }

    /// Runs what was linked for a board's core.
    pub fn emulate(&self, board: &Board, program: Program, golden: &[u8]) -> Report {
        fs::write(self.desk.path("rows"), golden).expect("writable");
        let mut emulator = board.emulator();
        emulator.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(program.path);
        self.run(emulator, &[])
    }

    /// Links it for an ATmega328P.
    pub fn for_avr(&self) -> Program {
        self.build("avr", AVR, &["avr.c"], &[])
    }

    /// Answers golden vectors, of so many bytes of readings and of answers each, on a simulated
    /// ATmega328P; in the place of instructions stand cycles.
    pub fn on_avr(&self, bytes: [usize; 2], golden: &[u8]) -> Report {
        self.simulate(self.for_avr(), bytes, golden)
    }

    /// The same; none where the linker says that the model does not fit.
    pub fn try_on_avr(&self, bytes: [usize; 2], golden: &[u8]) -> Option<Report> {
        let built = self.try_build("avr", AVR, &["avr.c"], &[]);
        match built {
            Ok(program) => Some(self.simulate(program, bytes, golden)),
            Err(messages) if messages.contains("will not fit in region") => None,
            Err(messages) if messages.contains("is not within region") => None,
            Err(messages) => panic!("{messages}"),
        }
    }

    /// The same with a library in the place of the model's source.
    pub fn in_rust_on_avr(&self, library: &Path, bytes: [usize; 2], golden: &[u8]) -> Report {
        fs::write(self.desk.path("c/model.c"), "/* in the library */\n").expect("writable");
        self.simulate(self.build("avr", AVR, &["avr.c"], &["-Wl,--gc-sections", path(library)]), bytes, golden)
    }

    fn simulate(&self, program: Program, [readings, answers]: [usize; 2], golden: &[u8]) -> Report {
        let mut simulator = Command::new(simulator());
        simulator.arg("atmega328p").arg(program.path).args([readings, answers].map(|bytes| bytes.to_string()));
        self.run(simulator, golden)
    }

    /// Runs a program that reads golden vectors from standard input.
    fn run(&self, mut program: Command, golden: &[u8]) -> Report {
        let [given, output, errors] = ["given", "output", "errors"].map(|name| self.desk.path(name));
        fs::write(&given, golden).expect("writable");
        let open = |path| Stdio::from(File::create(path).expect("a file for what it says"));
        program.current_dir(self.desk.path("")).stdin(File::open(given).expect("written")).stdout(open(&output));
        let child = program.stderr(open(&errors)).spawn();
        let status =
            wait(child.unwrap_or_else(|error| panic!("{:?}: {error}: run tests/setup", program.get_program())));
        let [output, errors] = [output, errors].map(|path| fs::read_to_string(path).unwrap_or_default());
        let report = parse(&output).unwrap_or_else(|| panic!("{status}\n{output}{errors}"));
        assert_eq!(status.success(), report.rows > 0 && report.mismatches == 0, "{status}\n{output}{errors}");
        report
    }
}

impl Program {
    /// Bytes of code and constants, and of static RAM, by the linker's sections.
    pub fn sizes(&self, size: &str) -> (u64, u64) {
        let output = Command::new(size).arg(&self.path).output().unwrap_or_else(|error| panic!("{size}: {error}"));
        let text = String::from_utf8(output.stdout).expect("plain text");
        let row = text.lines().nth(1).expect("a row of sizes");
        let mut columns = row.split_whitespace().map(|number| number.parse::<u64>().unwrap_or(0));
        let mut next = || columns.next().expect("text, data, bss");
        let (code, data, bss) = (next(), next(), next());
        (code + data, data + bss)
    }
}

impl Program {
    /// Bytes of the model's functions, its constants and the library's not among them.
    pub fn code(&self, nm: &str) -> u64 {
        let output = Command::new(nm).args(["-S", "--defined-only"]).arg(&self.path).output();
        let text =
            String::from_utf8(output.unwrap_or_else(|error| panic!("{nm}: {error}")).stdout).expect("plain text");
        let function = |line: &str| {
            let [_, size, kind, name] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
            let bytes = u64::from_str_radix(size, 16).ok()?;
            let own = ["model_scores", "add", "dot", "cosine"].iter().any(|own| name.starts_with(own));
            (own && kind.eq_ignore_ascii_case("t")).then_some(bytes)
        };
        text.lines().filter_map(function).sum()
    }
}

/// Where the C programs lie.
fn ports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/device/c")
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// `simulate`, built once.
fn simulator() -> &'static Path {
    static SIMULATOR: OnceLock<PathBuf> = OnceLock::new();
    SIMULATOR.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("simulate-{}", std::process::id()));
        let mut gcc = Command::new("gcc");
        gcc.args(["-O2", "-Wall", "-Wextra"]).arg(ports().join("simulate.c")).arg("-o").arg(&program);
        let output =
            gcc.args(["-lsimavr", "-lelf"]).output().unwrap_or_else(|error| panic!("gcc: {error}: run tests/setup"));
        assert!(output.status.success(), "run tests/setup: {}", String::from_utf8_lossy(&output.stderr));
        program
    })
}
