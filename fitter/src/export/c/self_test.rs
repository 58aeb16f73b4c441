//! A test that a model's C source carries with it: golden rows, and one function to call.

use super::cell::float;
use super::source::{FLASH, Source};
use crate::export::filled;
use crate::export::golden_rows::GoldenRows;
use crate::export::golden_steady::GoldenSteady;
use crate::export::golden_windows::GoldenWindows;

/// How rows are kept in flash and compared. AVR reads flash by functions of its own.
const COMPARISON: &str = "\
static int answers(const @name@_input inputs[@upper@_INPUTS], const @name@_score golden_scores[@upper@_OUTPUTS])
{
    @name@_score scores[@upper@_OUTPUTS];
    @name@_score expected[@upper@_OUTPUTS];
    @name@_scores(inputs, scores);
    KLT_COPY(expected, golden_scores, sizeof expected);
    for (uint16_t k = 0; k < @upper@_OUTPUTS; k++) {
        if (!(scores[k] <= expected[k] && scores[k] >= expected[k]))
            return 0;
    }
    return 1;
}

static @name@_input inputs[@upper@_INPUTS];

";

/// The test of windows, whose readings a short formula makes.
const WINDOW_TEST: &str = "\
/* The centre and the factor of each channel's readings. */
static const int32_t ranges[@upper@_CHANNELS][2] KLT_IN_FLASH = {
@ranges@};

static const @name@_score golden_windows[@count@][@upper@_OUTPUTS] KLT_IN_FLASH = {
@scores@};

static @name@_window window;

static int16_t reading(uint32_t *state, uint16_t channel)
{
    int32_t range[2];
    KLT_COPY(range, ranges[channel], sizeof range);
    *state = *state * 1664525u + 1013904223u;
    int32_t reading = range[0] + ((int32_t)(*state >> 19) - 4096) * range[1];
    return (int16_t)(reading < -32768 ? -32768 : reading > 32767 ? 32767 : reading);
}

static int test_windows(void)
{
    for (int number = 0; number < @count@; number++) {
        uint32_t state = (uint32_t)number + 1;
        window.filled = window.skipped = 0;
        for (uint16_t t = 0; t < @upper@_LENGTH; t++) {
            int16_t readings[@upper@_CHANNELS];
            for (uint16_t channel = 0; channel < @upper@_CHANNELS; channel++)
                readings[channel] = reading(&state, channel);
            if (@name@_push(&window, readings) != (t + 1 == @upper@_LENGTH))
                return @rows@ + number + 1;
        }
        @name@_inputs(&window, inputs);
        if (!answers(inputs, golden_windows[number]))
            return @rows@ + number + 1;
    }
    return 0;
}

";

/// The test of a rule for steady answers, by a stream of classes that a short formula makes.
const STEADY_TEST: &str = "\
static const uint16_t golden_steady[@count@] KLT_IN_FLASH = {
@classes@};

static int test_steady(void)
{
    uint32_t state = 1;
    uint16_t class_ = 0;
    uint16_t steady;
    window.known = 0;
    for (int number = 0; number < @count@; number++) {
        state = state * 1664525u + 1013904223u;
        if ((state >> 16 & 3) == 0)
            class_ = (uint16_t)(state >> 29);
        KLT_COPY(&steady, &golden_steady[number], sizeof steady);
        if (@name@_steady(&window, class_) != steady)
            return @rows@ + number + 1;
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
             #include \"{name}_test.h\"\n#include \"{name}.h\"\n\n{FLASH}\
             static const {name}_input rows[{rows}][{upper}_INPUTS] KLT_IN_FLASH = {{\n{inputs}}};\n\n\
             static const {name}_score golden[{rows}][{upper}_OUTPUTS] KLT_IN_FLASH = {{\n{scores}}};\n\n\
             {}{}{}int {name}_self_test(void)\n{{\n\
             \x20   for (int row = 0; row < {rows}; row++) {{\n\
             \x20       KLT_COPY(inputs, rows[row], sizeof inputs);\n\
             \x20       if (!answers(inputs, golden[row]))\n            return row + 1;\n    }}\n{}\n}}\n",
            filled(COMPARISON, &[("name", name), ("upper", &upper)]),
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
        let (count, rows) = (count.to_string(), rows.to_string());
        let counts = [("name", name), ("upper", &upper), ("count", &count), ("rows", &rows)];
        filled(WINDOW_TEST, &[&counts[..], &[("ranges", &ranges), ("scores", &scores)]].concat())
    }

    /// The function that tests steady answers, whose numbers follow those of `rows`.
    fn steady_test(&self, steady: &GoldenSteady, rows: usize) -> String {
        let (count, rows) = (steady.classes.len().to_string(), rows.to_string());
        let values = [("name", self.name), ("count", &count), ("rows", &rows), ("classes", &steady.list())];
        filled(STEADY_TEST, &values)
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
