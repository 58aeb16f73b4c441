//! The exact kernel machine, which random features stand in for.

use crate::data::shuffled;
use crate::features::kernel::Scaled;
use crate::features::refine::kernel_matrix;
use crate::linalg::cholesky::Cholesky;
use nalgebra::{DMatrix, DVector};

/// The largest number of rows that a machine learns from: others are left out at random.
pub const MOST: usize = 8_000;
/// One row in so many is held out to choose a regularisation.
const HELD_OUT: usize = 5;
/// The regularisations, multiples of the number of rows, from the largest on.
const RIDGES: [f64; 7] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
/// The largest numbers of steps of Newton's method, and of halvings of a step.
const STEPS: usize = 100;
const HALVINGS: i32 = 30;
/// The gain of a step, as a share of the minimum, below which it was the last.
const GAIN: f64 = 1e-12;

/// A loss that the machine minimises, plus `lambda |f|^2` in the kernel's space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineLoss {
    /// `(y - f)^2`: kernel ridge regression.
    Squares,
    /// `max(0, 1 - y f)^2` of targets of 1 and -1: a support vector machine.
    Margins,
}

/// A problem that a machine solves.
#[derive(Clone, Copy)]
pub struct MachineProblem<'a> {
    /// The loss.
    pub loss: MachineLoss,
    /// The kernel.
    pub scaled: Scaled,
    /// The rows, `inputs x rows`.
    pub rows: &'a DMatrix<f64>,
    /// The targets, `outputs x rows`.
    pub targets: &'a DMatrix<f64>,
}

/// A predictor with a term for each training row, `f(x) = sum_n a_n k(x_n, x) + b`.
pub struct KernelMachine {
    scaled: Scaled,
    rows: DMatrix<f64>,
    terms: Terms,
}

/// The terms of the rows, `rows x outputs`, and the bias of each output, which is not penalised.
struct Terms {
    factors: DMatrix<f64>,
    bias: DVector<f64>,
}

/// The rows that a machine learns from, with the kernel between them.
struct Known {
    /// Their places among all rows.
    places: Vec<usize>,
    rows: DMatrix<f64>,
    targets: DMatrix<f64>,
    gram: DMatrix<f64>,
}

impl MachineProblem<'_> {
    /// Learns with the regularisation of the lowest `error`, as [`MachineProblem::best_ridge`]
    /// finds it.
    pub fn learn(&self, seed: u64, error: impl Fn(&DMatrix<f64>, &[usize]) -> f64) -> KernelMachine {
        self.fit(seed, self.best_ridge(seed, error))
    }

    /// Returns the regularisation, a multiple of the number of rows, of the lowest `error`, of
    /// scores of some rows, on a fifth of the rows; of equal ones, the largest.
    pub fn best_ridge(&self, seed: u64, error: impl Fn(&DMatrix<f64>, &[usize]) -> f64) -> f64 {
        let Known { places, targets, gram, .. } = self.known(seed);
        let (held, kept): (Vec<usize>, Vec<usize>) = (0..places.len()).partition(|n| n % HELD_OUT == 0);
        let tests: Vec<usize> = held.iter().map(|&n| places[n]).collect();
        let (part, across) = (chosen(&gram, &kept), gram.select_rows(&kept).select_columns(&held));
        let mut best = (f64::INFINITY, RIDGES[0]);
        for ridge in RIDGES {
            let terms = self.loss.minimise(&part, &targets.select_columns(&kept), ridge * kept.len() as f64);
            let error = terms.map_or(f64::INFINITY, |terms| error(&terms.scores(&across), &tests));
            if error < best.0 {
                best = (error, ridge);
            }
        }
        best.1
    }

    /// Learns with a regularisation, or with the next larger one at which rounding leaves the
    /// system solvable.
    pub fn fit(&self, seed: u64, ridge: f64) -> KernelMachine {
        let Known { rows, targets, gram, .. } = self.known(seed);
        let lambda = ridge * rows.ncols().max(1) as f64;
        let terms = (0..40).find_map(|power| self.loss.minimise(&gram, &targets, lambda * 10f64.powi(power)));
        let terms = terms.expect("a large ridge makes any finite kernel definite");
        KernelMachine { scaled: self.scaled, rows, terms }
    }

    /// Returns at most [`MOST`] of the rows, at random.
    fn known(&self, seed: u64) -> Known {
        let mut places = shuffled(self.rows.ncols(), seed);
        places.truncate(MOST);
        let (rows, targets) = (self.rows.select_columns(&places), self.targets.select_columns(&places));
        let gram = kernel_matrix(self.scaled, &rows, &rows);
        Known { places, rows, targets, gram }
    }
}

