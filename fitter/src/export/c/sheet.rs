//! What the data sheet knows, as C: the names of inputs and classes, and the way from physical
//! values to raw readings.

use super::source::{FLASH, Source};
use crate::export::scaling_rows::ScalingRow;
use crate::pack::Sheet;
use crate::series::{Channel, Signal};

impl Source<'_> {
    /// `NAME_sheet.h`: names, and the function that prepares readings.
    pub fn sheet_header(&self, sheet: &Sheet) -> String {
        let (name, upper) = (self.name, self.upper());
        let labels = sheet.schema.target.labels().map_or(String::new(), |labels| {
            format!(
                "#define {upper}_CLASSES {}\n\n/* The labels of the classes, by their index. */\n\
                 extern const char *const {name}_labels[{upper}_CLASSES];\n\n",
                labels.len()
            )
        });
        format!(
            "/* Made by kernelet: what the data sheet of {name} knows. */\n\
             #ifndef {upper}_SHEET_H\n#define {upper}_SHEET_H\n\n#include \"{name}.h\"\n\n\
             #if defined(__cplusplus)\nextern \"C\" {{\n#endif\n\n{labels}\
             /* The names of the inputs. */\nextern const char *const {name}_input_names[{upper}_INPUTS];\n\n\
             /*\n * Turns physical values, in the units of the training file, into raw readings; NaN is a missing\n\
             \x20* value. An input named a=b is 1 where the column a has the text b, 0 where it has another text,\n\
             \x20* and NaN where it has none. The readings are those of the host where double has 64 bits.\n */\n\
             void {name}_prepare(const double values[{upper}_INPUTS], {name}_input inputs[{upper}_INPUTS]);\n\n{}\
             #if defined(__cplusplus)\n}}\n#endif\n\n#endif\n",
            self.channels_header(sheet)
        )
    }

    /// `NAME_sheet.c`.
    pub fn sheet_source(&self, sheet: &Sheet) -> String {
        let (name, upper, is_fixed) = (self.name, self.upper(), self.types.is_fixed());
        let list = |what: &str, size: &str, texts: &[String]| {
            let lines: String = texts.iter().map(|text| format!("    {},\n", literal(text))).collect();
            format!("const char *const {name}_{what}[{upper}_{size}] = {{\n{lines}}};\n\n")
        };
        let labels = sheet.schema.target.labels().map(|labels| list("labels", "CLASSES", labels));
        let scalings: Vec<ScalingRow> =
            sheet.scalings.iter().map(|scaling| ScalingRow::of(scaling, is_fixed)).collect();
        let numbers = |row: &ScalingRow| format!("    {{{}}},\n", row.numbers.map(|x| format!("{x:e}")).join(", "));
        let missing = |row: &ScalingRow| match row.missing {
            missing if missing.is_nan() => format!("    {upper}_MISSING,\n"),
            missing if is_fixed => format!("    {missing},\n"),
            missing => format!("    {:e}f,\n", missing as f32),
        };
        let (numbers, missing): (String, String) =
            (scalings.iter().map(numbers).collect(), scalings.iter().map(missing).collect());
        format!(
            "/* Made by kernelet; {name}_sheet.h says what this is. */\n#include \"{name}_sheet.h\"\n\n\
             /* Options that let compilers assume that there is no NaN. */\n\
             #if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0\n\
             #error \"a missing value is NaN: compile it without -ffast-math and -ffinite-math-only\"\n#endif\n\n{FLASH}{}{}\
             /* Raw units for each unit, the raw value of zero, and the limits. */\n\
             static const double scalings[{upper}_INPUTS][4] KLT_IN_FLASH = {{\n{numbers}}};\n\n\
             static const {name}_input missing[{upper}_INPUTS] KLT_IN_FLASH = {{\n{missing}}};\n\n{}{}",
            list("input_names", "INPUTS", &sheet.names),
            labels.unwrap_or_default(),
            self.prepare(is_fixed),
            sheet.series.as_ref().map(|signal| self.channels(signal, list)).unwrap_or_default(),
        )
    }

    /// The declarations about channels of windows.
    fn channels_header(&self, sheet: &Sheet) -> String {
        let (name, upper) = (self.name, self.upper());
        sheet.series.as_ref().map_or(String::new(), |_| {
            format!(
                "/* The names of the channels. */\nextern const char *const {name}_channel_names[{upper}_CHANNELS];\n\n\
                 /*\n * Turns physical values of all channels at one time into the readings that are pushed. NaN is a\n\
                 \x20* missing value and leaves the reading that stands there: keep the array from one sample to the\n\
                 \x20* next, and begin with a sample that has all values.\n */\n\
                 void {name}_readings(const double values[{upper}_CHANNELS], int16_t readings[{upper}_CHANNELS]);\n\n"
            )
        })
    }

    /// The names of channels, and the function that makes readings of their values.
    fn channels(&self, signal: &Signal, list: impl Fn(&str, &str, &[String]) -> String) -> String {
        let (name, upper) = (self.name, self.upper());
        let gain = |channel: &Channel| format!("    {{{:e}, {:e}}},\n", channel.gain, channel.offset);
        let gains: String = signal.channels.iter().map(gain).collect();
        format!(
            "\n{}/* Readings for each unit, and the reading of zero. */\n\
             static const double channels[{upper}_CHANNELS][2] KLT_IN_FLASH = {{\n{gains}}};\n\n\
             void {name}_readings(const double values[{upper}_CHANNELS], int16_t readings[{upper}_CHANNELS])\n{{\n\
             \x20   for (uint16_t i = 0; i < {upper}_CHANNELS; i++) {{\n\
             \x20       if (values[i] != values[i])\n\
             \x20           continue;\n\
             \x20       double scaling[2];\n\
             \x20       KLT_COPY(scaling, channels[i], sizeof scaling);\n\
             \x20       volatile double product = values[i] * scaling[0];\n\
             \x20       double raw = product + scaling[1];\n\
             \x20       raw = raw < -32768.0 ? -32768.0 : raw > 32767.0 ? 32767.0 : raw;\n\
             \x20       int32_t whole = (int32_t)raw;\n\
             \x20       whole += (raw - (double)whole >= 0.5) - (raw - (double)whole <= -0.5);\n\
             \x20       readings[i] = (int16_t)whole;\n    }}\n}}\n",
            list("channel_names", "CHANNELS", &signal.names())
        )
    }

    /// The function that prepares readings. The product is stored before the sum, so that no
    /// compiler fuses the two.
    fn prepare(&self, is_fixed: bool) -> String {
        let (name, upper) = (self.name, self.upper());
        let raw = match is_fixed {
            true => format!(
                "        raw = raw < -32767.0 ? -32767.0 : raw > 32767.0 ? 32767.0 : raw;\n\
                 \x20       int32_t whole = (int32_t)raw;\n\
                 \x20       whole += (raw - (double)whole >= 0.5) - (raw - (double)whole <= -0.5);\n\
                 \x20       inputs[i] = ({name}_input)whole;\n"
            ),
            false => format!("        inputs[i] = ({name}_input)raw;\n"),
        };
        format!(
            "void {name}_prepare(const double values[{upper}_INPUTS], {name}_input inputs[{upper}_INPUTS])\n{{\n\
             \x20   for (uint16_t i = 0; i < {upper}_INPUTS; i++) {{\n\
             \x20       if (values[i] != values[i]) {{\n\
             \x20           KLT_COPY(&inputs[i], &missing[i], sizeof inputs[i]);\n\
             \x20           continue;\n\
             \x20       }}\n\
             \x20       double scaling[4];\n\
             \x20       KLT_COPY(scaling, scalings[i], sizeof scaling);\n\
             \x20       double x = values[i] < scaling[2] ? scaling[2] : values[i] > scaling[3] ? scaling[3] : values[i];\n\
             \x20       volatile double product = x * scaling[0];\n\
             \x20       double raw = product + scaling[1];\n{raw}    }}\n}}\n"
        )
    }
}

/// A text as a C string in plain ASCII.
fn literal(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    format!("\"{}\"", text.bytes().map(byte).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_plain_strings() {
        assert_eq!(literal("a\"b\\ ??/ é\n1"), r#""a\"b\\ \?\?/ \303\251\0121""#);
    }
}
