//! What an integer cosine takes: prints the instructions of the table's and of the polynomial's,
//! call and return not counted.
#![no_std]
#![no_main]

#[path = "../counter.rs"]
mod counter;
#[path = "../panic.rs"]
mod panic;

use core::hint::black_box;
use counter::{Counter, UNIT};
use kernelet::Angle;
use kernelet::number::cosine;

/// Calls of each, a turn of angles.
const CALLS: u32 = 1 << 10;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let mut counter = Counter::start();
    let mut cost = |wave: fn(Angle) -> i16| {
        let wave = black_box(wave); // called as it is, and not inlined
        let turn = || (0..CALLS).for_each(|call| _ = black_box(wave(Angle(call * (u32::MAX / CALLS)))));
        counter.measure(turn).1
    };
    let calls = cost(|angle| angle.0 as i16);
    let [table, polynomial] = [cosine::table, cosine::polynomial].map(|wave| (cost(wave) - calls + CALLS / 2) / CALLS);
    semihosting::println!("{UNIT}: table={table} polynomial={polynomial}");
    semihosting::process::exit(0)
}
