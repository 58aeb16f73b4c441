//! All pairs of the options of `fit`: each is refused, or both options show.
//!
//! The options come from the command's own help, so that a new one cannot be forgotten: it needs a
//! line in `pairs/samples.csv`. What is no visible effect of both stands in `pairs/verdicts.csv`.

use crate::common::kernelet::Desk;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

const SAMPLES: &str = include_str!("pairs/samples.csv");
const VERDICTS: &str = include_str!("pairs/verdicts.csv");
/// Options that have a test of their own: they name a file that another run writes, or say what a
/// header looks like, stop before any fit, plan one (`shards.rs`), need windows (`series.rs` and
/// `hostile/windows.toml`), or belong to a method (`selection.rs`).
const ELSEWHERE: [&str; 13] = [
    "clock",
    "from",
    "grid",
    "header",
    "help",
    "patch",
    "plan-only",
    "portable",
    "recipe",
    "series",
    "threads",
    "variant",
    "version",
];

/// An option with a value, and the options that it cannot be without.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sample {
    option: String,
    value: String,
    beside: Vec<(String, String)>,
}

/// The options of a run by name; none twice.
type Options = BTreeMap<String, String>;

/// What a run shows: code, standard output and error, and files.
type Shown = (i32, String, String, BTreeMap<String, Vec<u8>>);

fn lines(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split(';').collect())
}

fn samples() -> Vec<Sample> {
    let pair = |text: &str| text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let all = lines(SAMPLES).flat_map(|cells| {
        let beside: Vec<_> = cells[2].split(' ').filter_map(pair).collect();
        let sample = |value: &str| Sample { option: cells[0].into(), value: value.into(), beside: beside.clone() };
        cells[1].split('|').map(sample).collect::<Vec<_>>()
    });
    all.collect()
}

impl Sample {
    /// Whether a refusal names the option, or one that it cannot be without.
    fn is_named(&self, refusal: &str) -> bool {
        let beside = self.beside.iter().map(|(name, _)| name);
        beside.chain([&self.option]).any(|name| refusal.contains(&format!("--{name}")))
    }

    /// As tables spell it.
    fn text(&self) -> String {
        if self.value.is_empty() { self.option.clone() } else { format!("{}={}", self.option, self.value) }
    }
}

/// The options that `kernelet fit --help` lists.
fn listed(desk: &Desk) -> BTreeSet<String> {
    let help = desk.run("fit --help").out;
    let names = help.lines().filter_map(|line| {
        line.trim_start()
            .strip_prefix("--")
            .or(line.trim_start().strip_prefix("-h, --").or(line.trim_start().strip_prefix("-V, --")))
    });
    names.map(|name| name.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect()).collect()
}

#[test]
fn every_option_has_a_sample() {
    let sampled: BTreeSet<String> =
        samples().into_iter().map(|sample| sample.option).chain(ELSEWHERE.map(str::to_owned)).collect();
    let listed = listed(&Desk::new());
    assert!(listed.len() > 20, "{listed:?}");
    let missing: Vec<_> = listed.difference(&sampled).collect();
    assert!(missing.is_empty(), "without a line in pairs/samples.csv: {missing:?}");
}

/// Rows of four inputs and three classes: a long tail, a code of missing values, groups.
fn table(rows: std::ops::Range<u32>, delimiter: &str, decimal: &str, header: bool) -> String {
    let row = |i: u32| {
        let tail = (f64::from(i * 37 % 97) / 12.0).exp();
        let code = if i.is_multiple_of(9) { "-200".to_owned() } else { format!("{}.5", i * 61 % 83) };
        let class = (u32::from(tail > 20.0) + u32::from(i * 61 % 83 > 40)) % 3;
        let cells = [format!("{tail:.3}"), code, (i / 10).to_string(), (i * 7 % 3).to_string(), class.to_string()];
        cells.map(|cell| cell.replace('.', decimal)).join(delimiter) + "\n"
    };
    let names = if header { ["c0", "c1", "c2", "c3", "c4"].join(delimiter) + "\n" } else { String::new() };
    names + &rows.map(row).collect::<String>()
}

/// Probabilities of three classes for each training row.
fn teacher(delimiter: &str, decimal: &str, header: bool) -> String {
    let row = |i: u32| {
        let first = f64::from(i * 29 % 50) / 100.0;
        let cells = [first, 0.75 - first, 0.25].map(|share| format!("{share:.2}").replace('.', decimal));
        cells.join(delimiter) + "\n"
    };
    let names = if header { ["0", "1", "2"].join(delimiter) + "\n" } else { String::new() };
    names + &(0..90).map(row).collect::<String>()
}

/// The options of a run: those of samples, and where they leave it open, a small and quick model.
fn options(samples: &[&Sample], all: &[&Sample]) -> Options {
    let mut options: Options = all.iter().flat_map(|sample| sample.beside.iter().cloned()).collect();
    options.extend(samples.iter().map(|sample| (sample.option.clone(), sample.value.clone())));
    // what is removed is removed, also where another option stands beside it
    all.iter().filter(|sample| !samples.contains(sample)).for_each(|sample| {
        let needed = samples.iter().any(|other| other.beside.iter().any(|(name, _)| *name == sample.option));
        if !needed {
            options.remove(&sample.option);
        }
    });
    if !options.contains_key("blocks") {
        options.entry("method".into()).or_insert("mc".into());
        options.entry("features".into()).or_insert("24".into());
    }
    if all.iter().all(|sample| sample.option != "out") {
        options.insert("out".into(), "m.klt".into());
    }
    options
}

