//! Two worlds that differ in what a viewer may not know, compared byte by byte.

use super::Client;

/// The same bytes, but for heads of the transcript: they are keyed with a secret
/// of the server, which it shows only at the end, and look like noise until then.
/// That one is sent, and when, must be the same.
pub fn same(one: &[String], two: &[String], who: &str) {
    let masked = |text: &String| match text.starts_with("{\"t\":\"head\"") {
        true => text.split("\"head\":").next().unwrap_or_default().to_string(),
        false => text.clone(),
    };
    for (one, two) in one.iter().zip(two) {
        assert_eq!(masked(one), masked(two), "{who}");
    }
    assert_eq!(one.len(), two.len(), "{who}");
}

/// What a client that only asks by HTTP gets.
pub async fn asked(client: &Client, table: &str, viewer: &str) -> Vec<String> {
    let mut all = Vec::new();
    for path in [
        format!("/api/tables/{table}"),
        format!("/api/tables/{table}/moment?as={viewer}"),
        format!("/api/tables/{table}/moment?as={viewer}&at=2"),
        format!("/api/tables/{table}/story?as={viewer}"),
        format!("/api/tables/{table}/record"),
        format!("/api/tables/{table}/dice"),
        "/api/tables?list=live".to_string(),
        "/api/tables?list=mine".to_string(),
    ] {
        let answer = client.get(&path).await;
        all.push(format!("{path} {} {}", answer.status, answer.text));
    }
    all
}