impl KernelMachine {
    /// Returns the scores of rows, `outputs x rows`.
    pub fn scores(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        self.terms.scores(&kernel_matrix(self.scaled, &self.rows, rows))
    }
}

impl Terms {
    /// Returns the scores of rows whose kernel with the training rows is given,
    /// `training rows x rows`.
    fn scores(&self, across: &DMatrix<f64>) -> DMatrix<f64> {
        let mut scores = self.factors.tr_mul(across);
        scores.column_iter_mut().for_each(|mut column| column += &self.bias);
        scores
    }
}

impl MachineLoss {
    /// Minimises the loss of the rows plus `lambda |f|^2`; `None` where rounding leaves a system
    /// unsolvable.
    fn minimise(self, gram: &DMatrix<f64>, targets: &DMatrix<f64>, lambda: f64) -> Option<Terms> {
        let mut all = solve(gram, targets, lambda)?;
        if self == MachineLoss::Squares {
            return Some(all);
        }
        let scores = all.scores(gram);
        for output in 0..targets.nrows() {
            let start = Machine {
                factors: all.factors.column(output).into_owned(),
                bias: all.bias[output],
                scores: scores.row(output).transpose(),
            };
            let found = start.minimise(gram, &targets.rows(output, 1).into_owned(), lambda)?;
            all.factors.set_column(output, &found.factors);
            all.bias[output] = found.bias;
        }
        Some(all)
    }
}

/// A support vector machine of one output, with its scores of the rows.
struct Machine {
    factors: DVector<f64>,
    bias: f64,
    scores: DVector<f64>,
}

impl Machine {
    /// Minimises `sum_n max(0, 1 - y_n f_n)^2 + lambda |f|^2` by Newton's method, whose step solves
    /// the system of the rows within the margin (Chapelle 2007), and is halved until it lowers the
    /// sum.
    fn minimise(mut self, gram: &DMatrix<f64>, targets: &DMatrix<f64>, lambda: f64) -> Option<Machine> {
        let mut least = self.objective(targets, lambda);
        for _ in 0..STEPS {
            let active: Vec<usize> = (0..targets.len()).filter(|&n| targets[n] * self.scores[n] < 1.0).collect();
            if active.is_empty() {
                break;
            }
            let terms = solve(&chosen(gram, &active), &targets.select_columns(&active), lambda)?;
            let mut next = Machine {
                factors: DVector::zeros(targets.len()),
                bias: terms.bias[0],
                scores: terms.scores(&gram.select_rows(&active)).row(0).transpose(),
            };
            active.iter().zip(&terms.factors).for_each(|(&n, &factor)| next.factors[n] = factor);
            let mut steps = (0..HALVINGS).map(|halving| self.towards(&next, 0.5f64.powi(halving)));
            let Some(step) = steps.find(|step| step.objective(targets, lambda) < least) else { break };
            let lower = step.objective(targets, lambda);
            let gain = least - lower;
            (self, least) = (step, lower);
            if gain < GAIN * least {
                break;
            }
        }
        Some(self)
    }

