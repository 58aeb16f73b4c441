//! Up to four rows, given to loops in assembly, which take four.

use core::mem::MaybeUninit;

/// What computes dot products: with the first row, inputs, the third row, the distance from these
/// rows to the second and the fourth, sums, and the number of inputs.
pub type Dot = unsafe extern "C" fn(*const u8, *const i16, *const u8, usize, &mut MaybeUninit<[i32; 4]>, usize);

/// The sums of four rows of so many bytes.
#[inline(always)]
pub fn dots(rows: &[u8], size: usize, inputs: &[i16], dot: Dot) -> [i32; 4] {
    if rows.len() >> 2 < size {
        return last_dots(rows, size, inputs, dot);
    }
    let (first, mut sums) = (rows.as_ptr(), MaybeUninit::uninit());
    // SAFETY: there are four rows, each as long as the inputs. All four sums are written.
    unsafe {
        dot(first, inputs.as_ptr(), first.add(2 * size), size, &mut sums, inputs.len());
        sums.assume_init()
    }
}

/// The same of fewer rows: two are taken for the third and the fourth as well, one for all.
#[cold]
fn last_dots(rows: &[u8], size: usize, inputs: &[i16], dot: Dot) -> [i32; 4] {
    let mut sums = [0; 4];
    for (two, rows) in sums.as_chunks_mut().0.iter_mut().zip(rows.chunks(2 * size.max(1))) {
        let stride = if rows.len() / 2 >= size { size } else { 0 };
        let mut all = MaybeUninit::<[i32; 4]>::uninit();
        if rows.len() >= size {
            // SAFETY: there is a row, and with a stride another, each as long as the inputs.
            unsafe {
                dot(rows.as_ptr(), inputs.as_ptr(), rows.as_ptr(), stride, &mut all, inputs.len());
                let [first, second, ..] = all.assume_init();
                *two = [first, second];
            }
        }
    }
    sums
}

/// What adds to scores: with their number, the first and the third row, the distance from these to
/// the second and the fourth, and features.
pub type Add<S> = unsafe extern "C" fn(*mut S, usize, *const u8, *const u8, usize, &[i16; 4]);

/// Adds features times their rows of so many bytes.
#[inline(always)]
pub fn adds<S>(scores: &mut [S], rows: &[u8], size: usize, features: [i16; 4], add: Add<S>) {
    if rows.len() >> 2 < size {
        return last_adds(scores, rows, size, features, add);
    }
    let first = rows.as_ptr();
    // SAFETY: there are four rows, each as long as the scores.
    unsafe { add(scores.as_mut_ptr(), scores.len(), first, first.add(2 * size), size, &features) };
}

/// The same with fewer rows, likewise.
#[cold]
fn last_adds<S>(scores: &mut [S], rows: &[u8], size: usize, features: [i16; 4], add: Add<S>) {
    for (&[first, second], rows) in features.as_chunks().0.iter().zip(rows.chunks(2 * size.max(1))) {
        let (stride, second) = if rows.len() / 2 >= size { (size, second) } else { (0, 0) };
        if rows.len() >= size {
            let features = [first, second, 0, 0];
            // SAFETY: there is a row, and with a stride another, each as long as the scores.
            unsafe { add(scores.as_mut_ptr(), scores.len(), rows.as_ptr(), rows.as_ptr(), stride, &features) };
        }
    }
}
