//! Writes the TypeScript types and the JSON Schema of every game's views and events.

fn main() -> std::io::Result<()> {
    for game in admiralty_catalog::games() {
        let folder =
            format!("{}/../../web/src/games/{}", env!("CARGO_MANIFEST_DIR"), game.meta().id);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(format!("{folder}/types.ts"), admiralty_catalog::typescript(*game))?;
        let schemas = format!("{}/../../docs/schema", env!("CARGO_MANIFEST_DIR"));
        std::fs::create_dir_all(&schemas)?;
        let file = format!("{schemas}/{}.json", game.meta().id);
        std::fs::write(file, admiralty_catalog::schema(*game))?;
    }
    Ok(())
}
