//! A model as C: its source file, put together from the configuration, the constants and the files.

use super::ctypes::CTypes;
use super::note;
use super::selection::Selection;
use crate::error::Error;
use crate::export::name::check_header;
use crate::pack::Sheet;
use kernelet::Contract;
use kernelet::wire::Sections;
use std::path::Path;

/// The macros of tables in flash, for the files beside the model's own.
pub(super) const FLASH: &str = "\
/* Tables stay in flash. AVR has to be asked for that, and reads them by a function of its own. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define KLT_IN_FLASH PROGMEM
#define KLT_COPY memcpy_P
#else
#include <string.h>
#define KLT_IN_FLASH
#define KLT_COPY memcpy
#endif

";

/// A model to be written as C.
#[derive(Debug)]
pub struct Source<'a> {
    /// The prefix of every name that other files see.
    pub(super) name: &'a str,
    /// The model.
    pub(super) sections: &'a Sections<'a>,
    /// The checksum of the packed model.
    pub(super) checksum: u32,
    /// The types of its number format.
    pub(super) types: CTypes,
}

impl<'a> Source<'a> {
    /// The ends of the names of all files.
    pub const ENDS: [&'static str; 6] = [".h", ".c", "_test.h", "_test.c", "_sheet.h", "_sheet.c"];

    /// Those of the files about the data sheet.
    pub const SHEET_ENDS: [&'static str; 2] = ["_sheet.h", "_sheet.c"];

    /// The source of a model whose names begin with `name`.
    ///
    /// # Errors
    /// [`Error::Model`], naming `path`, where C cannot have the same bits: with the cosines of
    /// Rust's `libm` and `micromath`, and with numbers that are not finite; [`Error::Usage`] for
    /// the name of a header of the C library.
    pub fn new(path: &Path, name: &'a str, (sections, checksum): (&'a Sections<'a>, u32)) -> Result<Self, Error> {
        check_header(name)?;
        let Some(types) = CTypes::of(sections.contract) else {
            let number = if sections.contract == Contract::F32Libm { "libm" } else { "micromath" };
            return Err(Error::model(path, format!("its cosine is that of Rust's {number}, which C does not have")));
        };
        let source = Source { name, sections, checksum, types };
        match source.is_finite() {
            true => Ok(source),
            false => Err(Error::model(path, "it holds numbers that are not finite, which C cannot write")),
        }
    }

    /// All files, in the order of [`Source::ENDS`]; the last two are about the data sheet.
    pub fn files(&self, model: &[u8], sheet: Option<&Sheet>) -> Vec<String> {
        let own = [self.header(sheet), self.source(), self.test_header(), self.test_source(model)];
        let known = sheet.map(|sheet| [self.sheet_header(sheet), self.sheet_source(sheet)]);
        own.into_iter().chain(known.into_iter().flatten()).collect()
    }

    /// `NAME.h`: sizes, types and functions.
    pub fn header(&self, sheet: Option<&Sheet>) -> String {
        note::header(self.name, self.sections, sheet) + &self.interface()
    }

    /// `NAME.c`: the configuration, the words of the number format, the constants and the
    /// functions.
    pub fn source(&self) -> String {
        let selection = Selection::of(self.types, self.sections);
        note::source(self.name)
            + &self.configuration()
            + &selection.headers()
            + &self.constants(&selection)
            + &self.blocks()
            + &selection.functions()
    }

    /// The prefix of the macros in the header.
    pub(super) fn upper(&self) -> String {
        self.name.to_ascii_uppercase()
    }

    /// Returns true where C can write every number.
    fn is_finite(&self) -> bool {
        let selection = Selection::of(self.types, self.sections);
        let numbers = self.constants(&selection) + &self.rescales();
        !["inff", "NaNf"].iter().any(|number| numbers.contains(number))
    }
}
