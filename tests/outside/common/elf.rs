//! Reads linked firmware: its sections, its functions, and which function calls which.

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};

/// A linked program for a Cortex-M core without Thumb-2.
pub struct Program {
    text: u64,
    code: Vec<u8>,
    functions: BTreeMap<u64, Function>,
    sections: BTreeMap<String, u64>,
}

/// A function as the linker placed it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Function {
    /// The symbol.
    pub name: String,
    /// Bytes of code, its constants included.
    pub size: u64,
}

impl Program {
    /// Reads an ELF file.
    pub fn read(bytes: &[u8]) -> Program {
        let file = object::File::parse(bytes).expect("firmware is an ELF file");
        let text = file.section_by_name(".text").expect("firmware has code");
        let functions = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
        let functions = functions.map(|symbol| {
            let name = symbol.name().expect("symbols have names").into();
            (symbol.address() & !1, Function { name, size: symbol.size() }) // the lowest bit marks Thumb code
        });
        let sections = file.sections().filter_map(|section| Some((section.name().ok()?.into(), section.size())));
        Program {
            text: text.address(),
            code: text.data().expect("code can be read").into(),
            functions: functions.collect(),
            sections: sections.collect(),
        }
    }

    /// The bytes of a section, 0 where there is none.
    pub fn section(&self, name: &str) -> u64 {
        self.sections.get(name).copied().unwrap_or(0)
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.functions.values()
    }

    /// The function whose name contains `part` and everything that it calls, at any depth.
    pub fn reached_from(&self, part: &str) -> BTreeSet<&Function> {
        let start = self.functions.iter().find(|(_, function)| function.name.contains(part));
        let mut open = vec![*start.expect("the function was linked").0];
        let mut reached = BTreeMap::new();
        while let Some(address) = open.pop() {
            if reached.insert(address, &self.functions[&address]).is_none() {
                open.extend(self.calls(address));
            }
        }
        reached.into_values().collect()
    }

    /// The functions to which the one at `address` branches, with or without a link.
    fn calls(&self, address: u64) -> Vec<u64> {
        let begin = (address - self.text) as usize;
        let code = &self.code[begin..begin + self.functions[&address].size as usize];
        let halves: Vec<u16> = code.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        let targets = (0..halves.len()).filter_map(|at| {
            let offset = branch(halves[at], halves.get(at + 1).copied())?;
            Some(address.wrapping_add_signed(2 * at as i64 + 4 + offset)) // counted from two instructions ahead
        });
        targets.filter(|target| *target != address && self.functions.contains_key(target)).collect()
    }
}

/// How far a branch goes: `bl` in two half-words, or `b` in one.
fn branch(first: u16, second: Option<u16>) -> Option<i64> {
    let [first, second] = [first, second.unwrap_or(0)].map(i64::from);
    if first & 0xf800 == 0xf000 && second & 0xd000 == 0xd000 {
        let sign = -((first >> 10) & 1);
        let bit = |half: i64| !((half & 1) ^ sign) & 1; // stored exclusive-ored with the sign
        let high = (sign << 24) | (bit(second >> 13) << 23) | (bit(second >> 11) << 22);
        return Some(high | ((first & 0x3ff) << 12) | ((second & 0x7ff) << 1));
    }
    (first & 0xf800 == 0xe000).then_some((first << 53) >> 52)
}
