//! What views and answers refuse.

extern crate std;

use super::*;
use crate::F32;
use crate::number::Contract;
use crate::wire::Sections;
use std::vec::Vec;

/// A model of one input and one score, with bias and sections as given.
fn model(contract: Contract, task: Task, sections: &[u8]) -> Vec<u8> {
    let header = [contract as u8, task as u8, 1, 1, 0, 0, 0, 0, 0];
    let mut model = [&[0; wire::PREAMBLE], &header[..], sections].concat();
    wire::seal(&mut model);
    model
}

/// A section of learning, which models in `f32` have not, reads as a block of no kind.
#[test]
fn a_model_in_f32_does_not_learn() {
    let learning = [16, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, /* levels */ 0, 0, 0, 0, 0, 0, 0, 0];
    let bytes = |contract| model(contract, Task::Classification, &[&[0; 4][..], &learning].concat());
    assert!(Sections::of(&bytes(Contract::Q7)).is_ok_and(|all| all.learning.is_some()));
    let float = bytes(Contract::F32);
    assert_eq!(Stream::<F32>::view(&float).err(), Some(ViewError::Block(16)));
    assert_eq!(Sections::of(&float).err(), Some(ViewError::Block(16)));
}

/// A score without an interval has none of width zero.
#[test]
#[cfg(feature = "interval")]
fn intervals_are_those_of_all_scores() {
    use crate::Q7;

    let bytes = model(Contract::Q7, Task::Regression, &[0, 0, 0, 0, 18, 1, 5, 0, 0, 0]);
    let stream = Stream::<Q7>::view(&bytes).expect("a model");
    let ends = |scores: &[i32]| stream.interval(scores).map(|ends| ends.expect("intervals").collect::<Vec<_>>());
    assert_eq!(ends(&[7]), Ok(Vec::from([[2, 12]])));
    assert_eq!([ends(&[]), ends(&[7, 8])], [Err(WrongLength), Err(WrongLength)]);
    let bytes = model(Contract::Q7, Task::Regression, &[0; 4]);
    let stream = Stream::<Q7>::view(&bytes).expect("a model");
    assert!(stream.interval(&[7]).is_ok_and(|ends| ends.is_none()) && stream.interval(&[]).is_err());
}
