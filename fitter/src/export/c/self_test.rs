//! A test that a model's C source carries with it: golden rows, and one function to call.

use super::cell::float;
use super::source::Source;
use crate::export::golden_rows::GoldenRows;
use crate::export::golden_steady::GoldenSteady;
use crate::export::golden_windows::GoldenWindows;

/// The test of windows, whose readings a short formula makes.
const WINDOW_TEST: &str = "\
/* The centre and the factor of each channel's readings. */
static const int32_t ranges[UPPER_CHANNELS][2] = {
RANGES};

static const NAME_score golden_windows[COUNT][UPPER_OUTPUTS] = {
SCORES};

static int16_t reading(uint32_t *state, const int32_t range[2])
{
    *state = *state * 1664525u + 1013904223u;
    int32_t reading = range[0] + ((int32_t)(*state >> 19) - 4096) * range[1];
    return (int16_t)(reading < -32768 ? -32768 : reading > 32767 ? 32767 : reading);
}

static int test_windows(void)
{
    static NAME_window window;
    static NAME_input inputs[UPPER_INPUTS];
    NAME_score scores[UPPER_OUTPUTS];
    for (int number = 0; number < COUNT; number++) {
        uint32_t state = (uint32_t)number + 1;
        window.filled = window.skipped = 0;
        for (uint16_t t = 0; t < UPPER_LENGTH; t++) {
            int16_t readings[UPPER_CHANNELS];
            for (uint16_t channel = 0; channel < UPPER_CHANNELS; channel++)
                readings[channel] = reading(&state, ranges[channel]);
            if (NAME_push(&window, readings) != (t + 1 == UPPER_LENGTH))
                return ROWS + number + 1;
        }
        NAME_inputs(&window, inputs);
        NAME_scores(inputs, scores);
        for (uint16_t k = 0; k < UPPER_OUTPUTS; k++) {
            if (!(scores[k] <= golden_windows[number][k] && scores[k] >= golden_windows[number][k]))
                return ROWS + number + 1;
        }
    }
    return 0;
}

";

/// The test of a rule for steady answers, by a stream of classes that a short formula makes.
const STEADY_TEST: &str = "\
static const uint16_t golden_steady[COUNT] = {
CLASSES};

static int test_steady(void)
{
    static NAME_window window;
    uint32_t state = 1;
    uint16_t class_ = 0;
    window.known = 0;
    for (int number = 0; number < COUNT; number++) {
        state = state * 1664525u + 1013904223u;
        if ((state >> 16 & 3) == 0)
            class_ = (uint16_t)(state >> 29);
        if (NAME_steady(&window, class_) != golden_steady[number])
            return ROWS + number + 1;
    }
    return 0;
}

";

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
        let (golden, windows) = (GoldenRows::of(model, self.sections), GoldenWindows::of(model, self.sections));
        let steady = GoldenSteady::of(self.sections);
        let count = windows.as_ref().map_or(0, |windows| windows.scores.len());
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
             {}{}int {name}_self_test(void)\n{{\n    {name}_score scores[{upper}_OUTPUTS];\n\
             \x20   for (int row = 0; row < {rows}; row++) {{\n        {name}_scores(rows[row], scores);\n\
             \x20       for (uint16_t k = 0; k < {upper}_OUTPUTS; k++) {{\n\
             \x20           if (!(scores[k] <= golden[row][k] && scores[k] >= golden[row][k])) {{\n\
             \x20               return row + 1;\n            }}\n        }}\n    }}\n{}\n}}\n",
            windows.as_ref().map(|windows| self.window_test(windows, rows)).unwrap_or_default(),
            steady.map(|steady| self.steady_test(&steady, rows + count)).unwrap_or_default(),
            match (count, self.sections.steady.is_some()) {
                (0, _) => "    return 0;",
                (_, false) => "    return test_windows();",
                _ => "    int wrong = test_windows();\n    return wrong != 0 ? wrong : test_steady();",
            },
        )
    }

    /// The function that tests windows, whose numbers follow those of `rows`.
    fn window_test(&self, windows: &GoldenWindows, rows: usize) -> String {
        let (name, upper, count) = (self.name, self.upper(), windows.scores.len());
        let ranges: String =
            windows.ranges.iter().map(|(centre, factor)| format!("    {{{centre}, {factor}}},\n")).collect();
        let numbers = |cells: &Vec<String>| cells.iter().map(|cell| self.number(cell)).collect::<Vec<_>>().join(", ");
        let scores: String = windows.scores.iter().map(|cells| format!("    {{{}}},\n", numbers(cells))).collect();
        WINDOW_TEST
            .replace("NAME", name)
            .replace("UPPER", &upper)
            .replace("COUNT", &count.to_string())
            .replace("ROWS", &rows.to_string())
            .replace("RANGES", &ranges)
            .replace("SCORES", &scores)
    }

    /// The function that tests steady answers, whose numbers follow those of `rows`.
    fn steady_test(&self, steady: &GoldenSteady, rows: usize) -> String {
        STEADY_TEST
            .replace("NAME", self.name)
            .replace("COUNT", &steady.classes.len().to_string())
            .replace("ROWS", &rows.to_string())
            .replace("CLASSES", &steady.list())
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
