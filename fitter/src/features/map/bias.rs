//! Every draw with every kernel that it suits: the mean product of features is the kernel.

use super::feature_map::FeatureMap;
use crate::features::draw;
use crate::features::kernel::{Kernel, Map, Scaled, kernel};
use crate::recipe::{Draw, KernelName};
use clap::ValueEnum;
use nalgebra::{DMatrix, DVector, DVectorView};

const INPUTS: usize = 5;
const COUNT: usize = 256;
const REPEATS: usize = 100;
const BANDWIDTH: f64 = 1.3;

/// Returns three pairs of points, one after the other, about 0.5, 1.2 and 2.1 bandwidths apart.
fn points() -> DMatrix<f64> {
    DMatrix::from_column_slice(
        INPUTS,
        6,
        &[
            0.3, -0.2, 0.5, 0.1, -0.4, 0.1, 0.2, 0.3, 0.0, -0.8, //
            1.0, 0.4, -0.3, 0.2, 0.6, -0.1, 0.1, 0.2, 0.9, 0.0, //
            -0.8, 0.9, 0.3, -0.5, 0.7, 0.8, 0.1, 1.2, 0.3, -1.0,
        ],
    )
}

/// The expected mean, and the allowed bias of a draw that is not exactly normal.
struct Expected {
    value: f64,
    slack: f64,
}

impl Expected {
    fn of(method: Draw, kernel: &dyn Kernel, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>) -> Expected {
        let value = kernel.value(x, y, BANDWIDTH);
        let s2 = (x - y).norm_squared() / (BANDWIDTH * BANDWIDTH);
        match method {
            // the bound of its documentation, |x|^4 / (4 D); five inputs are padded to D = 8
            Draw::Sorf => Expected { value, slack: s2 * s2 / 32.0 },
            Draw::MomentMatching => matched(kernel, value, s2),
            Draw::Seeded => Expected { value: seeded(x - y), slack: 0.0 },
            _ => Expected { value, slack: 0.0 },
        }
    }
}

/// Returns the mean of seeded points: each of the four terms alone has the mean
/// `1/d sum_i cos(c delta_i / sigma)`, `c = sqrt(d / 4)`.
fn seeded(difference: DVector<f64>) -> f64 {
    difference.map(|delta| ((INPUTS as f64 / 4.0).sqrt() * delta / BANDWIDTH).cos()).mean().powi(4)
}

/// Returns the mean of matched points, each of which is part of a uniform one on a sphere of radius
/// `sqrt(m)`, `m = COUNT - 1`.
///
/// Its direction is uniform, so the kernels of order 0 and 1 keep their means (the squared length's
/// is exact), that of order 2 loses a factor `m / (m + 2)` (the fourth power's), and a cosine
/// becomes a Bessel function. Others obey the bound of Diaconis and Freedman.
fn matched(kernel: &dyn Kernel, value: f64, s2: f64) -> Expected {
    let m = (COUNT - 1) as f64;
    let axes = kernel.axes(INPUTS) as f64;
    match kernel.map() {
        Map::Step | Map::Relu => Expected { value, slack: 0.0 },
        Map::SquaredRelu => Expected { value: value * m / (m + 2.0), slack: 0.0 },
        _ if (value - (-s2 / 2.0).exp()).abs() < 1e-12 => Expected { value: bessel(m, s2), slack: 0.0 },
        _ => Expected { value, slack: 2.0 * (axes + 3.0) / (m - axes - 3.0) },
    }
}

/// Returns the mean cosine of `s sqrt(m)` times a coordinate of a uniform point of the unit sphere
/// in `m` dimensions: `sum_k (-m s^2 / 4)^k / (k! (m/2)_k)`.
fn bessel(m: f64, s2: f64) -> f64 {
    let (mut sum, mut term) = (0.0, 1.0);
    for k in 0..60 {
        sum += term;
        term *= -m * s2 / 4.0 / (f64::from(k + 1) * (m / 2.0 + f64::from(k)));
    }
    sum
}

