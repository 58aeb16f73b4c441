//! Outputs: files that appear whole or not at all, checked before anything is read, and standard
//! output.
//!
//! Every file that a command writes goes through this room.
//!
//! - [`Files`] lists what a command reads and writes. It refuses an output that is an input, or
//!   another output, and one that cannot be written.
//! - [`Destination`] follows symbolic links and tells ordinary files, which are replaced, from
//!   devices and pipes, which are written through.
//! - [`write_all`] puts several files in place together.
//!
//! A file is written without a name, where the system has such files, and takes its name when it is
//! complete on the disk. So a kill while it is written leaves nothing. What replaces a file takes a
//! hidden name first, for the time of one call of the system; a [`helper`] sees to it that a kill
//! of the command does not fall between the two. Where even that is killed, the next write into the
//! folder removes what is left.

mod access;
mod destination;
mod files;
mod handle;
pub mod helper;
mod identity;
mod leftover;
mod placement;
mod staged;
mod standard;
mod write;

pub use destination::Destination;
pub use files::Files;
pub use standard::{print, printed};
pub use write::write_all;
