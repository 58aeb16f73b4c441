//! Tables of papers, from outside: cells are kept in a file, with which an interrupted run goes on,
//! and drawn.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use serde_json::Value;
use std::fmt::Write;
use std::time::Duration;

/// The files of the table's sets, and the columns that are no inputs.
const SETS: [(&str, &str); 6] = [
    ("wine-white/data.csv.gz", ""),
    ("parkinsons/data.csv.gz", "subject,age,sex,test_time,target_motor_UPDRS,"),
    ("cpu-act/data.csv.gz", ""),
    ("a9a/train.csv.gz", ""),
    ("covtype/data.csv.gz", ""),
    ("mnist01/train.csv.gz", ""),
];
const METHODS: [&str; 14] = [
    "mc",
    "fastfood",
    "halton",
    "sobol",
    "lattice",
    "digital-net",
    "mm",
    "stein",
    "sample",
    "cluster",
    "cluster-nearest",
    "spectral",
    "orf",
    "nystroem",
];
const TABLE: &str = "reproduce li2019-table2 --quick --data .";
const HEADER: &str = "table,run,step,lines,data,method,quantity,features,paper,ours,deviation,repeats,note";

/// Small sets of two inputs in the place of the paper's.
fn desk() -> Desk {
    let (desk, mut random) = (Desk::new(), Random(3));
    for (file, more) in SETS {
        std::fs::create_dir(desk.path(file).parent().expect("a folder")).expect("writable");
        let mut text = format!("{more}a,b,y\n");
        for row in 0..1_100 {
            let [a, b] = [(); 2].map(|()| random.symmetric());
            text += &"1,".repeat(more.matches(',').count());
            writeln!(text, "{a:.4},{b:.4},{}", row % 2).expect("a string takes all");
        }
        desk.write(file, &text);
    }
    desk
}

/// Runs the table until the file of its cells has so many lines, and kills it; returns these.
fn lines_until(desk: &Desk, count: usize) -> Vec<String> {
    let read = || std::fs::read_to_string(desk.path("cells.csv")).unwrap_or_default();
    let mut run = desk.start(&format!("{TABLE} --csv cells.csv"));
    while read().lines().count() < count {
        assert!(run.try_wait().expect("a process").is_none(), "it ended before it could be interrupted");
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().and_then(|()| run.wait()).expect("killed");
    let text = read();
    text[..=text.rfind('\n').expect("a line")].lines().map(str::to_owned).collect()
}

#[test]
fn an_interrupted_table_goes_on() {
    let desk = desk();
    let whole = lines_until(&desk, 8);
    assert_eq!(whole[0], HEADER);
    std::fs::remove_file(desk.path("cells.csv")).expect("it was written");
    let before = lines_until(&desk, 3);
    assert!(before.len() < 8, "it was measured too fast to be interrupted");
    let after = lines_until(&desk, 8);
    assert_eq!((&after[..before.len()], &after[..8]), (&before[..], &whole[..8]));
}

#[test]
fn a_table_is_measured_in_part() {
    let desk = desk();
    let found = desk.json(&format!("{TABLE} --sets cpu,wine --methods orf,mc --features 100"));
    let cells = found["rows"].as_array().expect("rows").iter();
    let named: Vec<_> =
        cells.map(|cell| [&cell["data"], &cell["method"], &cell["features"]].map(Value::to_string)).collect();
    let all = [("wine", "mc"), ("wine", "orf"), ("cpu", "mc"), ("cpu", "orf")];
    assert_eq!(named, all.map(|(data, method)| [format!("\"{data}\""), format!("\"{method}\""), "100".to_owned()]));
    for (part, told) in [
        ("--sets beer", ["beer", "wine, parkinson"]),
        ("--sets wine --methods magic --features 50", ["magic", "mc"]),
        ("--sets wine --methods mc --features 7", ["7 features", "50, 100, 200"]),
    ] {
        let run = desk.run(&format!("{TABLE} {part}"));
        assert!(run.code == 2 && told.iter().all(|word| run.err.contains(word)), "{}", run.err);
    }
}

/// A file of all cells is printed and drawn as it is; of another table, or of another program, it
/// is refused.
#[test]
fn cells_of_a_whole_table_are_drawn() {
    let desk = desk();
    let mut text = format!("{HEADER}\n");
    for step in 0..6 * 3 * 14 {
        let (set, features, method) = (step / 42, 50 << (step / 14 % 3), METHODS[step % 14]);
        let paper = if method == "mc" { "0.25" } else { "" };
        let cell = format!("set {set},{method},error,{features},{paper},0.2,0.01,2,");
        writeln!(text, "li2019-table2,quick,{step},1,{cell}").expect("a string takes all");
    }
    desk.write("cells.csv", &text);
    let found = desk.json(&format!("{TABLE} --csv cells.csv --plot cells.svg"));
    let rows = found["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[251]["data"], &rows[0]["paper"]), (252, &"set 5".into(), &0.25.into()));
    assert_eq!(desk.read("cells.csv"), text.as_bytes());
    let svg = String::from_utf8(desk.read("cells.svg")).expect("UTF-8");
    assert_eq!((svg.matches("<svg").count(), svg.matches("set 5, error").count()), (7, 1));
    for (file, part) in [
        (text.replace("li2019-table2", "liu2020-table3"), "line 2 is of liu2020-table3, quick"),
        ("a,b\n1,2\n".to_owned(), "no file of a table's cells"),
        // a table that had no digital nets once
        (text.replace("digital-net", "mm"), "step 6 is mm with 50 features, where the table has digital-net"),
    ] {
        desk.write("other.csv", &file);
        let run = desk.run(&format!("{TABLE} --csv other.csv"));
        assert!(run.code != 0 && run.err.contains(part), "{}", run.err);
        assert_eq!(desk.read("other.csv"), file.as_bytes());
    }
}
