//! What `/api/openapi.json` says beyond what stands beside each request: the parts of paths, and
//! how a request says who is asking.

use serde_json::{Value, json};

/// The description as programs can use it.
pub(crate) fn described(mut api: Value) -> Value {
    if let Some(paths) = api["paths"].as_object_mut() {
        for (path, operations) in paths {
            let names: Vec<String> = names(path).map(String::from).collect();
            for operation in operations.as_object_mut().into_iter().flat_map(|map| map.values_mut())
            {
                for name in &names {
                    add_parameter(operation, name);
                }
            }
        }
    }
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
