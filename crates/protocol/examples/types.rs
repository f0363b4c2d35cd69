//! Writes the TypeScript types of the web client.

fn main() -> std::io::Result<()> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/types.ts");
    std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api"))?;
    std::fs::write(file, admiralty_protocol::typescript())
}
