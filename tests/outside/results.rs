//! RESULTS.md is what its text and tables give, byte for byte.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Copies the page, the script, the text, the tables and the cells.
fn copied() -> tempfile::TempDir {
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().expect("a folder"));
    let files = ["RESULTS.md", "results/run", "results/liu2020.py", "results/text.md", "results/cells.csv"];
    let mut files = files.map(str::to_owned).to_vec();
    for part in ["results/tables", "results/cells"] {
        fs::create_dir_all(folder.path().join(part)).expect("writable");
        let tables = fs::read_dir(root.join(part)).into_iter().flatten(); // there may be no cells
        files.extend(tables.map(|table| format!("{part}/{}", table.expect("listed").file_name().display())));
    }
    for file in files {
        fs::copy(root.join(&file), folder.path().join(&file)).expect("copied");
    }
    folder
}

fn run(folder: &Path, options: &[&str]) -> Output {
    Command::new("python3").arg(folder.join("results/run")).args(options).output().expect("python3 starts")
}

/// Replaces a part of a file that occurs once.
fn change(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("there");
    assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
    fs::write(path, text.replace(from, to)).expect("writable");
}

#[test]
fn the_page_is_what_the_tables_give() {
    let folder = copied();
    let checked = run(folder.path(), &["--check"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let page = fs::read(folder.path().join("RESULTS.md")).expect("there");
    fs::write(folder.path().join("RESULTS.md"), "").expect("writable");
    assert!(run(folder.path(), &[]).status.success());
    assert_eq!(fs::read(folder.path().join("RESULTS.md")).expect("written"), page);
}

/// Holm's procedure as he wrote it: the least p value against a third of the level, the next
/// against half of it. The distances are of two numbers of samples, of which the paper has one.
#[test]
fn tables_of_cells_are_those_of_a_calculation_by_hand() {
    let program = r#"
import liu2020
assert liu2020.holm([0.01, 0.02, 0.03]) == 3
assert liu2020.holm([0.01, 0.03, 0.03]) == 1
assert liu2020.holm([0.02, 0.03, 0.04]) == 0
cell = lambda data, method, features, paper, ours, quantity: dict(data=data, method=method, features=features, paper=paper, ours=ours, quantity=quantity)
methods = [method + sign for method in ("mc", "halton", "leverage", "surrogate") for sign in ("", "+")]
lines = [cell("A", method, "4", "70", str(71 + place), "accuracy %") for place, method in enumerate(methods)]
lines += [cell("A/rows", method, "4", "70", str(70.5 + place), "accuracy %") for place, method in enumerate(methods)]
lines += [cell("A", "mc", "8", "", "50", "accuracy %"), cell("A", "leverage", "4", "", "0.04", "p value to mc")]
rows = list(liu2020.distances(lines))
assert rows[0] == ["paper", "ours", "A", "A/rows"], rows[0]
assert rows[1:3] == [["RFF", "`mc`", "1.00", "**0.50**"], ["", "`mc+`", "2.00", "1.50"]], rows
assert rows[5:9] == [["leverage-RFF", "`leverage`", "5.00", "4.50"], ["", "`leverage+`", "6.00", "5.50"], ["", "`mc`", "1.00", "**0.50**"], ["", "`mc+`", "2.00", "1.50"]], rows
assert list(liu2020.significance(lines))[1:] == [["tests", "1", "0"], ["below 0.05", "1", "0"], ["after Holm", "1", "0"]]
"#;
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let ran =
        Command::new("python3").args(["-B", "-c", program]).current_dir(results).output().expect("python3 starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// A cell that differs, a row too many on the page, and a table that the text does not name.
#[test]
fn the_first_line_that_differs_is_named() {
    let fails = |folder: &Path, parts: &[&str]| {
        let checked = run(folder, &["--check"]);
        let said = String::from_utf8_lossy(&checked.stderr).into_owned();
        assert_eq!(checked.status.code(), Some(1), "{said}");
        parts.iter().for_each(|part| assert!(said.contains(part), "{part} is not in {said}"));
    };
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("RESULTS.md")).expect("there");
    let line = |start: &str| 1 + page.lines().position(|line| line.starts_with(start)).expect("a line");

    let folder = copied();
    let table = "results/tables/accuracy-by-bytes.csv";
    let text = fs::read_to_string(folder.path().join(table)).expect("there");
    let cells: Vec<&str> = text.lines().nth(1).expect("a row").splitn(4, ',').collect();
    let [own, other] = [cells[2], "-1"].map(|error| [cells[0], cells[1], error].join(","));
    change(folder.path(), table, &format!("\n{own},"), &format!("\n{other},"));
    let [own, other] = [own, other].map(|row| format!("| {} ", row.replace(',', " | ")));
    fails(folder.path(), &[&format!("line {},", line(&own)), &own, &other]);

    let folder = copied();
    fs::write(folder.path().join("RESULTS.md"), format!("{page}| more |\n")).expect("writable");
    fails(folder.path(), &[&format!("line {},", page.lines().count() + 1), "| more |"]);

    let folder = copied();
    fs::write(folder.path().join("results/tables/stray.csv"), "a,command,commit\n1,,\n").expect("writable");
    fails(folder.path(), &["tables/stray.csv"]);
    fs::write(folder.path().join("results/tables/stray.csv"), "a,b\n1,2\n").expect("writable");
    change(folder.path(), "results/text.md", "{table teachers}", "{table stray}");
    fails(folder.path(), &["command, commit"]);
}

/// A row for each set, quantity and number of features, in the order of the file, and a column for
/// each method.
#[test]
fn cells_of_a_paper_stand_beside_its_figures() {
    let folder = copied();
    let lines = [
        "table,run,step,lines,data,method,quantity,features,paper,ours,deviation,repeats,note",
        "t,whole,0,1,wine,mc,error,50,0.31,0.31412,0.02345,20,",
        "t,whole,1,1,wine,orf,error,50,,0.2401,0.1,20,",
        "t,whole,2,1,wine,mc,error,100,0.2,1234.6,0,1,",
        "t,whole,3,2,adult,\"orf, pairs\",error %,100,15.9,15.86,0.0,3,",
        "t,whole,3,2,adult,\"orf, pairs\",seconds,100,,2.5,0.5,3,",
    ];
    fs::write(folder.path().join("results/cells/made.csv"), lines.join("\n") + "\n").expect("writable");
    change(folder.path(), "results/text.md", "# Results\n", "# Results\n\n{cells made}\n\n{cells made seconds}\n");
    let nameless = run(folder.path(), &[]);
    let why = String::from_utf8_lossy(&nameless.stderr).into_owned();
    assert!(!nameless.status.success() && why.contains("which commit measured cells/made.csv"), "{why}");
    change(folder.path(), "results/cells.csv", "cells,commit\n", "cells,commit\nmade,1234567\n");
    let made = run(folder.path(), &[]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = fs::read_to_string(folder.path().join("RESULTS.md")).expect("written");
    let expected = [
        "| data | quantity | features | `mc` | `orf` |",
        "| --- | --- | --- | --- | --- |",
        "| wine | error | 50 | 0.314 ± 0.023 (0.31) | 0.240 ± 0.10 |",
        "| wine | error | 100 | 1235 (0.2) | |",
        "| adult, pairs | error % | 100 | | 15.86 ± 0 (15.9) |",
        "| adult, pairs | seconds | 100 | | 2.50 ± 0.50 |",
        "",
        "| data | features | `orf` |",
        "| --- | --- | --- |",
        "| adult, pairs | 100 | 2.50 ± 0.50 |",
        "",
    ];
    assert!(page.contains(&expected.join("\n")), "{}", &page[..800]);
}
