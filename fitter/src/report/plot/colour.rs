//! The colours of a plot: by their role in the page around it, or as they are.

use plotters::style::RGBColor;

/// Colours that people with red-green blindness can tell apart (Okabe and Ito 2008).
const HUES: [[u8; 3]; 8] = [
    [0x00, 0x72, 0xb2],
    [0xe6, 0x9f, 0x00],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0x56, 0xb4, 0xe9],
    [0xd5, 0x5e, 0x00],
    [0x99, 0x99, 0x99],
    [0x00, 0x00, 0x00],
];
/// What stands in a plot for each role, in the order of [`Colour::ROLES`].
const PLACEHOLDER: u8 = 0xfa;

/// A colour of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Text, and what matters most.
    Ink,
    /// Secondary text and marks.
    Quiet,
    /// Grid lines.
    Line,
    /// The one thing to look at.
    Accent,
    /// What is doubtful or wrong.
    Doubt,
    /// The background.
    Paper,
    /// A dashed line to compare with.
    Dashed,
    /// One of several curves, of which the ninth has the colour of the first again.
    Hue(usize),
}

impl Colour {
    /// The roles, with the custom property of each in a page, and what it is on white paper.
    const ROLES: [(Colour, &'static str, &'static str); 7] = [
        (Colour::Ink, "var(--ink)", "#222222"),
        (Colour::Quiet, "var(--quiet)", "#666666"),
        (Colour::Line, "var(--line)", "#dddddd"),
        (Colour::Accent, "var(--accent)", "#0072b2"),
        (Colour::Doubt, "var(--doubt)", "#9a5b00"),
        (Colour::Paper, "var(--paper)", "#ffffff"),
        (Colour::Dashed, "var(--quiet)\" stroke-dasharray=\"8 8", "#666666\" stroke-dasharray=\"8 8"),
    ];

    /// The colour as `plotters` takes it: a placeholder for a role.
    pub(super) fn drawn(self) -> RGBColor {
        match (self, Colour::ROLES.iter().position(|(role, ..)| *role == self)) {
            (Colour::Hue(index), _) => {
                let [red, green, blue] = HUES[index % HUES.len()];
                RGBColor(red, green, blue)
            }
            (_, place) => RGBColor(PLACEHOLDER, place.unwrap_or(0) as u8, PLACEHOLDER),
        }
    }

    /// Puts roles in the place of their placeholders: those of the page around, or fixed colours.
    pub(super) fn themed(svg: &str, in_page: bool) -> String {
        let replace = |svg: String, (place, (_, property, fixed)): (usize, &(Colour, &str, &str))| {
            // a quote within a text is escaped, so this is always an attribute
            let placeholder = format!("=\"#{PLACEHOLDER:02X}{place:02X}{PLACEHOLDER:02X}\"");
            svg.replace(&placeholder, &format!("=\"{}\"", if in_page { property } else { fixed }))
        };
        Colour::ROLES.iter().enumerate().fold(svg.to_owned(), replace)
    }
}
