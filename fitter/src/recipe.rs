//! The recipe of a fit: the one file that names every method.

mod blocks;
mod rule;
mod size;

pub use blocks::{Base, Blocks};
pub use rule::{Bandwidth, Ridge, positive};
pub use size::{Bytes, Core, Deadline, Size};

use crate::approximate::Learned;
use crate::draw::{
    DigitalNet, Fastfood, Halton, Lattice, MomentMatching, MonteCarlo, Orf, Sampler, Seeded, Sobol, Sorf,
};
use crate::kernel::{Arccos, Cauchy, Gaussian, Kernel, Laplacian, Linear, Matern};
use crate::pick::{Greedy, Multinomial, Picker, Small, Top, Weighted};
use crate::score::{Align, Energy, Even, Leverage, Scorer, Surrogate};
use clap::ValueEnum;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Everything that decides a model, besides the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// What the model is made of; none for what promises the least error.
    pub blocks: Option<Blocks>,
    /// How features are found.
    pub method: Method,
    /// How candidates are drawn, where that is not the method's own way.
    pub draw: Option<Draw>,
    /// How many candidates are drawn, where that is not the method's own number.
    pub candidates: Option<u16>,
    /// The kernel that the features approximate.
    pub kernel: KernelName,
    /// The kernel's bandwidth, on standardised inputs.
    pub bandwidth: Bandwidth,
    /// How many features, or how many bytes.
    pub size: Size,
    /// What the head minimises, where that is not the method's own: cross-entropy for learned features of classes, else the
    /// squared error.
    pub head: Option<HeadName>,
    /// The regularisation of the head.
    pub ridge: Ridge,
    /// The number format of the device; none for that of [`Number::SMALL`] which promises the least error.
    pub number: Option<Number>,
    /// Whether inputs with a long tail are taken by their logarithms; none for what promises the least error.
    pub logarithms: Option<bool>,
    /// Whether the device says how probable classes are.
    #[serde(default)]
    pub probability: bool,
    /// The share of known rows that the device may take for new ones, if it is to say what is new.
    #[serde(default)]
    pub novelty: Option<f64>,
    /// The share of rows that may lose a right answer by stopping early, if the device is to.
    #[serde(default)]
    pub early: Option<f64>,
    /// How many parts of the rows are held out in turn to decide what is open, where that is not for the fit to say.
    pub folds: Option<u16>,
    /// How long the fit may take: what was not tried by then is not, so the model depends on the machine.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The seed of everything random.
    pub seed: u64,
}

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

pub(crate) use names;

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

/// How features are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Drawn, and all kept.
    Drawn(Draw),
    /// Drawn, and some chosen.
    Selected(Selection),
    /// Drawn, and moved until the features' kernel is nearest to the exact one.
    Kernel(Learned),
    /// Drawn, and moved for a head and the kernel at once (Li 2019).
    Supervise,
    /// Drawn, and moved by gradient together with a head until it answers best.
    Learned,
}

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

impl Draw {
    /// The sampler behind the name.
    pub fn sampler(self) -> Box<dyn Sampler> {
        match self {
            Draw::MonteCarlo => Box::new(MonteCarlo),
            Draw::Orf => Box::new(Orf),
            Draw::Sorf => Box::new(Sorf),
            Draw::Fastfood => Box::new(Fastfood),
            Draw::Halton => Box::new(Halton),
            Draw::Sobol => Box::new(Sobol),
            Draw::Lattice => Box::new(Lattice),
            Draw::DigitalNet => Box::new(DigitalNet),
            Draw::MomentMatching => Box::new(MomentMatching),
            Draw::Seeded => Box::new(Seeded),
        }
    }
}

/// The stages between drawing and folding: candidates are scored, and some picked.
pub struct Choice {
    /// What candidates are worth.
    pub scorer: Box<dyn Scorer>,
    /// Which of them stay.
    pub picker: Box<dyn Picker>,
    /// Candidates for each feature.
    pub candidates: usize,
    /// Multiples of the bandwidth at which candidates are drawn, in turn.
    pub scales: &'static [f64],
}

