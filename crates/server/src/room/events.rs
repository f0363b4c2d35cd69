//! What happened in an entry, written once for all viewers and kept for those who come
//! new: a fraction of the size of documents.

use crate::wire::telling;
use admiralty_catalog::ErasedEvent;
use admiralty_core::{Audience, Viewer};
use serde_json::value::RawValue;

#[derive(Default)]
pub(super) struct Events(Box<[Event]>);

/// One event: a `Tell` as text.
struct Event {
    to: Audience,
    text: Box<RawValue>,
}

impl Events {
    pub(super) fn new(events: &[ErasedEvent]) -> Events {
        let event = |event: &ErasedEvent| {
            let text = serde_json::value::to_raw_value(&telling(event));
            Event { to: event.to, text: text.expect("events can be written") }
        };
        Events(events.iter().map(event).collect())
    }

    /// What this viewer is told, as it is written.
    pub(super) fn told_to(&self, viewer: Viewer) -> impl Iterator<Item = &RawValue> {
        let told = self.0.iter().filter(move |event| event.to.includes(viewer));
        told.map(|event| &*event.text)
    }
}
