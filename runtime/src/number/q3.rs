//! The format `q3`: weights of half a byte.

use super::bias::Shifted;
use super::fixed::{Fixed, fixed};
use super::nibble::Nibble;
use super::scale_phase::{Minifloat, Short};
use super::{cosine, dot, dsp};

/// 4-bit weights, two to a byte, and two bytes for scale and phase of a cosine: for models in the
/// fewest bytes.
pub type Q3 = Fixed<Nibble, i32>;

fixed!(Q3: Nibble, i32, bias Shifted, scale_phases Short, scale Minifloat, dot dot::nibbles, at dot::nibbles_at,
       dots dsp::dot_nibbles, pair dsp::pair_for_nibbles, add dsp::add_nibbles, cosines dsp::cosines_nibbles, patches dsp::patches_nibbles, cosine cosine::table, error cosine::TABLE_ERROR);
