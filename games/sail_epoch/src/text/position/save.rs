//! The document of a position.

use super::{KINDS, MARKS, POINTS};
use crate::SailEpoch;
use crate::board::{Cells, Space};
use crate::state::{
    Allot, Flag, Fort, Player, Public, SeatSecret, Ship, ShipSet, Stage, Standing, Window, mark,
};
use crate::text::{actions, fort, player, ships, wind};
use crate::units::{FORT_SHOTS, FortId, N_SHIPS, ShipId};
use admiralty_core::{Doc, Seat, Table, Verdict};
use alloc::format;
use alloc::vec::Vec;

/// Spaces as a list.
pub(in crate::text) fn spaces(cells: &Cells) -> Doc {
    Doc::list(cells.iter().map(|space| space.name()))
}

/// The whole position.
pub(crate) fn save(table: &Table<SailEpoch>) -> Doc {
    let mut doc = public(&table.public);
    let mut secrets = Doc::map();
    for (seat, own) in table.seats.iter() {
        let own = secret(own);
        if own != Doc::map() {
            secrets.put(player(seat), own);
        }
    }
    if secrets != Doc::map() {
        doc.put("secrets", secrets);
    }
    doc
}

/// What all know.
pub(in crate::text) fn public(p: &Public) -> Doc {
    let chart = p.chart();
    let n = p.n_players() as usize;
    let mut doc = Doc::map()
        .with("setup", p.options().write())
        .with("turn", p.turn)
        .with("order", Doc::list(p.order[..n].iter().map(|s| player(*s))))
        .with("wind", wind(p.wind));
    match p.stage {
        Stage::Placing { kind, seat } => {
            doc.put("stage", "placing");
            doc.put("kind", KINDS[kind as usize & 3]);
            doc.put("phase", player(seat));
        }
        Stage::Secrets => doc.put("stage", "secrets"),
        Stage::Deploy { seat } => {
            doc.put("stage", "deploy");
            doc.put("phase", player(seat));
        }
        Stage::Phase => doc.put("phase", player(p.acting())),
        Stage::Ending => {
            doc.put("stage", "ending");
            doc.put("phase", player(p.acting()));
        }
        Stage::Over => {
            doc.put("stage", "over");
            doc.put("phase", player(p.acting()));
        }
    }
    let islands = chart.islands.iter().map(|island| {
        format!("{} {} r{}", island.isle.name(), island.corner, u16::from(island.turns) * 90)
    });
    doc = doc
        .with_if(p.was_calm, "was_calm", true)
        .with_if(!chart.islands.is_empty(), "islands", Doc::list(islands))
        .with_if(!chart.reefs.is_empty(), "reefs", spaces(&chart.reefs));
    if !chart.royal_ports.is_empty() {
        let mut ports = Doc::map();
        for (owner, space) in &chart.royal_ports {
            ports.put(player(*owner), space.name());
        }
        doc.put("royal_ports", ports);
    }
    let mut forts = Doc::map();
    for it in p.forts() {
        forts.put(it.space.fort_name(), fort_doc(p, it));
    }
    doc.put("forts", forts);
    let mut fleet = Doc::map();
    for id in (0..N_SHIPS as u8).map(ShipId) {
        let ship = p.ship(id);
        let waits = ship.has(mark::RESERVE) || (p.turn == 0 && ship.owner != Flag::NOBODY);
        if ship.is_afloat() || waits {
            fleet.put(id.name(), ship_doc(p, id, ship));
        }
    }
    doc.put("ships", fleet);
    // In order: where they lie in memory depends on what was taken before.
    let mut lying: Vec<(Space, u8)> = p.goods.iter().copied().filter(|(_, n)| *n > 0).collect();
    lying.sort();
    let mut goods = Doc::map();
    for (space, n) in lying {
        goods.put(space.name(), n);
    }
    doc.put("goods", goods);
    let mut players = Doc::map();
    for seat in p.seats() {
        players.put(player(seat), player_doc(&p.players[seat.index()]));
    }
    doc.put("players", players);
    rest(p, doc)
}

