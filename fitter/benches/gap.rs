//! One block of five candidates against the kernel, on 50 landmarks: time for each number of rows.
//!
//! `cargo bench -p kernelet-fit --bench gap`.

use divan::{Bencher, counter::ItemsCount};
use kernelet_fit::features::draw::{MonteCarlo, Sampler};
use kernelet_fit::features::kernel::Scaled;
use kernelet_fit::features::pick::{FeatureBlock, KernelDistance};
use kernelet_fit::recipe::KernelName;

const INPUTS: usize = 20;

fn main() {
    divan::main();
}

/// The sums and the distance with a block, and adding it; items are rows.
#[divan::bench(args = [10_000, 20_000, 40_000, 80_000], sample_count = 20, sample_size = 1)]
fn block(bencher: Bencher<'_, '_>, rows: usize) {
    let inputs = MonteCarlo.normals(INPUTS, rows, 1);
    let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 4.0 };
    let mut gap = KernelDistance::new(scaled, &inputs, (0..50).map(|i| i * rows / 50).collect());
    let block = FeatureBlock { features: MonteCarlo.normals(10, rows, 2), samples: 5 };
    bencher.counter(ItemsCount::new(rows)).bench_local(|| {
        let sums = gap.with(&block);
        let distance = gap.distance(&sums);
        gap.add(&block, sums);
        distance
    });
}

/// The kernel's own approximation, once for a search; items are rows.
#[divan::bench(args = [10_000, 20_000, 40_000, 80_000], sample_count = 5, sample_size = 1)]
fn start(bencher: Bencher<'_, '_>, rows: usize) {
    let inputs = MonteCarlo.normals(INPUTS, rows, 1);
    let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 4.0 };
    bencher
        .counter(ItemsCount::new(rows))
        .bench_local(|| KernelDistance::new(scaled, &inputs, (0..50).map(|i| i * rows / 50).collect()));
}
