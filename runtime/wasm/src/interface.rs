//! What the page calls. Addresses and lengths are those of the module's own memory.

use crate::answer::{answer as answer_row, width};
use crate::buffers::{self, Buffers, Plain};
use crate::page::{Page, window_sizes};
use core::slice;
use kernelet::answer::{Latest, steady::MOST};
use kernelet::{Format, Stream, wire, with_format};

/// A part of memory that the page owns: where it begins, and its number of items.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Part<T> {
    /// The first item.
    pub first: *mut T,
    /// The number of items.
    pub count: usize,
}

/// Rows to answer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Call {
    /// The packed model.
    pub model: Part<u8>,
    /// Five numbers for each input: a [`Scaling`](crate::Scaling).
    pub scalings: Part<f64>,
    /// Three numbers for each channel of windows: a [`Channel`](crate::Channel).
    pub channels: Part<f64>,
    /// The rows, one after the other.
    pub rows: Part<f64>,
    /// Room for the buffers of one row.
    pub work: Part<u64>,
    /// Room for the answers, one after the other.
    pub answers: Part<f64>,
}

impl<T> Part<T> {
    /// # Safety
    /// As for [`answer`].
    unsafe fn items<'p>(self) -> &'p [T] {
        // SAFETY: the caller promises that the items are there, and that nobody writes them
        unsafe { slice::from_raw_parts(self.first, self.count) }
    }

    /// # Safety
    /// As for [`answer`].
    unsafe fn items_mut<'p>(self) -> &'p mut [T] {
        // SAFETY: the caller promises that the items are there, and are nobody else's
        unsafe { slice::from_raw_parts_mut(self.first, self.count) }
    }
}

/// Checks a model, and sets the values of a row, the numbers of its answer, and the words of work
/// space; returns false where the bytes are no model.
///
/// # Safety
/// Both parts are there, do not overlap, and are aligned.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn measure(model: &Part<u8>, sizes: &mut [usize; 3]) -> bool {
    // SAFETY: as the caller promises
    let model = unsafe { model.items() };
    let found = wire::contract(model)
        .and_then(|contract| with_format!(contract, F => Stream::<F>::view(model).map(|stream| sizes_of(&stream))));
    found.map(|found| *sizes = found).is_ok()
}

fn sizes_of<F: Format>(stream: &Stream<'_, F>) -> [usize; 3] {
    [row_width(stream), width(stream), buffers::words(stream)]
}

/// The values of a row: those of its window, channel after channel, then the other inputs.
fn row_width<F: Format>(stream: &Stream<'_, F>) -> usize {
    let [samples, features] = window_sizes(stream.window());
    (samples + stream.inputs()).saturating_sub(features)
}

/// Answers rows; returns their number, which is lower where a part is too short.
///
/// # Safety
/// All parts are there, do not overlap, and are aligned.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn answer(call: &Call) -> usize {
    // SAFETY: as the caller promises
    let (model, rows) = unsafe { (call.model.items(), call.rows.items()) };
    // SAFETY: as the caller promises
    let (scalings, channels) = unsafe { (call.scalings.items(), call.channels.items()) };
    // SAFETY: as the caller promises
    let (work, answers) = unsafe { (call.work.items_mut(), call.answers.items_mut()) };
    let Ok(contract) = wire::contract(model) else { return 0 };
    let page = Page { scalings, channels, is_fixed: contract.is_fixed() };
    with_format!(contract, F => answer_all::<F>((model, page), rows, work, answers).unwrap_or(0))
}

fn answer_all<F: Plain>(
    (model, page): (&[u8], Page<'_>),
    rows: &[f64],
    work: &mut [u64],
    answers: &mut [f64],
) -> Option<usize> {
    let stream = Stream::<F>::view(model).ok()?;
    let mut buffers = Buffers::<F>::new(&stream, work)?;
    let pairs = rows.chunks_exact(row_width(&stream).max(1)).zip(answers.chunks_exact_mut(width(&stream)));
    let answered = pairs.map_while(|(row, answer)| answer_row((&stream, &page), &mut buffers, row, answer));
    Some(answered.count())
}

/// Makes the classes of a stream steady by the model's rule, in place; `places` are those of the
/// windows in time, in rising order, and a gap among them forgets the answers before. Returns false
/// where the model has no rule.
///
/// # Safety
/// All parts are there, do not overlap, and are aligned.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn steady(model: &Part<u8>, places: &Part<u32>, classes: &Part<u16>) -> bool {
    // SAFETY: as the caller promises
    let (model, places, classes) = unsafe { (model.items(), places.items(), classes.items_mut()) };
    let Ok(contract) = wire::contract(model) else { return false };
    let rule = with_format!(contract, F => Stream::<F>::view(model).ok().and_then(|stream| stream.steady()));
    let (mut latest, mut next) = (Latest::<{ MOST as usize }>::NONE, None);
    for (class, place) in classes.iter_mut().zip(places) {
        if next != Some(*place) {
            latest.clear();
        }
        *class = latest.push(*class, rule);
        next = place.checked_add(1);
    }
    rule.is_some()
}
