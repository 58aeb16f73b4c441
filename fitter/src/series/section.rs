//! The section of a model's windows.

use super::candidate::Candidate;
use super::signal::Signal;
use kernelet::window::{Group, NUMBER};

/// The most features of a group.
const MOST: usize = 255;

/// Writes the section of features, which are in order; `runtime/FORMAT.md` specifies it.
pub fn section(signal: &Signal, features: &[Candidate]) -> Vec<u8> {
    let mut bytes = vec![NUMBER];
    bytes.extend((features.len() as u16).to_le_bytes());
    bytes.push(signal.channels.len() as u8);
    bytes.extend(signal.length.to_le_bytes());
    bytes.extend(signal.stride.to_le_bytes());
    bytes.extend(signal.channels.iter().flat_map(|channel| channel.preparation().to_bytes()));
    let groups = features.chunk_by(|one, next| one.place() == next.place()).flat_map(|group| group.chunks(MOST));
    for group in groups {
        let records: Vec<u8> = group.iter().flat_map(|feature| feature.record).collect();
        let Candidate { pooling, channel, dilation, shift, .. } = group[0];
        bytes.extend(Group { pooling, shift, channel, dilation, records: &records }.head());
        bytes.extend(records);
    }
    bytes
}
