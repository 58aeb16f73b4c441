//! The C files of each kind of block.

use kernelet::block::{Field, Form, Kind};

/// The loop that adds a kind of block to the scores, and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The function that the loop is made for, or with `add_` before it the loop itself: the name
    /// of the kind, as C writes it.
    pub name: String,
    /// The folder of that function.
    pub folder: &'static str,
    /// The files that are pasted once for each function, with its name in their macros.
    pub templates: &'static [&'static str],
    /// The words that a feature takes beside its row, as a part of their type's and macro's names.
    words: Option<&'static str>,
}

impl Loop {
    /// The loop of a kind: dense and structured rows share one, others have a file of their own.
    pub fn of(kind: Kind) -> Loop {
        let name = snake_case(kind.name());
        match kind.form() {
            Form::Dense(activation) => Loop {
                name,
                folder: "feature",
                templates: match kind {
                    Kind::Cosine => &["mve/eight_cosine", "mve/dense", "dsp/dense", "row/dense"],
                    _ => &["mve/eight", "mve/dense", "dsp/dense", "row/dense"],
                },
                words: Field::scale_phases(activation).name.strip_suffix('s'),
            },
            Form::Structured(_) => Loop { name, folder: "row", templates: &["row/structured"], words: None },
            _ => Loop { name, folder: "row", templates: &[], words: None },
        }
    }

    /// The macros that the templates are written with, and their values.
    pub fn macros(&self) -> Vec<(&'static str, String)> {
        let mut macros = vec![("KLT_KIND", self.name.clone()), ("KLT_ADD_KIND", format!("add_{}", self.name))];
        if let Some(words) = self.words {
            macros.push(("KLT_EIGHT", format!("eight_{}", self.name)));
            macros.push(("KLT_PARAMETER", format!("{words}_word")));
            macros.push(("KLT_PARAMETERS", format!("KLT_{}_WORDS", words.to_ascii_uppercase())));
        }
        macros
    }
}

/// `SquaredRelu` as `squared_relu`.
fn snake_case(name: &str) -> String {
    let parts = name.char_indices().map(|(at, letter)| match letter.is_ascii_uppercase() && at > 0 {
        true => format!("_{}", letter.to_ascii_lowercase()),
        false => letter.to_ascii_lowercase().to_string(),
    });
    parts.collect()
}