/// Returns the products of each pair's features: phased, then paired.
fn products(map: &FeatureMap, points: &DMatrix<f64>) -> Vec<f64> {
    let scale = map.map.gain() / COUNT as f64;
    let dots = |features: DMatrix<f64>, scale: f64| {
        (0..3).map(move |pair| features.column(2 * pair).dot(&features.column(2 * pair + 1)) * scale)
    };
    dots(map.phased(points), scale).chain(dots(map.paired(points), 1.0)).collect()
}

/// Returns the mean and the standard error of each product over repeats.
fn measured(method: Draw, name: KernelName) -> Option<Vec<(f64, f64)>> {
    let points = points();
    let draw =
        |seed: usize| FeatureMap::of(method, Scaled { name, bandwidth: BANDWIDTH }, [INPUTS, COUNT], seed as u64).ok();
    let repeats: Option<Vec<Vec<f64>>> =
        (0..REPEATS).map(|seed| draw(seed).map(|map| products(&map, &points))).collect();
    let count = REPEATS as f64;
    repeats.map(|repeats| {
        (0..repeats[0].len())
            .map(|i| {
                let mean = repeats.iter().map(|products| products[i]).sum::<f64>() / count;
                let squares: f64 = repeats.iter().map(|products| (products[i] - mean).powi(2)).sum();
                (mean, (squares / (count * (count - 1.0))).sqrt())
            })
            .collect()
    })
}

/// The test allows five standard errors of the repeats' mean: of some 500 such means, each Student
/// distributed with 99 degrees of freedom, none lies beyond but once in 800 runs; the seeds are
/// fixed.
#[test]
fn products_have_the_kernel_as_their_mean() {
    let points = points();
    for &name in KernelName::value_variants() {
        let kernel = kernel(name);
        for &method in Draw::value_variants() {
            for (i, (mean, error)) in measured(method, name).into_iter().flatten().enumerate() {
                let pair = 2 * (i % 3);
                let expected = Expected::of(method, &*kernel, points.column(pair), points.column(pair + 1));
                let off = (mean - expected.value).abs();
                assert!(
                    off < 5.0 * error + expected.slack + 1e-9,
                    "{name} {method} {i}: {mean} {} {error}",
                    expected.value
                );
            }
        }
    }
}

#[test]
fn unsuitable_pairs_are_refused_with_the_reason() {
    let refused = |name: KernelName| -> Vec<&Draw> {
        let drawn = |method: Draw| FeatureMap::of(method, Scaled { name, bandwidth: BANDWIDTH }, [INPUTS, 4], 0);
        Draw::value_variants().iter().filter(|&&method| drawn(method).is_err()).collect()
    };
    assert!(refused(KernelName::Gaussian).is_empty());
    assert_eq!(refused(KernelName::Laplacian), [&Draw::Sorf, &Draw::Fastfood, &Draw::Seeded]);
    assert_eq!(refused(KernelName::Cauchy), [&Draw::Sorf, &Draw::Fastfood, &Draw::Seeded]);
    for name in ["matern12", "matern32", "matern52", "arccos0", "arccos1", "arccos2"] {
        assert_eq!(refused(KernelName::from_str(name, false).unwrap()), [&Draw::Sorf, &Draw::Seeded], "{name}");
    }
    let indices = [&Draw::Orf, &Draw::Sorf, &Draw::Fastfood, &Draw::MomentMatching, &Draw::Seeded];
    assert_eq!(refused(KernelName::Linear), indices);
    let error =
        FeatureMap::of(Draw::Orf, Scaled { name: KernelName::Linear, bandwidth: 1.0 }, [INPUTS, 4], 0).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert!(error.to_string().contains("the kernel linear does not go with the draw orf: "));
}

#[test]
fn seeds_decide_every_draw() {
    for &method in Draw::value_variants() {
        let draw = |seed| draw::sampler(method).normals(INPUTS, 12, seed);
        assert_eq!(draw(3), draw(3), "{method}");
        assert_ne!(draw(3), draw(4), "{method}");
        assert_ne!(draw(3), draw(3 + (1 << 32)), "{method}");
    }
}
