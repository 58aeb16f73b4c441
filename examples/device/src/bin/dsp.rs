//! Compares the sums by loops in assembly with their twin: every length of one row to four, every
//! byte of weights with every extreme of an input, then random ones; and blocks of cosine features
//! of every length, up to nine features and scores, of dense rows and of patches. Each stands at
//! every place within a word, and inputs at both. Prints how many differ.
#![no_std]
#![no_main]

#[path = "../panic.rs"]
mod panic;

use kernelet::load::Aligned;
use kernelet_dsp::{Cosines, Patches, add_bytes, add_nibbles, add_words, cosines_bytes, cosines_nibbles};
use kernelet_dsp::{dot_bytes, dot_nibbles, dot_words, patches_bytes, patches_nibbles, twin};

/// The longest rows.
const LONGEST: usize = 70;

/// The most features and scores of a block.
const MOST: usize = 9;

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
            let bytes = Aligned([weight, !weight, weight ^ 1, 128].map(|byte| [byte; 20]));
            differ += at_all(bytes.0.as_flattened(), |bytes| differences(bytes, &[x; 9], 1 << 31));
        }
    }
    for length in 0..=LONGEST {
        let bytes = Aligned(core::array::from_fn::<_, { 8 * LONGEST + 3 }, _>(|_| next() as u8));
        let words = Aligned(core::array::from_fn::<_, { LONGEST + 1 }, _>(|_| next() as i16));
        let first = next();
        differ += at_all(&bytes.0, |bytes| differences(bytes, &words.0[..length], first));
        let bytes = Aligned(core::array::from_fn::<_, { MOST * LONGEST + 3 }, _>(|_| next() as u8));
        let turn = core::array::from_fn(|_| next() as i16);
        let sizes = (0..=MOST).flat_map(|features| (0..=MOST).map(move |outputs| (features, outputs)));
        for sizes in sizes {
            for inputs in [&words.0[..length], &words.0[1..][..length]] {
                differ += at_all(&bytes.0, |bytes| blocks(bytes, inputs, &turn, sizes));
            }
        }
    }
    let bytes = Aligned(core::array::from_fn::<_, { MOST * 72 + 3 }, _>(|_| next() as u8));
    let words = Aligned(core::array::from_fn::<_, { LONGEST + 1 }, _>(|_| next() as i16));
    let turn = core::array::from_fn(|_| next() as i16);
    let shapes = (1..=5).flat_map(|height| (1..=5).map(move |width| [height, width])).chain([[8, 8], [9, 8], [0, 3]]);
    for ([height, width], more) in shapes.flat_map(|shape| [0, 3].map(|more| (shape, more))) {
        for inputs in [&words.0[..LONGEST], &words.0[1..]] {
            let shape = [height, width, width + more];
            differ += at_all(&bytes.0, |bytes| patches(bytes, inputs, &turn, shape));
        }
    }
    semihosting::println!("sums={} cosines={} differ={differ}", kernelet_dsp::HAS_SUMS, kernelet_dsp::HAS_COSINES);
    semihosting::process::exit(i32::from(differ > 0))
}

/// The sum of what is counted of the bytes from each of the first four on.
fn at_all(bytes: &[u8], count: impl Fn(&[u8]) -> u32) -> u32 {
    (0..4).map(|from| count(&bytes[from..])).sum()
}

/// How many sums of one row to four differ from the twin's; the words are inputs, then features.
fn differences(bytes: &[u8], words: &[i16], first: u32) -> u32 {
    let length = words.len();
    let of_rows = |rows| {
        let rows_of = |size| &bytes[..rows * size];
        dots(rows_of(length), words, rows, [dot_bytes, twin::dot_bytes])
            + dots(rows_of(2 * length), words, rows, [dot_words, twin::dot_words])
            + dots(rows_of(length.div_ceil(2)), words, rows, [dot_nibbles, twin::dot_nibbles])
            + adds(rows_of(length), words, first as i32, rows, [add_bytes, twin::add_bytes])
            + adds(rows_of(2 * length), words, i64::from(first) << 31, rows, [add_words, twin::add_words])
            + adds(rows_of(length.div_ceil(2)), words, first as i32, rows, [add_nibbles, twin::add_nibbles])
    };
    (1..=4).map(of_rows).sum()
}

