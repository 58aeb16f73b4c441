//! Recordings as they come: readings that are missing, groups of recordings, one recording alone.

use crate::common::kernelet::{Desk, Run};
use kernelet::{Q7, Series};
use serde_json::Value;
use std::process::Command;

/// Channels and samples of the windows, and the features of a model without a budget.
const CHANNELS: usize = 2;
const LENGTH: usize = 24;
const FEATURES: usize = 100;
/// The samples of a recording.
const ROWS: usize = 150;

/// A number from -1 to 1 that is new for each place.
fn noise(place: usize) -> f64 {
    let mut mixed = (place as u32).wrapping_mul(0x9e37_79b9) ^ 0x51_7cc1;
    for (shift, factor) in [(16, 0x7feb_352d), (15, 0x846c_a68b)] {
        mixed = (mixed ^ mixed >> shift).wrapping_mul(factor);
    }
    f64::from(mixed ^ mixed >> 16) / f64::from(u32::MAX) * 2.0 - 1.0
}

/// A row of a recording: its subject, its name, two channels, and a class of three by the period of
/// the second.
fn row(recording: usize, t: usize) -> [String; 5] {
    let (class, place) = (recording % 3, recording * ROWS + t);
    let swing = 500.0 * (t as f64 / [17.0, 11.0, 7.0][class] * std::f64::consts::TAU + recording as f64).sin();
    let [a, b] = [400.0 * noise(2 * place), swing + 150.0 * noise(2 * place + 1)];
    [
        format!("s{}", recording / 2),
        format!("r{recording}"),
        format!("{a:.0}"),
        format!("{b:.2}"),
        ["slow", "middle", "fast"][class].to_owned(),
    ]
}

/// Recordings, with changes to their rows.
fn recordings(which: std::ops::Range<usize>, change: impl Fn(usize, [String; 5]) -> [String; 5]) -> String {
    let rows = which.flat_map(|recording| (0..ROWS).map(move |t| (t, row(recording, t))));
    let lines = rows.enumerate().map(|(at, (t, cells))| format!("{t},{}\n", change(at, cells).join(",")));
    "t,s,r,a,b,y\n".to_owned() + &lines.collect::<String>()
}

/// A desk with recordings to learn from, and others.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("train.csv", &recordings(0..12, |_, cells| cells));
    desk.write("test.csv", &recordings(12..18, |_, cells| cells));
    desk
}

const FIT: &str = "fit train.csv --window 24 --stride 12 --group r --ignore s,t --blocks linear --number q7";

fn said(run: Run) -> String {
    assert_eq!(run.code, 0, "{}", run.err);
    run.out + &run.err
}

fn refused(desk: &Desk, arguments: &str) -> String {
    let run = desk.run(arguments);
    assert_ne!(run.code, 0, "{}", run.out);
    run.err
}

/// Readings are missing at the start of a recording, and for longer than half a window.
#[test]
fn a_device_that_takes_the_readings_has_the_scores_of_windows_with_gaps() {
    let desk = desk();
    desk.json(&format!("{FIT} --quiet --out m.klt"));
    let without = |at: usize, mut cells: [String; 5]| {
        for (channel, gaps) in [(2, [0..5, 40..57, 170..195]), (3, [33..49, 150..153, 200..202])] {
            if gaps.iter().any(|gap| gap.contains(&at)) {
                cells[channel].clear();
            }
        }
        cells
    };
    desk.write("gaps.csv", &recordings(12..14, without));
    let predicted = said(desk.run("predict m.klt gaps.csv --scores --readings s.bin --quiet"));
    let packed = desk.read("m.klt");
    let mut series = Series::<Q7, CHANNELS, LENGTH, FEATURES, 3>::view(&packed).expect("a model of this shape");
    let words: Vec<i16> = desk.read("s.bin").chunks(2).map(|word| i16::from_le_bytes([word[0], word[1]])).collect();
    let mut answers = Vec::new();
    for (row, readings) in words.chunks(CHANNELS).enumerate() {
        if row == ROWS {
            series.clear();
        }
        if series.push([readings[0], readings[1]]) {
            answers.push((row + 1, series.scores().map(i64::from)));
        }
    }
    let cell = |line: &str| line.split(',').map(|cell| cell.parse().unwrap_or(0)).collect::<Vec<i64>>();
    let rows: Vec<Vec<i64>> = predicted.lines().skip(1).map(cell).collect();
    assert_eq!(rows.len(), 2 * 11);
    for (row, (last, scores)) in rows.iter().zip(&answers) {
        assert_eq!((row[0], &row[row.len() - 3..]), (*last as i64, &scores[..]));
    }
    assert_eq!(answers.len(), rows.len());
}

