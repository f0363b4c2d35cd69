//! Every line gets one JSON object back, and no line reaches a fault of the program.

#![no_main]

use admiralty_cli::engine::Engine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut engine = Engine::new();
    engine.line(r#"{"cmd":"new","game":"naval_battle","seed":1}"#);
    for line in text.lines().take(8) {
        let answer = engine.line(line);
        let value: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
        assert!(value.is_object());
        assert_ne!(value["error"]["code"], "engine/fault", "{line}");
    }
});
