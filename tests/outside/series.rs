//! Windows of streams: from a file to a class, with the same bits when samples come one by one.

use crate::common::board::CORTEX_M0;
use crate::common::firmware::Build;
use crate::common::kernelet::Desk;
use kernelet::{Q7, Series};
use serde_json::Value;
use std::fmt::Write;
use std::time::Instant;

/// Channels and samples of the windows here, and the features of a model without a budget.
const CHANNELS: usize = 2;
const LENGTH: usize = 48;
const FEATURES: usize = 100;

/// Samples of two channels at time `t` of a recording: the classes differ in how fast the second
/// one swings, not in its level, its phase or its size.
fn sample(class: usize, recording: u32, t: usize) -> [i16; CHANNELS] {
    let noise = |seed: u32| {
        let mixed = (recording * 7919 + t as u32 * 104_729 + seed).wrapping_mul(0x9e37_79b9);
        f64::from(mixed >> 16) / 65_536.0 - 0.5
    };
    let period = [12.0, 7.0][class];
    let size = 300.0 + 200.0 * f64::from(recording % 5);
    let phase = f64::from(recording) * 2.4;
    let swing = size * (t as f64 / period * std::f64::consts::TAU + phase).sin();
    [(2000.0 * noise(1)) as i16, (swing + 1000.0 + 0.4 * size * noise(2)) as i16]
}

/// A window of a recording, channel by channel.
fn window(class: usize, recording: u32, from: usize) -> [[i16; LENGTH]; CHANNELS] {
    std::array::from_fn(|channel| std::array::from_fn(|t| sample(class, recording, from + t)[channel]))
}

/// A table of windows, a class after the other, each of a recording of its own.
fn table(recordings: std::ops::Range<u32>) -> String {
    let mut text: Vec<String> = (0..LENGTH).map(|t| format!("a_{t}")).collect();
    text.extend((0..LENGTH).map(|t| format!("b_{t}")));
    let mut text = text.join(",") + ",y\n";
    for recording in recordings {
        let class = (recording % 2) as usize;
        for reading in window(class, recording, 0).as_flattened() {
            write!(text, "{reading},").expect("room");
        }
        writeln!(text, "{}", ["slow", "fast"][class]).expect("room");
    }
    text
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("train.csv", &table(0..160));
    desk.write("test.csv", &table(160..360));
    desk
}

#[test]
fn windows_are_told_apart_by_what_no_sample_tells() {
    let desk = desk();
    let fit = desk.json("fit train.csv --test test.csv --series --flash 512 --out m.klt");
    assert!(fit["test"]["error"].as_f64().expect("an error") < 0.02, "{fit}");
    assert!(fit["bytes"].as_u64().expect("bytes") <= 512);
    assert_eq!((&fit["series"]["channels"], &fit["series"]["length"]), (&2.into(), &(LENGTH as u64).into()));
    // the same columns as plain inputs, which have nothing to do with the class one by one
    let plain = desk.json("fit train.csv --test test.csv --flash 512 --blocks linear");
    assert!(plain["test"]["error"].as_f64().expect("an error") > 0.2, "{plain}");
    let evaluated = desk.json("evaluate m.klt test.csv");
    assert_eq!(evaluated["error"], fit["test"]["error"]);
    let inspected = desk.json("inspect m.klt");
    assert_eq!(inspected["series"], fit["series"]);
    assert!(inspected["runtime_features"].as_array().expect("features").contains(&"series".into()));
}

/// Four bytes a weight of a linear part: features are as many as leave room for ferns.
#[test]
fn a_linear_part_in_floating_point_keeps_to_the_budget() {
    let desk = desk();
    let fit = desk.json("fit train.csv --series --flash 600 --blocks linear,fern --number f32 --out m.klt");
    assert_eq!(fit["blocks"], "linear,fern");
    assert!(desk.read("m.klt").len() <= 600, "{fit}");
}

