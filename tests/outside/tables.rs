//! Data files of every dialect: what is read, what is refused, and what is said about it.

use crate::common::kernelet::{Desk, Run};
use std::io::Write;
use std::process::Stdio;

/// Rows of two inputs and a class, cells by their delimiter and decimal sign.
fn rows(count: u32, delimiter: &str, decimal: &str) -> String {
    let row = |i: u32| {
        let [a, b] = [i * 37 % 100, i * 61 % 90].map(|x| format!("{}{decimal}{}", x / 10, x % 10));
        format!("{a}{delimiter}{b}{delimiter}{}\n", if (i * 37 % 100) > 45 { "up" } else { "down" })
    };
    (1..=count).map(row).collect()
}

fn desk(files: &[(&str, String)]) -> Desk {
    let desk = Desk::new();
    files.iter().for_each(|(name, text)| desk.write(name, text));
    desk
}

fn refused(run: &Run, code: i32, parts: &[&str]) {
    assert_eq!(run.code, code, "{}", run.err);
    parts.iter().for_each(|part| assert!(run.err.contains(part), "{part:?} is not in {}", run.err));
}

const FIT: &str = "--method mc --features 8";

#[test]
fn a_first_line_of_data_is_never_lost() {
    let desk = desk(&[("t.csv", rows(60, ",", ".")), ("h.csv", format!("a,b,y\n{}", rows(60, ",", ".")))]);
    refused(
        &desk.run(&format!("fit t.csv {FIT} --out m.klt")),
        1,
        &["t.csv", "row of data", "--no-header", "--header"],
    );
    let fitted = desk.json(&format!("fit t.csv --no-header {FIT} --out m.klt"));
    assert_eq!(fitted["train"]["rows"], 60);
    assert!(fitted["remarks"].to_string().contains("c2"), "{fitted}");
    // the sheet knows that such files have no header
    assert_eq!(desk.json("evaluate m.klt t.csv")["rows"], 60);
    assert_eq!(desk.run("predict m.klt t.csv").out.lines().count(), 61);
    let named = desk.json(&format!("fit h.csv {FIT} --out n.klt"));
    assert_eq!((&named["train"]["rows"], desk.read("m.klt")), (&fitted["train"]["rows"], desk.read("n.klt")));
    // that the line holds names after all can be said
    assert_eq!(desk.json(&format!("fit t.csv --header --target down {FIT}"))["train"]["rows"], 59);
    // one label that does not come again may be a name: that is said
    desk.write("u.csv", &format!("7.7,8.8,rare\n{}", rows(60, ",", ".")));
    let doubtful = desk.json(&format!("fit u.csv {FIT}"));
    assert!(doubtful["remarks"].to_string().contains("--no-header"), "{doubtful}");
}

#[test]
fn headers_of_numbers_are_named() {
    let desk = desk(&[("t.csv", "1.5,2.5,0\n2,3,1\n4,1,0\n5,2,1\n".to_owned())]);
    refused(&desk.run("fit t.csv"), 1, &["t.csv", "first line", "--no-header"]);
    assert_eq!(desk.json(&format!("fit t.csv --no-header {FIT}"))["train"]["rows"], 4);
}

#[test]
fn decimal_commas_are_detected_and_read() {
    let text = |delimiter, decimal| format!("a{delimiter}b{delimiter}y\n{}", rows(60, delimiter, decimal));
    let desk = desk(&[("comma.csv", text(";", ",")), ("point.csv", text(";", "."))]);
    refused(&desk.run("fit comma.csv"), 1, &["comma.csv", "line 2", "\"a\"", "--decimal ,"]);
    let models = ["comma.csv --decimal ,", "point.csv"].map(|data| {
        desk.json(&format!("fit {data} {FIT} --out m.klt --quiet"));
        desk.read("m.klt")
    });
    assert!(models[0] == models[1]);
    desk.json(&format!("fit comma.csv --decimal , {FIT} --out m.klt --quiet"));
    assert_eq!(desk.run("predict m.klt comma.csv").out, desk.run("predict m.klt point.csv --decimal .").out);
    assert_eq!(desk.json("evaluate m.klt comma.csv")["rows"], 60);
}

#[test]
fn open_quotes_are_located() {
    let mut text = format!("a,b,y\n{}", rows(9, ",", "."));
    text += "\"7,8,up\n";
    text += &rows(9, ",", ".");
    refused(&desk(&[("t.csv", text)]).run("fit t.csv"), 1, &["t.csv, line 11", "quote"]);
}

#[test]
fn codes_of_missing_values_are_missing() {
    let body = rows(60, ",", ".");
    let coded = format!("a,b,y\n-200.0,1,up\n3,none,down\n{body}");
    let plain = format!("a,b,y\n,1,up\n3,,down\n{body}");
    let desk = desk(&[("coded.csv", coded), ("plain.csv", plain)]);
    let fit = |data: &str| {
        let fitted = desk.json(&format!("fit {data} {FIT} --out m.klt"));
        (desk.read("m.klt"), fitted["remarks"].to_string())
    };
    let [(coded, remarks), (plain, _)] = [fit("coded.csv --na -200,none"), fit("plain.csv")];
    assert!(coded == plain && remarks.contains("1 missing cell"), "{remarks}");
    fit("coded.csv --na -200,none");
    let answers = ["coded.csv", "plain.csv"].map(|data| desk.run(&format!("predict m.klt {data} --scores")).out);
    assert!(answers[0] == answers[1] && answers[0].lines().count() == 63);
}

