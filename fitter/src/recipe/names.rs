//! The names of choices, as the command line and data sheets write them.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! names {
    ($(#[$doc:meta])* $choice:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
        pub enum $choice {
            $($(#[$variant_doc])* #[value(name = $name)] #[serde(rename = $name)] $variant,)*
        }

        impl fmt::Display for $choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($choice::$variant => $name,)* })
            }
        }
    };
}

pub(super) use names;

names!(/** How spectral samples are drawn. */ Draw {
    /** Monte Carlo: independent draws from the spectral density (Rahimi and Recht 2007). */
    MonteCarlo = "mc",
    /** Orthogonal blocks with chi lengths (Yu 2016). */
    Orf = "orf",
    /** Orthogonal blocks of Walsh-Hadamard transforms and signs, from a seed (Yu 2016). */
    Sorf = "sorf",
    /** Walsh-Hadamard transforms around a permuted Gaussian diagonal (Le 2013). */
    Fastfood = "fastfood",
    /** The Halton sequence, its digits permuted at random (Owen 2017). */
    Halton = "halton",
    /** The Sobol sequence, scrambled and shifted (Joe and Kuo 2008, Matousek 1998). */
    Sobol = "sobol",
    /** A rank-1 lattice found component by component, shifted (Sloan, Kuo and Joe 2002). */
    Lattice = "lattice",
    /** A polynomial lattice found component by component, scrambled and shifted (Dick 2005). */
    DigitalNet = "digital-net",
    /** Monte Carlo, recentred and whitened (Shen 2017). */
    MomentMatching = "mm",
    /** Sums of a few inputs with signs, from a seed and an index of two bytes: for pools to choose from. */
    Seeded = "seeded",
});

names!(/** How a few features are chosen from many candidates. */ Selection {
    /** The largest energies (Shahrampour 2018). */
    Eerf = "eerf",
    /** Drawn again by the surrogate of the ridge leverage (Liu 2020). */
    Surrogate = "surrogate",
    /** Drawn again by ridge leverage (Li, Ton, Oglic and Sejdinovic 2019). */
    Leverage = "leverage",
    /** The kernel best aligned with the targets (Sinha and Duchi 2016). */
    Align = "align",
    /** Orthogonal least squares over candidates of several bandwidths. */
    Greedy = "greedy",
    /** Blocks that bring the features' kernel nearer, until they no longer do (Schleif 2017). */
    Small = "small",
});

names!(/** A kernel, of `r = |x-y|` or of the angle between `x` and `y`. */ KernelName {
    /** `exp(-r^2 / (2 sigma^2))`. */
    Gaussian = "gaussian",
    /** `exp(-|x-y|_1 / sigma)`. */
    Laplacian = "laplacian",
    /** `prod_i 1 / (1 + (x_i-y_i)^2 / sigma^2)`. */
    Cauchy = "cauchy",
    /** `exp(-r / sigma)`. */
    Matern12 = "matern12",
    /** `(1 + s) exp(-s)`, `s = sqrt(3) r / sigma`. */
    Matern32 = "matern32",
    /** `(1 + s + s^2/3) exp(-s)`, `s = sqrt(5) r / sigma`. */
    Matern52 = "matern52",
    /** `x . y / sigma^2`: features are inputs. */
    Linear = "linear",
    /** The arc-cosine kernel of steps (Cho and Saul 2009). */
    Arccos0 = "arccos0",
    /** The arc-cosine kernel of ramps (ReLU). */
    Arccos1 = "arccos1",
    /** The arc-cosine kernel of squared ramps. */
    Arccos2 = "arccos2",
});

names!(/** What the head minimises. */ HeadName {
    /** The squared error, of targets 1 and -1 for classes. */
    Ridge = "ridge",
    /** The squared hinge of each class against the rest: a linear support vector machine. */
    Svm = "svm",
    /** The hinge of each class against the rest. */
    Hinge = "hinge",
    /** The logistic loss of each class against the rest. */
    Logistic = "logistic",
    /** The cross-entropy of all classes; for two, the logistic loss. */
    Softmax = "softmax",
});

names!(/** A number format of the device. */ Number {
    /** Single precision, inputs in physical units. */
    F32 = "f32",
    /** Single precision with libm's cosine. */
    F32Libm = "f32-libm",
    /** Single precision with micromath's cosine. */
    F32Micromath = "f32-micromath",
    /** 16-bit weights and inputs. */
    Q15 = "q15",
    /** 8-bit weights, 16-bit inputs. */
    Q7 = "q7",
    /** 4-bit weights, 16-bit inputs. */
    Q3 = "q3",
});

names!(/** How spectral samples and their weights are learnt. */ KernelLearning {
    /** On landmarks drawn from the rows (Li 2019). */
    Sample = "sample",
    /** On the centres of clusters of the rows (Li 2019). */
    Cluster = "cluster",
    /** On the rows nearest to those centres (Li 2019). */
    ClusterNearest = "cluster-nearest",
    /** Weights alone, of Monte Carlo's samples, by regression of kernel entries (Chang 2017). */
    Stein = "stein",
    /** On a fresh block of the kernel matrix at each step. */
    Spectral = "spectral",
});

impl Number {
    /// Those with small weights, the smallest first.
    pub const SMALL: [Number; 2] = [Number::Q3, Number::Q7];
}

impl FromStr for Number {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        <Number as ValueEnum>::from_str(name, false).map_err(|_| {
            format!(
                "not one of auto, {}",
                Number::value_variants().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            )
        })
    }
}
