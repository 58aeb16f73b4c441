//! Budgets: what `fit` writes is within all of them, as `inspect` reports it, or nothing is
//! written.

use crate::common::kernelet::{Desk, Run};
use serde_json::Value;

/// Random numbers below a bound (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    /// Between `2^low` and `2^high`, all magnitudes alike.
    fn magnitude(&mut self, low: u64, high: u64) -> u64 {
        let power = low + self.below(high - low);
        (1 << power) + self.below(1 << power)
    }

    /// A table of up to 8 inputs, one of which may be sensor integers, with classes or values.
    fn table(&mut self) -> String {
        let (inputs, classes, rows) = (1 + self.below(8), self.below(6), 40 + self.below(40));
        let header: String = (0..inputs).map(|i| format!("x{i},")).collect();
        let mut text = format!("{header}y\n");
        for _ in 0..rows {
            let cells: Vec<u64> = (0..inputs).map(|_| self.below(1000)).collect();
            let sum = cells.iter().sum::<u64>() / 100 + self.below(3);
            let cells = cells
                .iter()
                .enumerate()
                .map(|(i, cell)| if i == 0 { format!("{cell},") } else { format!("{cell}.5,") });
            let cells: String = cells.collect();
            text += &match classes {
                0 | 1 => format!("{cells}{sum}.25\n"),
                _ => format!("{cells}c{}\n", sum % classes),
            };
        }
        text
    }

    /// Some of the budgets, as options, with the core.
    fn budgets(&mut self) -> Budgets {
        let some = |dice: &mut Dice, low, high| (dice.below(3) > 0).then(|| dice.magnitude(low, high));
        let [flash, ram, instructions] = [(5, 12), (2, 8), (6, 17)].map(|(low, high)| some(self, low, high));
        Budgets { flash, ram, instructions, core: self.one(&["cortex-m0", "cortex-m4", "riscv32"]) }
    }
}

struct Budgets {
    flash: Option<u64>,
    ram: Option<u64>,
    instructions: Option<u64>,
    core: &'static str,
}

impl Budgets {
    fn options(&self) -> String {
        let flash = self.flash.map_or(String::new(), |flash| format!(" --flash {flash}"));
        let ram = self.ram.map_or(String::new(), |ram| format!(" --ram {ram}"));
        let core = self.core;
        let time = self.instructions.map_or(String::new(), |count| format!(" --instructions {count} --core {core}"));
        flash + &ram + &time
    }

    /// Panics where the model that was written is over one of them; of none, where there is a trace
    /// of it.
    fn check(&self, desk: &Desk, (options, run): (&str, &Run)) {
        match run.code {
            0 => {
                let inspected = desk.json("inspect m.klt");
                let within = |what: &str, budget: Option<u64>, taken: &Value| {
                    let taken = taken.as_u64().expect("a number");
                    assert!(budget.is_none_or(|budget| taken <= budget), "{options}: {taken} of {what}");
                };
                within("flash", self.flash, &inspected["bytes"]["total"]);
                within("RAM", self.ram, &inspected["ram_bytes"]);
                let cost = &inspected["cost"][self.core];
                assert_eq!(cost["probability"].is_u64(), options.contains("--probability"));
                if let Some(blocks) = cost["instructions"].as_u64() {
                    let all = blocks + cost["probability"].as_u64().unwrap_or(0);
                    within("time", self.instructions, &all.into());
                }
                assert_eq!(inspected["bytes"]["total"].as_u64(), Some(desk.read("m.klt").len() as u64));
                ["m.klt", "m.klt.json"].iter().for_each(|name| std::fs::remove_file(desk.path(name)).expect("there"));
            }
            3 => {
                assert!(run.err.contains("more than the budget"), "{options}: {}", run.err);
                assert_eq!(desk.files(), ["t.csv"], "{options}");
            }
            code => panic!("{options}: {code} {}", run.err),
        }
    }
}