#[test]
fn a_dash_is_standard_input() {
    let desk = desk(&[("t.csv", format!("a,b,y\n{}", rows(60, ",", ".")))]);
    let fitted = desk.json(&format!("fit t.csv {FIT} --out m.klt --quiet"));
    let piped = |arguments: &str| {
        let mut child = desk.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a child");
        child.stdin.take().expect("a pipe").write_all(&desk.read("t.csv")).expect("a reader");
        let output = child.wait_with_output().expect("an end");
        assert!(output.status.success(), "{arguments}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    piped(&format!("fit - {FIT} --out n.klt --quiet"));
    assert!(desk.read("m.klt") == desk.read("n.klt"));
    assert_eq!(piped("predict m.klt -"), desk.run("predict m.klt t.csv").out);
    let evaluated: serde_json::Value = serde_json::from_str(&piped("evaluate m.klt - --json")).expect("JSON");
    assert_eq!(evaluated["error"], fitted["train"]["error"]);
    refused(&desk.run("fit - --test -"), 2, &["the test data: standard input can be read once", "standard input"]);
}

/// Their order is that of their values, not of their texts.
#[test]
fn classes_may_have_decimal_commas() {
    let row = |i: u32| format!("{};{}\n", i * 37 % 100, ["1,5", "10,5", "2,5"][(i * 37 % 100 / 34) as usize]);
    let desk = desk(&[("t.csv", format!("a;y\n{}", (0..90).map(row).collect::<String>()))]);
    let fitted = desk.json(&format!("fit t.csv --decimal , --task classification {FIT} --out m.klt"));
    assert_eq!(fitted["classes"], serde_json::json!(["1,5", "2,5", "10,5"]));
    assert_eq!(desk.json("evaluate m.klt t.csv")["error"], fitted["train"]["error"]);
}

/// A column whose name has a comma, and one whose name has a quote.
#[test]
fn any_column_can_be_ignored() {
    let row = |i: u32| format!("{i},x{i},{},{}\n", i * 37 % 100, if i * 37 % 100 > 45 { "up" } else { "down" });
    let body: String = (0..60).map(row).collect();
    let desk = desk(&[("t.csv", format!("\"id, long\",\"say \"\"id\"\"\",a,y\n{body}"))]);
    let refused_run = desk.run(&format!("fit t.csv {FIT}"));
    refused(&refused_run, 1, &["identifier", "--ignore"]);
    let run = desk.words(&["fit", "t.csv", "--features", "8", "--ignore", "\"id, long\",\"say \"\"id\"\"\"", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let fitted: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(fitted["inputs"], 1);
}

/// Of any size: errors of 1e-8 and targets of 1e30.
#[test]
fn figures_show_digits_not_zeros() {
    for (scale, exponent) in [(1e-8, "e-"), (1e30, "e3")] {
        let row = |i: u32| format!("{},{:e}\n", i % 10, scale * (f64::from(i % 10) * 3.5 + f64::from(i * 37 % 11)));
        let desk = desk(&[("t.csv", format!("a,y\n{}", (0..200).map(row).collect::<String>()))]);
        let text = desk.run(&format!("fit t.csv --task regression --holdout 0.3 {FIT} --number f32 --out m.klt")).out;
        let line = text.lines().find(|line| line.starts_with("test")).expect("a line of test rows").to_owned();
        assert!(line.contains(exponent) && !line.contains("0.000000") && line.len() < 120, "{line}");
        let predicted = desk.run("predict m.klt t.csv").out;
        assert!(predicted.lines().all(|line| line.len() < 16), "{predicted}");
        assert!(desk.run("evaluate m.klt t.csv").out.contains(exponent));
    }
}

/// A cell, a name and a label of a million characters, each in a message of a few lines.
#[test]
fn endless_texts_are_shortened() {
    let long = "x".repeat(1_000_000);
    let body = rows(30, ",", ".");
    for (text, options) in [
        (format!("a,b,y\n{body}{long},1,up\n"), ""),
        (format!("a,{long},y\n{body}1,oops,up\n"), ""),
        (format!("a,b,y\n1,2,3\n4,5,6\n1,2,{long}\n"), "--task regression"),
        (format!("{long},{long},y\n{body}"), ""),
        (format!("a,b,{long}\n{body}"), "--target b --ignore a,c"),
        (format!("a,b,{long}\n{body}"), "--class-weights down=2,sideways=3"),
        (format!("a,b,y\n{body}1,2,{long}\n3,4,{long}\n"), "--class-weights sideways=3"),
    ] {
        let run = desk(&[("t.csv", text)]).run(&format!("fit t.csv {options}"));
        assert!(
            matches!(run.code, 1 | 2) && run.err.len() < 3_000 && run.err.contains('…'),
            "{} {}",
            run.code,
            run.err.len()
        );
    }
    let text = format!("a,b,y\n{body}1,2,{long}\n3,4,{long}\n9,9,{long}\n");
    let desk = desk(&[("t.csv", text)]);
    let run = desk.run(&format!("fit t.csv {FIT} --class-weights balanced --out m.klt"));
    assert!(run.code == 0 && run.out.len() < 3_000 && run.err.len() < 3_000, "{} {}", run.out.len(), run.err.len());
    assert!(desk.run("evaluate m.klt t.csv").out.len() < 3_000);
}
