//! The gradient against plain formulas in double precision, and training on difficult data.

use super::{Loss, Model, Schedule, Training, TrainingRows, TrainingTargets};
use crate::features::draw::{self, MonteCarlo, Sampler};
use crate::features::kernel::Map;
use crate::features::map::Patches;
use kernelet::block::Patch;
use nalgebra::{DMatrix, DVector};

const LOSSES: [Loss; 6] =
    [Loss::Squared, Loss::Logistic, Loss::CrossEntropy, Loss::Softmax, Loss::Hinge, Loss::SquaredHinge];

const SCHEDULE: Schedule = Schedule {
    epochs: 3,
    rate: 0.02,
    noise: 0.1,
    decay: 1e-4,
    shrinkage: 1e-3,
    earlier: 0.0,
    parts: 1,
    octaves: 0,
    shift: 0,
    seed: 5,
    parallel: true,
    portable: false,
};

/// Returns inputs, targets and a model away from its initial state; 5 outputs stand side by side in
/// registers, 1 and 3 do not. Of 3 outputs the softmax has probabilities for targets, else classes.
fn problem(map: Map, loss: Loss, outputs: usize) -> (DMatrix<f64>, TrainingTargets, Model) {
    let inputs = MonteCarlo.normals(19, 150, 1);
    let class = |n: usize| n * n % 7 % outputs;
    let targets = match loss {
        Loss::CrossEntropy => TrainingTargets::Probabilities(MonteCarlo.normals(outputs, 150, 2).map(share), vec![]),
        Loss::Softmax if outputs == 3 => {
            let mut shares = MonteCarlo.normals(outputs, 150, 2).map(share);
            shares.column_iter_mut().for_each(|mut shares| shares /= shares.sum());
            TrainingTargets::Probabilities(shares, vec![])
        }
        Loss::Softmax => TrainingTargets::Classes((0..150).map(|n| class(n) as u32).collect(), outputs),
        Loss::Squared => TrainingTargets::Values(MonteCarlo.normals(outputs, 150, 2)),
        _ => TrainingTargets::Values(DMatrix::from_fn(outputs, 150, |k, n| if class(n) == k { 1.0 } else { -1.0 })),
    };
    let model = Model {
        map,
        frequencies: MonteCarlo.normals(19, 29, 3) * 0.3,
        patches: None,
        phases: draw::phases(29, 4),
        head: MonteCarlo.normals(outputs, 29, 5).transpose() * 0.3,
        bias: DVector::from_fn(outputs, |k, _| 0.1 * k as f64),
    };
    (inputs, targets, model)
}

/// Returns a number between 0 and 1.
fn share(normal: f64) -> f64 {
    1.0 / (1.0 + normal.exp())
}

/// The weights of rows, in turn.
const SAMPLE_WEIGHTS: [f64; 3] = [0.5, 1.0, 2.5];

/// Returns the loss of all features, plus `earlier` times that of the features up to the end of
/// each earlier stage.
fn staged_loss(model: &Model, earlier: f64, problem: (&DMatrix<f64>, &TrainingTargets, Loss)) -> f64 {
    let mut ends: Vec<usize> =
        crate::recipe::stages(model.phases.len(), true).into_iter().map(|stage| stage.end).collect();
    assert_eq!((ends.pop(), ends.len()), (Some(model.phases.len()), 3));
    let first = |end: usize| Model {
        frequencies: model.frequencies.columns(0, end).into_owned(),
        phases: model.phases.rows(0, end).into_owned(),
        head: model.head.rows(0, end).into_owned(),
        ..model.clone()
    };
    let sum: f64 = ends.into_iter().map(|end| mean_loss(&first(end), problem)).sum();
    mean_loss(model, problem) + earlier * sum
}

fn mean_loss(model: &Model, (inputs, targets, loss): (&DMatrix<f64>, &TrainingTargets, Loss)) -> f64 {
    let scores = model.scores(inputs);
    let losses = scores.column_iter().enumerate().map(|(n, scores)| match targets {
        TrainingTargets::Values(values) | TrainingTargets::Probabilities(values, _) => {
            loss.value(scores.as_slice(), values.column(n).as_slice())
        }
        TrainingTargets::Classes(classes, count) => {
            let target: Vec<f64> = (0..*count as u32).map(|k| f64::from(u8::from(k == classes[n]))).collect();
            loss.value(scores.as_slice(), &target)
        }
    });
    let weighed = losses.enumerate().map(|(n, loss)| SAMPLE_WEIGHTS[n % 3] * loss);
    weighed.sum::<f64>() / inputs.ncols() as f64
}

