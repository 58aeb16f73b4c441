//! Answers golden vectors from standard input with an exported module, and prints the line that
//! firmware prints.

mod model;

use kernelet::Format;
use kernelet::number::Word;
use std::io::Read;

type Input = <model::Number as Format>::Input;
type Score = <model::Number as Format>::Score;

fn main() {
    let model = model::model().expect("the compiler has looked at most of it");
    assert!(model::self_test(), "the module's own golden rows");
    let mut golden = Vec::new();
    std::io::stdin().read_to_end(&mut golden).expect("golden vectors");
    let (mut rows, mut mismatches) = (0, 0);
    for row in golden.chunks(model::INPUTS * Input::SIZE + model::OUTPUTS * Score::SIZE) {
        let (inputs, scores) = row.split_at(model::INPUTS * Input::SIZE);
        let mut words = Input::words(inputs);
        let inputs = std::array::from_fn(|_| words.next().expect("a reading"));
        let found: Vec<u8> = model.scores(inputs).iter().flat_map(|score| score.to_bytes()).collect();
        rows += 1;
        mismatches += u32::from(found != scores);
    }
    println!("rows={rows} mismatches={mismatches} instructions=0..0 stack=0");
}
