//! Reports from outside: `fit --report` as a page and as Markdown.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Labels and names that a page must not take for tags, nor Markdown for a table.
const HOSTILE: [&str; 4] = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(2)>", "a|b`*_", "p & q"];

/// Rows of a hostile header, and hostile classes around four centres.
fn hostile() -> String {
    let mut text = "\"x<b>\",\"it's \"\"y\"\" | z\",\"<u>c</u>\",kind\n".to_owned();
    let mut random = Random(5);
    for row in 0..240u32 {
        let class = row % 4;
        let [x, y, z] = [(); 3].map(|()| random.symmetric());
        let (x, y) = (f64::from(class) + 0.7 * x, y / 2.0 - f64::from(class / 2));
        let level = if z > 0.0 { "<i>" } else { "blue" };
        let label = HOSTILE[class as usize].replace('"', "\"\"");
        writeln!(text, "{x:.3},{y:.3},{level},\"{label}\"").expect("text grows");
    }
    text
}

/// Rows of two values, of which the first depends on one input alone.
fn values() -> String {
    let mut text = "a,b,c,y,z,group\n".to_owned();
    let mut random = Random(6);
    for row in 0..300u32 {
        let [a, b, c] = [(); 3].map(|()| random.symmetric());
        writeln!(text, "{a:.4},{b:.4},{c:.4},{:.4},{:.4},{}", a.sin(), a + b * c, row % 10).expect("text grows");
    }
    text
}

/// A report, with plain spaces.
fn page(desk: &Desk, name: &str) -> String {
    String::from_utf8(desk.read(name)).expect("UTF-8").replace(['\u{a0}', '\u{202f}'], " ")
}

#[test]
fn a_report_changes_no_bit_of_the_model_and_has_its_figures() {
    let desk = Desk::new();
    desk.write("t.csv", &hostile());
    let command = "fit t.csv --holdout 0.25 --method mc --features 16 --probability --quiet";
    let plain = desk.json(&format!("{command} --out a.klt"));
    for report in ["r.html", "r.md"] {
        let fit = desk.json(&format!("{command} --out b.klt --report {report}"));
        assert_eq!(desk.read("a.klt"), desk.read("b.klt"), "{report}");
        assert_eq!(desk.read("a.klt.json"), desk.read("b.klt.json"), "{report}");
        let text = page(&desk, report);
        let (bytes, accuracy) =
            (fit["bytes"].as_u64().expect("bytes"), fit["test"]["accuracy"].as_f64().expect("a share"));
        for figure in [format!("{bytes} B"), format!("{:.1} %", 100.0 * accuracy), "seed 0".to_owned()] {
            assert!(text.contains(&figure), "{report} lacks {figure}");
        }
        assert_eq!(plain["test"], fit["test"]);
    }
}

/// The hash is that of `sha256sum`, and the command is the one that was run.
/// Errors by weights are no shares of rows, and a linear model's headline is of rows held out.
#[test]
fn a_report_says_what_its_headline_counts() {
    let desk = Desk::new();
    let row = |i: u32| format!("{},{},{}\n", i * 37 % 100, i * 61 % 90, if i * 37 % 100 > 70 { "on" } else { "off" });
    desk.write("t.csv", &format!("a,b,y\n{}", (0..200).map(row).collect::<String>()));
    let weighted = desk.json("fit t.csv --flash 128 --class-weights on=9 --report r.md --out m.klt");
    let text = page(&desk, "r.md");
    assert!(text.contains("of the weight of 200 rows held out right"), "{text}");
    assert!(text.contains("accuracy, rows held out, by their weights"), "{text}");
    let tried = weighted["tried"].as_array().expect("kinds");
    assert!(!tried.is_empty() && tried.iter().all(|kind| kind["weighted"] == true));
    let linear = desk.json("fit t.csv --blocks linear --flash 128 --report l.md --out l.klt");
    let error = linear["linear"]["heldout"]["error"].as_f64().expect("an error");
    let (text, right) = (page(&desk, "l.md"), format!("{:.1} %", 100.0 * (1.0 - error)));
    assert!(text.contains(&format!("{right}** of 200 rows held out right")), "{right}: {text}");
}

#[test]
fn a_report_says_how_to_repeat_it() {
    let desk = Desk::new();
    desk.write("my rows.csv", &hostile());
    let run =
        desk.words(&["fit", "my rows.csv", "--method", "mc", "--features", "8", "--out", "m.klt", "--report", "r.md"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = page(&desk, "r.md");
    assert!(text.contains("kernelet fit 'my rows.csv' --method mc --features 8 --out m.klt --report r.md"), "{text}");
    let sums = Command::new("sha256sum").args([desk.path("my rows.csv"), desk.path("m.klt")]).output();
    let Ok(sums) = sums else { return eprintln!("skipped: no sha256sum to compare with") };
    let sums = String::from_utf8(sums.stdout).expect("UTF-8");
    for sum in sums.lines().filter_map(|line| line.split_whitespace().next()) {
        assert!(sum.len() == 64 && text.contains(sum), "{sum} in {text}");
    }
}

#[test]
fn no_text_of_the_user_becomes_a_tag_and_nothing_is_loaded() {
    let desk = Desk::new();
    desk.write("<t&>.csv", &hostile());
    let words = ["fit", "<t&>.csv", "--method", "mc", "--features", "8", "--holdout", "0.3", "--quiet", "--report"];
    for report in ["r.html", "r.md"] {
        assert_eq!(desk.words(&[&words[..], &[report]].concat()).code, 0);
        let text = page(&desk, report);
        let code = text.find("```").map(|start| start..text.rfind("```").unwrap_or(start)).filter(|_| report == "r.md");
        let text = code.map_or(text.clone(), |code| format!("{}{}", &text[..code.start], &text[code.end..]));
        for tag in ["<script>alert", "<img", "<u>", "<i>", "<b>", "<t&>"] {
            assert!(!text.contains(tag), "{report}: {tag}");
        }
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{report} lacks the label");
        if report == "r.html" {
            let text = text.replace("\"http://www.w3.org/2000/svg\"", "the name of a language");
            for load in ["http:", "https:", "src=\"", "@import", "url("] {
                assert!(!text.contains(load), "{load}");
            }
            assert!(text.len() < 2_000_000 && text.starts_with("<!DOCTYPE html>"));
        }
    }
    let lines = page(&desk, "r.md");
    let table = lines.lines().filter(|line| line.starts_with("| ") && line.contains(r"a\|b"));
    assert!(table.count() >= 2, "the label with a bar is a cell of tables: {lines}");
}

#[test]
fn a_name_that_is_no_report_or_cannot_be_written_is_refused_before_the_fit() {
    let desk = Desk::new();
    desk.write("t.csv", &hostile());
    let refused = |arguments: &str, code: i32, words: &str| {
        let run = desk.run(&format!("fit t.csv --method mc --features 4 {arguments}"));
        assert!(run.code == code && run.err.contains(words), "{arguments}: {} {}", run.code, run.err);
        assert_eq!(desk.files(), ["t.csv"]);
    };
    refused("--report r.pdf", 2, "a report ends with .html or .md");
    refused("--report r", 2, "a report ends with .html or .md");
    refused("--out m.html --report m.html", 2, "name another file");
    refused("--out m.klt --report missing/r.html", 1, "missing/r.html");
}

/// The first target is a function of `a` alone.
#[test]
fn the_input_that_decides_matters_most() {
    let desk = Desk::new();
    desk.write("t.csv", &values());
    let fit = "fit t.csv --target y --ignore z,group --holdout 0.3 --blocks fern --flash 1KiB --report r.md --quiet";
    assert_eq!(desk.run(fit).code, 0);
    let text = page(&desk, "r.md");
    assert!(text.contains("a matters most"), "{text}");
    let rise = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(&format!("| {name} |")) && line.contains(" to "));
        let cell = line.and_then(|line| line.split('|').nth(2)).expect("a rise");
        cell.trim().parse().expect("a number")
    };
    assert!(rise("a") > 0.3 && rise("b").abs() < 0.05 && rise("c").abs() < 0.05, "{text}");
}

#[test]
fn every_kind_of_fit_has_a_page() {
    let desk = Desk::new();
    desk.write("t.csv", &values());
    let windows =
        |row: u32| (0..24).map(move |t| ((f64::from(t + row) / (2.0 + f64::from(row % 2))).sin() * 100.0).round());
    let mut series = (0..24).map(|t| format!("ax_{t},")).collect::<String>() + "y\n";
    for row in 0..60 {
        let cells: String = windows(row).map(|cell| format!("{cell},")).collect();
        writeln!(series, "{cells}{}", ["slow", "fast"][row as usize % 2]).expect("text grows");
    }
    desk.write("s.csv", &series);
    for (options, words) in [
        ("t.csv --target y,z --group group --holdout 0.3 --interval 0.8 --blocks linear", "Intervals: "),
        (
            "t.csv --target z --ignore y,group --inputs-at-most 2 --blocks linear,fern --flash 600",
            "Fewer inputs were wanted",
        ),
        ("t.csv --target z --ignore y,group --number f32 --method mc --features 8", "no certificate"),
        ("s.csv --series --holdout 0.3 --blocks linear --flash 600", "windows of 24 samples"),
    ] {
        let run = desk.run(&format!("fit {options} --quiet --report r.html"));
        assert_eq!(run.code, 0, "{options}: {}", run.err);
        let text = page(&desk, "r.html");
        assert!(text.contains(words) && text.contains("<svg"), "{options}: {words}");
        // the script of the section in which the model answers may speak of NaN
        let before = text.split("<section id=\"try\"").next().unwrap_or_default();
        assert!(!before.contains("NaN"), "{options}: {before}");
    }
}

/// Opens a page in Chromium. It needs `chromium` and Python's `playwright`: the script says what is
/// missing.
#[test]
#[ignore = "opens a browser: KERNELET_PYTHON names a Python with playwright"]
fn a_browser_has_nothing_to_complain_about() {
    let desk = Desk::new();
    desk.write("t.csv", &hostile());
    let fit: Value = desk.json("fit t.csv --holdout 0.3 --flash 512 --probability --quiet --report r.html");
    assert!(fit["bytes"].as_u64().is_some());
    let python = std::env::var("KERNELET_PYTHON").unwrap_or("python3".to_owned());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/check.py");
    let run = Command::new(python).arg(script).arg(desk.path("r.html")).output().expect("Python starts");
    assert!(run.status.success(), "{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
}
