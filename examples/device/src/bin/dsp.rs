//! Compares the sums by DSP instructions with their twin: every length, one row and four, every
//! weight with every extreme of an input, then random ones. Prints how many differ.
#![no_std]
#![no_main]

#[path = "../panic.rs"]
mod panic;

use kernelet_dsp::{add, dots, twin};

/// The longest rows.
const LONGEST: usize = 70;

/// Inputs and features at which products are largest or change their sign.
const EXTREMES: [i16; 6] = [i16::MIN, i16::MIN + 1, -1, 0, 1, i16::MAX];

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let mut random = 1u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random >> 8
    };
    let mut differ = 0;
    for weight in 0..=255 {
        for x in EXTREMES {
            differ += differences([weight, !weight, weight ^ 1, 128].map(|w| [w; 9]).as_flattened(), &[x; 9], 1 << 31);
        }
    }
    for length in 0..=LONGEST {
        let rows: [u8; 4 * LONGEST] = core::array::from_fn(|_| next() as u8);
        let words: [i16; LONGEST] = core::array::from_fn(|_| next() as i16);
        for rows in [&rows[..4 * length], &rows[..length], &rows[1..]] {
            differ += differences(rows, &words[..length], next());
        }
    }
    semihosting::println!("available={} differ={differ}", kernelet_dsp::AVAILABLE);
    semihosting::process::exit(i32::from(differ > 0))
}

/// How many of both sums differ from the twin's; the words are inputs, then features.
fn differences(rows: &[u8], words: &[i16], first: u32) -> u32 {
    let stride = if rows.len() / 4 >= words.len() { words.len() } else { 0 };
    let features = core::array::from_fn(|at| words.get(at).copied().unwrap_or(at as i16));
    let mut scores = [first as i32; LONGEST];
    let mut others = scores;
    add(&mut scores[..words.len()], rows, features);
    twin::add(&mut others[..words.len()], rows, features, stride);
    u32::from(scores != others) + u32::from(dots(rows, words) != twin::dots(rows, words, stride))
}