fn rest(p: &Public, mut doc: Doc) -> Doc {
    let plain = crate::victory::goal(p.options());
    doc = doc
        .with_if(!p.blown.is_empty(), "blown", spaces(&p.blown))
        .with_if(p.appeared > 0, "appeared", p.appeared)
        .with_if(p.due != [false; 2], "due", Doc::list(p.due))
        .with_if(p.goal != plain, "goal", p.goal)
        .with_if(p.clock != 1, "clock", p.clock)
        .with_if(p.dirty, "dirty", true);
    if let Some(fuse) = p.fuse {
        doc.put("fuse", fuse.name());
    }
    if let Some(ship) = p.passage.ship {
        let way = p.passage.spaces().iter().map(|space| space.name());
        let passage = Doc::map().with("ship", ship.name()).with("spaces", Doc::list(way));
        doc.put("passage", passage);
    }
    if !p.trails.is_empty() {
        let trails = p.trails.iter().filter_map(|trail| {
            let way = trail.passage.spaces().iter().map(|space| space.name());
            let doc = Doc::map()
                .with("ship", trail.passage.ship?.name())
                .with("from", trail.from.name())
                .with("spaces", Doc::list(way));
            Some(doc)
        });
        doc.put("trails", Doc::list(trails));
    }
    let mut treaties = Vec::new();
    for one in p.seats() {
        for two in p.seats().filter(|&two| two > one) {
            let treaty = p.treaties[crate::state::pair_index(one, two)];
            if treaty.on {
                treaties.push(
                    Doc::map().with("one", player(one)).with("two", player(two)).with_if(
                        treaty.ends != 0,
                        "ends",
                        treaty.ends,
                    ),
                );
            }
        }
    }
    if !treaties.is_empty() {
        doc.put("treaties", Doc::List(treaties));
    }
    let mut stashes = Doc::map();
    let mut owed = Doc::map();
    let mut since = Doc::map();
    for seat in p.seats() {
        let stash = p.stashes[seat.index()];
        if stash.holder != Flag::NOBODY {
            let shown = stash.shown;
            let doc = Doc::map()
                .with("holder", player(stash.holder))
                .with("goods", stash.goods)
                .with_if(shown.is_some(), "shown", shown.name());
            stashes.put(player(seat), doc);
        }
        let pieces = p.owed[seat.index()];
        if pieces != [0; 4] {
            owed.put(player(seat), Doc::list(pieces));
        }
        let times = p.since[seat.index()];
        if times != [0; 8] {
            since.put(player(seat), Doc::list(times));
        }
    }
    for (key, value) in [("stashes", stashes), ("owed", owed), ("since", since)] {
        if value != Doc::map() {
            doc.put(key, value);
        }
    }
    if !p.windows.is_empty() {
        doc.put("windows", Doc::list(p.windows.iter().map(|window| window_doc(p, window))));
    }
    if let Some(outcome) = p.outcome {
        let won = match outcome.verdict {
            Verdict::Won(sides) => Doc::list(sides.iter().map(|side| side.0)),
            _ => Doc::list::<u8>([]),
        };
        let doc_of = Doc::map()
            .with("won", won)
            .with("reason", outcome.reason)
            .with("clause", outcome.clause.as_str());
        doc.put("outcome", doc_of);
    }
    doc
}

fn ship_doc(p: &Public, id: ShipId, ship: &Ship) -> Doc {
    let supply = if ship.has(mark::IGNITED) { 0 } else { p.supply(id) };
    let shots = if ship.is_afloat() { supply } else { 0 };
    let marks: Vec<&'static str> =
        MARKS.iter().filter(|(_, bit)| ship.has(*bit)).map(|(name, _)| *name).collect();
    let yard = |at: Option<FortId>| at.map_or("", |at| fort(p, at));
    Doc::map()
        .with("owner", player(ship.owner))
        .with_if(ship.is_afloat(), "space", ship.space.name())
        .with_if(ship.hull > 0, "hull", ship.hull)
        .with_if(ship.cargo > 0, "cargo", ship.cargo)
        .with_if(ship.shots != shots, "shots", ship.shots)
        .with_if(!marks.is_empty(), "marks", marks)
        .with_if(ship.repair.is_some(), "repair", yard(ship.repair))
        .with_if(ship.work.is_some(), "work", yard(ship.work))
        .with_if(ship.stay > 0, "stay", ship.stay)
        .with_if(ship.is_afloat(), "bow", ship.bow.name())
        .with_if(ship.sails > 0, "sails", ship.sails)
        .with_if(ship.captain.is_some(), "captain", ship.captain.map_or("", actions::captain))
}

fn fort_doc(p: &Public, it: &Fort) -> Doc {
    let shots = if it.ruin { 0 } else { FORT_SHOTS };
    let hostile: Vec<&str> = p.seats().filter(|s| it.hostile.has(*s)).map(player).collect();
    let works: Vec<&str> = it.works.iter().flatten().map(|id| id.name()).collect();
    Doc::map()
        .with("owner", player(it.owner))
        .with_if(it.first != it.owner, "first", player(it.first))
        .with_if(it.hull > 0 && !it.ruin, "hull", it.hull)
        .with_if(it.ruin, "ruin", true)
        .with_if(it.points > 0, "points", it.points)
        .with_if(it.worker != Flag::NOBODY, "worker", player(it.worker))
        .with_if(it.shots != shots, "shots", it.shots)
        .with_if(!works.is_empty(), "works", works)
        .with_if(it.since > 0, "since", it.since)
        .with_if(it.seen, "seen", true)
        .with_if(it.assaulted, "assaulted", true)
        .with_if(it.goods > 0, "goods", it.goods)
        .with_if(!hostile.is_empty(), "hostile", hostile)
        .with_if(it.last_hostile != Flag::NOBODY, "last_hostile", player(it.last_hostile))
}

