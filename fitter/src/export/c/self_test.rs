//! A test that a model's C source carries with it: golden rows, and one function to call.

use super::cell::float;
use super::source::Source;
use crate::export::golden_rows::GoldenRows;

impl Source<'_> {
    /// `NAME_test.h`.
    pub fn test_header(&self) -> String {
        let (name, upper) = (self.name, self.upper());
        format!(
            "/* Made by kernelet: a test of {name}. */\n#ifndef {upper}_TEST_H\n#define {upper}_TEST_H\n\n\
             #if defined(__cplusplus)\nextern \"C\" {{\n#endif\n\n\
             /*\n * Computes the scores of a few rows, and returns 0 where all are those of the host, bit for bit; else\n\
             \x20* the number of the first row that is not, from 1.\n */\nint {name}_self_test(void);\n\n\
             #if defined(__cplusplus)\n}}\n#endif\n\n#endif\n"
        )
    }

    /// `NAME_test.c`.
    pub fn test_source(&self, model: &[u8]) -> String {
        let (name, upper) = (self.name, self.upper());
        let golden = GoldenRows::of(model, self.sections);
        let line = |cells: &[String]| {
            format!("    {{{}}},\n", cells.iter().map(|cell| self.number(cell)).collect::<Vec<_>>().join(", "))
        };
        let rows = golden.rows.len();
        let inputs: String = golden.rows.iter().map(|(inputs, _)| line(inputs)).collect();
        let scores: String = golden.rows.iter().map(|(_, scores)| line(scores)).collect();
        format!(
            "/* Made by kernelet; {name}_test.h says what this is. */\n\
             #include \"{name}_test.h\"\n#include \"{name}.h\"\n\n\
             static const {name}_input rows[{rows}][{upper}_INPUTS] = {{\n{inputs}}};\n\n\
             static const {name}_score golden[{rows}][{upper}_OUTPUTS] = {{\n{scores}}};\n\n\
             int {name}_self_test(void)\n{{\n    {name}_score scores[{upper}_OUTPUTS];\n\
             \x20   for (int row = 0; row < {rows}; row++) {{\n        {name}_scores(rows[row], scores);\n\
             \x20       for (uint16_t k = 0; k < {upper}_OUTPUTS; k++) {{\n\
             \x20           if (!(scores[k] <= golden[row][k] && scores[k] >= golden[row][k])) {{\n\
             \x20               return row + 1;\n            }}\n        }}\n    }}\n    return 0;\n}}\n"
        )
    }

    /// A reading or a score as C writes it.
    fn number(&self, text: &str) -> String {
        match text {
            "-32768" | "NaN" => format!("{}_MISSING", self.upper()),
            text if self.types.is_fixed() => text.to_owned(),
            text => text.parse().map_or(text.to_owned(), float),
        }
    }
}
