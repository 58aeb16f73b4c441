//! C that compiles without a warning and answers as the runtime does, bit for bit, on this machine
//! and on small cores.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M4F, CORTEX_M55};
use crate::common::c::{AS_CPP, Checked, Exported, FAST, SANITISED, STRICT};
use crate::common::extras::{self, Early, Extras, Interval, Novelty, Probabilities};
use crate::common::firmware::{Report, equal};
use crate::common::kernelet::{Desk, letter};
use crate::common::sample::{self, KINDS, LETTER, SPAM, Sample, Shape};
use kernelet::answer::decide;
use kernelet::block::Kind;
use kernelet::number::Word;
use kernelet::{F32, Format, Q3, Q7, Q7Wide, Q15};
use std::sync::OnceLock;

/// Number formats and kinds of rows that letters are fitted with, and the bytes of a row's readings
/// and scores.
const LETTERS: [(&str, [usize; 2]); 8] = [
    ("--method mc --number q7 --features 40", [32, 104]),
    ("--method mc --number q3 --features 40", [32, 104]),
    ("--method mc --number q15 --features 15", [32, 208]),
    ("--method mc --number f32 --features 8", [64, 104]),
    ("--method sorf --number q7 --features 20", [32, 104]),
    ("--method fastfood --number q3 --features 20", [32, 104]),
    ("--method seeded --number q7 --features 40", [32, 104]),
    ("--blocks fern --number q7 --flash 600", [32, 104]),
];

/// Odd sizes, so that half bytes and lanes are left over.
const ODD: Shape = Shape { inputs: 7, outputs: 3, features: 11, guarded: true };
/// More inputs than a byte counts.
const WIDE: Shape = Shape { inputs: 300, outputs: 2, features: 6, guarded: false };
/// The least of everything.
const ONE: Shape = Shape { inputs: 1, outputs: 1, features: 1, guarded: false };

/// A model of letters and the golden vectors of all 4,000 test rows.
fn fitted(options: &str) -> (Vec<u8>, Vec<u8>) {
    let desk = Desk::new();
    desk.json(&format!("fit {} {options} --out m.klt --quiet", letter("train.csv.gz")));
    let predict = desk.run(&format!("predict m.klt {} --golden m.golden", letter("test.csv.gz")));
    assert_eq!(predict.code, 0, "{}", predict.err);
    (desk.read("m.klt"), desk.read("m.golden"))
}

/// A model of letters with its golden vectors.
struct Letters {
    options: &'static str,
    bytes: [usize; 2],
    model: Vec<u8>,
    golden: Vec<u8>,
}

/// All of them, fitted once.
fn letters() -> &'static [Letters] {
    static FITTED: OnceLock<Vec<Letters>> = OnceLock::new();
    let of = |(options, bytes)| {
        let (model, golden) = fitted(options);
        Letters { options, bytes, model, golden }
    };
    FITTED.get_or_init(|| LETTERS.into_iter().map(of).collect())
}

#[test]
fn letters_in_c_answer_as_the_runtime_on_this_machine() {
    for Letters { model, golden, .. } in letters() {
        let exported = Exported::of(model);
        for compiler in [STRICT, AS_CPP, FAST] {
            equal(&exported.on_host(compiler, golden), 4000);
        }
    }
}

#[test]
fn floats_refuse_options_that_change_their_bits() {
    let float = Exported::of(&sample::model::<F32>(ODD, 1));
    for (options, words) in [
        ("-ffast-math", "-ffast-math"),
        ("-ffinite-math-only", "-ffinite-math-only"),
        ("-freciprocal-math", "-ffast-math"),
        ("-funsafe-math-optimizations", "-ffast-math"),
        ("-fassociative-math -fno-signed-zeros -fno-trapping-math", "-ffast-math"),
    ] {
        let message = float.refusal(options);
        assert!(message.contains(&format!("compile it without {words}")), "{options}: {message}");
    }
}

/// Runs `with` models of all kinds of blocks, of each alone, and of logarithms, in a format.
fn kinds_of<F: Sample>(with: &mut impl FnMut(&[u8], &[u8], [usize; 2])) {
    let mut check = |shape: Shape, model: Vec<u8>| {
        let bytes = [shape.inputs * F::Input::SIZE, shape.outputs * F::Score::SIZE];
        with(&model, &sample::golden::<F>(&model, 200), bytes);
    };
    let mut one = |shape: Shape, kinds: &[Kind]| check(shape, sample::mixed::<F>(shape, kinds, 5));
    one(ODD, &KINDS);
    one(WIDE, &[Kind::Ferns]);
    [ONE, ODD].into_iter().for_each(|shape| one(shape, &[]));
    KINDS.into_iter().for_each(|kind| one(ONE, &[kind]));
    let two = Shape { inputs: 13, ..ONE }; // bytes of a mask
    [ODD, two].into_iter().for_each(|shape| check(shape, sample::bent::<F>(shape, &[Kind::Cosine], 5)));
}

