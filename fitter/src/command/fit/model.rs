//! The options on the model: blocks, features, head, number format and answers.

use crate::command::values::{Auto, Yes, share};
use clap::Args;
use kernelet_fit::recipe::{Bandwidth, Blocks, Draw, Grid, HeadName, Interval, KernelName, Method, Number};
use kernelet_fit::recipe::{Ridge, Variants};

/// The options on the model.
#[derive(Debug, Args)]
#[command(next_help_heading = "Model")]
pub struct ModelOptions {
    /// The parts of the model: linear, cosine, relu, patch, fern, one of these with fern, such as
    /// 'linear,fern', or auto [default: auto, unless --method or --features is given; then those of
    /// the method].
    ///
    /// The scores of all parts add up. cosine and relu are features found by --method, cosine of
    /// --kernel and relu of the kernel arccos1; patch is cosines of patches of a --grid. A fern is
    /// a small table of scores, indexed by a few comparisons of inputs with thresholds. auto takes
    /// the simplest parts that no others clearly beat on held-out rows.
    #[arg(long)]
    pub blocks: Option<Auto<Blocks>>,
    /// The way to find features [default: learned with --flash or no size at all, else mc].
    ///
    /// Drawn: mc, orf, sorf, fastfood, halton, sobol, lattice, digital-net, mm. Chosen from
    /// candidates: eerf, surrogate, leverage, align, greedy, small. Learned for the kernel: sample,
    /// cluster, cluster-nearest, stein, spectral. Learned for the target: supervise, learned. The
    /// baseline without features: linear, which is --blocks linear.
    #[arg(long, default_value = "auto", hide_default_value = true)]
    pub method: Auto<Method>,
    /// The number of features [default: what --flash allows, else 200].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub features: Option<u16>,
    /// Variants of the method, separated by commas: its paper's form in the place of ours, or
    /// numbers.
    ///
    /// uncentred (eerf, align, surrogate): targets as they are. identity (surrogate): y y^T + N I.
    /// tuned (align, leverage, stein, supervise): its regularisation by rows held out. sketched
    /// (stein): a count sketch of all pairs of some rows. plain and rate=NUMBER (sample, cluster,
    /// cluster-nearest): plain gradient from independent draws. landmarks=COUNT (these three,
    /// small). block=COUNT, relative=SHARE and bound=CHANCE (small). rows=COUNT and pool=COUNT (all
    /// that choose): the rows that candidates are scored on, the candidates for each feature.
    /// scales=0.5/1/2 (these, and draws that store rows): the multiples of the bandwidth.
    #[arg(long, value_name = "NAMES")]
    pub variant: Option<Variants>,
    /// The draw of candidates, or of what learning starts from [default: the method's own].
    #[arg(long, value_enum)]
    pub draw: Option<Draw>,
    /// The number of candidates to choose from [default: 5 to 20 for each feature].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub candidates: Option<u16>,
    /// The kernel that cosine features approximate.
    #[arg(long, value_enum, default_value = "gaussian")]
    pub kernel: KernelName,
    /// The kernel's bandwidth on standardised inputs: auto, median, knn50, paper, or a number.
    #[arg(long, value_name = "RULE", default_value = "auto")]
    pub bandwidth: Bandwidth,
    /// The loss of the head, the linear model that turns features into scores [default: softmax for
    /// classes with learned features, ferns or a linear part, else ridge].
    #[arg(long, value_enum)]
    pub head: Option<HeadName>,
    /// The regularisation of the head: auto, or a multiple of the number of rows.
    #[arg(long, default_value = "auto")]
    pub ridge: Ridge,
    /// The number format of the device: q3, q7, q15, f32, f32-libm, f32-micromath, or auto
    /// [default: auto with --flash or no size at all, else q7].
    ///
    /// q3, q7 and q15 store integer weights of 4, 8 and 16 bits and read 16-bit inputs; f32 is
    /// single precision, with its own cosine or that of a library. auto takes q3 or q7, whichever
    /// has the lower held-out error.
    #[arg(long)]
    pub number: Option<Auto<Number>>,
    /// Logarithms of inputs with a long tail: yes, no, or auto [default: auto with --flash or
    /// no size at all, else no].
    ///
    /// Where values are predicted, inputs that are positive and reach from one value to four times
    /// as much or more are among them. The device computes the logarithms. auto takes what has the
    /// lower held-out error.
    #[arg(long)]
    pub logarithms: Option<Auto<Yes>>,
    /// The grid that the inputs form row by row, such as the pixels of an image: rows and columns,
    /// for example 16x16 [default: that of names such as p0_0, p0_1, or pixel1, pixel2 of a square,
    /// if all inputs have one].
    ///
    /// `--blocks patch` learns cosines of patches of it, and auto tries them beside other blocks.
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    pub grid: Option<Grid>,
    /// The patch of the grid that each feature of `--blocks patch` reads, for example 4x4 [default:
    /// whichever of some has the lowest held-out error].
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    pub patch: Option<Grid>,
    /// Let the device give the probability of each class.
    ///
    /// The probabilities are calibrated on held-out rows.
    #[arg(long)]
    pub probability: bool,
    /// Let the device flag rows unlike all classes [default without a share: 0.05].
    ///
    /// The share is that of held-out rows which are called new by mistake. The head is fitted by
    /// least squares.
    #[arg(long, value_name = "SHARE", value_parser = share, num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "0.05")]
    pub novelty: Option<f64>,
    /// Let the device give an interval around a value, in which this share of new values lies, for
    /// example 0.9.
    ///
    /// The widths are those of split conformal prediction on held-out rows.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub interval: Option<f64>,
    /// The number of ranges of a prediction, each with an interval of its own width [default: 1].
    #[arg(long, value_name = "COUNT", requires = "interval", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub interval_ranges: Option<u8>,
    /// Let the device stop as soon as a class is clear [default without a share: 0.001].
    ///
    /// The share is that of held-out rows which lose a right answer by it. Features are learned in
    /// stages.
    #[arg(long, value_name = "SHARE", value_parser = share, num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "0.001")]
    pub early: Option<f64>,
}

impl ModelOptions {
    /// Returns the intervals that were asked for.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { level: self.interval?, ranges: self.interval_ranges.unwrap_or(1) })
    }
}
