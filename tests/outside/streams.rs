//! Windows of streams on emulated microcontrollers, in Rust and in C: the same bits as on the host,
//! and the same instructions for every window.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M3, CORTEX_M4F, CORTEX_M33, RISCV32};
use crate::common::c::{Exported, SANITISED, STRICT};
use crate::common::firmware::{Build, Report, equal};
use crate::common::machine::Machine;
use crate::common::sample::Sample;
use crate::common::streams::{Windows, golden};
use kernelet::block::Kind;
use kernelet::window::Pooling;
use kernelet::wire::needed_features;
use kernelet::{Contract, F32, Q3, Q7, Q15};
use kernelet_fit::pack::{PackedModel, cost};

/// The features of the runtime that these need.
const EVERY_KIND: &str = "--features=series,pairs,bands";

/// Every kind of feature, in one channel and in several.
fn windows() -> [Windows; 2] {
    [Windows::of_every_kind(1, 75), Windows::of_every_kind(3, 128)]
}

/// Every window was answered as the host does, all with one count of instructions.
fn same(report: &Report, rows: usize) {
    equal(report, rows);
    let (least, most) = report.instructions;
    assert!(least > 0 && least == most, "the time depends on the readings: {report:?}");
}

/// What `inspect` says of the instructions is right to a fifth.
fn estimated(board: &Board, model: Vec<u8>, report: &Report) {
    let model = PackedModel::new(model).expect("a model");
    let device = model.device();
    let window = cost::window_instructions(&device.window().expect("windows"));
    let blocks = cost::instructions(Contract::Q7, &cost::Shape::of(&*device)).expect("a format that was measured");
    let core = cost::CORES.iter().position(|core| core.name == board.core).expect("a known core");
    let ratio = (window[core] + blocks[core]) as f64 / f64::from(report.instructions.1);
    assert!((1.0 / 1.2..1.2).contains(&ratio), "{}: {ratio}", board.core);
}

#[test]
fn windows_name_the_features_that_their_kinds_need() {
    let needed = |windows: &Windows| -> Vec<&str> {
        let model = windows.model::<Q7>(3, &[Kind::Cosine]);
        needed_features(&model).expect("a model").names().collect()
    };
    let [one, several] = windows();
    assert_eq!(needed(&several), ["bands", "pairs", "series"]);
    assert_eq!(needed(&one), ["bands", "series"]);
    let groups = one.groups.iter().filter(|group| group.0 != Pooling::Band).cloned().collect();
    assert_eq!(needed(&Windows { groups, ..one.clone() }), ["series"]);
}

fn in_rust(board: &Board) {
    for windows in windows() {
        let model = windows.model::<Q7>(3, &[Kind::Cosine]);
        let firmware = Build::of(board, &model).option(EVERY_KIND).firmware();
        let report = firmware.run(&golden::<Q7>(&model, 400));
        same(&report, 400);
        estimated(board, model, &report);
    }
    let model = windows()[0].model::<F32>(1, &[Kind::Cosine]);
    let firmware = Build::of(board, &model).option(EVERY_KIND).firmware();
    equal(&firmware.run(&golden::<F32>(&model, 100)), 100);
}

#[test]
fn a_cortex_m0_answers_windows_as_the_host() {
    in_rust(&CORTEX_M0);
}

#[test]
fn a_cortex_m4f_answers_windows_as_the_host() {
    in_rust(&CORTEX_M4F);
}

#[test]
fn a_riscv32_answers_windows_as_the_host() {
    in_rust(&RISCV32);
}

fn on_this_machine<F: Sample>() {
    for windows in windows() {
        let model = windows.model::<F>(3, &[Kind::Cosine]);
        let (exported, golden) = (Exported::of(&model), golden::<F>(&model, 400));
        equal(&exported.on_host(STRICT, &golden), 400);
        equal(&exported.on_host(SANITISED, &golden), 400);
    }
}

#[test]
fn c_answers_windows_as_the_host() {
    on_this_machine::<F32>();
    on_this_machine::<Q15>();
    on_this_machine::<Q7>();
    on_this_machine::<Q3>();
}

#[test]
fn c_answers_windows_as_the_host_on_cortex_m() {
    let model = windows()[1].model::<Q7>(3, &[Kind::Cosine]);
    for board in [&CORTEX_M0, &CORTEX_M4F] {
        same(&Exported::of(&model).on_cortex_m(board, &golden::<Q7>(&model, 400)), 400);
    }
}

