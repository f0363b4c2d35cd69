//! What streams, as JSON Schema: messages of sockets both ways, and the events of bots.

use crate::{BotEvent, ToClient, ToLobby, ToServer};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// The whole of `docs/schema/socket.json`.
pub fn schema() -> String {
    let mut defs = Map::new();
    add::<ToServer>(&mut defs);
    add::<ToClient>(&mut defs);
    add::<ToLobby>(&mut defs);
    add::<BotEvent>(&mut defs);
    // What is generic in its texts is described with a name for them that nothing defines.
    defs.insert("String".into(), json!({ "type": "string" }));
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of a table's socket, of the lists, and events of bots",
        "description": "Written from crates/protocol by `cargo run -p admiralty-protocol \
            --example types`; a test compares it. Without more it is a message from the server \
            at a table; views and events of games have schemas of their own.",
        "$ref": "#/$defs/ToClient",
        "$defs": defs,
    });
    let text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    // Where an API is described, they stand elsewhere.
    text.replace("#/components/schemas/", "#/$defs/") + "\n"
}

/// A type and whatever it is made of.
fn add<T: ToSchema>(defs: &mut Map<String, Value>) {
    let mut parts = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut parts);
    for (name, part) in parts {
        defs.insert(name, serde_json::to_value(part).unwrap_or_default());
    }
}