    /// Returns the machine at a share of the way to another.
    fn towards(&self, next: &Machine, share: f64) -> Machine {
        Machine {
            factors: &self.factors * (1.0 - share) + &next.factors * share,
            bias: self.bias * (1.0 - share) + next.bias * share,
            scores: &self.scores * (1.0 - share) + &next.scores * share,
        }
    }

    /// Returns what is minimised; `|f|^2` is `a^T K a`, and `K a` the scores less the bias.
    fn objective(&self, targets: &DMatrix<f64>, lambda: f64) -> f64 {
        let short = targets.iter().zip(&self.scores).map(|(y, score)| (1.0 - y * score).max(0.0).powi(2));
        let square: f64 = self.factors.iter().zip(&self.scores).map(|(a, score)| a * (score - self.bias)).sum();
        short.sum::<f64>() + lambda * square
    }
}

/// Returns the rows and columns of a symmetric matrix.
fn chosen(gram: &DMatrix<f64>, rows: &[usize]) -> DMatrix<f64> {
    DMatrix::from_fn(rows.len(), rows.len(), |i, j| gram[(rows[i], rows[j])])
}

/// Solves `(K + lambda I) a + b = y` with `sum a = 0`, for each output; `None` where rounding makes
/// the matrix indefinite.
fn solve(gram: &DMatrix<f64>, targets: &DMatrix<f64>, lambda: f64) -> Option<Terms> {
    let (rows, outputs) = (gram.ncols(), targets.nrows());
    let mut system = gram.clone();
    (0..rows).for_each(|n| system[(n, n)] += lambda);
    let mut sides = DMatrix::from_element(rows, outputs + 1, 1.0);
    sides.columns_mut(0, outputs).copy_from(&targets.transpose());
    let solved = Cholesky::new(system)?.solve(&sides);
    let ones = solved.column(outputs);
    let bias = DVector::from_fn(outputs, |o, _| solved.column(o).sum() / ones.sum().max(f64::MIN_POSITIVE));
    let factors = DMatrix::from_fn(rows, outputs, |n, o| solved[(n, o)] - bias[o] * ones[n]);
    Some(Terms { factors, bias })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::SquaredHinge;
    use crate::head::{Problem, solver};
    use crate::recipe::KernelName;

    const LINEAR: Scaled = Scaled { name: KernelName::Linear, bandwidth: 1.0 };

    fn sample() -> [DMatrix<f64>; 2] {
        let rows = MonteCarlo.normals(3, 120, 1);
        let noise = MonteCarlo.normals(1, 120, 2);
        let sign = |n: usize| if rows[(0, n)] - rows[(1, n)] + noise[n] > 0.3 { 1.0 } else { -1.0 };
        let targets = DMatrix::from_fn(2, 120, |o, n| if o == 0 { sign(n) } else { -sign((n + 1) % 120) });
        [rows, targets]
    }

    /// With the linear kernel, ridge regression is that of the centred inputs:
    /// `(Z Z^T + lambda I)^-1 Z y`.
    #[test]
    fn the_linear_kernel_gives_the_ridge_regression_of_the_inputs() {
        let [rows, targets] = sample();
        let gram = kernel_matrix(LINEAR, &rows, &rows);
        let ours = MachineLoss::Squares.minimise(&gram, &targets, 6.0).expect("solved").scores(&gram);
        let centred = DMatrix::from_fn(3, 120, |i, n| rows[(i, n)] - rows.row(i).mean());
        let normal = &centred * centred.transpose() + DMatrix::identity(3, 3) * 6.0;
        let weights = normal.lu().solve(&(&centred * targets.transpose())).expect("regular");
        for (output, theirs) in weights.tr_mul(&centred).row_iter().enumerate() {
            let theirs = theirs.add_scalar(targets.row(output).mean());
            assert!((ours.row(output) - theirs).amax() < 1e-9);
        }
    }

    /// With the linear kernel, the support vector machine is nowhere above the minimum of
    /// liblinear's objective that Newton's method finds, and near its predictor.
    #[test]
    fn the_linear_kernel_gives_the_linear_machine() {
        let [rows, targets] = sample();
        let gram = kernel_matrix(LINEAR, &rows, &rows);
        let terms = MachineLoss::Margins.minimise(&gram, &targets, 6.0).expect("solved");
        let weights = &rows * &terms.factors;
        for output in 0..2 {
            let own = targets.rows(output, 1).into_owned();
            let problem = Problem::new(rows.clone(), DVector::from_element(3, 1.0), own.clone());
            // heads minimise a mean plus half a ridge
            let theirs = solver(&SquaredHinge, &problem).minimise(12.0 / 120.0, None);
            let objective = |weights: DMatrix<f64>, bias: f64| {
                let scores = weights.tr_mul(&rows).add_scalar(bias);
                let short = scores.component_mul(&own).map(|margin| (1.0 - margin).max(0.0).powi(2)).sum();
                short + 6.0 * weights.norm_squared()
            };
            let ours = objective(weights.columns(output, 1).into_owned(), terms.bias[output]);
            let minimum = objective(theirs.weights.clone(), theirs.bias[0]);
            assert!(ours < minimum + 1e-9 && (weights.column(output) - theirs.weights.column(0)).amax() < 1e-3);
        }
    }

    /// At the minimum, `lambda a_n = y_n max(0, 1 - y_n f_n)` for every row. On separable classes
    /// whole steps of Newton's method go round in a circle at the smallest `lambda`.
    #[test]
    fn machines_are_at_their_minimum() {
        let rows = DMatrix::from_fn(2, 400, |i, n| ((n * [37, 91][i] + 11 * i) % 400) as f64 / 133.0 - 1.5);
        let square = |n: usize| rows.column(n).iter().map(|x| (x + 1.5).floor()).sum::<f64>() % 2.0;
        let targets = DMatrix::from_fn(1, 400, |_, n| if square(n) == 0.0 { 1.0 } else { -1.0 });
        let gram = kernel_matrix(Scaled { name: KernelName::Gaussian, bandwidth: 0.5 }, &rows, &rows);
        for lambda in [40.0, 4e-2, 4e-4, 4e-5] {
            let terms = MachineLoss::Margins.minimise(&gram, &targets, lambda).expect("solved");
            let scores = terms.scores(&gram);
            let slack = |n: usize| targets[n] * (1.0 - targets[n] * scores[n]).max(0.0);
            let largest = (0..400).map(|n| slack(n).abs()).fold(0.0, f64::max);
            let off = (0..400).map(|n| (lambda * terms.factors[n] - slack(n)).abs()).fold(0.0, f64::max);
            assert!(
                off < 1e-3 * largest && terms.factors.sum().abs() < 1e-6 * terms.factors.amax() * 400.0,
                "{lambda}: {off} of {largest}"
            );
        }
    }

    /// A class within a ball is found by the Gaussian kernel.
    #[test]
    fn the_gaussian_kernel_separates_a_ball() {
        let rows = MonteCarlo.normals(2, 600, 3);
        let targets = DMatrix::from_fn(1, 600, |_, n| if rows.column(n).norm() < 1.0 { 1.0 } else { -1.0 });
        for loss in [MachineLoss::Squares, MachineLoss::Margins] {
            let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.0 };
            let wrong = |scores: &DMatrix<f64>, rows: &[usize]| {
                rows.iter().enumerate().filter(|&(at, &n)| scores[at] * targets[n] <= 0.0).count() as f64
            };
            let machine = MachineProblem { loss, scaled, rows: &rows, targets: &targets }.learn(0, wrong);
            let others = MonteCarlo.normals(2, 500, 9);
            let scores = machine.scores(&others);
            let missed = (0..500).filter(|&n| (scores[n] > 0.0) != (others.column(n).norm() < 1.0)).count();
            assert!(missed < 25, "{loss:?}: {missed} of 500");
        }
    }
}
