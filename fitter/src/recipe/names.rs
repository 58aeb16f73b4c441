//! The names of choices, as the command line and the data sheet spell them.

use clap::ValueEnum;
use kernelet::Contract;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! names {
    ($(#[$doc:meta])* $choice:ident {
        $($(#[$variant_doc:meta])* $variant:ident = $name:literal $(or $short:literal)?,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
        pub enum $choice {
            $($(#[$variant_doc])* #[value(name = $name $(, alias = $short)?)] #[serde(rename = $name)] $variant,)*
        }

        impl fmt::Display for $choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($choice::$variant => $name,)* })
            }
        }
    };
}

pub(super) use names;

/// Defines names, and a macro that evaluates an expression with the type in the caller's module
/// that is named like the choice.
macro_rules! names_of_types {
    ($dollar:tt $with:ident: $(#[$doc:meta])* $choice:ident {
        $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)*
    }) => {
        names!($(#[$doc])* $choice { $($(#[$variant_doc])* $variant = $name,)* });

        macro_rules! $with {
            ($dollar choice:expr, $dollar named:ident => $dollar body:expr) => {
                match $dollar choice {
                    $($choice::$variant => {
                        use self::$variant as $dollar named;
                        $dollar body
                    })*
                }
            };
        }
        pub(crate) use $with;
    };
}

names_of_types!($ with_draw: /** A draw of spectral samples. */ Draw {
    /** Monte Carlo: independent samples of the spectral density (Rahimi and Recht 2007). */
    MonteCarlo = "mc",
    /** Orthogonal random features: orthogonal blocks with chi-distributed lengths (Yu 2016). */
    Orf = "orf",
    /** Structured orthogonal features: Hadamard transforms and signs, from a seed (Yu 2016). */
    Sorf = "sorf",
    /** Walsh-Hadamard transforms around a permuted Gaussian diagonal (Le 2013). */
    Fastfood = "fastfood",
    /** The Halton sequence with randomly permuted digits (Owen 2017). */
    Halton = "halton",
    /** The Sobol sequence, scrambled and shifted (Joe and Kuo 2008, Matousek 1998). */
    Sobol = "sobol",
    /** A rank-1 lattice, built component by component and shifted (Sloan, Kuo and Joe 2002). */
    Lattice = "lattice",
    /** A polynomial lattice, built component by component, scrambled and shifted (Dick 2005). */
    DigitalNet = "digital-net",
    /** Monte Carlo with its moments matched: centred and whitened (Shen 2017). */
    MomentMatching = "mm",
    /** Signed sums of a few inputs, from a seed and an index of two bytes: a pool of candidates. */
    Seeded = "seeded",
});

names!(/** A rule that selects a few features from many candidates. */ Selection {
    /** The candidates with the largest energies (Shahrampour 2018). */
    Eerf = "eerf",
    /** Resampling by a surrogate of the ridge leverage (Liu 2020). */
    Surrogate = "surrogate",
    /** Resampling by ridge leverage (Li, Ton, Oglic and Sejdinovic 2019). */
    Leverage = "leverage",
    /** Weights that align the kernel with the targets (Sinha and Duchi 2016). */
    Align = "align",
    /** Orthogonal least squares over candidates of several bandwidths. */
    Greedy = "greedy",
    /** Blocks added while they improve the features' kernel (Schleif 2017). */
    Small = "small",
});

names!(/** A kernel: a function of `r = |x-y|` or of the angle between `x` and `y`. */ #[derive(Default)] KernelName {
    /** `exp(-r^2 / (2 sigma^2))`. */
    #[default]
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
    /** `x . y / sigma^2`: the features are the inputs. */
    Linear = "linear",
    /** The arc-cosine kernel of step functions (Cho and Saul 2009). */
    Arccos0 = "arccos0",
    /** The arc-cosine kernel of ReLUs. */
    Arccos1 = "arccos1",
    /** The arc-cosine kernel of squared ReLUs. */
    Arccos2 = "arccos2",
});

names!(/** A head, named by the loss that it minimises. */ HeadName {
    /** The squared error, with targets 1 and -1 for classes. */
    Ridge = "ridge",
    /** The squared hinge loss of each class against the rest: a linear support vector machine. */
    Svm = "svm",
    /** The hinge loss of each class against the rest. */
    Hinge = "hinge",
    /** The logistic loss of each class against the rest. */
    Logistic = "logistic",
    /** The cross-entropy of all classes; for two classes, the logistic loss. */
    Softmax = "softmax",
});

names!(/** A number format of the device. */ Number {
    /** Single precision, with inputs in physical units. */
    F32 = "f32",
    /** Single precision with the cosine of libm. */
    F32Libm = "f32-libm",
    /** Single precision with the cosine of micromath. */
    F32Micromath = "f32-micromath",
    /** 16-bit weights and inputs. */
    Q15 = "q15",
    /** 8-bit weights, 16-bit inputs. */
    Q7 = "q7",
    /** 4-bit weights, 16-bit inputs. */
    Q3 = "q3",
});

names!(/** A method that learns spectral samples and their weights. */ KernelLearning {
    /** Samples fitted on landmarks that are random rows (Li 2019). */
    Sample = "sample",
    /** Samples fitted on landmarks that are cluster centres (Li 2019). */
    Cluster = "cluster",
    /** Samples fitted on landmarks that are the rows nearest to cluster centres (Li 2019). */
    ClusterNearest = "cluster-nearest",
    /** Weights of Monte Carlo samples, by regression of kernel entries (Chang 2017). */
    Stein = "stein",
    /** Samples fitted by gradient steps, each on a fresh block of the kernel matrix. */
    Spectral = "spectral",
});

impl Number {
    /// The formats with small weights, the smallest first.
    pub const SMALL: [Number; 2] = [Number::Q3, Number::Q7];

    /// The contract of the format in a packed model, as narrow as it can be.
    pub fn contract(self) -> Contract {
        match self {
            Number::F32 => Contract::F32,
            Number::F32Libm => Contract::F32Libm,
            Number::F32Micromath => Contract::F32Micromath,
            Number::Q15 => Contract::Q15,
            Number::Q7 => Contract::Q7,
            Number::Q3 => Contract::Q3,
        }
    }
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
