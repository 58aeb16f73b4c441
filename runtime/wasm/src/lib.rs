//! The runtime in a web page: physical values in, the answers of a device out, bit for bit.
//!
//! A report carries a packed model and this crate, compiled to WebAssembly. The page owns all
//! memory: it grows the module's own, lays model, scalings, rows, work space and answers there, and
//! hands over their addresses. So there is no allocator, and nothing is kept from call to call.
//!
//! The scaling of a physical value to the word that a device reads stands here a second time, since
//! the fitter needs an allocator; a test compares the two. All else is the runtime's own.
#![cfg_attr(target_arch = "wasm32", no_std)]

mod answer;
mod buffers;
mod interface;
mod page;
mod scaling;

pub use interface::{Call, Part, answer, measure, steady};
pub use scaling::{Channel, Scaling};

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