/// 2 KB of SRAM hold one channel of 75 samples and the model.
#[test]
fn c_answers_windows_as_the_host_on_an_atmega328p() {
    let model = windows()[0].model::<Q7>(3, &[Kind::Cosine]);
    same(&Exported::of(&model).on_avr([2, 12], &golden::<Q7>(&model, 200)), 200);
}

/// The issue's own number of windows, on every core; `RESULTS.md` has its figures.
#[test]
#[ignore = "minutes: cargo test --test outside -- --ignored --nocapture streams::ten_thousand"]
fn ten_thousand_windows_answer_as_the_host_on_every_core() {
    let model = windows()[1].model::<Q7>(3, &[Kind::Cosine]);
    let golden = golden::<Q7>(&model, 10_000);
    for board in [&CORTEX_M0, &CORTEX_M4F, &RISCV32] {
        let report = Build::of(board, &model).option(EVERY_KIND).firmware().run(&golden);
        println!("Rust {} {report:?}", board.core);
        same(&report, 10_000);
    }
    for board in [&CORTEX_M0, &CORTEX_M4F] {
        let report = Exported::of(&model).on_cortex_m(board, &golden);
        println!("C {} {report:?}", board.core);
        same(&report, 10_000);
    }
    let model = windows()[0].model::<Q7>(3, &[Kind::Cosine]);
    let report = Exported::of(&model).on_avr([2, 12], &crate::common::streams::golden::<Q7>(&model, 10_000));
    println!("C ATmega328P {report:?}");
    same(&report, 10_000);
}

/// Prints the instructions of each kind of feature, to fit the estimates of `inspect` to.
#[test]
#[ignore = "prints what costs are fitted to"]
fn cost_of_windows() {
    use Pooling::{Band, Pair, RelativeShare, Sample, Share, Statistic};
    let shares = |count: u8| (0..count).flat_map(|i| [(u16::from(i) * 11 % 84) as u8, 9 * i]).collect::<Vec<u8>>();
    let mut all = vec![];
    for length in [16u16, 22, 36] {
        for (pooling, count) in [(Share, 1), (Share, 9), (Share, 28), (RelativeShare, 9)] {
            all.push((length, vec![(pooling, 2, 1, shares(count))]));
        }
    }
    for length in [40u16, 128, 250] {
        for (pooling, dilation, count) in
            [(Share, 1, 1), (Share, 1, 9), (Share, 4, 5), (RelativeShare, 2, 4), (RelativeShare, 1, 1)]
        {
            all.push((length, vec![(pooling, 2, dilation, shares(count))]));
            all.push((length, vec![(pooling, 2, dilation, shares(count)), (Share, 1, 2, shares(3))]));
        }
        for number in 0..7 {
            all.push((length, vec![(Statistic, 0, 0, vec![number, 0])]));
            all.push((length, vec![(Statistic, 0, 0, vec![number, 0, number, 1, number, 4])]));
        }
        for number in [0, 128] {
            all.push((length, vec![(Pair, 0, 0, vec![1, number])]));
            all.push((length, vec![(Pair, 0, 0, vec![1, number, 1, number + 1, 1, number + 4])]));
        }
        for power in 3..=5 {
            all.push((length, vec![(Band, power, 0, vec![1, 0])]));
            all.push((length, vec![(Band, power, 0, vec![1, 0, 2, 0, 4, 0])]));
        }
        all.push((length, vec![(Sample, 0, 0, vec![0, 0, 3, 0, 9, 0, 11, 0])]));
    }
    let machines = [&CORTEX_M0, &CORTEX_M3, &CORTEX_M4F, &CORTEX_M33, &RISCV32].map(Machine::Board);
    for machine in machines.into_iter().chain([Machine::Avr]) {
        for (length, groups) in &all {
            let channels = if groups.iter().any(|group| group.0 == Pair) { 2 } else { 1 };
            let windows = Windows { channels, length: *length, groups: groups.clone() };
            let model = windows.model::<Q7>(1, &[]);
            let golden = golden::<Q7>(&model, 8);
            let report = match machine {
                Machine::Board(board) => Build::of(board, &model).option(EVERY_KIND).firmware().run(&golden),
                Machine::Avr => Exported::of(&model).on_avr([2 * usize::from(channels), 4], &golden),
            };
            let groups: Vec<String> = groups.iter().map(|(p, s, d, r)| format!("{p:?}/{s}/{d}/{r:?}")).collect();
            println!(
                "window {} {length} {} {}",
                machine.core(),
                groups.join(" ").replace(", ", ","),
                report.instructions.1
            );
        }
    }
}