/// The same in every format.
fn every_kind(mut check: impl FnMut(&[u8], &[u8], [usize; 2])) {
    kinds_of::<F32>(&mut check);
    kinds_of::<Q15>(&mut check);
    kinds_of::<Q7>(&mut check);
    kinds_of::<Q7Wide>(&mut check);
    kinds_of::<Q3>(&mut check);
}

#[test]
fn every_kind_of_block_answers_as_the_runtime_on_this_machine() {
    every_kind(|model, golden, bytes| {
        let exported = Exported::of(model);
        let others: &[_] = if bytes[0] > 4 { &[AS_CPP, SANITISED] } else { &[] }; // where all kinds are together
        [STRICT].iter().chain(others).for_each(|compiler| equal(&exported.on_host(compiler, golden), 200));
    });
}

/// A model whose exact answers are seen to be compared.
#[test]
fn a_wrong_score_is_seen_by_the_c_check() {
    let model = sample::model::<Q7>(ODD, 3);
    let mut golden = sample::golden::<Q7>(&model, 10);
    *golden.last_mut().expect("there are rows") ^= 1;
    let exported = Exported::of(&model);
    let bytes = [ODD.inputs * 2, ODD.outputs * 4];
    let reports = [exported.on_host(STRICT, &golden), exported.on_cortex_m(&CORTEX_M0, &golden)];
    reports.into_iter().chain([exported.on_avr(bytes, &golden)]).for_each(|report| assert_eq!(report.mismatches, 1));
}

/// Letters, and every kind of block, on an emulated core; in fixed point in the same time for every
/// row.
fn on_cortex_m(board: &Board) {
    for Letters { options, model, golden, .. } in letters() {
        let report = Exported::of(model).on_cortex_m(board, golden);
        println!("{} {options}: {report:?}", board.core);
        equal(&report, 4000);
        one_time(model, &report);
    }
    every_kind(|model, golden, _| {
        let report = Exported::of(model).on_cortex_m(board, golden);
        equal(&report, 200);
        one_time(model, &report);
    });
}

/// Every row takes as long as every other. Of SysTick's ticks and QEMU's instructions neither is a
/// whole multiple of the other, so one may be missing.
fn one_time(model: &[u8], report: &Report) {
    let contract = kernelet::wire::contract(model).expect("a model");
    let (least, most) = report.instructions;
    assert!(most > 0 && (!contract.is_fixed() || most - least <= 1), "the time depends on the data: {report:?}");
}

#[test]
fn c_on_a_cortex_m0_answers_as_the_runtime() {
    on_cortex_m(&CORTEX_M0);
}

#[test]
fn c_on_a_cortex_m4f_answers_as_the_runtime() {
    on_cortex_m(&CORTEX_M4F);
}

#[test]
fn c_on_an_avr_answers_as_the_runtime_in_one_time() {
    let check = |model: &[u8], golden: &[u8], bytes: [usize; 2]| {
        let report = Exported::of(model).on_avr(bytes, golden);
        let contract = kernelet::wire::contract(model).expect("a model");
        let (least, most) = report.instructions;
        assert!(least == most || !contract.is_fixed(), "{contract:?}: the time depends on the data: {report:?}");
        equal(&report, golden.len() / (bytes[0] + bytes[1]));
        report
    };
    for Letters { options, bytes, model, golden } in letters() {
        println!("avr {options}: {:?}", check(model, golden, *bytes));
    }
    every_kind(|model, golden, bytes| {
        check(model, golden, bytes);
    });
}

/// Classes or values in the place of the scores of golden vectors, by the runtime.
fn decided<F: Format>(golden: &[u8], shape: Shape, checked: Checked) -> Vec<u8> {
    let split = shape.inputs * F::Input::SIZE;
    let row = |row: &[u8]| {
        let (inputs, scores) = row.split_at(split);
        let scores: Vec<F::Score> = F::Score::words(scores).collect();
        let answers = match checked {
            Checked::Class => decide::class(&scores).to_le_bytes().to_vec(),
            _ => scores.iter().flat_map(|&score| decide::value(score, 0.25).to_bytes()).collect(), // the scale of samples
        };
        [inputs.to_vec(), answers].concat()
    };
    golden.chunks(split + shape.outputs * F::Score::SIZE).flat_map(row).collect()
}

