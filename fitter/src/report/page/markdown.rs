//! A report as Markdown, for pull requests: the same facts in tables, without pictures.

use super::headline::Headline;
use super::part::{Column, Grid, Part, Section, as_sentence};

/// Returns the text.
pub fn markdown(headline: &Headline, sections: &[Section]) -> String {
    let sentence: String = headline
        .sentence
        .iter()
        .map(|(text, is_strong)| if *is_strong { format!("**{}**", escaped(text)) } else { escaped(text) })
        .collect();
    let mut tiles = Grid::new(&["", "#", ""]);
    headline.tiles.iter().for_each(|tile| tiles.row([tile.what.clone(), tile.value.clone(), tile.note.clone()]));
    let sections = sections.iter().map(of_section);
    format!("## {}\n\n{sentence}\n\n{}{}", escaped(&headline.title), of_grid(&tiles), sections.collect::<String>())
}

/// The heading before which other sections are put.
const LAST: &str = "\n### How to repeat it\n";

/// Returns true if there is a place for one more section.
pub fn has_place(text: &str) -> bool {
    text.contains(LAST)
}

/// Returns a text with one more section, in the place of one with the same title.
pub fn with_section(text: &str, section: &Section) -> String {
    let Some((before, last)) = text.split_once(LAST) else { return text.to_owned() };
    let start = format!("\n### {}\n", section.title);
    let before = match before.split_once(&start) {
        Some((before, own)) => format!("{before}{}", own.find("\n### ").map_or("", |next| &own[next..])),
        None => before.to_owned(),
    };
    format!("{before}\n{}{}{last}", of_section(section).trim_end_matches('\n').to_owned() + "\n", LAST)
}

fn of_section(section: &Section) -> String {
    let parts: String = section.parts.iter().map(of_part).collect();
    if parts.is_empty() { String::new() } else { format!("### {}\n\n{parts}", section.title) }
}

fn of_part(part: &Part) -> String {
    match part {
        Part::Text(text) | Part::Note(text) => format!("{}\n\n", escaped(text)),
        Part::Remarks(remarks) => {
            let remarks: String =
                remarks.iter().map(|remark| format!("- {}\n", escaped(&as_sentence(remark)))).collect();
            format!("{remarks}\n")
        }
        Part::Beside(parts) => parts.iter().map(of_part).collect(),
        Part::Code(code) => {
            let fence = "`".repeat(longest_run(code).max(2) + 1);
            format!("{fence}text\n{code}\n{fence}\n\n")
        }
        Part::Plots(_) | Part::Caption(_) => String::new(),
        Part::Grid(grid) => match &grid.folded {
            Some(words) => {
                format!("<details><summary>{}</summary>\n\n{}</details>\n\n", escaped(words), of_grid(grid))
            }
            None => of_grid(grid),
        },
    }
}

fn of_grid(grid: &Grid) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = |column: &Column| if column.is_figure { "---:" } else { "---" }.to_owned();
    let cell = |cell: &String, is_strong: bool| match (is_strong, cell.is_empty()) {
        (true, false) => format!("**{}**", escaped(cell)),
        _ => escaped(cell),
    };
    let rows = grid.rows.iter().map(|row| line(row.cells.iter().map(|text| cell(text, row.is_strong)).collect()));
    let head = line(grid.head.iter().map(|column| escaped(&column.title)).collect());
    format!("{head}{}{}\n", line(grid.head.iter().map(rule).collect()), rows.collect::<String>())
}

/// Returns a text on one line that Markdown shows as it is.
fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' | '@' => {
                plain.push('\\');
                plain.push(c);
            }
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// Returns the length of the longest run of backticks.
fn longest_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_breaks_a_table_or_becomes_a_tag() {
        let mut grid = Grid::new(&["name", "rows#"]);
        grid.row(["a|b\n<script>alert(1)</script>".to_owned(), "1".to_owned()]);
        grid.strong(["`*_[x](y)".to_owned(), String::new()]);
        let lines = [
            "| name | rows |",
            "| --- | ---: |",
            r"| a\|b &lt;script&gt;alert(1)&lt;/script&gt; | 1 |",
            r"| **\`\*\_\[x\](y)** |  |",
            "",
            "",
        ];
        assert_eq!(of_grid(&grid), lines.join("\n"));
    }

    #[test]
    fn code_ends_where_its_own_fence_does() {
        assert_eq!(of_part(&Part::Code("a ``` b".to_owned())), "````text\na ``` b\n````\n\n");
    }
}
