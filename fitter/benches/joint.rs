//! The time of joint training for 60 epochs in the shapes of two data sets, on one thread and two.
//!
//! `cargo bench -p kernelet-fit --bench joint`; `joint_torch.py` beside this file trains the same
//! in PyTorch.

use divan::Bencher;
use kernelet_fit::features::draw;
use kernelet_fit::features::draw::{MonteCarlo, Sampler};
use kernelet_fit::features::kernel::Map;
use kernelet_fit::features::refine::joint::{Loss, Model, Schedule, Training, TrainingRows, TrainingTargets};
use nalgebra::DMatrix;
use rayon::ThreadPoolBuilder;

const EPOCHS: usize = 60;

fn main() {
    divan::main();
}

/// The shape of a data set; the values of the inputs do not change the time.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Letter,
    Spam,
}

impl Shape {
    /// Returns the numbers of rows, inputs, classes and features.
    fn numbers(self) -> [usize; 4] {
        match self {
            Shape::Letter => [16_000, 16, 26, 200],
            Shape::Spam => [4_601, 57, 2, 50],
        }
    }
}

const CASES: [(Shape, usize); 4] = [(Shape::Letter, 1), (Shape::Letter, 2), (Shape::Spam, 1), (Shape::Spam, 2)];

fn schedule(parallel: bool) -> Schedule {
    Schedule { epochs: EPOCHS, rate: 0.01, noise: 0.1, seed: 1, parallel, ..Schedule::default() }
}

/// One training.
#[divan::bench(args = CASES, sample_count = 10, sample_size = 1)]
fn train(bencher: Bencher<'_, '_>, (shape, threads): (Shape, usize)) {
    let [rows, inputs, classes, features] = shape.numbers();
    let normals = MonteCarlo.normals(inputs, rows, 2);
    let class: Vec<u32> = (0..rows as u32).map(|row| row.wrapping_mul(2_654_435_761) % classes as u32).collect();
    let (targets, loss) = match classes {
        2 => {
            (TrainingTargets::Values(DMatrix::from_fn(1, rows, |_, n| f64::from(class[n]) * 2.0 - 1.0)), Loss::Logistic)
        }
        _ => (TrainingTargets::Classes(class, classes), Loss::Softmax),
    };
    let rows = TrainingRows::new(&normals, &targets);
    let start = Model::start(
        Map::Cosine,
        MonteCarlo.normals(inputs, features, 1) * 0.2,
        draw::phases(features, 1),
        targets.outputs(),
    );
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    bencher.bench_local(|| {
        pool.install(|| {
            let mut training = Training::new(&rows, &start, loss, schedule(threads > 1));
            (0..EPOCHS).for_each(|_| training.epoch());
            training.model()
        })
    });
}