/// Classes of a classifier and values of a regression, on every machine.
fn decisions_of<F: Sample>() {
    for (shape, checked) in [ODD, ONE].into_iter().flat_map(|shape| [(shape, Checked::Class), (shape, Checked::Values)])
    {
        let mut model = sample::model::<F>(shape, 6);
        model[kernelet::wire::PREAMBLE + 1] = u8::from(checked == Checked::Values); // the task
        kernelet::wire::seal(&mut model);
        let golden = decided::<F>(&sample::golden::<F>(&model, 300), shape, checked);
        let bytes = [shape.inputs * F::Input::SIZE, if checked == Checked::Class { 2 } else { 4 * shape.outputs }];
        let exported = Exported::of(&model).check(checked);
        equal(&exported.on_host(STRICT, &golden), 300);
        equal(&exported.on_host(SANITISED, &golden), 300);
        let [m0, m4] = [&CORTEX_M0, &CORTEX_M4F].map(|board| exported.on_cortex_m(board, &golden));
        for report in [m0, m4, exported.on_avr(bytes, &golden)] {
            equal(&report, 300);
            // the library's conversion to `float` takes longer with some numbers than with others
            if checked == Checked::Class {
                one_time(&model, &report);
            }
        }
    }
}

#[test]
fn classes_and_values_are_the_runtimes_on_every_machine() {
    decisions_of::<F32>();
    decisions_of::<Q15>();
    decisions_of::<Q7>();
    decisions_of::<Q7Wide>();
    decisions_of::<Q3>();
}

/// What is told beside scores, on every machine, in fixed point in one time where it is steady.
fn told_of<T: Extras, F: Sample>() {
    for shape in [ODD, ONE, Shape { outputs: 26, ..ODD }] {
        let model = T::model::<F>(shape, 7);
        let golden = extras::golden::<T, F>(&model, 100);
        let exported = Exported::of(&model).check(T::CHECKED);
        [STRICT, AS_CPP, SANITISED].into_iter().for_each(|compiler| equal(&exported.on_host(compiler, &golden), 100));
        let [m0, m4] = [&CORTEX_M0, &CORTEX_M4F].map(|board| exported.on_cortex_m(board, &golden));
        let avr = exported.on_avr([shape.inputs * F::Input::SIZE, T::size::<F>(shape.outputs)], &golden);
        for report in [m0, m4, avr] {
            equal(&report, 100);
            if T::STEADY {
                one_time(&model, &report);
            }
        }
    }
}

/// In every format.
fn told_in_every_format<T: Extras>() {
    told_of::<T, F32>();
    told_of::<T, Q15>();
    told_of::<T, Q7>();
    told_of::<T, Q7Wide>();
    told_of::<T, Q3>();
}

#[test]
fn probabilities_are_the_runtimes_on_every_machine() {
    told_in_every_format::<Probabilities>();
}

#[test]
fn what_is_clear_early_is_what_the_runtime_finds_on_every_machine() {
    told_in_every_format::<Early>();
}

#[test]
fn novelties_are_the_runtimes_on_every_machine() {
    told_in_every_format::<Novelty>();
}

#[test]
fn intervals_are_the_runtimes_on_every_machine() {
    told_in_every_format::<Interval>();
}

/// Cycles of a prediction on an ATmega328P, and its whole flash and RAM: static RAM holds the
/// readings and the scores.
fn avr<F: Sample>(shape: Shape) -> (u32, u64, u64) {
    let model = sample::model::<F>(shape, 1);
    let exported = Exported::of(&model);
    let bytes = [shape.inputs * F::Input::SIZE, shape.outputs * F::Score::SIZE];
    let report = exported.on_avr(bytes, &sample::golden::<F>(&model, 10));
    equal(&report, 10);
    let (flash, ram) = exported.for_avr().sizes("avr-size");
    (report.instructions.1, flash, ram + u64::from(report.stack_bytes))
}

/// What one more input costs, per feature.
fn cycles_an_input<F: Sample>() -> f64 {
    let [few, many] = [16, 48].map(|inputs| avr::<F>(Shape { inputs, outputs: 1, features: 50, guarded: false }).0);
    f64::from(many - few) / (32.0 * 50.0)
}