/// Returns all four parts of a model, to be moved one number at a time.
fn parts(model: &mut Model) -> [&mut [f64]; 4] {
    let Model { frequencies, phases, head, bias, .. } = model;
    [frequencies.as_mut_slice(), phases.as_mut_slice(), head.as_mut_slice(), bias.as_mut_slice()]
}

/// Central differences are off by about `h^2` = 1e-10 of the third derivative, and the gradient by
/// its 24 bits: sums of 150 rows in single precision round by some 1e-6 of the largest entry at
/// most. A kink of the hinge or of a feature within `h` of a row would show; none is.
#[test]
fn gradients_are_central_differences() {
    const H: f64 = 1e-5;
    for (map, loss) in [Map::Cosine, Map::Relu].into_iter().flat_map(|map| LOSSES.map(|loss| (map, loss))) {
        for (outputs, earlier) in [(1, 0.0), (3, 0.0), (5, 0.0), (3, 0.5), (5, 0.7)] {
            let (inputs, targets, mut model) = problem(map, loss, outputs);
            let rows = TrainingRows::new(&inputs, &targets).weighing((0..150).map(|n| SAMPLE_WEIGHTS[n % 3]));
            let mut exact = Training::gradient_of(&rows, &model, (loss, earlier));
            for (part, slopes) in parts(&mut exact).into_iter().enumerate() {
                let largest = slopes.iter().fold(0.0f64, |most, slope| most.max(slope.abs()));
                for (i, slope) in slopes.iter().enumerate() {
                    let mut at = |step: f64| {
                        parts(&mut model)[part][i] += step;
                        let loss = staged_loss(&model, earlier, (&inputs, &targets, loss));
                        parts(&mut model)[part][i] -= step;
                        loss
                    };
                    let difference = (at(H) - at(-H)) / (2.0 * H);
                    let error = (slope - difference).abs();
                    assert!(
                        error <= 1e-5 * largest + 1e-9,
                        "{map} {loss:?}, {outputs}, {part}, {i}: {slope} {difference}"
                    );
                }
            }
        }
    }
}

fn trained(rows: &TrainingRows, model: &Model, (loss, schedule): (Loss, Schedule)) -> Model {
    let mut training = Training::new(rows, model, loss, schedule);
    (0..schedule.epochs).for_each(|_| training.epoch());
    training.model()
}

/// Patches against dense rows with zeros: the same slopes for what they read, to the rounding of
/// single precision, and none for the rest.
#[test]
fn patches_have_the_gradient_of_dense_rows() {
    let patch = Patch { height: 2, width: 3, stride: 6 };
    for (outputs, earlier) in [(1, 0.0), (5, 0.7)] {
        let (inputs, targets, model) = problem(Map::Cosine, Loss::Squared, outputs);
        let map = model.map().in_patches(Patches::draw(patch, [18, 29], 4));
        let dense = Model { frequencies: map.frequencies.clone(), ..model };
        let patched = Model { patches: Model::of(&map, outputs).patches, ..dense.clone() };
        let rows = TrainingRows::new(&inputs, &targets);
        let [own, all] = [&patched, &dense].map(|model| Training::gradient_of(&rows, model, (Loss::Squared, earlier)));
        let read = dense.frequencies.map(|weight| if weight == 0.0 { 0.0 } else { 1.0 });
        let largest = all.frequencies.amax();
        assert_eq!(read.sum(), 29.0 * 6.0);
        assert!((own.frequencies - all.frequencies.component_mul(&read)).amax() < 1e-5 * largest);
        assert!((own.head - all.head).amax() < 1e-5 && (own.phases - all.phases).amax() < 1e-5);
    }
}

