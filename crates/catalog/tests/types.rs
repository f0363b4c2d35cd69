//! The client's types of views and events are those of the games.

#[test]
fn the_clients_types_are_up_to_date() {
    for game in admiralty_catalog::games() {
        let id = game.meta().id;
        let file = format!("{}/../../web/src/games/{id}/types.ts", env!("CARGO_MANIFEST_DIR"));
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == admiralty_catalog::typescript(*game),
            "web/src/games/{id}/types.ts is not what the shapes say: run `cargo xtask types`"
        );
    }
}

#[test]
fn the_schemas_are_up_to_date() {
    for game in admiralty_catalog::games() {
        let id = game.meta().id;
        let file = format!("{}/../../docs/schema/{id}.json", env!("CARGO_MANIFEST_DIR"));
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == admiralty_catalog::schema(*game),
            "docs/schema/{id}.json is not what the shapes say: run `cargo xtask types`"
        );
    }
}
