//! The coefficients of the cost model, a core a file, made by `fitter/benches/costs.py`.
//!
//! They are fitted by least squares of relative errors over 32 shapes of dense cosines, 16 each of
//! SORF, Fastfood, seeded rows, ferns and ReLU, 11 of patches, and 5 of each other kind, which
//! shares ReLU's coefficients but for that of a feature. Coefficients per model, feature, input,
//! output and lane are not negative. The last coefficient, of a guarded input, is measured
//! separately. On an AVR only models that fit the flash of an ATmega328P were measured.

mod avr;
mod cortex_m0;
mod cortex_m3;
mod cortex_m33;
mod cortex_m4;
mod riscv32;

pub(super) use avr::COSTS as AVR;
pub(super) use cortex_m0::COSTS as CORTEX_M0;
pub(super) use cortex_m3::COSTS as CORTEX_M3;
pub(super) use cortex_m4::COSTS as CORTEX_M4;
pub(super) use cortex_m33::COSTS as CORTEX_M33;
pub(super) use riscv32::COSTS as RISCV32;
