//! What `/api/openapi.json` says beyond what stands beside each request: the parts of paths, and
//! how a request says who is asking.

use serde_json::{Value, json};

/// What a request may say; `python/tests/test_server.py` says each of them to a server.
const EXAMPLES: [(&str, &str, &str); 13] = [
    ("put", "/api/me", r#"{"name":"Ann Bonny"}"#),
    ("post", "/api/account", r#"{"login":"ann","password":"calico jack"}"#),
    ("post", "/api/tokens", r#"{"label":"my script"}"#),
    ("post", "/api/bots", r#"{"name":"Deep Sea"}"#),
    ("post", "/api/games/{game}/preview", r#"{"options":{"board":"reefs"}}"#),
    (
        "post",
        "/api/tables",
        r#"{"game":"naval_battle","public":true,"seats":[{"kind":"me"},{"kind":"open"}]}"#,
    ),
    ("post", "/api/tables/{id}/join", r#"{"seat":1}"#),
    ("post", "/api/tables/{id}/leave", r#"{"seat":1}"#),
    ("post", "/api/records", include_str!("../../../../docs/examples/record.json")),
    (
        "post",
        "/api/records/{id}/play",
        r#"{"at":1,"seats":[{"kind":"me"},{"kind":"bot","level":"Captain"}],"start":true}"#,
    ),
    (
        "post",
        "/api/tournaments",
        r#"{"name":"The Nore Cup","game":"naval_battle","system":"swiss","rounds":5,
            "clock":{"kind":"live","bank":900,"add":10,"flag":"lose"}}"#,
    ),
    ("post", "/api/tournaments/{id}/orders", r#"{"do":"bot","level":"random"}"#),
    ("post", "/api/login", r#"{"login":"ann","password":"calico jack"}"#),
];

/// The description as programs can use it.
pub(crate) fn described(mut api: Value) -> Value {
    if let Some(paths) = api["paths"].as_object_mut() {
        for (path, operations) in paths {
            let names: Vec<String> = names(path).map(String::from).collect();
            for (method, operation) in operations.as_object_mut().into_iter().flatten() {
                // Unique, whatever the functions behind them are called.
                let words = path.split(['/', '{', '}']).filter(|word| !word.is_empty());
                let words: Vec<&str> = [method.as_str()].into_iter().chain(words.skip(1)).collect();
                operation["operationId"] = words.join("_").into();
                for name in &names {
                    add_parameter(operation, name);
                }
                let answers = operation.get_mut("responses").and_then(Value::as_object_mut);
                for (status, answer) in answers.into_iter().flatten() {
                    answer["description"] = says(status).into();
                }
            }
        }
    }
    for (method, path, example) in EXAMPLES {
        let operation = api["paths"].get_mut(path).and_then(|path| path.get_mut(method));
        let body = operation.and_then(|operation| operation.get_mut("requestBody"));
        if let (Some(body), Ok(example)) = (body, serde_json::from_str::<Value>(example)) {
            body["content"]["application/json"]["example"] = example;
        }
    }
    // What is generic in its texts is described with a name for them that nothing defines.
    api["components"]["schemas"]["String"] = json!({ "type": "string" });
    api["components"]["securitySchemes"] = json!({
        "token": { "type": "http", "scheme": "bearer",
            "description": "For bots and scripts: a token of POST /api/tokens." },
        "cookie": { "type": "apiKey", "in": "cookie", "name": crate::auth::COOKIE,
            "description": "For browsers. A request without one makes a guest." },
    });
    // Either will do, and so does neither.
    api["security"] = json!([{ "token": [] }, { "cookie": [] }, {}]);
    api
}

/// What an answer with this status is, in a sentence; its body has the rest.
fn says(status: &str) -> &'static str {
    match status {
        "200" => "What was asked for.",
        "201" => "It was made.",
        "204" => "It was done; there is nothing to say.",
        _ => "It was refused: `code` says why to programs, `says` to people.",
    }
}

/// The names in the braces of a path.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|part| part.split_once('}').map(|(name, _)| name))
}

fn add_parameter(operation: &mut Value, name: &str) {
    let Some(operation) = operation.as_object_mut() else { return };
    let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
    let Some(list) = parameters.as_array_mut() else { return };
    let known = list.iter().any(|known| known["name"] == name && known["in"] == "path");
    if !known {
        list.push(json!({
            "name": name, "in": "path", "required": true, "schema": { "type": "string" },
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_path_is_a_parameter_once() {
        let api = json!({ "paths": { "/t/{id}/{n}": { "get": {
            "parameters": [{ "name": "id", "in": "path" }] } } } });
        let api = described(api);
        let parameters = api["paths"]["/t/{id}/{n}"]["get"]["parameters"].as_array().cloned();
        let names: Vec<Value> =
            parameters.unwrap_or_default().iter().map(|it| it["name"].clone()).collect();
        assert_eq!(names, ["id", "n"]);
    }
}
