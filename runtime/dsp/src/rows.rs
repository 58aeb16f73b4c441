//! Up to four rows, given to loops in assembly, which take four.

use core::mem::MaybeUninit;

/// What computes dot products: with the first row, inputs, the third row, the distance from these
/// rows to the second and the fourth, sums, and the number of inputs.
pub type Dot = unsafe extern "C" fn(*const u8, *const i16, *const u8, usize, &mut MaybeUninit<[i32; 4]>, usize);

/// A function that is a [`Dot`], of lines of assembly.
macro_rules! dot_function {
    ($name:ident, $($line:expr),+ $(,)?) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name(
            first: *const u8,
            x: *const i16,
            third: *const u8,
            stride: usize,
            sums: &mut core::mem::MaybeUninit<[i32; 4]>,
            length: usize,
        ) {
            core::arch::naked_asm!($($line),+)
        }
    };
}

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

/// The same of fewer rows, some of which are taken twice: see [`fewer`].
#[cold]
fn last_dots(rows: &[u8], size: usize, inputs: &[i16], dot: Dot) -> [i32; 4] {
    let Some((third, stride)) = fewer(rows, size) else { return [0; 4] };
    let (first, mut sums) = (rows.as_ptr(), MaybeUninit::uninit());
    // SAFETY: what is read are rows, each as long as the inputs. All four sums are written.
    let [one, two, _, last] = unsafe {
        dot(first, inputs.as_ptr(), first.add(third), stride, &mut sums, inputs.len());
        sums.assume_init()
    };
    [one, two, last, last]
}

/// Where to find three rows or fewer: what is taken for the third, and the distance to the second
/// and the fourth. Of three these are the first, the second twice, and the third; of two each
/// twice; and one for all. `None` without a row.
fn fewer(rows: &[u8], size: usize) -> Option<(usize, usize)> {
    let has = |count: usize| rows.len() >= count * size;
    has(1).then_some((if has(3) { size } else { 0 }, if has(2) { size } else { 0 }))
}

/// What adds to scores: with their number, the first and the third row, the distance from these to
/// the second and the fourth, and features.
pub type Add<S> = unsafe extern "C" fn(*mut S, usize, *const u8, *const u8, usize, &[i16; 4]);

/// A function that is an [`Add`], of lines of assembly.
macro_rules! add_function {
    ($name:ident, $score:ty, $($line:expr),+ $(,)?) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name(
            scores: *mut $score,
            length: usize,
            first: *const u8,
            third: *const u8,
            stride: usize,
            features: &[i16; 4],
        ) {
            core::arch::naked_asm!($($line),+)
        }
    };
}

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
fn last_adds<S>(scores: &mut [S], rows: &[u8], size: usize, [one, two, three, _]: [i16; 4], add: Add<S>) {
    if let Some((third, stride)) = fewer(rows, size) {
        let first = rows.as_ptr();
        // SAFETY: what is read are rows, each as long as the scores.
        unsafe { add(scores.as_mut_ptr(), scores.len(), first, first.add(third), stride, &[one, two, 0, three]) };
    }
}
