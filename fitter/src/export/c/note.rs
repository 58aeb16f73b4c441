//! The comments on top of generated source: what goes in, what comes out, and where it stands.

use crate::error::text::counted;
use crate::pack::Sheet;
use crate::quantise::InputScaling;
use crate::series::{Channel, Signal};
use kernelet::Task;
use kernelet::wire::Sections;

/// The release that makes the source.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The comment of a header file.
pub fn header(name: &str, sections: &Sections<'_>, sheet: Option<&Sheet>) -> String {
    let number = format!("{:?}", sections.contract).to_lowercase();
    let header = &sections.header;
    let ferns = if sections.ferns() > 0 { format!(", {}", counted(sections.ferns(), "fern")) } else { String::new() };
    let mut lines = vec![
        format!("Made by kernelet {VERSION}: a model in {number} that answers as the runtime crate does, bit for bit."),
        format!(
            "{}, {}{ferns}, {}. {name}.c needs no heap and no library beyond <stdint.h>.",
            counted(header.inputs.into(), "input"),
            counted(sections.features(), "feature"),
            counted(header.outputs.into(), "score")
        ),
    ];
    lines.extend(sheet.map(|sheet| about(name, sheet)).unwrap_or_default());
    if header.task == Task::Classification && header.outputs == 1 {
        lines.push("One score stands for two classes: above zero it is class 1.".into());
    }
    format!(
        "/*\n{} */\n",
        lines.iter().map(|line| format!(" * {}", harmless(line)).trim_end().to_owned() + "\n").collect::<String>()
    )
}

/// The comment of a source file, and the header that it includes.
pub fn source(name: &str) -> String {
    format!(
        "/*\n * Made by kernelet {VERSION}; {name}.h says what goes in and what comes out. Below stand a configuration,\n\
         \x20* the words of the number format, the constants of the model, and the functions that it needs, each under\n\
         \x20* the path of the file that it comes from, as it stands there.\n */\n#include \"{name}.h\"\n\n"
    )
}

/// Inputs and labels, by their names.
fn about(name: &str, sheet: &Sheet) -> Vec<String> {
    let mut lines = vec![String::new()];
    if let Some(Signal { channels, .. }) = &sheet.series {
        lines.push("Channels, and how each value becomes the reading that is pushed:".into());
        let reading =
            |Channel { name, gain, offset, .. }: &Channel| format!("{name:?}: {gain} * x + {offset}, rounded");
        lines.extend(channels.iter().enumerate().map(|(index, channel)| format!("  {index}  {}", reading(channel))));
        lines.push(String::new());
    }
    lines.push("Inputs, and how each becomes the raw reading that goes in:".into());
    let inputs = sheet.names.iter().zip(&sheet.scalings).enumerate();
    lines.extend(inputs.map(|(index, (name, scaling))| format!("  {index}  {name:?}: {}", reading(scaling))));
    if sheet.series.is_none() && !sheet.scalings.iter().any(InputScaling::may_be_missing) {
        let missing = name.to_ascii_uppercase() + "_MISSING";
        lines.push(format!(
            "{missing} stands for none of them: {name}_prepare turns a missing value, NaN, into a reading."
        ));
    }
    lines.push(String::new());
    match sheet.schema.target.labels() {
        None => match sheet.schema.target.names()[..] {
            [only] => lines.push(format!("The value is {only:?}, in its own unit.")),
            ref names => {
                lines.push("Values, each in its own unit:".into());
                lines.extend(names.iter().enumerate().map(|(index, name)| format!("  {index}  {name:?}")));
            }
        },
        Some(labels) => {
            lines.push(format!("Classes of {:?}:", sheet.schema.target.name));
            lines.extend(labels.iter().enumerate().map(|(index, label)| format!("  {index}  {label:?}")));
        }
    }
    lines
}

fn reading(scaling: &InputScaling) -> String {
    let InputScaling { gain, offset, limits, .. } = scaling;
    let scaled = match limits {
        None if scaling.is_raw() => "as it is".into(),
        None => format!("{gain} * x + {offset}"),
        Some((low, high)) => format!("{gain} * clamp(x, {low}, {high}) + {offset}, rounded"),
    };
    if scaling.may_be_missing() { scaled + "; may be missing" } else { scaled }
}

/// Text that cannot end the comment that it stands in, nor begin another, in plain ASCII: other
/// letters by C's names for them.
fn harmless(line: &str) -> String {
    let name = |c: char| match u32::from(c) {
        _ if c.is_ascii() => c.to_string(),
        code if code < 0x1_0000 => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    };
    let plain: String = line.chars().map(name).collect();
    plain.replace("*/", "* /").replace("/*", "/ *")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_comment() {
        let line = harmless("\"*/*/ /*/\" é");
        assert!(line.is_ascii() && !line.contains("*/") && !line.contains("/*"), "{line}");
        assert!(line.ends_with(r"\u00e9"), "{line}");
    }
}