/// The windows of a recording of noise tell nothing about other ones, however far they overlap.
#[test]
fn noise_in_one_recording_is_judged_as_noise() {
    let desk = Desk::new();
    let line = |t: usize| {
        let class = ["p", "q"][usize::from(noise(9_000_000 + t / 50) > 0.0)];
        format!("{:.0},{:.0},{class}\n", 300.0 * noise(2 * t), 300.0 * noise(2 * t + 1))
    };
    desk.write("noise.csv", &("a,b,y\n".to_owned() + &(0..4000).map(line).collect::<String>()));
    let fit = "fit noise.csv --window 32 --stride 2 --blocks linear --number q7 --holdout 0.3";
    let fitted = desk.json(&format!("{fit} --seconds 20"));
    let error = fitted["test"]["error"].as_f64().expect("an error");
    assert!((0.35..0.65).contains(&error), "{error}");
    let remarks = fitted["remarks"].to_string();
    assert!(remarks.contains("windows, which overlap two parts, are left out"), "{remarks}");
    assert_eq!(fitted["split"], "parts");
    let short = "a,b,y\n".to_owned() + &(30..70).map(line).collect::<String>();
    desk.write("short.csv", &short);
    let wrong = refused(&desk, "fit short.csv --window 32 --stride 2 --blocks linear");
    assert!(wrong.contains("none can be held out"), "{wrong}");
}

/// Groups of recordings make intervals wider, and no windows.
#[test]
fn windows_are_cut_by_recordings_whatever_groups_are_given() {
    let desk = desk();
    desk.json(&format!("{FIT} --quiet --out m.klt"));
    let own = desk.json("evaluate m.klt test.csv");
    let subjects = desk.json("evaluate m.klt test.csv --group s");
    assert_eq!((&own["rows"], &own["error"]), (&(6 * 11).into(), &subjects["error"]));
    assert_eq!(own["rows"], subjects["rows"]);
}

/// Rows of four inputs around a centre for each class.
fn clusters(classes: &[&str], count: usize, seed: usize) -> String {
    let centre = |class: &str, input: usize| 3.0 * noise(class.bytes().map(usize::from).sum::<usize>() * 7 + input);
    let row = |row: usize| {
        let class = classes[row % classes.len()];
        let cells: String =
            (0..4).map(|input| format!("{:.3},", centre(class, input) + 0.8 * noise(seed + 4 * row + input))).collect();
        format!("{cells}{class}\n")
    };
    "a,b,c,d,y\n".to_owned() + &(0..count).map(row).collect::<String>()
}

/// New classes stand behind those that are known, in the order that is given, and all of them
/// learn.
#[test]
fn new_classes_stand_behind_others_and_learn() {
    let desk = Desk::new();
    desk.write("known.csv", &clusters(&["D", "M", "Q"], 600, 1_000_000));
    desk.write("new.csv", &clusters(&["AB", "Z"], 120, 2_000_000));
    desk.json("fit known.csv --method greedy --features 60 --number q7 --quiet --out m.klt");
    let shares = ["Z,AB", "AB,Z"].map(|new| {
        said(desk.run(&format!("prepare m.klt known.csv --add {new} --out p.klt")));
        let sheet: Value = serde_json::from_slice(&desk.read("p.klt.json")).expect("JSON");
        let labels = sheet["schema"]["target"]["kind"]["class"]["labels"].as_array().expect("labels").clone();
        let expected: Vec<&str> = ["D", "M", "Q"].into_iter().chain(new.split(',')).collect();
        assert_eq!(labels, expected);
        desk.json("rehearse p.klt new.csv --answers answers.csv --out learnt.klt");
        let answers = String::from_utf8(desk.read("answers.csv")).expect("text");
        let share = |class: &str| {
            let of = |start: String| answers.lines().filter(|line| line.starts_with(&start)).count() as f64;
            of(format!("\"{class}\",\"{class}\",")) / of(format!("\"{class}\","))
        };
        assert!(share("AB") > 0.3 && share("Z") > 0.3, "{answers}");
        // the data sheet of what was learnt is read again, and names the same rows
        let error = desk.json("evaluate learnt.klt new.csv")["error"].as_f64().expect("an error");
        assert!(error < 0.5, "{error}");
        [share("AB"), share("Z"), error]
    });
    assert_eq!(shares[0], shares[1]);
}

