//! Memory whose vectors do not straddle two cache lines.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the widest register.
const LINE: usize = 64;

/// Zeros at first; as many `f32` as asked for, the first at the start of a cache line.
pub struct Aligned {
    memory: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// So many zeros.
    pub fn zeros(len: usize) -> Aligned {
        let memory = vec![0.0; len + LINE / size_of::<f32>()];
        // an allocator may decline to tell; only speed would suffer
        let start = memory.as_ptr().align_offset(LINE).min(LINE / size_of::<f32>());
        Aligned { memory, start, len }
    }
}

/// A copy lies on a line of its own.
impl Clone for Aligned {
    fn clone(&self) -> Aligned {
        let mut copy = Aligned::zeros(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.memory[self.start..self.start + self.len]
    }
}
