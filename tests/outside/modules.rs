//! What else is exported: a Rust module, golden vectors for other ports; and what is not, with
//! nothing written.

use crate::common::c::{AS_CPP, Exported, STRICT};
use crate::common::firmware::{Report, equal};
use crate::common::kernelet::Desk;
use crate::common::sample::{self, KINDS, Sample, Shape};
use kernelet::block::Kind;
use kernelet::number::Word;
use kernelet::{F32, Format, Libm, Q3, Q7, Q7Wide, Q15};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Odd sizes, so that half bytes and lanes are left over.
const ODD: Shape = Shape { inputs: 7, outputs: 3, features: 11, guarded: true };

/// A crate around an exported Rust module that answers golden vectors; `Err` holds the compiler's
/// messages. Every test builds in a folder of its own, since cargo tells crates of one name apart
/// by the age of their files alone.
fn in_rust(desk: &Desk, golden: &[u8], folder: &str) -> Result<Report, String> {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    let manifest = format!(
        "[workspace]\n[package]\nname = \"exported\"\nedition = \"2024\"\n[dependencies]\n\
         kernelet = {{ path = {runtime:?}, features = [\"early\", \"ferns\", \"logarithms\", \"novelty\", \"patches\", \"probability\", \"rectified\"] }}\n"
    );
    fs::write(desk.path("src/main.rs"), include_str!("common/exported.rs")).expect("writable");
    fs::write(desk.path("Cargo.toml"), manifest).expect("writable");
    fs::write(desk.path("rows"), golden).expect("writable");
    fs::copy(runtime.join("../Cargo.lock"), desk.path("Cargo.lock")).expect("the lock file is there");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--release", "--offline", "--quiet"]).current_dir(desk.path(""));
    cargo.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder));
    let output =
        cargo.stdin(Stdio::from(fs::File::open(desk.path("rows")).expect("written"))).output().expect("cargo starts");
    let report = crate::common::firmware::parse(&String::from_utf8_lossy(&output.stdout));
    report.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_rust_module_answers_as_the_runtime() {
    for model in [
        sample::mixed::<Q3>(ODD, &[Kind::Cosine], 5),
        sample::bent::<Q3>(ODD, &KINDS, 5),
        sample::probable::<Q3>(ODD, &KINDS, 5),
    ] {
        let desk = Desk::new();
        fs::write(desk.path("m.klt"), &model).expect("writable");
        assert_eq!(
            desk.json("export m.klt --as rust --name model --out src")["files"],
            serde_json::json!(["src/model.rs"])
        );
        equal(&in_rust(&desk, &sample::golden::<Q3>(&model, 200), "exported").expect("it compiles"), 200);
    }
}

#[test]
fn an_altered_rust_module_does_not_compile() {
    let desk = Desk::new();
    fs::write(desk.path("m.klt"), sample::model::<Q7>(ODD, 5)).expect("writable");
    desk.json("export m.klt --as rust --name model --out src");
    let module = String::from_utf8(desk.read("src/model.rs")).expect("UTF-8");
    let (before, last) = module.rsplit_once("0x").expect("bytes");
    let byte = u8::from_str_radix(&last[..2], 16).expect("a byte");
    fs::write(desk.path("src/model.rs"), format!("{before}0x{:02x}{}", byte ^ 1, &last[2..])).expect("writable");
    let messages = in_rust(&desk, &[], "altered").expect_err("an altered model compiles");
    assert!(messages.contains("checksum does not match"), "{messages}");
}

/// The words of a golden vector from a table.
fn packed<F: Format>(table: &str, inputs: usize) -> Vec<u8>
where
    F::Input: std::str::FromStr<Err: std::fmt::Debug>,
    F::Score: std::str::FromStr<Err: std::fmt::Debug>,
{
    let row = |line: &str| {
        let (readings, scores): (Vec<_>, Vec<_>) =
            line.split(',').enumerate().partition(|(column, _)| *column < inputs);
        let readings = readings.iter().flat_map(|(_, cell)| bytes(cell.parse::<F::Input>().expect("a reading")));
        readings
            .chain(scores.iter().flat_map(|(_, cell)| bytes(cell.parse::<F::Score>().expect("a score"))))
            .collect::<Vec<_>>()
    };
    table.lines().skip(1).flat_map(row).collect()
}