#[test]
fn a_card_lists_the_channels_of_windows() {
    let desk = desk();
    desk.json("fit train.csv --series --flash 512 --out m.klt");
    assert_eq!(desk.run("export m.klt --as card --out hub").code, 0);
    let card = String::from_utf8(desk.read("hub/README.md")).expect("UTF-8");
    assert!(card.contains(&format!("from windows of {LENGTH} samples in {CHANNELS} channels, in ")), "{card}");
    let table = card.lines().skip_while(|line| !line.starts_with("| channel |")).take_while(|line| !line.is_empty());
    let names: Vec<&str> = table.skip(2).filter_map(|line| line.split('`').nth(1)).collect();
    assert_eq!(names, ["a", "b"]);
}

/// The device's answers are those that `predict` gives, by windows at once and by samples.
#[test]
fn samples_one_by_one_give_the_scores_of_the_host() {
    let desk = desk();
    desk.json("fit train.csv --series --stride 20 --blocks linear --number q7 --out m.klt");
    let predicted = desk.run("predict m.klt test.csv --scores");
    let scores = predicted.out.lines().skip(1).map(|line| {
        let last = line.rsplit(',').next().expect("a score");
        last.parse::<i32>().unwrap_or_else(|why| panic!("{line}: {why}"))
    });
    let packed = desk.read("m.klt");
    let mut series = Series::<Q7, CHANNELS, LENGTH, FEATURES, 1>::view(&packed).expect("a model of this shape");
    let mut seen = 0;
    for (recording, score) in (160..360).zip(scores) {
        let class = (recording % 2) as usize;
        series.fill(&window(class, recording, 0));
        assert_eq!(series.scores(), [score], "window {recording} at once");
        series.clear();
        let mut answers = Vec::new();
        for t in 0..LENGTH + 60 {
            if series.push(sample(class, recording, t)) {
                answers.push((t + 1 - LENGTH, series.scores()));
            }
        }
        assert_eq!(answers[0], (0, [score]), "window {recording} by samples");
        assert_eq!(answers.iter().map(|(from, _)| *from).collect::<Vec<_>>(), [0, 20, 40, 60]);
        for (from, scores) in answers {
            series.fill(&window(class, recording, from));
            assert_eq!(series.scores(), scores);
        }
        seen += 1;
    }
    assert_eq!(seen, 200);
}

/// Where a stride is longer than a window, the samples between are skipped.
#[test]
fn windows_may_lie_apart() {
    let desk = desk();
    desk.json("fit train.csv --series --stride 70 --blocks linear --number q7 --out m.klt");
    let packed = desk.read("m.klt");
    let mut series = Series::<Q7, CHANNELS, LENGTH, FEATURES, 1>::view(&packed).expect("a model of this shape");
    let due: Vec<usize> = (0..200).filter(|&t| series.push(sample(1, 7, t))).collect();
    assert_eq!(due, [47, 117, 187]);
    let last = series.scores();
    series.fill(&window(1, 7, 140));
    assert_eq!(series.scores(), last);
}

/// Two recordings of 900 samples that change between the classes, a row a sample.
fn recording(seed: u32) -> String {
    let row = |t: usize| {
        let class = t / 300 % 2;
        let [a, b] = sample(class, seed, t);
        format!("{a},{},{}\n", f64::from(b) / 64.0, ["slow", "fast"][class])
    };
    "a,b,y\n".to_owned() + &(0..900).map(row).collect::<String>()
}

/// What a board prints for a stream are the classes that the host predicts, window for window.
#[test]
fn a_stream_on_a_board_has_the_classes_of_the_host() {
    let desk = Desk::new();
    desk.write("train.csv", &recording(3));
    desk.write("test.csv", &recording(8));
    let fit = "fit train.csv --window 48 --stride 16 --test test.csv --flash 512 --blocks linear --out m.klt";
    let fit = desk.json(fit);
    assert!(fit["test"]["error"].as_f64().expect("an error") < 0.15, "{fit}");
    let run = desk.run("predict m.klt test.csv --readings stream --quiet");
    let answers: Vec<(String, String)> = run
        .out
        .lines()
        .skip(1)
        .map(|line| {
            let mut cells = line.split(',');
            let mut next = || cells.next().expect("a cell").to_owned();
            (next(), next())
        })
        .collect();
    assert_eq!((answers.len(), answers[0].0.as_str()), (54, "48"));
    let (packed, stream) = (desk.read("m.klt"), desk.read("stream"));
    assert_eq!(stream.len(), 900 * CHANNELS * 2);
    let features = ["--features=series,rectified"];
    let build = features.iter().fold(Build::of(&CORTEX_M0, &packed), |build, option| build.option(option));
    let said = build.program("stream").embed(&stream).firmware().say();
    let said: Vec<(String, String)> = said
        .lines()
        .map(|line| {
            let (row, class) = line.split_once(' ').expect("a row and a class");
            (row.to_owned(), ["fast", "slow"][class.parse::<usize>().expect("a class")].to_owned())
        })
        .collect();
    assert_eq!(said, answers);
}

