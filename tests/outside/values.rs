//! Several targets from outside: one set of features, a value for each, in its own unit.

use crate::common::board::CORTEX_M0;
use crate::common::c::{Checked, Exported, STRICT};
use crate::common::firmware::{Build, equal};
use crate::common::kernelet::Desk;
use crate::common::random::Random;
use std::fmt::Write;

/// Loads of a made building: two targets of the same shape in other units, and a third that is a
/// sum.
fn building(rows: usize) -> String {
    let mut random = Random(5);
    let mut text = "height,glass,facing,heating,cooling\n".to_owned();
    for _ in 0..rows {
        let [height, glass, facing] = [(); 3].map(|()| random.symmetric());
        let lost = (1.5 * height).sin() + 0.6 * glass * glass;
        let noise = [(); 2].map(|()| 0.05 * random.symmetric());
        let heating = 20.0 + 5.0 * (lost + noise[0]);
        let cooling = 9000.0 + 700.0 * (lost - 0.4 * facing * glass + noise[1]);
        writeln!(text, "{height},{glass},{facing},{heating},{cooling}").expect("text grows");
    }
    text
}

const FIT: &str = "fit d.csv --features 40 --method learned --holdout 0.3 --quiet";

#[test]
fn two_targets_share_their_features() {
    let desk = Desk::new();
    desk.write("d.csv", &building(600));
    let both = desk.json(&format!("{FIT} --target heating,cooling --out both.klt"));
    let single = |target: &str, other: &str| desk.json(&format!("{FIT} --target {target} --ignore {other}"));
    let alone = [single("heating", "cooling"), single("cooling", "heating")];
    let bytes = |fitted: &serde_json::Value| fitted["bytes"].as_u64().expect("bytes") as f64;
    let r2 = |place: usize| both["targets"][place]["r2"].as_f64().expect("a share");
    let own = alone.each_ref().map(|fitted| fitted["test"]["r2"].as_f64().expect("a share"));
    println!("{} and {} bytes; R2 {} {} for {own:?}", bytes(&both), bytes(&alone[0]), r2(0), r2(1));
    assert!(bytes(&both) <= 1.3 * bytes(&alone[0]), "{} {}", bytes(&both), bytes(&alone[0]));
    assert_eq!((both["targets"][0]["name"].as_str(), both["outputs"].as_u64()), (Some("heating"), Some(2)));
    // the noise leaves a few hundredths of the variance to nobody
    assert!((0..2).all(|place| r2(place) > 0.9 && r2(place) > own[place] - 0.05), "{both}");
    assert_eq!(desk.json("inspect both.klt")["runtime_features"], serde_json::json!(["values"]));
}

#[test]
fn every_value_is_in_its_own_unit_on_every_machine() {
    let desk = Desk::new();
    desk.write("d.csv", &building(300));
    let fitted = desk.json("fit d.csv --target cooling,heating --features 12 --interval 0.9 --quiet --out m.klt");
    let run = desk.run("predict m.klt d.csv --scores --interval --golden m.golden");
    let header = "prediction_cooling,prediction_heating,score_cooling,score_heating,low_cooling,high_cooling,low_heating,high_heating";
    assert!(run.out.starts_with(&format!("{header}\n")), "{}{}", run.out, run.err);
    let first: Vec<f64> =
        run.out.lines().nth(1).expect("a row").split(',').map(|cell| cell.parse().expect("a number")).collect();
    assert!((7000.0..11_000.0).contains(&first[0]) && (10.0..30.0).contains(&first[1]), "{first:?}");
    let rows = desk.json("predict m.klt d.csv --interval --quiet");
    assert_eq!(rows["rows"][0]["prediction"]["heating"].as_f64(), Some(first[1]));
    assert_eq!(rows["rows"][0]["interval"]["heating"], serde_json::json!([first[6], first[7]]));
    assert_eq!(desk.json("evaluate m.klt d.csv")["targets"], fitted["train"]["targets"]);
    // the board's ends; and C's values, which are single multiplications of what was compared there
    let (model, golden) = (desk.read("m.klt"), desk.read("m.golden"));
    let build = Build::of(&CORTEX_M0, &model).option("--features=interval,values");
    equal(&build.firmware().run(&golden), 300);
    let scores = desk.run("predict m.klt d.csv --golden s.golden --out p.csv");
    assert_eq!(scores.code, 0, "{}", scores.err);
    let values: Vec<[f32; 2]> = std::fs::read_to_string(desk.path("p.csv"))
        .expect("text")
        .lines()
        .skip(1)
        .map(|line| {
            let mut cells = line.split(',').map(|cell| cell.parse().expect("a number"));
            [cells.next().expect("a value"), cells.next().expect("a value")]
        })
        .collect();
    let records = desk.read("s.golden");
    let record = |(record, values): (&[u8], &[f32; 2])| [&record[..6], &values.map(f32::to_le_bytes).concat()].concat();
    let golden: Vec<u8> = records.chunks(14).zip(&values).flat_map(record).collect();
    equal(&Exported::of(&model).check(Checked::Values).on_host(STRICT, &golden), 300);
}

#[test]
fn targets_that_do_not_go_together_are_refused() {
    let desk = Desk::new();
    desk.write("d.csv", &building(60));
    for (options, part) in [
        ("--target heating,heating", "twice"),
        ("--target heating,warmth", "no column \"warmth\""),
        ("--target heating,cooling --task classification", "several targets have values"),
        ("--target heating,cooling --probability", "for classes"),
    ] {
        let refused = desk.run(&format!("fit d.csv {options} --features 5 --quiet"));
        assert!(refused.code == 2 && refused.err.contains(part), "{options}: {}", refused.err);
    }
    assert_eq!(desk.run("fit d.csv --target heating,cooling --features 5 --quiet --out m.klt").code, 0);
    let refused = desk.run("prepare m.klt d.csv --out l.klt");
    assert!(refused.code == 1 && refused.err.contains("several targets"), "{}", refused.err);
    assert_eq!(desk.run("evaluate m.klt d.csv --target heating").code, 2);
    assert_eq!(desk.run("evaluate m.klt d.csv --target cooling,heating").code, 0);
}
