//! Links only where nothing of the runtime can panic: the panic handler calls a function that
//! nobody defines.
//!
//! Every number format, every way to an answer, on bytes and readings that the compiler knows
//! nothing about. With the feature `panics` one reachable panic is added, to see that the proof is
//! one.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;
use kernelet::ViewError;
use kernelet::answer::{Latest, Steady};
#[cfg(feature = "online")]
use kernelet::online::{Learner, Log};
use kernelet::{F32, Format, Libm, Micromath, Model, Q3, Q7, Q7Wide, Q15, Stream};

unsafe extern "C" {
    /// Defined nowhere.
    fn the_runtime_can_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    // SAFETY: a firmware that contains this call does not link.
    unsafe { the_runtime_can_panic() }
}

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    loop {
        every_shape::<Q15>();
        every_shape::<Q7>();
        every_shape::<Q7Wide>();
        every_shape::<Q3>();
        every_shape::<F32>();
        every_shape::<F32<Libm>>();
        every_shape::<F32<Micromath>>();
        // of the formats whose words differ, so that all fits a small board's flash
        let _ = black_box((in_steps::<F32>(), in_steps::<Q15>(), in_steps::<Q3>()));
        #[cfg(feature = "online")]
        let _ = black_box((learnt::<Q15>(), learnt::<Q3>()));
        let _ = black_box(steady());
    }
}

/// Classes, two classes, and a shape that is known only at run time.
fn every_shape<F: Format>() {
    let bytes: &[u8] = black_box(&[]);
    let _ = black_box(every_answer::<F, 16, 26, 0>(bytes));
    let _ = black_box(every_answer::<F, 57, 1, 64>(bytes));
    let _ = black_box(streamed::<F>(bytes));
    #[cfg(feature = "panics")]
    black_box(bytes[black_box(usize::MAX)]);
}

/// Features, scores, class and values of a model.
fn every_answer<F: Format, const D: usize, const K: usize, const S: usize>(bytes: &[u8]) -> Result<(), ViewError> {
    let model = Model::<F, D, K, S>::view(bytes)?;
    let inputs = black_box([F::Input::default(); D]);
    model.features(inputs, |feature| {
        black_box(feature);
    });
    black_box(model.scores(inputs));
    black_box(model.class(inputs));
    black_box(model.values(inputs));
    black_box(model.probabilities(inputs));
    black_box(model.novelty(inputs));
    black_box(model.interval(inputs));
    #[cfg(feature = "early")]
    black_box(model.early(inputs));
    Ok(())
}

/// A prediction in steps.
fn in_steps<F: Format>() -> Result<(), ViewError> {
    let model = Model::<F, 57, 1, 64>::view(black_box(&[]))?;
    let mut prediction = model.stepwise(black_box([F::Input::default(); 57]));
    while prediction.step(black_box(8)).is_none() {}
    Ok(())
}

/// A head that learns.
#[cfg(feature = "online")]
fn learnt<F: Format<Input = i16, Feature = i16, Score: Into<i64>>>() -> Option<()> {
    let model = Model::<F, 16, 26>::view(black_box(&[])).ok()?;
    let (mut weights, mut features) = black_box(([0; 26 * 4], [0; 4]));
    let mut learner = Learner::new(model.stream(), &mut weights, &mut features).ok()?;
    let (mut inputs, mut scores) = black_box(([0; 16], [F::Score::default(); 26]));
    let _ = black_box(learner.learn(&mut inputs, &mut scores, black_box(7)));
    let _ = black_box(learner.learn_values(&mut inputs, &mut scores, black_box(&[])));
    let (mut log, head) = Log::of(black_box(&[]), learner.weights());
    black_box((head, log.record(&inputs, black_box(3), black_box(&mut [0; 36]))));
    black_box(log.takes(black_box(&[])));
    let _ = black_box(learner.write_back(black_box(&mut [0; 64])));
    Some(())
}

/// The steady class of a stream.
fn steady() -> u16 {
    let (bytes, mut latest): (&[u8], _) = (black_box(&[]), black_box(Latest::<5>::NONE));
    let rule = Steady::split(bytes).map(|(rule, _)| rule).unwrap_or_default();
    latest.push(black_box(3), black_box(rule))
}

/// The same through slices.
fn streamed<F: Format>(bytes: &[u8]) -> Result<(), ViewError> {
    let stream = Stream::<F>::view_without_checksum(bytes)?;
    let (mut inputs, mut scores) = black_box(([F::Input::default(); 3], [F::Score::default(); 2]));
    let _ = black_box(stream.scores(&mut inputs, &mut scores));
    let _ = black_box(stream.novelty(&scores));
    let _ = black_box(stream.probabilities(&scores, &mut black_box([0; 2])));
    let mut scratch = black_box([F::Lane::default(); 4]);
    let _ = black_box(stream.scores_with(&mut inputs, &mut scores, &mut scratch));
    #[cfg(feature = "early")]
    let _ = black_box(stream.early_with(&mut inputs, &mut scores, &mut scratch));
    let _ = stream.features_with(&mut inputs, &mut scratch, |feature| {
        black_box(feature);
    });
    if let Ok(features) = stream.features(&mut inputs) {
        features.for_each(|feature| {
            black_box(feature);
        });
    }
    black_box((stream.sizes(), stream.scratch()));
    Ok(())
}
