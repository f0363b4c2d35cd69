//! A position must fit together, so that whoever is awaited can go on.

use crate::rules::mines;
use crate::setup::{Alliances, Scenario};
use crate::state::{MAX_FORTS, MAX_SEATS, Offer, Stage, Standing, Window};
use crate::units::ShipId;
use crate::{SailEpoch, sequence};
use admiralty_core::{Fault, Faults, Seat, Table};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The whole must fit together: somebody can go on.
pub(super) fn sound(mut table: Table<SailEpoch>) -> Result<Table<SailEpoch>, Faults> {
    let n = table.public.n_players();
    for seat in table.public.seats() {
        // A hand-written position need not count the mines.
        let laid = table.seats[seat].mines.len() as u8;
        table.public.players[seat.index()].mines = laid;
        let all = table.seats[seat].mines.iter().all(|m| m.order != Standing::Ask);
        if laid > 0 {
            table.public.players[seat.index()].standing = all;
        }
    }
    let p = &table.public;
    let mut faults = Faults::default();
    let mut refuse = |bad: bool, place: &str, reason: &str| {
        if bad {
            faults.add(Fault::new(place, reason));
        }
    };
    refuse(
        (p.stage == Stage::Over) != p.outcome.is_some(),
        "outcome",
        "an end needs its outcome, and only an end",
    );
    refuse(p.stage == Stage::Over && !p.windows.is_empty(), "windows", "it is over");
    refuse(
        p.stage == Stage::Ending && p.windows.is_empty(),
        "stage",
        "nothing holds the end of the phase",
    );
    let unarmed = matches!(p.windows.last(), Some(Window::Mines { seat, .. })
        if p.players[seat.index()].mines == 0);
    refuse(unarmed, "windows", "who has no mine to decide on is not asked");
    // Who is left alone before play has won before play.
    let over = p.stage == Stage::Over;
    let playing = matches!(p.stage, Stage::Phase | Stage::Ending);
    refuse(
        !over && playing != (p.turn > 0),
        "turn",
        "Turns are counted from 1 when play has begun",
    );
    refuse(!over && !playing && !p.windows.is_empty(), "windows", "play has not begun");
    refuse(
        matches!(p.stage, Stage::Phase | Stage::Ending) && p.players[p.acting().index()].out,
        "phase",
        "this player is out",
    );
    let gone = p.seats().any(|s| p.players[s.index()].gone && !p.players[s.index()].out);
    refuse(
        gone && !over && p.windows.is_empty(),
        "players",
        "who is gone waits for an open question only",
    );
    let notes = p.players.iter().any(|player| player.to_note > 0);
    refuse(notes && playing, "players", "secrets are noted before play");
    refuse(p.stage == Stage::Secrets && !notes, "stage", "there is nothing to note");
    refuse(
        p.seats().any(|s| p.players[s.index()].out && !p.fleets[s.index()].is_empty()),
        "players",
        "a player who is out has no ships",
    );
    for (id, ship) in p.ships.iter().enumerate().map(|(i, s)| (ShipId(i as u8), s)) {
        let works =
            ship.work.is_some_and(|fort| !p.fort(fort).works.is_some_and(|two| two.contains(&id)));
        refuse(works, "ships", "a ship works where the fort does not know it");
        let ruin = ship.repair.is_some_and(|fort| p.fort(fort).ruin);
        refuse(ruin, "ships", "a ruin repairs no ship");
    }
    for id in p.fort_ids() {
        let fort = p.fort(id);
        let there =
            |ship: &ShipId| p.ship(*ship).work == Some(id) && p.ship(*ship).owner == fort.worker;
        let works = fort.works.iter().flatten().all(there);
        refuse(!works, "forts", "works need two ships that work there");
    }
    let total: u16 = p.goods.iter().map(|(_, n)| u16::from(*n)).sum::<u16>()
        + p.ships.iter().map(|s| u16::from(s.cargo)).sum::<u16>()
        + p.forts().iter().map(|f| u16::from(f.goods)).sum::<u16>()
        + p.players.iter().map(|s| u16::from(s.hand)).sum::<u16>()
        + p.stashes.iter().map(|s| u16::from(s.goods)).sum::<u16>();
    refuse(total > 7, "goods", "there are seven goods in all");
    // SE-4.3.10c: what has not appeared is nowhere yet.
    let early = p.options().scenario == Scenario::Jolly && total > u16::from(p.appeared);
    refuse(early, "appeared", "more treasures are in the game than have appeared");
    refuse(p.seats().any(|s| p.owed[s.index()] != [0; 4]) && playing, "owed", "placing is over");
    let idle = matches!(p.stage, Stage::Placing { kind, seat }
        if p.owed[seat.index()][kind as usize & 3] == 0);
    refuse(idle, "owed", "who places owes a piece of this kind");
    let forts: u16 = p.owed.iter().map(|pieces| u16::from(pieces[1])).sum();
    let too_many = forts + u16::from(p.n_forts) > MAX_FORTS as u16;
    refuse(too_many, "owed", "there are not that many forts");
    refuse(p.fuse.is_some() && p.windows.is_empty(), "fuse", "nothing holds the explosion");
    let offers = table
        .seats
        .iter()
        .filter(|(_, own)| own.incoming.is_some() || own.outgoing.is_some())
        .count();
    if offers > 0 {
        let pair =
            table.seats.iter().find_map(|(seat, own)| own.incoming.map(|offer| (seat, offer)));
        let fits = pair.is_some_and(|(to, offer)| {
            offers == 2
                && p.options().alliances != Alliances::Off
                && p.stage == Stage::Phase
                && p.windows.is_empty()
                && p.acting() == offer.seat
                && p.is_foe(to, offer.seat)
                && !p.players[to.index()].out
                && table.seats[offer.seat].outgoing == Some(Offer { seat: to, turns: offer.turns })
        });
        refuse(!fits, "secrets", "an offer has a proposer who acts and an addressee");
    }
    for (seat, own) in table.seats.iter() {
        refuse(
            p.players[seat.index()].out && !own.mines.is_empty(),
            "secrets",
            "who is out has no mines",
        );
        for pirate in 0..MAX_SEATS {
            let stash = p.stashes[pirate];
            let holds = stash.holder == seat;
            refuse(own.held[pirate].is_some() != holds, "secrets", "a map is held by its holder");
            let written = pirate < n as usize
                && holds
                && table.seats[Seat(pirate as u8)].map != own.held[pirate];
            refuse(written, "secrets", "a captured map is the one that was drawn");
            let shown = holds && stash.shown.is_some() && stash.shown != own.held[pirate];
            refuse(shown, "stashes", "what was shown is on the map");
        }
        refuse(
            playing
                && mines::writes_map(p, seat)
                && !p.players[seat.index()].out
                && !own.map.is_some(),
            "secrets",
            "a pirate has drawn a map",
        );
    }
    faults.or(())?;
    // Who is awaited must find something to do.
    if let admiralty_core::Awaiting::Seats(seats) = sequence::awaiting(&table) {
        for seat in seats.iter() {
            let mut out = Vec::new();
            let sight = table.sight(admiralty_core::Viewer::Seat(seat));
            let listed = crate::legal::list::legal(sight, &mut out);
            if out.is_empty() && listed == admiralty_core::Listed::Complete {
                return Err(Fault::new("stage", format!("P{} could do nothing", seat.0 + 1)).into());
            }
        }
        if seats.is_empty() {
            return Err(Fault::new("stage", "nobody is awaited").into());
        }
    }
    match crate::invariants::broken(&table) {
        Some(what) => Err(Fault::new("", what.to_string()).into()),
        None => Ok(table),
    }
}
