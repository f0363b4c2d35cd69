//! Seats of tables as they are kept, and who holds them.

use super::AwayRow;
use admiralty_protocol::Holder;
use serde::{Deserialize, Serialize};

/// Does one person hold seats that play against each other?
pub fn plays_itself(seats: &[SeatRow]) -> bool {
    let against = |a: &SeatRow, b: &SeatRow| a.side != b.side || a.side.is_none();
    seats.iter().enumerate().any(|(i, a)| match &a.holder {
        HolderRow::Person { user, .. } => {
            seats[i + 1..].iter().any(|b| b.holder.is(user) && against(a, b))
        }
        _ => false,
    })
}

/// A seat of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatRow {
    /// How it is written.
    pub code: String,
    /// How it is called.
    pub name: String,
    /// Its side.
    pub side: Option<u8>,
    /// Who holds it.
    pub holder: HolderRow,
    /// What it adds to the dice: the link it has shown last.
    pub salt: String,
    /// The seal of its chain.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seal: String,
    /// The draw for which it has shown its link.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub shown: u32,
    /// Its client seals and opens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub salted: bool,
    /// The last holiday of its holder that its clock knows of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<AwayRow>,
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum HolderRow {
    /// Nobody; anybody may.
    Open,
    /// Nobody; who has the link may.
    Invited,
    /// A person.
    Person {
        /// Who.
        user: String,
        /// What they are called here.
        name: String,
        /// Have they no account?
        guest: bool,
        /// Is it a program's account?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bot: bool,
    },
    /// A bot of the server's own.
    Bot {
        /// Its level.
        level: String,
    },
}

impl HolderRow {
    /// Is it this person?
    pub fn is(&self, who: &str) -> bool {
        matches!(self, HolderRow::Person { user, .. } if user == who)
    }

    /// As everybody sees it.
    pub(crate) fn shown(&self) -> Holder {
        match self {
            HolderRow::Open => Holder::Open,
            HolderRow::Invited => Holder::Invited,
            HolderRow::Person { user, name, guest, bot } => Holder::Person {
                name: name.clone(),
                guest: *guest,
                bot: *bot,
                id: (!guest).then(|| user.clone()),
            },
            HolderRow::Bot { level } => Holder::Bot { level: level.clone() },
        }
    }

    /// Is nobody there yet?
    pub fn is_free(&self) -> bool {
        matches!(self, HolderRow::Open | HolderRow::Invited)
    }
}

fn is_none_yet(n: &u32) -> bool {
    *n == 0
}
