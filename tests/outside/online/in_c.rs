//! Learning in C, on every machine, as the runtime learns.

use super::{ODD, ONE, SOME, WILD, buffers, inputs, model, model_of_values};
use crate::common::board::{CORTEX_M0, CORTEX_M4F, CORTEX_M55};
use crate::common::c::{AS_CPP, Checked, Exported, SANITISED, STRICT};
use crate::common::firmware::equal;
use crate::common::kernelet::Desk;
use crate::common::learning::{Learnable, Settings};
use crate::common::random::Random;
use crate::common::sample::Shape;
use kernelet::number::{Quantise, Word};
use kernelet::online::{Learner, Log};
use kernelet::{Q3, Q7, Q7Wide, Q15, Stream};

/// Golden vectors of learning: readings, and the scores before each update.
fn golden<F: Learnable>(packed: &[u8], shape: Shape, values: bool) -> Vec<u8> {
    let stream = Stream::<F>::view(packed).expect("a model");
    let (mut weights, mut features, mut scratch) = buffers(&stream);
    let learner = Learner::with_scratch(&stream, &mut weights, &mut features, &mut scratch);
    let mut learner: Learner<F, true> = learner.expect("its lengths");
    let (mut random, mut golden) = (Random(8), Vec::new());
    let mut scores = vec![F::Score::default(); shape.outputs];
    for row in 0..60usize {
        let inputs = inputs(shape, &mut random);
        golden.extend(inputs.iter().flat_map(|input| input.to_le_bytes()));
        if values {
            let values =
                vec![F::Score::quantise(row as f64 * 10_000.0); stream.learning().expect("it learns").learnt.into()];
            learner.learn_values(&mut inputs.clone(), &mut scores, &values).expect("its lengths");
        } else {
            let label = (row % shape.outputs.max(2)) as u16;
            learner.learn(&mut inputs.clone(), &mut scores, label).expect("its lengths");
        }
        golden.extend(scores.iter().flat_map(|score| score.to_bytes().as_ref().to_vec()));
    }
    golden
}

/// The same in C on every machine; on Cortex-M in one time.
fn same_in_c<F: Learnable>() {
    for (shape, settings, values) in [
        (ODD, SOME, false),
        (ODD, Settings { count: 0, forget: 9, ..SOME }, false),
        (ONE, WILD, false),
        (ONE, Settings { rate: 9_000, shift: 8, ..WILD }, true),
    ] {
        let packed = if values { model_of_values::<F>(shape, settings) } else { model::<F>(shape, settings) };
        let golden = golden::<F>(&packed, shape, values);
        let exported = Exported::of(&packed).check(if values { Checked::LearntValues } else { Checked::Learnt });
        [STRICT, AS_CPP, SANITISED].into_iter().for_each(|compiler| equal(&exported.on_host(compiler, &golden), 60));
        let [m0, m4] = [&CORTEX_M0, &CORTEX_M4F].map(|board| exported.on_cortex_m(board, &golden));
        let avr = exported.on_avr([2 * shape.inputs, shape.outputs * F::Score::SIZE], &golden);
        for report in [&m0, &m4, &avr] {
            println!("{:?} {report:?}", F::CONTRACT);
            equal(report, 60);
        }
        // not on an AVR, whose library takes one time or another for 64 bits
        for (least, most) in [m0.instructions, m4.instructions] {
            assert!(most - least <= 1, "the time depends on the data: {least} to {most}");
        }
    }
}

/// Vector instructions compute sixteen features in another order than learning keeps them.
#[test]
fn c_learns_as_the_runtime_from_features_of_vector_instructions() {
    fn learns<F: Learnable>() {
        let shape = Shape { inputs: 17, features: 21, ..ODD };
        let packed = model::<F>(shape, SOME);
        let golden = golden::<F>(&packed, shape, false);
        equal(&Exported::of(&packed).check(Checked::Learnt).on_cortex_m(&CORTEX_M55, &golden), 60);
    }
    learns::<Q7>();
    learns::<Q3>();
}

#[test]
fn c_learns_as_the_runtime_on_every_machine() {
    same_in_c::<Q7>();
    same_in_c::<Q7Wide>();
    same_in_c::<Q15>();
    same_in_c::<Q3>();
}

/// The log that C writes is the one that Rust writes.
#[test]
fn c_writes_the_same_log() {
    let packed = model::<Q7>(ODD, SOME);
    let desk = Desk::new();
    std::fs::write(desk.path("m.klt"), &packed).expect("writable");
    desk.json("export m.klt --as c --name model --out c");
    desk.write(
        "c/main.c",
        "#include \"model.h\"\n#include <stdio.h>\nint main(void)\n{\n    uint8_t head[8], record[MODEL_RECORD];\n\
         \x20   static model_learner learner;\n    uint32_t state = model_log(&learner, head);\n    fwrite(head, 8, 1, stdout);\n\
         \x20   const uint32_t own = MODEL_CHECKSUM;\n    fwrite(&own, 4, 1, stdout);\n\
         \x20   for (int n = 0; n < 3; n++) {\n        int16_t x[MODEL_INPUTS];\n\
         \x20       for (int i = 0; i < MODEL_INPUTS; i++)\n            x[i] = (int16_t)(1000 * n - 777 * i);\n\
         \x20       model_record(&state, x, (uint16_t)n, record);\n        fwrite(record, sizeof record, 1, stdout);\n    }\n\
         \x20   learner.weights[0][0] = INT32_MAX;\n    model_learner_limit(&learner);\n\
         \x20   model_log(&learner, head);\n    fwrite(head, 8, 1, stdout);\n    return 0;\n}\n",
    );
    let sources = ["c/model.c", "c/main.c"].map(|name| desk.path(name));
    let mut gcc = std::process::Command::new("gcc");
    gcc.args(["-std=c99", "-Wall", "-Werror", "-o"]).arg(desk.path("log"));
    assert!(gcc.args(sources).status().expect("gcc").success());
    let found = std::process::Command::new(desk.path("log")).output().expect("it starts").stdout;
    let (mut log, head) = Log::of(&packed, &[]);
    let mut expected = [&head[..], &packed[4..8]].concat();
    for n in 0..3i32 {
        let inputs: Vec<i16> = (0..7).map(|i| (1000 * n - 777 * i) as i16).collect();
        expected.extend(log.record(&inputs, n as u16, &mut [0; 18]).expect("room"));
    }
    let learning = Stream::<Q7>::view(&packed).expect("a model").learning().expect("a model that learns");
    let mut weights = vec![0; learning.weights()];
    weights[0] = (1 << 23) - 128;
    let (_, later) = Log::of(&packed, &weights);
    assert_ne!(later, head, "a log that begins later is told apart");
    expected.extend(later);
    assert_eq!(found, expected);
}