/// What `rehearse` says of the packed model is what `evaluate` says of it.
#[test]
fn rehearsals_follow_the_steady_rule() {
    let desk = desk();
    desk.json(&format!("{FIT} --majority 5 --quiet --out m.klt"));
    let hard = |at: usize, mut cells: [String; 5]| {
        cells[3] = if at % 48 < 12 { "0".to_owned() } else { cells[3].clone() };
        cells
    };
    desk.write("hard.csv", &recordings(12..18, hard));
    said(desk.run("prepare m.klt train.csv --out p.klt"));
    let [rehearsed, evaluated] =
        ["rehearse p.klt hard.csv", "evaluate m.klt hard.csv"].map(|arguments| desk.json(arguments));
    let error = |value: &Value| value.as_f64().expect("an error");
    assert!((error(&rehearsed["error_without"]) - error(&evaluated["error"])).abs() < 1e-9, "{rehearsed} {evaluated}");
    assert_ne!(evaluated["error"], evaluated["error_raw"], "the rule changes nothing here");
}

#[test]
fn samples_in_no_window_are_told() {
    let desk = desk();
    let text = recordings(0..13, |_, cells| cells);
    let cut: String = text.lines().take(1 + 12 * ROWS + 20).map(|line| format!("{line}\n")).collect();
    desk.write("train.csv", &cut);
    let lost = "1 of 13 runs of samples is shorter than a window: 20 rows are in none";
    let fitted = said(desk.run(&format!("{FIT} --test test.csv --out m.klt")));
    assert!(fitted.contains(lost) && !fitted.contains("equal training rows"), "{fitted}");
    assert!(said(desk.run("predict m.klt train.csv --out p.csv")).contains(lost));
    let lines: Vec<&str> = text.lines().collect();
    let woven: Vec<&str> =
        lines[..1].iter().copied().chain((0..ROWS).flat_map(|t| [lines[1 + t], lines[1 + ROWS + t]])).collect();
    desk.write("woven.csv", &(woven.join("\n") + "\n"));
    let wrong = refused(&desk, "predict m.klt woven.csv");
    assert!(wrong.contains("no more than 1 row of one recording follow one another"), "{wrong}");
}

/// The reading of a NaN is the one that stands there, in C under a sanitiser.
#[test]
fn exported_c_leaves_the_reading_before_a_nan() {
    let desk = desk();
    desk.json(
        "fit train.csv --window 24 --group r --ignore s --clock t --blocks linear --number q7 --quiet --out m.klt",
    );
    said(desk.run("export m.klt --as c --out src"));
    desk.write(
        "main.c",
        "#include \"m_sheet.h\"\n#include <math.h>\n#include <stdio.h>\n\
         int main(void)\n{\n    int16_t readings[M_CHANNELS] = {7, 7};\n    double values[M_CHANNELS] = {NAN, 1e9};\n\
         \x20   m_readings(values, readings);\n    printf(\"%d %d\\n\", readings[0], readings[1]);\n    return 0;\n}\n",
    );
    let compile = "gcc -std=c99 -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all -Isrc main.c src/m_sheet.c -o main";
    let mut words = compile.split(' ');
    let built = Command::new(words.next().expect("a word")).args(words).current_dir(desk.path("")).status();
    assert!(built.expect("gcc").success());
    let run = Command::new(desk.path("main")).output().expect("a program");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "7 32767\n", "{}", String::from_utf8_lossy(&run.stderr));
    said(desk.run("export m.klt --as arduino --out sketch/m --name m"));
    let example = String::from_utf8(desk.read("sketch/m/examples/Sensor/Sensor.ino")).expect("text");
    assert!(
        example.contains("set it to that of the training recording, whose clock rises by 1 a sample."),
        "{example}"
    );
}

#[test]
fn columns_that_are_two_things_are_refused() {
    let desk = desk();
    let target = refused(&desk, "fit train.csv --window 24 --group r --target t --clock t");
    assert!(target.contains("both --target and --clock"), "{target}");
    let text = refused(&desk, "fit train.csv --window 24 --group r --series a,s");
    assert!(text.contains("the column \"s\" has texts"), "{text}");
    desk.write("names.csv", &recordings(0..6, |_, cells| cells).replacen(",b,", ",a_3,", 1));
    let names = refused(&desk, "fit names.csv --window 24 --group r --ignore s,t --series a");
    assert!(names.contains("\"a_3\" has the name of a sample of the channel \"a\""), "{names}");
    for (channels, told) in [
        ("", "--series without names"),
        ("a,a", "names the channel \"a\" twice"),
        ("a,r", "\"r\" is the column of --group, and no channel"),
    ] {
        let why = refused(&desk, &format!("fit train.csv --window 24 --group r --ignore s,t --series {channels}"));
        assert!(why.contains(told), "{why}");
    }
}

