//! The TypeScript types in the repository are those of this crate.

#[test]
fn the_typescript_types_are_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/types.ts");
    let found = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        found == admiralty_protocol::typescript(),
        "web/src/api/types.ts is out of date: run `cargo run -p admiralty-protocol --example types`"
    );
}