fn bytes<W: Word>(word: W) -> Vec<u8> {
    word.to_bytes().as_ref().to_vec()
}

/// Another port, the C one, answers what stands in the table; the table begins with the corners.
fn vectors_of<F: Sample>()
where
    F::Input: std::str::FromStr<Err: std::fmt::Debug>,
    F::Score: std::str::FromStr<Err: std::fmt::Debug>,
{
    let desk = Desk::new();
    let model = sample::mixed::<F>(ODD, &KINDS, 5);
    fs::write(desk.path("m.klt"), &model).expect("writable");
    desk.json("export m.klt --as vectors --out . --rows 100");
    let table = String::from_utf8(desk.read("m.csv")).expect("UTF-8");
    assert!(table.starts_with("input_0,input_1,"), "{table}");
    // four rows alike in all inputs; of each guard three words with their neighbours, and a missing
    // reading
    let rows = 4 + 10 * ODD.guards().count() + 100;
    assert_eq!(table.lines().count(), 1 + rows);
    // which of the many NaNs a sum of two is, compilers choose
    let comparable = |line: &&str| !line.ends_with("NaN");
    let lines: Vec<&str> = table.lines().filter(comparable).collect();
    assert!(lines.len() > rows / 2);
    equal(&Exported::of(&model).on_host(STRICT, &packed::<F>(&lines.join("\n"), ODD.inputs)), lines.len() - 1);
    let run = |options: &str| desk.run(&format!("export m.klt --as vectors --out . --rows 100 {options}")).code;
    assert_eq!(run(""), 0);
    assert_eq!(desk.read("m.csv"), table.as_bytes());
    assert_eq!(run("--seed 1"), 0);
    assert_ne!(desk.read("m.csv"), table.as_bytes());
}

#[test]
fn golden_vectors_are_what_another_port_answers() {
    vectors_of::<F32>();
    vectors_of::<Q15>();
    vectors_of::<Q7>();
    vectors_of::<Q7Wide>();
    vectors_of::<Q3>();
}

#[test]
fn names_that_look_like_c_stay_in_their_comment() {
    let desk = Desk::new();
    let rows: String = (0..40)
        .map(|i| format!("{i},{},{}\n", i * 7 % 11, if i < 20 { "*/ #error a" } else { "\u{e9} ??/" }))
        .collect();
    desk.write("t.csv", &format!("a*/ int i; /*,b\\,\"is \"\"it\"\"?\"\n{rows}"));
    desk.json("fit t.csv --method mc --features 5 --out m.klt --quiet");
    let predict = desk.run("predict m.klt t.csv --golden m.golden");
    assert_eq!(predict.code, 0, "{}", predict.err);
    let golden = desk.read("m.golden");
    let exported = Exported::on(desk);
    [STRICT, AS_CPP].into_iter().for_each(|compiler| equal(&exported.on_host(compiler, &golden), 40));
}

#[test]
fn what_cannot_be_exported_is_named_and_nothing_is_written() {
    let desk = Desk::new();
    let refused = |arguments: &str, code: i32, word: &str| {
        let run = desk.run(&format!("export {arguments}"));
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert!(run.err.contains(word), "{arguments}: {}", run.err);
        assert!(run.out.is_empty() && !desk.path("new").exists(), "{arguments}");
    };
    fs::write(desk.path("libm.klt"), sample::model::<F32<Libm>>(ODD, 1)).expect("writable");
    fs::write(desk.path("m.klt"), sample::model::<Q7>(ODD, 1)).expect("writable");
    fs::write(desk.path("cut.klt"), &sample::model::<Q7>(ODD, 1)[..100]).expect("writable");
    refused("libm.klt --as c --out new", 1, "libm");
    refused("libm.klt --as vectors,c --out new", 1, "libm");
    refused("none.klt --as c --out new", 1, "none.klt");
    refused("cut.klt --as rust --out new", 1, "checksum");
    refused("m.klt --as c --out new --name 2x", 2, "2x");
    refused("m.klt --as cobol --out new", 2, "cobol");
    refused("m.klt --out new", 2, "--as");
    refused("m.klt --as c --out m.klt", 1, "m.klt");
    desk.write("m.klt.json", "{}");
    refused("m.klt --as c --out new", 1, "m.klt.json");
}