/// What computes dot products.
type Dots = fn(&[u8], &[i16]) -> [i32; 4];

/// What adds cosine features.
type AddCosines = fn(Cosines, &[i16], &mut [i32]) -> usize;

/// 1 where a dot product of the rows differs.
fn dots(bytes: &[u8], inputs: &[i16], rows: usize, both: [Dots; 2]) -> u32 {
    let [sums, others] = both.map(|dot| dot(bytes, inputs));
    u32::from(sums[..rows] != others[..rows])
}

/// How many blocks of so many cosine features give other scores than the twin, or another number of
/// groups.
fn blocks(bytes: &[u8], inputs: &[i16], turn: &[i16; 256], (features, outputs): (usize, usize)) -> u32 {
    let of = |size: usize| &bytes[..features * size];
    let whole = Cosines { rows: of(inputs.len()), scale_phases: of(8), turn, head: of(outputs) };
    let halves = |size: usize| of(size.div_ceil(2));
    let half = Cosines { rows: halves(inputs.len()), scale_phases: of(2), turn, head: halves(outputs) };
    let differs = |block, both: [AddCosines; 2]| {
        let [scores, others] = both.map(|add| {
            let mut scores = [7; MOST];
            (add(block, inputs, &mut scores[..outputs]), scores)
        });
        u32::from(scores != others)
    };
    match kernelet_dsp::HAS_COSINES {
        true => {
            differs(whole, [cosines_bytes, twin::cosines_bytes])
                + differs(half, [cosines_nibbles, twin::cosines_nibbles])
        }
        false => 0,
    }
}

/// What adds cosine features of patches.
type AddPatches = fn(Patches, &[i16], &mut [i32]) -> usize;

/// How many blocks of cosine features of patches give other scores than the twin, or another number
/// of groups: of so many runs of so many inputs, with a stride; of some numbers of features and
/// scores.
fn patches(bytes: &[u8], inputs: &[i16], turn: &[i16; 256], [height, width, stride]: [usize; 3]) -> u32 {
    let sizes = [0, 1, 4, 5, 9].into_iter().flat_map(|features| [1, 2, 3, 5, 9].map(|outputs| (features, outputs)));
    let differs = |((features, outputs), start): ((usize, usize), usize)| {
        let of = |size: usize| &bytes[..features * size];
        let patch = height * width;
        // of two bytes the upper one is zero, and most starts lie within the inputs
        let starts: [u8; 3 * MOST] =
            core::array::from_fn(|at| if start == 2 && at % 2 == 1 { 0 } else { bytes[at] % LONGEST as u8 });
        let starts = &starts[..features * start];
        let block = |cosines| Patches { cosines, starts, start, height, width, stride };
        let whole = Cosines { rows: of(patch), scale_phases: of(8), turn, head: of(outputs) };
        let halves = |size: usize| of(size.div_ceil(2));
        let half = Cosines { rows: halves(patch), scale_phases: of(2), turn, head: halves(outputs) };
        let differs = |cosines, both: [AddPatches; 2]| {
            let [scores, others] = both.map(|add| {
                let mut scores = [7; MOST];
                (add(block(cosines), inputs, &mut scores[..outputs]), scores)
            });
            u32::from(scores != others)
        };
        differs(whole, [patches_bytes, twin::patches_bytes]) + differs(half, [patches_nibbles, twin::patches_nibbles])
    };
    match kernelet_dsp::HAS_WORDS {
        true => sizes.flat_map(|sizes| [(sizes, 1), (sizes, 2), (sizes, 3)]).map(differs).sum(),
        false => 0,
    }
}

/// What adds features.
type Add<S> = fn(&mut [S], &[u8], [i16; 4]);

/// 1 where a score differs after features of the rows.
fn adds<S: Copy + PartialEq>(bytes: &[u8], words: &[i16], first: S, rows: usize, both: [Add<S>; 2]) -> u32 {
    let features = |at| if at < rows { words.get(at).copied().unwrap_or(at as i16) } else { 0 };
    let [scores, others] = both.map(|add| {
        let mut scores = [first; LONGEST];
        add(&mut scores[..words.len()], bytes, core::array::from_fn(features));
        scores
    });
    u32::from(scores != others)
}
