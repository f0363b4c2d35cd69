//! Writes the TypeScript types of the web client, and the JSON Schema of what streams.

fn main() -> std::io::Result<()> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::fs::create_dir_all(format!("{root}/web/src/api"))?;
    std::fs::write(format!("{root}/web/src/api/types.ts"), admiralty_protocol::typescript())?;
    std::fs::write(format!("{root}/docs/schema/socket.json"), admiralty_protocol::schema())
}
