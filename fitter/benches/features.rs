//! The time to draw and compute 1,000 features of 10,000 rows of 50 inputs, for each draw, on one
//! thread and two; and the time of the host's cosine beside the standard library's.
//!
//! `cargo bench -p kernelet-fit --bench features`; a name narrows it, as in `-- sorf`

use clap::ValueEnum;
use divan::{Bencher, black_box_drop, counter::ItemsCount};
use kernelet_fit::features::draw::{MonteCarlo, Sampler};
use kernelet_fit::features::kernel::Scaled;
use kernelet_fit::features::map::{FeatureMap, trigonometry};
use kernelet_fit::recipe::{Draw, KernelName};
use nalgebra::DMatrix;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;

const ROWS: usize = 10_000;
const INPUTS: usize = 50;
const FEATURES: usize = 1_000;
const ANGLES: usize = 1 << 14;

fn main() {
    divan::main();
}

/// A draw on a number of threads.
struct Case {
    method: Draw,
    threads: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, threads {}", self.method, self.threads)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    let threads = |&method| [1, 2].map(|threads| Case { method, threads });
    Draw::value_variants().iter().flat_map(threads)
}

fn map(method: Draw) -> FeatureMap {
    FeatureMap::of(method, Scaled { name: KernelName::Gaussian, bandwidth: 5.0 }, [INPUTS, FEATURES], 1)
        .expect("every draw suits the Gaussian kernel")
}

fn rows() -> DMatrix<f64> {
    MonteCarlo.normals(INPUTS, ROWS, 2)
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// Drawing the spectral samples and computing the features; items are rows.
#[divan::bench(args = cases(), sample_count = 20, sample_size = 1)]
fn draw_and_features(bencher: Bencher<'_, '_>, case: &Case) {
    let (rows, pool) = (rows(), pool(case.threads));
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| pool.install(|| map(case.method).phased(&rows)));
}

/// Drawing alone; items are spectral samples.
#[divan::bench(args = cases(), sample_count = 20, sample_size = 1)]
fn draw(bencher: Bencher<'_, '_>, case: &Case) {
    let pool = pool(case.threads);
    bencher.counter(ItemsCount::new(FEATURES)).bench_local(|| pool.install(|| map(case.method)));
}

/// Paired features, twice as many; items are rows.
#[divan::bench(args = [1, 2], sample_count = 20, sample_size = 1)]
fn paired(bencher: Bencher<'_, '_>, threads: usize) {
    let (map, rows, pool) = (map(Draw::MonteCarlo), rows(), pool(threads));
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| pool.install(|| map.paired(&rows)));
}

/// A cosine; items are angles.
#[divan::bench(args = ["host", "standard library"])]
fn cosine(bencher: Bencher<'_, '_>, whose: &str) {
    let angles: Vec<f64> = (0..ANGLES).map(|i| i as f64 * 0.01 - 80.0).collect();
    let mut cosines = angles.clone();
    bencher.counter(ItemsCount::new(ANGLES)).bench_local(|| {
        cosines.copy_from_slice(&angles);
        match whose {
            "host" => trigonometry::cosines(&mut cosines),
            _ => cosines.iter_mut().for_each(|angle| *angle = angle.cos()),
        }
        black_box_drop(cosines[0]);
    });
}
