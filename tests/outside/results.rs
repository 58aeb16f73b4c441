//! RESULTS.md is what its text and tables give, byte for byte.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Copies the page, the script, the text, the tables and the cells.
fn copied() -> tempfile::TempDir {
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().expect("a folder"));
    let mut files = ["RESULTS.md", "results/run", "results/text.md", "results/cells.csv"].map(str::to_owned).to_vec();
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

/// A row for each set, quantity and number of features, in the order of the file, and a column for each method.
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