/// A recording as long as one window has one answer; a table without rows has none.
#[test]
fn the_fewest_windows_are_answered() {
    let desk = desk();
    desk.write("recording.csv", &recording(3));
    desk.json("fit recording.csv --window 48 --stride 16 --flash 512 --blocks linear --out m.klt");
    let one: Vec<&str> = recording(8).lines().take(49).map(|line| line.to_owned().leak() as &str).collect();
    desk.write("one.csv", &(one.join("\n") + "\n"));
    let run = desk.run("predict m.klt one.csv --quiet --golden golden");
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{}", run.err);
    assert_eq!(desk.read("golden").len(), 48 * CHANNELS * 2 + 4);
    desk.json("fit train.csv --series --flash 512 --blocks linear --out w.klt");
    desk.write("none.csv", table(0..0).as_str());
    let run = desk.run("predict w.klt none.csv --quiet --golden golden --out answers.csv");
    assert_eq!((run.code, desk.read("golden").len()), (0, 0), "{}", run.err);
}

/// Without a budget, models of several sizes meet in the contest, and the smallest one stays that
/// no larger one beats by a standard error.
#[test]
fn the_size_is_chosen_too() {
    let desk = desk();
    desk.write("recording.csv", &recording(3));
    for data in ["train.csv --series", "recording.csv --window 48 --stride 16"] {
        let fitted = desk.json(&format!("fit {data} --quiet --out m.klt"));
        let frontier = fitted["frontier"].as_array().expect("sizes");
        let error = |point: &Value| point["error"].as_f64().expect("an error");
        let bytes = |point: &Value| point["bytes"].as_u64().expect("bytes");
        let taken = frontier.iter().find(|point| point["taken"] == true).expect("a model");
        assert_eq!(
            (bytes(taken), desk.read("m.klt").len() as u64),
            (fitted["bytes"].as_u64().expect("bytes"), bytes(taken))
        );
        assert!(frontier.iter().filter(|point| bytes(point) < bytes(taken)).all(|point| error(point) > error(taken)));
        assert!(frontier.is_sorted_by_key(bytes) && bytes(taken) <= 8192, "{fitted}");
        assert_eq!(fitted["tried"][0]["error"], taken["error"]);
    }
}

/// Of windows that tell nothing no model is right more often than by chance, and a fit says so: the
/// windows that judge choose no features.
#[test]
fn windows_of_noise_look_like_noise() {
    let desk = Desk::new();
    let mut state = 1u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    let header: String = (0..24).map(|t| format!("x_{t},")).collect();
    let mut row = |label: &str| (0..24).map(|_| format!("{:.3},", next())).collect::<String>() + label + "\n";
    let rows: String = (0..100).map(|at| row(["a", "b"][at % 2])).collect();
    desk.write("noise.csv", &format!("{header}y\n{rows}"));
    let fitted = desk.json("fit noise.csv --series --flash 512 --quiet --out m.klt");
    let tried = fitted["tried"].as_array().expect("a contest");
    for judged in tried.iter().chain(&fitted["linear"].get("heldout").cloned()) {
        let [low, high] = [0, 1].map(|end| judged["error_interval"][end].as_f64().expect("a bound"));
        assert!(low < 0.5 && high > 0.5, "{fitted}");
    }
}

/// Features of windows are chosen within the time that a fit has.
#[test]
fn windows_keep_to_the_seconds() {
    let desk = desk();
    let started = Instant::now();
    let fit = desk.json("fit train.csv --series --flash 1KiB --seconds 20 --out m.klt");
    assert!(started.elapsed().as_secs_f64() < 24.0 && desk.path("m.klt").is_file(), "{fit}");
}