/// So many random data sets, methods and budgets; how many of these were met, and how many were
/// not.
fn random(seed: u64, count: usize, choose: impl Fn(&mut Dice) -> String) -> [usize; 2] {
    let (desk, mut dice) = (Desk::new(), Dice(seed));
    let mut codes = [0, 0];
    for round in 0..count {
        let table = dice.table();
        desk.write("t.csv", &table);
        let budgets = dice.budgets();
        let told = if table.contains(",c") && dice.below(6) == 0 { " --probability" } else { "" };
        let options = format!("{}{}{told} --seed {round}", choose(&mut dice), budgets.options());
        let run = desk.run(&format!("fit t.csv --out m.klt --quiet {options}"));
        budgets.check(&desk, (&options, &run));
        codes[usize::from(run.code != 0)] += 1;
    }
    codes
}

#[test]
fn random_budgets_are_never_exceeded() {
    let codes = random(1, 200, |dice| {
        let number = dice.one(&["f32", "q15", "q7", "q3"]);
        match dice.below(4) {
            0 => format!("--blocks fern --number {number}"),
            1 => format!("--blocks linear,fern --number {number}"),
            2 => format!("--blocks cosine,fern --method mc --number {number}"),
            _ => format!("--method {} --number {number}", dice.one(&["mc", "sorf", "greedy"])),
        }
    });
    println!("met and refused: {codes:?}");
    assert!(codes[0] > 40 && codes[1] > 40, "{codes:?}");
}

/// Learned features, and everything that a budget alone makes a search try.
#[test]
fn a_search_never_exceeds_a_budget() {
    let codes = random(2, 12, |dice| {
        dice.one(&["--method learned", "--blocks auto", "--blocks auto --number auto"]).to_owned()
    });
    println!("met and refused: {codes:?}");
    assert!(codes[0] > 2, "{codes:?}");
}

/// Time for fewer features is time for a model: with a tenth of the instructions there are fewer of
/// them, not none.
#[test]
fn less_time_means_fewer_features() {
    let desk = Desk::new();
    desk.write("t.csv", &Dice(5).table());
    let fitted = |time: &str| desk.json(&format!("fit t.csv --method mc --number q7 {time} --out m.klt --quiet"));
    let all = fitted("");
    let taken = desk.json("inspect m.klt")["cost"]["cortex-m0"]["instructions"].as_u64().expect("a number");
    let few = fitted(&format!("--instructions {} --core cortex-m0", taken / 10));
    let [all, few] = [all, few].map(|fitted| fitted["features"].as_u64().expect("a number"));
    // the fixed part of a prediction is more than nothing
    assert!(all == 200 && few <= 20 && few > 10, "{all} {few}");
}

#[test]
fn impossible_budgets_say_by_how_much() {
    let desk = Desk::new();
    desk.write("t.csv", "a,b,y\n1,2,x\n2,3,y\n3,4,x\n5,1,y\n");
    for (budget, parts) in [
        // two readings of 16 bits, one score of 32
        ("--ram 7", &["8 bytes of RAM", "1 more than the budget of 7"][..]),
        (
            "--instructions 1 --core cortex-m0 --method mc",
            &["1 features", "instructions on cortex-m0", "more than the budget of 1"],
        ),
        ("--instructions 1 --core riscv32 --blocks linear", &["instructions on riscv32", "more than the budget of 1"]),
        ("--flash 20 --blocks auto --method mc", &["bytes of flash", "more than the budget of 20"]),
    ] {
        let run = desk.run(&format!("fit t.csv --number q7 {budget} --out m.klt"));
        assert_eq!(run.code, 3, "{budget}: {}", run.err);
        parts.iter().for_each(|part| assert!(run.err.contains(part), "{budget}: {}", run.err));
        assert_eq!(desk.files(), ["t.csv"]);
    }
    for usage in [
        "--instructions 100",
        "--core cortex-m4",
        "--instructions 9 --core z80",
        "--number f32-libm --instructions 9 --core riscv32",
    ] {
        assert_eq!(desk.run(&format!("fit t.csv {usage}")).code, 2, "{usage}");
    }
}
