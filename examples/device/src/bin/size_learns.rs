//! The smallest firmware that learns, for measuring code beside `size`, which predicts: 16 inputs,
//! 26 classes, 8-bit weights, 60 features, one class that learns.
//!
//! It answers with what was learnt, learns, keeps a log, and makes the model to write back, a
//! function each.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;
use kernelet::answer::decide;
use kernelet::online::{Learner, Log};
use kernelet::{Model, Q7};

type Letters<'a> = Model<'a, Q7, 16, 26>;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    if let Ok(model) = Letters::view(black_box(&[])) {
        let (mut weights, mut features, mut scores) = ([0; 61], [0; 64], [0; 26]);
        let mut inputs = core::array::from_fn(|_| black_box(0));
        if let Ok(mut learner) = Learner::new(model.stream(), &mut weights, &mut features) {
            black_box(an_answer(&mut learner, &mut inputs, &mut scores));
            black_box(an_update(&mut learner, &mut inputs, &mut scores));
            black_box(a_record(&mut Log::of(black_box(&[]), learner.weights()).0, &inputs, &mut [0; 36]));
            black_box(a_write(&learner, black_box(&mut [0; 64])));
        }
    }
    idle()
}

/// The class of one reading.
#[inline(never)]
fn an_answer(learner: &mut Learner<Q7>, inputs: &mut [i16; 16], scores: &mut [i32; 26]) -> u16 {
    match learner.scores(inputs, scores) {
        Ok(()) => decide::class(scores),
        Err(_) => 0,
    }
}

/// One update.
#[inline(never)]
fn an_update(learner: &mut Learner<Q7>, inputs: &mut [i16; 16], scores: &mut [i32; 26]) -> bool {
    learner.learn(inputs, scores, black_box(3)).is_ok()
}

/// The record of an update.
#[inline(never)]
fn a_record(log: &mut Log, inputs: &[i16; 16], room: &mut [u8; 36]) -> bool {
    log.record(inputs, black_box(3), room).is_some()
}

/// The model to write back.
#[inline(never)]
fn a_write(learner: &Learner<Q7>, model: &mut [u8]) -> bool {
    learner.write_back(model).is_ok()
}

/// Nothing more to do.
fn idle() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    idle()
}