/// Rows of a grid move in training, not where there is nothing above the background or no grid, and
/// not where they are answered.
#[test]
fn rows_of_a_grid_move_in_training_alone() {
    let (inputs, targets, model) = problem(Map::Cosine, Loss::Softmax, 5);
    let (inputs, frequencies) = (inputs.rows(0, 18).into_owned(), model.frequencies.rows(0, 18).into_owned());
    let dense = Model { frequencies, ..model };
    let map = dense.map().in_patches(Patches::draw(Patch { height: 2, width: 3, stride: 6 }, [18, 29], 4));
    let patched = Model { head: dense.head.clone(), bias: dense.bias.clone(), ..Model::of(&map, 5) };
    let still = DMatrix::from_fn(18, 150, |i, _| i as f64 / 9.0);
    for (inputs, model, moves) in [(&inputs, &patched, true), (&still, &patched, false), (&inputs, &dense, false)] {
        let rows = TrainingRows::new(inputs, &targets);
        let of = |shift| trained(&rows, model, (Loss::Softmax, Schedule { shift, ..SCHEDULE }));
        assert_eq!(of(1) != of(0), moves);
        let exact = model.scores(inputs);
        let mut training = Training::new(&rows, model, Loss::Softmax, Schedule { shift: 1, ..SCHEDULE });
        training.scores(&rows, |row, scores| {
            let close = scores.zip(exact.column(row).iter()).all(|(own, exact)| (f64::from(own) - exact).abs() < 1e-4);
            assert!(close, "{row}");
        });
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (inputs, targets, model) = problem(Map::Cosine, Loss::Softmax, 5);
    let rows = TrainingRows::new(&inputs, &targets);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trained(&rows, &model, (Loss::Softmax, SCHEDULE)))
    };
    let alone = trained(&rows, &model, (Loss::Softmax, Schedule { parallel: false, ..SCHEDULE }));
    assert_eq!([with(1), with(3)], [alone.clone(), alone]);
}

/// Only rounding differs; 9 steps at rates up to 0.02 move a parameter by 0.18 at most, and
/// rounding by far less.
#[test]
fn portable_instructions_train_the_same_model() {
    let (inputs, targets, model) = problem(Map::Cosine, Loss::Squared, 3);
    let rows = TrainingRows::new(&inputs, &targets);
    let [fast, portable] =
        [false, true].map(|portable| trained(&rows, &model, (Loss::Squared, Schedule { portable, ..SCHEDULE })));
    assert!((fast.scores(&inputs) - portable.scores(&inputs)).amax() < 1e-3);
    assert_ne!(fast.frequencies, model.frequencies);
}

#[test]
fn training_recovers_a_single_cosine() {
    let inputs = MonteCarlo.normals(2, 600, 7);
    let targets =
        TrainingTargets::Values(DMatrix::from_fn(1, 600, |_, n| (2.0 * inputs[(0, n)] - inputs[(1, n)]).cos()));
    let model = Model::start(Map::Cosine, MonteCarlo.normals(2, 10, 8), draw::phases(10, 9), 1);
    let rows = TrainingRows::new(&inputs, &targets);
    let schedule = Schedule { epochs: 150, rate: 0.03, noise: 0.0, decay: 0.0, ..SCHEDULE };
    let loss = |model: &Model| mean_loss(model, (&inputs, &targets, Loss::Squared));
    // one feature is the target itself, so only the optimiser keeps the loss from zero
    assert!(loss(&trained(&rows, &model, (Loss::Squared, schedule))) < 0.01 * loss(&model));
}

/// Huge, constant, infinite and missing inputs, few rows, one class, equal rows of different
/// classes, no row at all.
#[test]
fn parameters_stay_finite_whatever_the_rows() {
    let sets = [
        DMatrix::from_fn(3, 10, |i, n| if i == 0 { 1e300 * n as f64 } else { 2.0 }),
        DMatrix::from_fn(3, 10, |i, n| [f64::NAN, f64::INFINITY, n as f64][i]),
        DMatrix::from_element(3, 2, 0.5),
        DMatrix::from_element(3, 1, -1e9),
        DMatrix::zeros(3, 0),
    ];
    for inputs in sets {
        for loss in LOSSES {
            for one_class in [false, true] {
                let class: Vec<u32> = (0..inputs.ncols() as u32).map(|n| if one_class { 0 } else { n % 2 }).collect();
                let targets = match loss {
                    Loss::Softmax => TrainingTargets::Classes(class, 2),
                    _ => TrainingTargets::Values(DMatrix::from_fn(1, class.len(), |_, n| {
                        2.0 * f64::from(class[n]) - 1.0
                    })),
                };
                let start = Model::start(
                    Map::Cosine,
                    MonteCarlo.normals(3, 40, 1) * 1e3,
                    draw::phases(40, 1),
                    targets.outputs(),
                );
                let schedule = Schedule { epochs: 20, rate: 1.0, ..SCHEDULE };
                let mut model = trained(&TrainingRows::new(&inputs, &targets), &start, (loss, schedule));
                assert!(parts(&mut model).into_iter().flatten().all(|number| number.is_finite()), "{loss:?} {inputs}");
            }
        }
    }
}
