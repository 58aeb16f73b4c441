//! The columns whose cells change places together: those of a field, or of a channel.

use crate::data::Schema;
use crate::metrics::Permutation;
use crate::pack::ModelFile;
use crate::series::Signal;
use kernelet::window::{Group, Pooling, RECORD, Section};

/// Returns the inputs of a model: its fields, and the channels of its windows.
pub fn permuted(file: &ModelFile) -> Vec<Permutation> {
    let (schema, device) = (&file.sheet.schema, file.device());
    match (&file.sheet.series, device.window()) {
        (Some(signal), Some(section)) => {
            let channels = channels(signal, &section);
            let first = usize::from(section.features);
            let names = file.sheet.names.iter().enumerate().skip(first);
            let plain = names.map(|(column, name)| Permutation { name: name.clone(), columns: vec![column] });
            channels.into_iter().chain(plain).collect()
        }
        _ => fields(schema),
    }
}

fn fields(schema: &Schema) -> Vec<Permutation> {
    let field = |(place, field): (usize, &crate::data::Field)| Permutation {
        name: field.name.clone(),
        columns: schema.columns_of(&[place]),
    };
    schema.fields.iter().enumerate().map(field).filter(|permuted| !permuted.columns.is_empty()).collect()
}

/// The features of each channel; one of two channels is with both.
fn channels(signal: &Signal, section: &Section<'_>) -> Vec<Permutation> {
    let of_group = |group: Group<'_>| {
        let (own, is_pair) = (usize::from(group.channel), group.pooling == Pooling::Pair);
        let records = group.records.chunks(RECORD);
        records.map(move |record| (own, is_pair.then(|| usize::from(record[0])))).collect::<Vec<_>>()
    };
    let features: Vec<(usize, Option<usize>)> = section.groups().flat_map(of_group).collect();
    let channel = |(place, channel): (usize, &crate::series::Channel)| {
        let own = features.iter().enumerate().filter(|(_, (own, other))| *own == place || *other == Some(place));
        Permutation { name: channel.name.clone(), columns: own.map(|(column, _)| column).collect() }
    };
    signal.channels.iter().enumerate().map(channel).filter(|permuted| !permuted.columns.is_empty()).collect()
}
