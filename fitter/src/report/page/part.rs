//! What a report consists of, before it is a page or Markdown.

/// A section of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The anchor.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// The contents.
    pub parts: Vec<Part>,
}

/// A part of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A paragraph of less weight, such as how a figure was found.
    Note(String),
    /// Sentences on what is doubtful.
    Remarks(Vec<String>),
    /// A table.
    Grid(Grid),
    /// Plots side by side, which Markdown goes without.
    Plots(Vec<Picture>),
    /// What pictures show, which Markdown goes without too.
    Caption(String),
    /// Parts side by side, where there is room.
    Beside(Vec<Part>),
    /// A text to be copied as it is.
    Code(String),
}

/// A plot with its title.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The title.
    pub title: String,
    /// The plot, as SVG with the colours of the page.
    pub svg: String,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What is folded away behind these words, if it is.
    pub folded: Option<String>,
    /// The titles of the columns.
    pub head: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The title.
    pub title: String,
    /// Whether the cells are figures.
    pub is_figure: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The cells.
    pub cells: Vec<String>,
    /// Whether it stands out.
    pub is_strong: bool,
}

impl Section {
    /// A section without contents.
    pub fn new(id: &'static str, title: &'static str) -> Section {
        Section { id, title, parts: Vec::new() }
    }

    /// Returns the section with one more part.
    pub fn with(mut self, part: Part) -> Section {
        self.parts.push(part);
        self
    }

    /// Returns the section with a paragraph, if there is one.
    pub fn text(self, text: impl Into<String>) -> Section {
        self.with(Part::Text(text.into()))
    }

    /// Returns the section with a sentence on what its pictures show.
    pub fn caption(self, text: impl Into<String>) -> Section {
        self.with(Part::Caption(text.into()))
    }

    /// Returns the section with a paragraph of less weight.
    pub fn note(self, text: impl Into<String>) -> Section {
        self.with(Part::Note(text.into()))
    }
}

impl Grid {
    /// A table with these columns; a title that ends with `#` is one of figures.
    pub fn new(titles: &[&str]) -> Grid {
        let column =
            |title: &&str| Column { title: title.trim_end_matches('#').to_owned(), is_figure: title.ends_with('#') };
        Grid { head: titles.iter().map(column).collect(), ..Grid::default() }
    }

    /// Adds a row, which may stand out.
    pub fn push(&mut self, cells: Vec<String>, is_strong: bool) {
        self.rows.push(Row { cells, is_strong });
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.push(cells.into(), false);
    }

    /// Adds a row that stands out.
    pub fn strong<const N: usize>(&mut self, cells: [String; N]) {
        self.push(cells.into(), true);
    }

    /// Returns the table folded away behind some words.
    pub fn folded(self, words: String) -> Grid {
        Grid { folded: Some(words), ..self }
    }
}

/// Returns a remark as a sentence: with a capital and a full stop.
pub fn as_sentence(remark: &str) -> String {
    let mut letters = remark.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_uppercase().collect());
    let end = if remark.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