/// A sensor that counts in another unit, or fails, and one at rest, which the model knows.
#[test]
fn changed_units_and_dead_sensors_are_told() {
    let desk = desk();
    desk.json(&format!("{FIT} --quiet --out m.klt"));
    let with = |change: &dyn Fn(f64) -> String| {
        let changed = |_, mut cells: [String; 5]| {
            cells[2] = change(cells[2].parse().expect("a number"));
            cells
        };
        desk.write("new.csv", &recordings(12..18, changed));
        ["evaluate m.klt new.csv", "predict m.klt new.csv --out p.csv"].map(|command| said(desk.run(command)))
    };
    let unit = "the readings of \"a\" hardly move in the range from";
    let fractions = "% of the readings of \"a\" have fractions, and the training rows had whole numbers";
    let dead = "all readings of \"a\" are 0: does the sensor work?";
    for (change, told) in [
        (&(|a: f64| format!("{a:.0}")) as &dyn Fn(f64) -> String, [false, false, false]),
        (&|a| format!("{}", a / 1000.0), [true, false, false]),
        (&|a| format!("{:.0}", a / 100.0), [true, false, false]),
        (&|a| format!("{:.2}", a / 2.0 + 0.25), [false, true, false]),
        (&|_| "0".to_owned(), [false, false, true]),
    ] {
        for run in with(change) {
            assert_eq!([unit, fractions, dead].map(|part| run.contains(part)), told, "{run}");
        }
    }
}

/// Without a column of recordings, all rows are one.
#[test]
fn columns_of_recordings_are_missed() {
    let desk = desk();
    let without = |line: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        cells.remove(2);
        cells.join(",") + "\n"
    };
    desk.write("lacking.csv", &recordings(12..18, |_, cells| cells).lines().map(without).collect::<String>());
    let lacking = "test data: the file lacks \"r\", which told recordings apart: all rows are taken for one";
    assert!(said(desk.run(&format!("{FIT} --test lacking.csv"))).contains(lacking));
    let column = "is constant for long runs: if it names recordings, --group";
    let named = said(desk.run(&format!("{FIT} --test test.csv")));
    assert!(!named.contains(lacking) && !named.contains(column), "{named}");
    let one = said(desk.run(&FIT.replace("--group r --ignore s,t", "--ignore t")));
    assert!(one.contains(&format!("column \"r\" {column} r")) && !one.contains(&format!("\"s\" {column}")), "{one}");
    assert!(one.contains("there is one recording only, so models are judged by parts of it"), "{one}");
}

/// An error on windows that chose the features never stands alone.
#[test]
fn errors_on_windows_that_selected_features_are_doubted() {
    let desk = desk();
    let flattered = |test: &str| {
        said(desk.run(&format!("{FIT}{test}"))).contains("all training windows selected the features, so the errors on")
    };
    assert!(flattered("") && !flattered(" --test test.csv"));
}

#[test]
fn windows_have_as_many_samples_as_a_device_takes() {
    let desk = desk();
    for samples in [1, 16_385] {
        let wrong = refused(&desk, &format!("fit train.csv --window {samples}"));
        assert!(wrong.contains(&format!("{samples} is not in 2..=16384")), "{wrong}");
    }
    assert!(said(desk.run("fit --help")).contains("a window: 2 to 16384"));
}

/// To delete samples without a label joins what is apart, unless times tell the gap.
#[test]
fn samples_without_a_label_are_refused_with_advice() {
    let desk = desk();
    let without = |at: usize, mut cells: [String; 5]| {
        if (40..60).contains(&at) {
            cells[4].clear();
        }
        cells
    };
    desk.write("gaps.csv", &recordings(0..12, without));
    let clock = FIT.replace("--ignore s,t", "--ignore s --clock t");
    for (fit, [at_fit, later]) in [
        (FIT, ["delete them and name the times by --clock, or give them a class", "fit the model with --clock"]),
        (&clock, ["as --clock finds the gap, or give them a class", "delete such samples: the clock tells the gap"]),
    ] {
        let wrong = refused(&desk, &fit.replace("train.csv", "gaps.csv"));
        assert!(wrong.contains("the target is missing") && wrong.contains(at_fit), "{wrong}");
        desk.json(&format!("{fit} --quiet --out m.klt"));
        let wrong = refused(&desk, "evaluate m.klt gaps.csv");
        assert!(wrong.contains("the target is missing") && wrong.contains(later), "{wrong}");
    }
}