/// Runs `fit` on rows in the dialect that any of the samples asks for.
fn shown(options: &Options, [delimiter, decimal]: [&str; 2], header: bool) -> Shown {
    let desk = Desk::new();
    desk.write("train.csv", &table(0..90, delimiter, decimal, header));
    desk.write("test.csv", &table(200..240, delimiter, decimal, header));
    desk.write("teacher.csv", &teacher(delimiter, decimal, header));
    let mut arguments = vec!["fit".to_owned(), "train.csv".to_owned()];
    arguments.extend(options.iter().map(|(name, value)| match value.as_str() {
        "" => format!("--{name}"),
        "TEST" => format!("--{name}=test.csv"),
        "TEACHER" => format!("--{name}=teacher.csv"),
        _ => format!("--{name}={value}"),
    }));
    let run = desk.words(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let untimed = |text: &str| match serde_json::from_str::<serde_json::Value>(text) {
        Ok(mut json) => {
            json.as_object_mut().map(|object| object.remove("seconds"));
            json.to_string()
        }
        Err(_) => text.lines().filter(|line| !line.starts_with("time ")).collect::<Vec<_>>().join("\n"),
    };
    let file = |name: String| {
        let bytes = desk.read(&name);
        let mut sheet = serde_json::from_slice::<serde_json::Value>(&bytes).unwrap_or_default();
        // which options were given would show any of them
        sheet.as_object_mut().map(|sheet| ["options", "recipe"].map(|key| sheet.remove(key)));
        (name, if sheet.is_object() { sheet.to_string().into_bytes() } else { bytes })
    };
    let files = desk.files().into_iter().filter(|name| !name.ends_with(".csv")).map(file).collect();
    (run.code, untimed(&run.out), run.err, files)
}

/// The verdict of the table on a pair, and who of it is silent.
fn verdict(pair: [&Sample; 2]) -> (&'static str, Vec<String>) {
    let fits = |cell: &str, sample: &Sample| cell == "*" || cell == sample.option || cell == sample.text();
    let rows: Vec<Vec<&str>> = lines(VERDICTS).collect();
    let rows = rows.iter().flat_map(|row| {
        let [one, other] = pair;
        let ways = [(one, other), (other, one)];
        ways.into_iter().filter(|(a, b)| fits(row[0], a) && fits(row[1], b)).map(|(a, _)| (row[2], a.option.clone()))
    });
    let rows: Vec<(&str, String)> = rows.collect();
    match rows.iter().any(|(verdict, _)| *verdict == "refused") {
        true => ("refused", Vec::new()),
        false => ("works", rows.into_iter().map(|(_, silent)| silent).collect()),
    }
}

/// What is wrong with a pair, if anything.
fn judge(one: &Sample, other: &Sample, runs: &dyn Fn(&Options, [&str; 2], bool) -> Shown) -> Option<String> {
    let all = [one, other];
    let has = |name: &str| all.iter().any(|sample| sample.option == name);
    let dialect = if has("decimal") { [";", ","] } else { [",", "."] };
    let run = |samples: &[&Sample]| runs(&options(samples, &all), dialect, !has("no-header"));
    let name = format!("{};{}", one.text(), other.text());
    let both = run(&all);
    let (expected, silent) = verdict(all);
    if both.0 == 2 {
        let names = all.iter().all(|sample| sample.is_named(&both.2));
        return match (expected, names) {
            ("refused", true) => None,
            ("refused", false) => Some(format!("{name}: the refusal does not name both: {}", both.2.trim())),
            _ => Some(format!("{name};refused: {}", both.2.trim())),
        };
    }
    if expected == "refused" {
        return Some(format!("{name}: is not refused any more"));
    }
    // over budget: nothing else can show
    if both.0 == 3 {
        return None;
    }
    let hidden = [(one, other), (other, one)].into_iter().filter(|(_, left)| run(&[left]) == both);
    let hidden: Vec<&str> = hidden.map(|(removed, _)| removed.option.as_str()).collect();
    let unknown: Vec<&&str> = hidden.iter().filter(|option| !silent.iter().any(|known| known == **option)).collect();
    (!unknown.is_empty()).then(|| format!("{name};silent: {unknown:?}"))
}

#[test]
fn every_pair_of_options_is_refused_or_shows() {
    let samples = samples();
    let known: Mutex<BTreeMap<String, Shown>> = Mutex::default();
    let runs = |options: &Options, dialect: [&str; 2], header: bool| {
        let key = format!("{options:?} {dialect:?} {header}");
        let found = known.lock().expect("no panic").get(&key).cloned();
        found.unwrap_or_else(|| {
            let shown = shown(options, dialect, header);
            known.lock().expect("no panic").insert(key, shown.clone());
            shown
        })
    };
    let pairs: Vec<(&Sample, &Sample)> = (0..samples.len())
        .flat_map(|at| samples[at + 1..].iter().map(move |other| (at, other)))
        .map(|(at, other)| (&samples[at], other))
        .filter(|(one, other)| one.option != other.option)
        .collect();
    assert!(pairs.len() > 600);
    let (next, wrong) = (Mutex::new(pairs.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((one, other)) = { next.lock().expect("no panic").next() } {
                    let found = judge(one, other, &runs);
                    wrong.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{} of {} pairs:\n{}", wrong.len(), pairs.len(), wrong.join("\n"));
}
