//! The marks of a plot.

use super::colour::Colour;

/// A mark of a plot, at values of its axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A dot; a hollow one has the background within.
    Dot {
        /// The values at its centre.
        at: [f64; 2],
        /// The radius in pixels.
        radius: u32,
        /// The colour and its opacity.
        colour: (Colour, f64),
        /// Whether it is a ring.
        hollow: bool,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<[f64; 2]>,
        /// The colour.
        colour: Colour,
        /// The width in half pixels.
        width: u32,
    },
    /// An area within points.
    Area {
        /// The points.
        points: Vec<[f64; 2]>,
        /// The colour and its opacity.
        colour: (Colour, f64),
    },
    /// A text beside a point.
    Text {
        /// The values at the point.
        at: [f64; 2],
        /// The distance of the text to the right and down, in half pixels.
        shift: [i32; 2],
        /// The text.
        text: String,
        /// The side of the text at the point.
        anchor: Anchor,
        /// The colour.
        colour: Colour,
    },
}

/// The side of a text that is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The first letter.
    Start,
    /// The middle.
    Middle,
    /// The last letter.
    End,
}

impl Mark {
    /// A dot of full colour.
    pub fn dot(at: [f64; 2], radius: u32, colour: Colour) -> Mark {
        Mark::Dot { at, radius, colour: (colour, 1.0), hollow: false }
    }

    /// A ring.
    pub fn ring(at: [f64; 2], radius: u32, colour: Colour) -> Mark {
        Mark::Dot { at, radius, colour: (colour, 1.0), hollow: true }
    }

    /// A line of some width in half pixels.
    pub fn line(points: Vec<[f64; 2]>, colour: Colour, width: u32) -> Mark {
        Mark::Line { points, colour, width }
    }

    /// A rectangle between two corners.
    pub fn bar([[left, low], [right, high]]: [[f64; 2]; 2], colour: (Colour, f64)) -> Mark {
        Mark::Area { points: vec![[left, low], [left, high], [right, high], [right, low]], colour }
    }
}
