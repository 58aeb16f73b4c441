//! The time to generate features that are drawn, resampled by the surrogate, or resampled by
//! leverage, in the shape of EEG at `s = 64 d`.
//!
//! `cargo bench -p kernelet-fit --bench resampling`

use divan::Bencher;
use kernelet_fit::features::draw::{MonteCarlo, Sampler};
use kernelet_fit::features::kernel::Scaled;
use kernelet_fit::features::map::FeatureMap;
use kernelet_fit::features::pick::{Multinomial, Wanted};
use kernelet_fit::features::pool::{Pool, Sample};
use kernelet_fit::features::score::{Energy, Leverage, Scorer, Surrogate};
use kernelet_fit::recipe::{Draw, KernelName};
use nalgebra::DMatrix;

const INPUTS: usize = 14;
const ROWS: usize = 7_490;
const SAMPLES: usize = 64 * INPUTS;

fn main() {
    divan::main();
}

/// Draws and computes all features; with a scorer, resamples as many of them.
fn generate(bencher: Bencher<'_, '_>, scorer: Option<&dyn Scorer>) {
    let rows = MonteCarlo.normals(INPUTS, ROWS, 1);
    let targets = DMatrix::from_fn(1, ROWS, |_, n| rows[(0, n)].signum());
    let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 3.0 };
    bencher.bench_local(|| {
        let map = FeatureMap::of(Draw::MonteCarlo, scaled, [INPUTS, SAMPLES], 2).expect("they go together");
        let pool = Pool::paired(map, scaled, Sample { rows: &rows, targets: &targets });
        let Some(scorer) = scorer else { return (pool.map, pool.features) };
        let wanted = Wanted::new(SAMPLES, 3);
        let picked = Multinomial::Draws.resample(&scorer.worths(&pool), wanted);
        pool.keep(&picked)
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn drawn(bencher: Bencher<'_, '_>) {
    generate(bencher, None);
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn surrogate(bencher: Bencher<'_, '_>) {
    generate(bencher, Some(&Surrogate { energy: Energy { centred: false }, identity: false }));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn leverage(bencher: Bencher<'_, '_>) {
    generate(bencher, Some(&Leverage { ridge: 0.05 }));
}
