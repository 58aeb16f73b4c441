//! The C files of each kind of block.

use kernelet::block::Kind;

/// The loop that adds a kind of block to the scores, and its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The function that the loop is made for, or with `add_` before it the loop itself.
    pub name: &'static str,
    /// The folder of that function.
    pub folder: &'static str,
    /// The files that are pasted once for each function, with its name in their macros.
    pub templates: &'static [&'static str],
    /// The words that a feature takes beside its row, as a part of their type's and macro's names.
    pub words: Option<&'static str>,
}

impl Loop {
    /// The loop of a kind: a line for each.
    pub const fn of(kind: Kind) -> Loop {
        match kind {
            Kind::Cosine => dense("cosine", "scale_phase"),
            Kind::Sorf => structured("sorf"),
            Kind::Fastfood => structured("fastfood"),
            Kind::Step => dense("step", "rescale"),
            Kind::Relu => dense("relu", "rescale"),
            Kind::SquaredRelu => dense("squared_relu", "rescale"),
            Kind::Linear => dense("linear", "rescale"),
            Kind::Seeded => whole("seeded"),
            Kind::Ferns => whole("ferns"),
        }
    }

    /// The macros that the templates are written with, and their values.
    pub fn macros(self) -> Vec<(&'static str, String)> {
        let mut macros = vec![("KLT_KIND", self.name.to_owned()), ("KLT_ADD_KIND", format!("add_{}", self.name))];
        if let Some(words) = self.words {
            macros.push(("KLT_PARAMETER", format!("{words}_word")));
            macros.push(("KLT_PARAMETERS", format!("KLT_{}_WORDS", words.to_ascii_uppercase())));
        }
        macros
    }
}

/// Features of dense rows.
const fn dense(name: &'static str, words: &'static str) -> Loop {
    Loop { name, folder: "feature", templates: &["dsp/dense", "row/dense"], words: Some(words) }
}

/// Features of rows that are made from a seed, by a function of this name.
const fn structured(name: &'static str) -> Loop {
    Loop { name, folder: "row", templates: &["row/structured"], words: None }
}

/// A loop that stands in a file of its own.
const fn whole(name: &'static str) -> Loop {
    Loop { name, folder: "row", templates: &[], words: None }
}
