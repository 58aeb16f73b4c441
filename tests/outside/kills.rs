//! Kills from outside: at any moment, a model and its data sheet are both old or both new, and
//! nothing else is left.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Child;
use std::time::{Duration, Instant};

/// The models that are written over each other.
const MODELS: usize = 6;
/// The time that what has begun takes at most after a kill.
const REST: Duration = Duration::from_millis(30);

/// A folder with data, and all pairs of a model and a data sheet that fits of them write.
struct Range {
    desk: Desk,
    pairs: Vec<[Vec<u8>; 2]>,
    /// The time of a fit.
    time: Duration,
    random: Random,
}

impl Range {
    fn new(seed: u64) -> Range {
        let desk = Desk::new();
        let row = |i: usize| format!("{},{},{}\n", i * 7 % 31, i * i % 17, i * 3 % 5);
        desk.write("t.csv", &(String::from("a,b,y\n") + &(0..300).map(row).collect::<String>()));
        let mut range = Range { desk, pairs: Vec::new(), time: Duration::ZERO, random: Random(seed) };
        for model in 0..MODELS {
            let started = Instant::now();
            assert!(range.fit(model).wait().expect("it ends").success());
            range.time = started.elapsed();
            range.pairs.push(range.pair());
        }
        range
    }

    fn fit(&self, model: usize) -> Child {
        self.desk.start(&format!("fit t.csv --features {} --quiet --out m.klt", 20 + model))
    }

    fn pair(&self) -> [Vec<u8>; 2] {
        ["m.klt", "m.klt.json"].map(|name| self.desk.read(name))
    }

    fn share(&mut self) -> f64 {
        (self.random.symmetric() + 1.0) / 2.0
    }

    /// Kills a fit when `ready` says so, and checks what is there; returns whether it was killed
    /// before it ended.
    fn kill(&mut self, ready: impl Fn(&Range, &Child) -> bool, patience: Duration) -> bool {
        let model = (self.share() * MODELS as f64) as usize % MODELS;
        let mut fit = self.fit(model);
        while fit.try_wait().expect("a process").is_none() && !ready(self, &fit) {}
        let seen = Instant::now();
        while seen.elapsed() < patience {}
        let is_early = fit.try_wait().expect("a process").is_none();
        fit.kill().and_then(|()| fit.wait()).expect("killed");
        std::thread::sleep(REST);
        assert_eq!(self.desk.files(), ["m.klt", "m.klt.json", "t.csv"]);
        assert!(self.pairs.contains(&self.pair()), "the model and its data sheet are of two fits");
        is_early
    }

    /// Kills at any time of a fit.
    fn at_random(&mut self) -> bool {
        let time = self.time.mul_f64(1.1 * self.share());
        self.kill(|_, _| true, time)
    }

    /// Kills up to two milliseconds after the first byte was written to a file.
    fn while_writing(&mut self) -> bool {
        let patience = Duration::from_micros((2000.0 * self.share().powi(2)) as u64);
        self.kill(|_, fit| is_writing(fit.id()), patience)
    }

    /// Kills as soon as the folder shows a change.
    fn at_a_change(&mut self) -> bool {
        let node = |range: &Range| fs::metadata(range.desk.path("m.klt.json")).map(|sheet| sheet.ino()).ok();
        let before = node(self);
        self.kill(|range, _| range.desk.files().len() != 3 || node(range) != before, Duration::ZERO)
    }
}

/// Returns true once a process has a file open that has bytes and no name.
fn is_writing(process: u32) -> bool {
    let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    open.map(|file| file.path()).any(|file| {
        let unnamed = fs::read_link(&file).is_ok_and(|name| name.to_string_lossy().ends_with(" (deleted)"));
        unnamed && fs::metadata(&file).is_ok_and(|file| file.len() > 0)
    })
}

#[test]
fn kills_leave_nothing_torn() {
    let mut range = Range::new(3);
    let early: Vec<bool> =
        (0..4).flat_map(|_| [range.at_random(), range.while_writing(), range.at_a_change()]).collect();
    assert!(early.contains(&true));
}

#[test]
#[ignore = "takes minutes; run it as: cargo test --test outside -- --ignored kills::"]
fn hundreds_of_kills_leave_nothing_torn() {
    let mut range = Range::new(5);
    let count = |early: Vec<bool>| (early.iter().filter(|early| **early).count(), early.len());
    println!("at random: {:?}", count((0..200).map(|_| range.at_random()).collect()));
    println!("while writing: {:?}", count((0..200).map(|_| range.while_writing()).collect()));
    println!("at a change: {:?}", count((0..200).map(|_| range.at_a_change()).collect()));
}
