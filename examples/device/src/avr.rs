//! The runtime behind the header of an exported model: what `c/avr.c` and `c/replay.c` call.
#![no_std]

use core::panic::PanicInfo;
#[allow(unused_imports, reason = "one of the formats is that of the model")]
use kernelet::{Format, Model, Q3, Q7, Q7Wide, Q15};

type Input = <NUMBER as Format>::Input;
type Score = <NUMBER as Format>::Score;

static MODEL: &[u8] = include_bytes!("../m.klt");

/// The scores of raw readings; left as they are where the model is not one.
#[unsafe(no_mangle)]
pub extern "C" fn model_scores(inputs: &[Input; INPUTS], scores: &mut [Score; OUTPUTS]) {
    if let Ok(model) = Model::<NUMBER, INPUTS, OUTPUTS, SCRATCH>::view(MODEL) {
        *scores = model.scores(*inputs);
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}
