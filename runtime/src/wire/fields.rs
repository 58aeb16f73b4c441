//! The fields of a block's rows, one by one.

use super::cursor::{Cursor, attempt};
use crate::block::{Count, Field, FieldWord, Patch};
use crate::error::ViewError;
use crate::number::Layout;

/// The fields of a block's rows.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    fields: &'static [Field],
    bytes: &'a [u8],
    /// The number of features.
    features: u16,
    /// The number of inputs, and how many of them a row reads.
    inputs: [usize; 2],
    layout: Layout,
}

/// The words of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FieldBytes<'a> {
    /// The field.
    pub field: Field,
    /// The number of its words.
    pub count: usize,
    /// The words.
    pub bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(super) const fn read(
        rest: &mut Cursor<'a>,
        fields: &'static [Field],
        features: u16,
        (inputs, layout): (usize, Layout),
    ) -> Result<Self, ViewError> {
        let inputs = [inputs, read_by_rows(rest, fields, inputs)];
        let read = Fields { fields, bytes: rest.bytes(), features, inputs, layout };
        let mut place = 0;
        while place < fields.len() {
            attempt!(read.field(rest, fields[place]));
            place += 1;
        }
        Ok(read)
    }

    /// The fields, in the order of their bytes.
    pub fn iter(self) -> impl Iterator<Item = FieldBytes<'a>> {
        let mut rest = Cursor::new(self.bytes);
        self.fields.iter().map_while(move |field| self.field(&mut rest, *field).ok())
    }

    /// The bytes of all fields, with the counts before their words.
    #[must_use]
    pub fn all(self) -> &'a [u8] {
        let mut rest = Cursor::new(self.bytes);
        let read = self.fields.iter().map_while(|field| self.field(&mut rest, *field).ok()).count();
        let length = if read == self.fields.len() { self.bytes.len() - rest.bytes().len() } else { 0 };
        self.bytes.get(..length).unwrap_or_default()
    }

    /// The words of the field with this name; none where there is no such field.
    #[must_use]
    pub fn bytes(self, name: &str) -> &'a [u8] {
        self.iter().find(|field| field.field.name == name).map(|field| field.bytes).unwrap_or_default()
    }

    /// Checks that patches, where there are some, lie within the inputs.
    pub(super) const fn check(self) -> Result<(), ViewError> {
        let [Field { word: FieldWord::Patch, .. }, starts, ..] = self.fields else { return Ok(()) };
        let mut rest = Cursor::new(self.bytes);
        let patch = Patch::from_bytes(attempt!(rest.chunk()));
        let starts = attempt!(self.field(&mut rest, *starts));
        if patch.is_within(starts.bytes, self.inputs[0]) { Ok(()) } else { Err(ViewError::Patch) }
    }

    const fn field(self, rest: &mut Cursor<'a>, field: Field) -> Result<FieldBytes<'a>, ViewError> {
        let count = match field.count {
            Count::One => 1,
            Count::Features => self.features as usize,
            Count::Counted => attempt!(rest.u16()) as usize,
            Count::Power => match 1usize.checked_shl(attempt!(rest.byte()) as u32) {
                Some(count) => count,
                None => return Err(ViewError::Length),
            },
        };
        let bytes = attempt!(rest.take(count, field.size(&self.layout, self.inputs)));
        Ok(FieldBytes { field, count, bytes })
    }
}

/// Returns the number of inputs that a row of such fields reads.
const fn read_by_rows(rest: &Cursor<'_>, fields: &[Field], inputs: usize) -> usize {
    match (fields, rest.bytes().first_chunk()) {
        ([Field { word: FieldWord::Patch, .. }, ..], Some(shape)) => Patch::from_bytes(*shape).size(),
        _ => inputs,
    }
}

impl FieldBytes<'_> {
    /// The shape of the patches, of a field that holds one.
    #[must_use]
    pub fn patch(self) -> Option<Patch> {
        let is_patch = matches!(self.field.word, FieldWord::Patch);
        self.bytes.try_into().ok().map(Patch::from_bytes).filter(|_| is_patch)
    }

    /// The seed, of a field that holds one.
    #[must_use]
    pub fn seed(self) -> Option<u32> {
        self.bytes.try_into().ok().map(u32::from_le_bytes).filter(|_| self.field == Field::SEED)
    }
}
