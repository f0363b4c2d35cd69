//! What is written from this crate is up to date in the repository.

/// Is this what the file has?
fn compare(file: &str, wanted: &str) {
    let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == wanted,
        "{file} is out of date: run `cargo run -p admiralty-protocol --example types`"
    );
}

#[test]
fn the_typescript_types_are_up_to_date() {
    compare("web/src/api/types.ts", &admiralty_protocol::typescript());
}

#[test]
fn the_schema_of_messages_is_up_to_date() {
    compare("docs/schema/socket.json", &admiralty_protocol::schema());
}
