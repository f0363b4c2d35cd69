//! Every line gets one JSON object back, and no line reaches a fault of the program.

#![no_main]

use admiralty_catalog::games;
use admiralty_cli::engine::Engine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let mut engine = Engine::new();
    // One more than there are games: a conversation may also begin without one.
    if let Some(game) = games().get(which as usize % (games().len() + 1)) {
        engine.line(&format!(r#"{{"cmd":"new","game":"{}","seed":1}}"#, game.meta().id));
    }
    for line in text.lines().take(8) {
        let answer = engine.line(line);
        let value: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
        assert!(value.is_object());
        assert_ne!(value["error"]["code"], "engine/fault", "{line}");
    }
});
