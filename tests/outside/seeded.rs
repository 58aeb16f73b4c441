//! Candidates of a seeded pool from outside: two bytes a feature, answered alike by the command and
//! the device.

use crate::common::board::{CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::kernelet::Desk;
use crate::common::random::Random;

/// Nine sensors, the first two of which decide a class.
fn table() -> String {
    let mut random = Random(3);
    let mut text = String::from("a,b,c,d,e,f,g,h,i,y\n");
    for _ in 0..600 {
        let x: [f64; 9] = std::array::from_fn(|_| (random.symmetric() * 100.0).round());
        let class = if (x[0] / 30.0).sin() + (x[1] / 30.0).cos() > 0.4 { "in" } else { "out" };
        text += &x.map(|x| format!("{x},")).concat();
        text += &format!("{class}\n");
    }
    text
}

#[test]
fn a_chosen_candidate_takes_two_bytes_and_its_weights_in_the_head() {
    let desk = Desk::new();
    desk.write("t.csv", &table());
    for (number, weight) in [("f32", 4), ("q15", 2), ("q7", 1), ("q3", 1)] {
        for method in ["greedy", "eerf", "align", "surrogate", "leverage", "small", "seeded"] {
            let draw = if method == "seeded" { "" } else { "--draw seeded" };
            let sizes = [10, 30].map(|features| {
                let fitted = desk.json(&format!(
                    "fit t.csv --method {method} {draw} --features {features} --bandwidth median --number {number} --out m.klt"
                ));
                let inspected = desk.json("inspect m.klt");
                assert_eq!(inspected["kinds"][0], "seeded", "{number} {method}");
                assert_eq!(fitted["features"], inspected["features"]);
                let bytes = |key: &str| inspected["bytes"][key].as_u64().expect("a number");
                (bytes("projection"), bytes("head"), fitted["features"].as_u64().expect("a number"))
            });
            let [(few, few_head, fewer), (many, many_head, more)] = sizes;
            assert!(fewer < more && more <= 30, "{number} {method}");
            assert_eq!(many - few, 2 * (more - fewer), "{number} {method}");
            assert_eq!(many_head - few_head, weight * (more - fewer), "{number} {method}");
        }
    }
}

#[test]
fn a_budget_is_filled_with_candidates_that_every_core_answers_alike() {
    let desk = Desk::new();
    desk.write("t.csv", &table());
    let fitted = desk.json(
        "fit t.csv --holdout 0.3 --method greedy --draw seeded --bandwidth median --flash 300 --number q7 --out m.klt",
    );
    assert!((298..=300).contains(&fitted["bytes"].as_u64().expect("a number")), "{fitted}");
    // random guessing errs by a third and more
    assert!(fitted["test"]["error"].as_f64() < Some(0.15), "{fitted}");
    assert_eq!(desk.run("predict m.klt t.csv --golden rows --out answers.csv").code, 0);
    let (model, golden) = (desk.read("m.klt"), desk.read("rows"));
    for board in [&CORTEX_M4F, &CORTEX_M0, &RISCV32] {
        let report = crate::common::parity(board, &model, &golden);
        assert_eq!((report.rows, report.mismatches), (600, 0), "{}", board.core);
        let (least, most) = report.instructions;
        assert_eq!(least, most, "the time depends on the data");
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let desk = Desk::new();
    desk.write("t.csv", &table());
    let models = [1, 3].map(|threads| {
        let fit = format!(
            "--threads {threads} fit t.csv --method greedy --draw seeded --features 20 --bandwidth median --out m.klt"
        );
        assert_eq!(desk.run(&fit).code, 0);
        desk.read("m.klt")
    });
    assert_eq!(models[0], models[1]);
}

#[test]
fn what_a_pool_does_not_have_is_refused() {
    let desk = Desk::new();
    desk.write("t.csv", &table());
    for (options, reason) in [
        ("--method greedy --draw seeded --kernel laplacian", "does not go with the draw seeded"),
        ("--method greedy --draw seeded --kernel arccos1", "does not go with the draw seeded"),
        ("--method learned --draw seeded", "has no candidates"),
    ] {
        let run = desk.run(&format!("fit t.csv --features 10 --out m.klt {options}"));
        assert!(run.code == 2 && run.err.contains(reason), "{options}: {}", run.err);
        assert_eq!(desk.files(), ["t.csv"]);
    }
}
