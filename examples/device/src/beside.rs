//! Three more models of as many shapes, as firmware with several models has them: code that the
//! compiler would fit to a single shape must then serve all.

use crate::given::Number;
use core::hint::black_box;
use kernelet::{Format, Model};

/// Links predictions of all three; bytes that are no model keep them from running.
pub fn link() {
    other::<57, 1>();
    other::<16, 26>();
    other::<36, 6>();
}

fn other<const D: usize, const K: usize>() {
    if let Ok(model) = Model::<Number, D, K>::view(black_box(&[])) {
        black_box(model.class(black_box([<Number as Format>::Input::default(); D])));
    }
}