/// 35 cycles are the aim that the loop was written for; 200 bytes of SRAM a tenth of what an
/// ATmega328P has.
#[test]
fn an_avr_takes_few_cycles_an_input_and_little_ram() {
    let cycles =
        [cycles_an_input::<Q7>(), cycles_an_input::<Q7Wide>(), cycles_an_input::<Q3>(), cycles_an_input::<Q15>()];
    println!(
        "avr: cycles of one input of one feature: q7 {}, q7wide {}, q3 {}, q15 {}",
        cycles[0], cycles[1], cycles[2], cycles[3]
    );
    assert!(cycles.iter().all(|&cycles| cycles <= 35.0), "{cycles:?}");
    for shape in [Shape { features: 320, guarded: false, ..LETTER }, SPAM] {
        let ((q7, flash, ram), (q3, small, _)) = (avr::<Q7>(shape), avr::<Q3>(shape));
        println!("avr {shape:?}: q7 {q7} cycles, {flash} bytes of flash, {ram} of SRAM; q3 {q3} cycles, {small} bytes");
        assert!(ram < 200, "{shape:?}: {ram} bytes");
    }
}

/// A model in C on a core, in at most so many instructions.
fn on_a_core<F: Sample>(board: &'static Board, (shape, kinds): (Shape, &[Kind]), most: u32) {
    let model = sample::mixed::<F>(shape, kinds, 1);
    let report = Exported::of(&model).on_cortex_m(board, &sample::golden::<F>(&model, 200));
    println!("{} {:?} {shape:?} {report:?}", board.core, F::CONTRACT);
    equal(&report, 200);
    one_time(&model, &report);
    assert!(report.instructions.1 <= most, "{shape:?}: {report:?}");
}

/// CMSIS-NN's int8 layers of the first three sizes take 22,100, 24,300 and 23,700 instructions
/// there; the others are here for their bits alone: odd numbers leave a rest each, and rows of
/// three bytes are too short.
#[test]
fn a_cortex_m4f_takes_two_products_at_a_time() {
    let shape = |inputs, outputs, features| Shape { inputs, outputs, features, guarded: false };
    for (shape, most, most_q3) in [
        (shape(57, 1, 128), 15_000, 18_500),
        (shape(16, 26, 186), 20_500, 25_000),
        (shape(36, 6, 184), 14_800, 18_500),
        (shape(37, 7, 187), u32::MAX, u32::MAX),
        (shape(4, 2, 5), u32::MAX, u32::MAX),
        (shape(3, 2, 5), u32::MAX, u32::MAX),
    ] {
        on_a_core::<Q7>(&CORTEX_M4F, (shape, &[Kind::Cosine]), most);
        on_a_core::<Q3>(&CORTEX_M4F, (shape, &[Kind::Cosine]), most_q3);
    }
    // every rest of eight inputs, from the shortest rows on
    for inputs in 6..=15 {
        let shape = shape(inputs, inputs % 4 + 1, 8 + inputs % 4);
        on_a_core::<Q3>(&CORTEX_M4F, (shape, &[Kind::Cosine, Kind::Relu]), u32::MAX);
    }
}

/// Odd numbers leave a rest each. Rows that are too short or too long, and models of 15 features,
/// take the code of a core without vector instructions.
#[test]
fn a_cortex_m55_takes_eight_products_at_a_time() {
    let shape = |inputs, outputs, features| Shape { inputs, outputs, features, guarded: false };
    let (any, cosines) = (u32::MAX, [Kind::Cosine]);
    for (shape, [q7, q3]) in [
        (shape(57, 1, 128), [3_100, 4_700]),
        (shape(16, 26, 186), [4_100, 5_400]),
        (shape(36, 6, 184), [3_750, 6_000]),
        (shape(8, 2, 16), [any; 2]),
        (shape(15, 2, 33), [any; 2]),
        (shape(17, 3, 16), [any; 2]),
        (shape(37, 7, 31), [any; 2]),
        (shape(79, 5, 18), [any; 2]),
        (shape(80, 3, 17), [any; 2]),
        (shape(120, 3, 17), [any; 2]),
        (shape(121, 2, 18), [any; 2]),
        (shape(20, 1, 15), [1_000, any]),
        (shape(7, 2, 20), [any; 2]),
    ] {
        on_a_core::<Q7>(&CORTEX_M55, (shape, &cosines), q7);
        on_a_core::<Q3>(&CORTEX_M55, (shape, &cosines), q3);
    }
    let all = (Shape { guarded: true, ..shape(37, 7, 31) }, &KINDS[..]);
    on_a_core::<Q7>(&CORTEX_M55, all, any);
    on_a_core::<Q3>(&CORTEX_M55, all, any);
    on_a_core::<Q15>(&CORTEX_M55, all, any);
}
