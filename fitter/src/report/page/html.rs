//! A report as one page: no script is needed to read it, and nothing is loaded.

use super::headline::{Headline, Tile};
use super::part::{Grid, Part, Picture, Row, Section, as_sentence};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet, which defines the colours and fonts of the page.
const STYLE: &str = include_str!("page.css");

/// The letters of a word that need not fit into a column.
const LONG: usize = 24;

/// Returns the page; `trial` is the section in which the model answers, whose anchor is `try`.
pub fn page(headline: &Headline, sections: &[Section], trial: &str) -> String {
    let contents = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Kernelet: " (headline.title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                (header(headline))
                (nav(sections, !trial.is_empty()))
                main {
                    @for section in sections { (of_section(section)) }
                    (PreEscaped(trial))
                }
                footer { "Made by kernelet " (env!("CARGO_PKG_VERSION")) ". This page is complete in itself and loads nothing." }
            }
        }
    };
    contents.into_string()
}

/// The section before which others are put, and its link.
const LAST: &str = "<section id=\"repeat\">";
const LAST_LINK: &str = "<a href=\"#repeat\">";

/// Returns true if there is a place for one more section.
pub fn has_place(page: &str) -> bool {
    page.contains(LAST) && page.contains(LAST_LINK)
}

/// Returns a page with one more section and its link, in the place of one with the same anchor.
pub fn with_section(page: &str, section: &Section) -> String {
    let link = link(section).into_string();
    let own = of_section(section).into_string();
    let start = format!("<section id=\"{}\">", section.id);
    let page = match page.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once("</section>")?.1)))
    {
        Some((before, after)) => format!("{before}{after}").replacen(&link, "", 1),
        None => page.to_owned(),
    };
    page.replacen(LAST, &format!("{own}{LAST}"), 1).replacen(LAST_LINK, &format!("{link}{LAST_LINK}"), 1)
}

fn link(section: &Section) -> Markup {
    html! { a href={ "#" (section.id) } { (section.title) } }
}

fn nav(sections: &[Section], has_trial: bool) -> Markup {
    html! {
        nav aria-label="Sections" {
            @for section in sections { (link(section)) }
            @if has_trial { a href="#try" { "Try it" } }
        }
    }
}

fn header(headline: &Headline) -> Markup {
    html! {
        header {
            p.eyebrow { (headline.title) }
            h1 { @for (text, is_strong) in &headline.sentence { @if *is_strong { strong { (text) } } @else { (text) } } }
            dl.tiles { @for tile in &headline.tiles { (of_tile(tile)) } }
        }
    }
}

fn of_tile(tile: &Tile) -> Markup {
    html! { div { dt { (tile.what) } dd { span.value { (tile.value) } span.note { (tile.note) } } } }
}

fn of_section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (section.title) }
            div.contents { @for part in &section.parts { (of_part(part)) } }
        }
    }
}

fn of_part(part: &Part) -> Markup {
    match part {
        Part::Text(text) => html! { p { (text) } },
        Part::Note(text) | Part::Caption(text) => html! { p.note { (text) } },
        Part::Remarks(remarks) => html! { ul.remarks { @for remark in remarks { li { (as_sentence(remark)) } } } },
        Part::Beside(parts) => html! { div.beside { @for part in parts { (of_part(part)) } } },
        Part::Code(code) => html! { pre { code { (code) } } },
        Part::Plots(pictures) => html! { div.plots { @for picture in pictures { (of_picture(picture)) } } },
        Part::Grid(grid) => match &grid.folded {
            Some(words) => html! { details { summary { (words) } (of_grid(grid)) } },
            None => of_grid(grid),
        },
    }
}

/// The class of a cell that has to be broken anywhere, such as a hash.
fn long(cell: &str) -> Option<&'static str> {
    cell.split(' ').any(|word| word.chars().count() > LONG).then_some("long")
}

fn of_picture(picture: &Picture) -> Markup {
    html! { figure { figcaption { (picture.title) } (PreEscaped(&picture.svg)) } }
}

fn of_grid(grid: &Grid) -> Markup {
    let class = |column: usize| grid.head.get(column).filter(|head| head.is_figure).map(|_| "figure");
    let row = |row: &Row| {
        html! {
            tr.strong[row.is_strong] {
                @for (column, cell) in row.cells.iter().enumerate() { td class=[class(column).or_else(|| long(cell))] { (cell) } }
            }
        }
    };
    html! {
        div.grid {
            table {
                thead { tr { @for (column, head) in grid.head.iter().enumerate() { th scope="col" class=[class(column)] { (head.title) } } } }
                tbody { @for cells in &grid.rows { (row(cells)) } }
            }
        }
    }
}
