//! Thresholds of pooled convolutions, at quantiles of what the kernels give on training windows.

use super::candidate::Candidate;
use super::signal::Signal;
use kernelet::window::{Pooling, share, statistic};
use rayon::prelude::*;

/// The number of windows that the quantiles are those of.
const WINDOWS: usize = 24;
/// The fractional part of the golden ratio: its multiples are spread evenly over the unit interval
/// (Dempster, Schmidt and Webb 2021).
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// The unit of a threshold in multiples of the deviation: 2^-12.
const RELATIVE: f64 = 4096.0;
/// The largest stored threshold.
const STORED: f64 = 127.0;

/// The request for thresholds.
pub struct Thresholds<'a> {
    /// Channels and dilations.
    pub places: &'a [(u8, u16)],
    /// The number of thresholds of each kernel and pooling.
    pub each: usize,
    pub seed: u64,
}

/// Makes the candidates of all kernels at some places.
pub fn thresholds(signal: &Signal, windows: &[Vec<u16>], request: Thresholds<'_>) -> Vec<Candidate> {
    let Thresholds { places, each, seed } = request;
    let step = windows.len().div_ceil(WINDOWS).max(1);
    let first = (seed % step as u64) as usize;
    let sample: Vec<&Vec<u16>> = windows.iter().skip(first).step_by(step).collect();
    let length = usize::from(signal.length);
    let of_place = |(number, &(channel, dilation)): (usize, &(u8, u16))| {
        let samples: Vec<&[u16]> =
            sample.iter().map(|window| &window[usize::from(channel) * length..][..length]).collect();
        [Pooling::Share, Pooling::RelativeShare]
            .into_iter()
            .flat_map(move |pooling| {
                let first = (number * 2 + pooling as usize) * usize::from(share::KERNELS) * each;
                quantiles(&samples, (pooling, dilation), (first, each)).into_candidates(channel)
            })
            .collect::<Vec<_>>()
    };
    places.par_iter().enumerate().flat_map_iter(of_place).collect()
}

/// The thresholds of all kernels at one place.
struct Quantiles {
    pooling: Pooling,
    dilation: u16,
    /// A kernel, and a threshold in units of its pooling.
    found: Vec<(u8, f64)>,
}

fn quantiles(samples: &[&[u16]], (pooling, dilation): (Pooling, u16), (first, each): (usize, usize)) -> Quantiles {
    let unit = |samples: &[u16]| match pooling {
        Pooling::RelativeShare => RELATIVE / f64::from(statistic::deviation(samples).max(1)),
        _ => 1.0,
    };
    let units: Vec<f64> = samples.iter().map(|samples| unit(samples)).collect();
    let of_kernel = |kernel: u8| {
        let mut all: Vec<f64> = samples
            .iter()
            .zip(&units)
            .flat_map(|(samples, unit)| outputs(samples, kernel, dilation.into()).map(move |output| output * unit))
            .collect();
        all.sort_by(f64::total_cmp);
        let at = move |number: usize| {
            let quantile = ((first + usize::from(kernel) * each + number + 1) as f64 * GOLDEN).fract();
            (kernel, all[(quantile * all.len() as f64) as usize])
        };
        (0..each).map(at)
    };
    Quantiles { pooling, dilation, found: (0..share::KERNELS).flat_map(of_kernel).collect() }
}

/// What a kernel gives at every position.
fn outputs(samples: &[u16], kernel: u8, dilation: usize) -> impl Iterator<Item = f64> {
    let taps = share::taps(kernel);
    let output = move |t: usize| {
        let at = |tap: usize| i32::from(samples[t + tap * dilation]);
        3 * taps.iter().map(|&tap| at(tap)).sum::<i32>() - (0..9).map(at).sum::<i32>()
    };
    (0..share::positions(samples.len(), dilation)).map(move |t| f64::from(output(t)))
}

impl Quantiles {
    fn into_candidates(self, channel: u8) -> impl Iterator<Item = Candidate> {
        let Quantiles { pooling, dilation, found } = self;
        let largest = found.iter().map(|(_, threshold)| threshold.abs()).fold(0.0, f64::max);
        let shift = (largest / STORED).max(1.0).log2().ceil().min(f64::from(share::MOST_SHIFT)) as u8;
        found.into_iter().map(move |(kernel, threshold)| {
            let stored = (threshold / f64::from(1u16 << shift)).round().clamp(-STORED, STORED) as i8;
            Candidate { pooling, channel, dilation, shift, record: [kernel, stored.cast_unsigned()] }
        })
    }
}
