//! The golden vectors, on the board itself: `cargo test --test golden` flashes it and runs them.
#![no_std]
#![no_main]

use defmt_rtt as _;

#[embedded_test::tests]
mod tests {
    use motion::{INPUTS, Input, LABELS};

    #[init]
    fn init() -> motion::Model {
        embassy_rp::init(Default::default());
        motion::model().unwrap()
    }

    /// Every score of every golden row is that of the host, bit for bit.
    #[test]
    fn golden_rows(_model: motion::Model) {
        assert!(motion::self_test());
    }

    /// Readings at their ends give an answer.
    #[test]
    fn extreme_readings(model: motion::Model) {
        for reading in [Input::MIN, 0, Input::MAX] {
            assert!(usize::from(model.class([reading; INPUTS])) < LABELS.len());
        }
    }
}
