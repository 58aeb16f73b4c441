//! Memory aligned to cache lines.

use std::ops::{Deref, DerefMut};

/// The number of bytes of a cache line, and of the widest register.
const LINE: usize = 64;

/// Numbers of single precision, the first at the start of a cache line.
pub struct Aligned {
    memory: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// Returns so many zeros.
    pub fn zeros(len: usize) -> Aligned {
        let memory = vec![0.0; len + LINE / size_of::<f32>()];
        // align_offset may decline to answer; only speed would suffer
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