fn player_doc(it: &Player) -> Doc {
    Doc::map()
        .with_if(it.out, "out", true)
        .with_if(it.gone && !it.out, "gone", true)
        .with_if(it.hand > 0, "hand", it.hand)
        .with_if(it.mines > 0, "mines", it.mines)
        .with_if(it.standing, "standing", true)
        .with_if(it.to_note > 0, "to_note", it.to_note)
        .with_if(it.fortless > 0, "fortless", it.fortless)
        .with_if(it.respawn > 0, "respawn", it.respawn)
        .with_if(!it.victor.is_nobody(), "victor", player(it.victor))
}

fn window_doc(p: &Public, window: &Window) -> Doc {
    let kind = |kind: &'static str| Doc::map().with("kind", kind);
    let question = |name: &'static str, seat: Seat, ship: ShipId, attackers: ShipSet| {
        kind(name)
            .with("seat", player(seat))
            .with("ship", ship.name())
            .with("attackers", ships(attackers))
    };
    match window {
        Window::Defend { fort: at, by, attackers, seat, first, named } => kind("defend")
            .with("fort", fort(p, *at))
            .with("by", player(*by))
            .with("attackers", ships(*attackers))
            .with("seat", player(*seat))
            .with("first", player(first.map_or(Flag::NOBODY, Flag::of)))
            .with("named", ships(*named)),
        Window::Allot { seat, ships: set, fort: at, points, kind: why } => {
            let doc = kind("allot")
                .with("seat", player(*seat))
                .with("ships", ships(*set))
                .with_if(at.is_some(), "fort", at.map_or("", |at| fort(p, at)))
                .with("points", *points);
            match why {
                Allot::Boarding { losers } => doc.with("losers", ships(*losers)),
                Allot::Assault { fort: at, defenders } => {
                    doc.with("assault", fort(p, *at)).with("defenders", ships(*defenders))
                }
                Allot::Defence { fort: at } => doc.with("defence", fort(p, *at)),
            }
        }
        Window::Broadside { seat, volley } => {
            kind("broadside").with("seat", player(*seat)).with("volley", actions::volley(p, volley))
        }
        Window::Mines { seat, ship } => {
            kind("mines").with("seat", player(*seat)).with("ship", ship.name())
        }
        Window::Volley { seat, volley, answered } => kind("volley")
            .with("seat", player(*seat))
            .with("volley", actions::volley(p, volley))
            .with_if(*answered, "answered", true),
        Window::FirstFire { seat, ship, attackers } => {
            question("first fire", *seat, *ship, *attackers)
        }
        Window::Return { seat, ship, attackers } => question("return", *seat, *ship, *attackers),
        Window::BoardShot { seat, ship, attackers } => {
            question("board shot", *seat, *ship, *attackers)
        }
        Window::Sailing(s) => kind("sailing")
            .with("seat", player(s.seat))
            .with("ship", s.ship.name())
            .with_if(!s.path.is_empty(), "path", actions::path(s.path))
            .with_if(s.storm, "storm", true)
            .with("done", s.done)
            .with("left", i64::from(s.left))
            .with("point", POINTS[s.point as usize].0)
            .with("asked", player(s.asked))
            .with("sails", s.sails)
            .with("from", s.from.name())
            .with("start", s.start.name()),
        Window::Crossing { seat, ship } => {
            kind("crossing").with("seat", player(*seat)).with("ship", ship.name())
        }
        Window::Boarding { seat, attackers, target } => kind("boarding")
            .with("seat", player(*seat))
            .with("attackers", ships(*attackers))
            .with("target", target.name()),
        Window::Plunder { seat, ships: set, gold } => kind("plunder")
            .with("seat", player(*seat))
            .with("ships", ships(*set))
            .with("gold", *gold),
    }
}

pub(in crate::text) fn secret(own: &SeatSecret) -> Doc {
    let mut doc = Doc::map();
    if !own.mines.is_empty() {
        let mut mines = Doc::map();
        for mine in &own.mines {
            let order = match mine.order {
                Standing::Ask => "ask",
                Standing::Auto => "auto",
                Standing::Hold => "hold",
            };
            mines.put(mine.space.name(), order);
        }
        doc.put("mines", mines);
    }
    let mut held = Doc::map();
    for (seat, space) in own.held.iter().enumerate().filter(|(_, space)| space.is_some()) {
        held.put(player(Seat(seat as u8)), space.name());
    }
    let offer = |offer: crate::state::Offer| {
        Doc::map().with("seat", player(offer.seat)).with("turns", offer.turns)
    };
    doc = doc
        .with_if(own.map.is_some(), "map", own.map.name())
        .with_if(held != Doc::map(), "held", held)
        .with_if(!own.offered.is_empty(), "offered", Doc::list(own.offered.iter().map(player)));
    if let Some(it) = own.incoming {
        doc.put("incoming", offer(it));
    }
    if let Some(it) = own.outgoing {
        doc.put("outgoing", offer(it));
    }
    doc
}
