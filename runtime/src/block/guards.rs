//! Guards: raw readings brought to what the features take.

use crate::error::ViewError;
use crate::number::{Format, Input, Word, records};
use core::hint::black_box;

/// The records of the guarded inputs, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guards<'a> {
    records: &'a [u8],
}

/// The bytes of one guard: index, lower and upper limit, centre, shift.
#[must_use]
pub const fn guard_size<F: Format>() -> usize {
    2 + 3 * F::Input::SIZE + 1
}

impl<'a> Guards<'a> {
    /// The guards of these records, unchecked.
    #[inline(always)]
    pub fn new(records: &'a [u8]) -> Self {
        Guards { records }
    }

    /// Checks indices and shifts.
    pub fn check<F: Format>(self, inputs: u16) -> Result<(), ViewError> {
        let mut next = 0;
        for (index, record) in self.iter::<F>() {
            let shift = record.last().copied().unwrap_or_default();
            if index < next || index >= inputs || shift > 15 {
                return Err(ViewError::Guard);
            }
            next = index + 1;
        }
        Ok(())
    }

    /// Guards raw readings, in place.
    #[inline(always)]
    pub fn apply<F: Format>(self, inputs: &mut [F::Input]) {
        for (index, record) in self.iter::<F>() {
            black_box(()); // keeps the loop as short as it is written
            if let Some(x) = inputs.get_mut(usize::from(index)) {
                *x = Guard::<F>::read(record).map_or(*x, |guard| guard.apply(*x));
            }
        }
    }

    /// The index of each guarded input, and the rest of its record.
    #[inline(always)]
    fn iter<F: Format>(self) -> impl Iterator<Item = (u16, &'a [u8])> + use<'a, F> {
        let records = records(self.records, guard_size::<F>());
        records.filter_map(|record| record.split_first_chunk().map(|(index, rest)| (u16::from_le_bytes(*index), rest)))
    }
}

/// The guard of one input.
#[derive(Clone, Copy, Debug)]
struct Guard<F: Format> {
    low: F::Input,
    high: F::Input,
    centre: F::Input,
    shift: u8,
}

impl<F: Format> Guard<F> {
    #[inline(always)]
    fn read(record: &[u8]) -> Option<Self> {
        let (shift, words) = record.split_last()?;
        let mut words = F::Input::words(words);
        Some(Guard { low: words.next()?, high: words.next()?, centre: words.next()?, shift: *shift })
    }

    #[inline(always)]
    fn apply(self, reading: F::Input) -> F::Input {
        reading.guard(self.low, self.high, self.centre, self.shift)
    }
}
