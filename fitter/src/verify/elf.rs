//! The sizes of linked firmware, by its sections.

/// The bytes that firmware takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Code, constants, and the values that variables begin with.
    pub flash: u64,
    /// Variables.
    pub ram: u64,
}

const ALLOCATED: u32 = 2;
const WRITABLE: u32 = 1;
const NO_BITS: u32 = 8;

/// Reads an ELF file of 32 bits, little end first; none where it is no such file.
pub fn sizes(file: &[u8]) -> Option<Sizes> {
    let half = |at: usize| Some(u16::from_le_bytes(file.get(at..at + 2)?.try_into().ok()?));
    let word = |at: usize| Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?));
    if file.get(..6)? != b"\x7fELF\x01\x01" {
        return None;
    }
    let (table, entry, count) = (word(0x20)? as usize, usize::from(half(0x2e)?), usize::from(half(0x30)?));
    let names = word(table + usize::from(half(0x32)?) * entry + 16)? as usize;
    let mut sizes = Sizes::default();
    for at in (0..count).map(|section| table + section * entry) {
        let [kind, flags, size] = [word(at + 4)?, word(at + 8)?, word(at + 20)?];
        let name = file.get(names + word(at)? as usize..)?;
        // room that is kept free is not taken
        if flags & ALLOCATED == 0 || [&b".stack\0"[..], b".heap\0"].iter().any(|free| name.starts_with(free)) {
            continue;
        }
        sizes.flash += if kind == NO_BITS { 0 } else { u64::from(size) };
        sizes.ram += if flags & WRITABLE == 0 { 0 } else { u64::from(size) };
    }
    Some(sizes)
}

impl Sizes {
    /// What this takes beyond another firmware.
    pub fn beyond(self, other: Sizes) -> Sizes {
        Sizes { flash: self.flash.saturating_sub(other.flash), ram: self.ram.saturating_sub(other.ram) }
    }
}
