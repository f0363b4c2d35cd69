//! Ready fleets for free battles.

use crate::units::CardId;
use alloc::vec::Vec;

/// A ready fleet of about 120 points for free battles.
#[derive(Clone, Copy, Debug)]
pub struct ReadyFleet {
    /// Its key.
    pub key: &'static str,
    /// Code of its navy.
    pub navy: &'static str,
    /// Names of its ships.
    pub names: &'static str,
}

/// The ready fleets.
pub static READY_FLEETS: [ReadyFleet; 8] = [
    ReadyFleet {
        key: "RF-US",
        navy: "US",
        names: "WASHINGTON SAN-FRANCISCO HELENA HONOLULU FLETCHER JOHNSTON",
    },
    ReadyFleet {
        key: "RF-UK",
        navy: "UK",
        names: "KING-GEORGE-V NORFOLK LONDON AJAX JERVIS KELLY",
    },
    ReadyFleet { key: "RF-JP", navy: "JP", names: "KONGO MYOKO TONE KAGERO YUDACHI FUBUKI" },
    ReadyFleet {
        key: "RF-DE",
        navy: "DE",
        names: "SCHARNHORST ADMIRAL-HIPPER NURNBERG LEIPZIG Z29 Z30",
    },
    ReadyFleet {
        key: "RF-IT",
        navy: "IT",
        names: "VITTORIO-VENETO ZARA TRIESTE GIUSEPPE-GARIBALDI BERSAGLIERE CARABINIERE",
    },
    ReadyFleet {
        key: "RF-US-CV",
        navy: "US",
        names: "ENTERPRISE HORNET NEW-ORLEANS SAN-DIEGO FLETCHER HOEL",
    },
    ReadyFleet {
        key: "RF-UK-CV",
        navy: "UK",
        names: "ILLUSTRIOUS ARK-ROYAL NORFOLK DIDO JERVIS STARLING",
    },
    ReadyFleet {
        key: "RF-JP-CV",
        navy: "JP",
        names: "SHOKAKU ZUIKAKU TONE AKIZUKI YUDACHI MUTSUKI",
    },
];

impl ReadyFleet {
    /// Its cards.
    pub fn cards(&self) -> Vec<CardId> {
        fleet_of(self.navy, self.names)
    }
}

fn fleet_of(navy: &str, names: &str) -> Vec<CardId> {
    names
        .split_whitespace()
        .filter_map(|name| {
            CardId::all().find(|card| {
                let id = card.card().id;
                id.len() == navy.len() + 1 + name.len()
                    && id.starts_with(navy)
                    && id.ends_with(name)
            })
        })
        .collect()
}