impl Selection {
    /// The stages behind the name.
    pub fn choice(self) -> Choice {
        let same = |scorer: Box<dyn Scorer>, picker: Box<dyn Picker>, candidates| Choice {
            scorer,
            picker,
            candidates,
            scales: &[1.0],
        };
        let energy = Energy { centred: true };
        match self {
            Selection::Eerf => same(Box::new(energy), Box::new(Top), 20),
            Selection::Surrogate => {
                same(Box::new(Surrogate { energy, identity: false }), Box::new(Multinomial::Distinct), 20)
            }
            Selection::Leverage => same(Box::new(Leverage { ridge: 0.01 }), Box::new(Multinomial::Distinct), 5),
            Selection::Align => same(Box::new(Align { energy, divergence: 10.0 }), Box::new(Weighted), 20),
            Selection::Greedy => Choice {
                scorer: Box::new(Even),
                picker: Box::new(Greedy),
                candidates: 20,
                scales: &[0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8],
            },
            Selection::Small => same(Box::new(Even), Box::new(Small { block: 5 }), 5),
        }
    }
}

impl Method {
    /// All of them.
    pub fn all() -> Vec<Method> {
        let drawn = Draw::value_variants().iter().copied().map(Method::Drawn);
        let selected = Selection::value_variants().iter().copied().map(Method::Selected);
        let kernel = Learned::value_variants().iter().copied().map(Method::Kernel);
        drawn.chain(selected).chain(kernel).chain([Method::Supervise, Method::Learned]).collect()
    }

    /// How it draws candidates.
    pub fn draw(self) -> Draw {
        match self {
            Method::Drawn(draw) => draw,
            Method::Kernel(_) | Method::Supervise => Draw::Orf,
            Method::Selected(_) | Method::Learned => Draw::MonteCarlo,
        }
    }

    /// How it chooses among them, if it does.
    pub fn choice(self) -> Option<Choice> {
        match self {
            Method::Drawn(_) | Method::Kernel(_) | Method::Supervise | Method::Learned => None,
            Method::Selected(selection) => Some(selection.choice()),
        }
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = Method::all().into_iter().find(|method| method.to_string() == name);
        named.ok_or_else(|| {
            let names: Vec<String> = Method::all().iter().map(ToString::to_string).collect();
            format!("not one of {}", names.join(", "))
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Drawn(draw) => draw.fmt(f),
            Method::Selected(selection) => selection.fmt(f),
            Method::Kernel(learned) => learned.fmt(f),
            Method::Supervise => f.pad("supervise"),
            Method::Learned => f.pad("learned"),
        }
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl KernelName {
    /// The kernel behind the name.
    pub fn kernel(self) -> Box<dyn Kernel> {
        match self {
            KernelName::Gaussian => Box::new(Gaussian),
            KernelName::Laplacian => Box::new(Laplacian),
            KernelName::Cauchy => Box::new(Cauchy),
            KernelName::Matern12 => Box::new(Matern::new(1)),
            KernelName::Matern32 => Box::new(Matern::new(3)),
            KernelName::Matern52 => Box::new(Matern::new(5)),
            KernelName::Linear => Box::new(Linear),
            KernelName::Arccos0 => Box::new(Arccos::new(0)),
            KernelName::Arccos1 => Box::new(Arccos::new(1)),
            KernelName::Arccos2 => Box::new(Arccos::new(2)),
        }
    }
}

#[cfg(test)]
impl Recipe {
    /// One for tests, which say what matters to them.
    pub(crate) fn sample(method: Method) -> Recipe {
        Recipe {
            blocks: None,
            method,
            draw: None,
            candidates: None,
            kernel: KernelName::Gaussian,
            bandwidth: Bandwidth::Auto,
            size: Size::of(12),
            head: None,
            ridge: Ridge::Auto,
            number: None,
            logarithms: None,
            probability: false,
            novelty: None,
            early: None,
            folds: None,
            seconds: None,
            seed: 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_read_back_from_their_names() {
        for method in Method::all() {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        assert!("best".parse::<Method>().unwrap_err().contains("greedy"));
    }
}
