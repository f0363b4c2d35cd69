// Written from games/sail_epoch/src/text by `cargo xtask types`.
// Do not edit: a test compares this file with the shapes in Rust.

export type View = unknown;

export type Event = unknown;
