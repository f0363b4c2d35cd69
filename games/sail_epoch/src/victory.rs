//! Ends and scores: who is out, who has won.

use crate::event::{Cause, Event, Out};
use crate::rules::Play;
use crate::rules::{alliances, jolly};
use crate::setup::{Options, Scenario, Teams};
use crate::state::{Flag, Public, SPAIN, Seats, Stage, mark};
use admiralty_core::{ClauseId, Outcome, Seat, Side, SideSet, Verdict};
use core::cmp::Reverse;

/// Goods needed to win.
pub const fn goal(o: &Options) -> u8 {
    match (o.scenario, o.players, o.teams) {
        // SE-4.1.4b: three troves, SE-4.1.4c: two with four players.
        (Scenario::Treasures, 4, _) => 2,
        (Scenario::Treasures, ..) => 3,
        // SE-4.2.5b: teams of one or three teams of two need 4.
        (Scenario::Pearls, _, Teams::OneEach | Teams::TwoTwoTwo) => 4,
        // SE-4.2.5a: 2 v 2 needs 5, SE-R39: 3 v 3 as well.
        (Scenario::Pearls, _, Teams::TwoTwo | Teams::ThreeThree) => 5,
        // SE-4.2.4a, SE-4.2.4b, SE-4.2.4c: alone 4, 3 or 2.
        (Scenario::Pearls, 2, _) => 4,
        (Scenario::Pearls, 3 | 4, _) => 3,
        (Scenario::Pearls, ..) => 2,
        // SE-4.3.6a: three treasures in hand.
        (Scenario::Jolly, ..) => 3,
        (Scenario::Oceans, ..) => 0,
    }
}

fn win(play: &mut Play<'_>, side: Side, reason: &'static str, clause: &'static str) {
    // SE-3.1.2k: a single winner, a player or a team.
    end(play, Verdict::Won(SideSet::only(side)), reason, clause);
}

fn end(play: &mut Play<'_>, verdict: Verdict, reason: &'static str, clause: &'static str) {
    let outcome = Outcome { verdict, reason, degree: "", clause: ClauseId(clause) };
    let p = play.m();
    p.outcome = Some(outcome);
    p.stage = Stage::Over;
    p.windows.clear();
    p.fuse = None;
    for seat in play.p().seats() {
        let secret = &mut play.table.seats[seat];
        secret.incoming = None;
        secret.outgoing = None;
    }
    play.say(Event::Over { outcome });
}

fn sides(p: &Public) -> impl Iterator<Item = Side> {
    (0..p.options().teams.sides(p.n_players())).map(Side)
}

fn seats_of(p: &Public, side: Side) -> impl Iterator<Item = Seat> + '_ {
    p.seats().filter(move |&seat| p.side(seat) == side)
}

fn is_living(p: &Public, side: Side) -> bool {
    seats_of(p, side).any(|seat| !p.players[seat.index()].out)
}

fn has_ships(p: &Public, side: Side) -> bool {
    seats_of(p, side).any(|seat| !p.fleets[seat.index()].is_empty())
}

fn aboard(p: &Public, side: Side) -> u8 {
    seats_of(p, side)
        .flat_map(|seat| p.fleets[seat.index()].iter())
        .map(|id| p.ship(id).cargo)
        .sum()
}

fn strength(p: &Public, side: Side) -> u16 {
    seats_of(p, side)
        .flat_map(|seat| p.fleets[seat.index()].iter())
        .map(|id| u16::from(p.strength(id)))
        .sum()
}

/// Notes when each side came to hold each number of goods, unbroken.
fn note_times(p: &mut Public) {
    for side in 0..p.options().teams.sides(p.n_players()) {
        let store = p.store(Side(side));
        for n in 1..8u8 {
            let since = &mut p.since[side as usize][n as usize];
            *since = match (*since, store >= n) {
                (0, true) => p.clock,
                (since, true) => since,
                (_, false) => 0,
            };
        }
    }
}

/// Goods, how long they have been held, goods aboard, strength: SE-R50's ranking.
fn rank_key(p: &Public, side: Side) -> (u8, Reverse<u32>, u8, u16) {
    if p.options().scenario == Scenario::Oceans {
        let forts = p.forts().iter().filter(|fort| {
            !fort.ruin && fort.owner.seat().is_some_and(|owner| p.side(owner) == side)
        });
        return (forts.count() as u8, Reverse(0), 0, strength(p, side));
    }
    let store = p.store(side);
    let since = p.since[side.index()][store.min(7) as usize];
    (store, Reverse(if store == 0 { 0 } else { since }), aboard(p, side), strength(p, side))
}

/// Ends the game by the ranking among these sides.
fn by_ranking(play: &mut Play<'_>, among: SideSet, reason: &'static str, clause: &'static str) {
    let p = play.p();
    let best = among.iter().map(|side| rank_key(p, side)).max();
    let first: SideSet = among.iter().filter(|&side| Some(rank_key(p, side)) == best).collect();
    let verdict = if first.len() == 1 { Verdict::Won(first) } else { Verdict::Drawn };
    end(play, verdict, reason, clause);
}

fn living_sides(p: &Public) -> SideSet {
    sides(p).filter(|&side| is_living(p, side)).collect()
}

/// After every action: who is out, who has won. SE-4.4.4: whoever first meets a condition.
pub(crate) fn judge(play: &mut Play<'_>) {
    if !play.p().dirty || play.p().outcome.is_some() {
        return;
    }
    play.m().dirty = false;
    note_times(play.m());
    without_ships(play);
    if play.p().outcome.is_none() {
        immediate(play);
    }
    // What was removed on the way has been judged with it.
    play.m().dirty = false;
}

/// Players without ships.
fn without_ships(play: &mut Play<'_>) {
    let p = play.p();
    let lost: smallvec::SmallVec<[Seat; 6]> = p
        .seats()
        .filter(|&seat| !p.players[seat.index()].out && p.fleets[seat.index()].is_empty())
        .collect();
    if lost.is_empty() {
        return;
    }
    let goes_out = |p: &Public, seat: Seat| match p.options().scenario {
        // SE-R45: he stays, his fort still fires.
        Scenario::Treasures => false,
        Scenario::Pearls => true,                     // SE-4.2.6a
        Scenario::Jolly => seat != SPAIN,             // SE-4.3.22; SE-R105: not Spain.
        Scenario::Oceans => p.options().win_no_ships, // SE-R116
    };
    let all_out = play.p().living().iter().all(|s| lost.contains(&s) && goes_out(play.p(), s));
    if all_out && play.p().options().scenario != Scenario::Jolly {
        // SE-R51: everybody at once: ranking among those who were still in.
        let among = living_sides(play.p());
        by_ranking(play, among, "nobody", "SE-R51");
        return;
    }
    for seat in lost {
        if goes_out(play.p(), seat) {
            eliminate(play, seat, Out::NoShips);
        } else if play.p().options().kids_respawn && play.p().players[seat.index()].respawn == 0 {
            // SE-4.1.10: a new brig on the fifth Turn after this one.
            let turn = play.p().turn + 5;
            play.m().players[seat.index()].respawn = turn;
        }
    }
}

/// Sides in the order in which conditions are tested: SE-R104, the acting side first.
fn testing_order(p: &Public) -> smallvec::SmallVec<[Side; 6]> {
    let acting = p.acting();
    let mut out: smallvec::SmallVec<[Side; 6]> = smallvec::SmallVec::new();
    for seat in core::iter::once(acting).chain(p.after(acting)) {
        let side = p.side(seat);
        if !out.contains(&side) {
            out.push(side);
        }
    }
    out
}

fn immediate(play: &mut Play<'_>) {
    match play.p().options().scenario {
        Scenario::Treasures => treasures(play),
        Scenario::Pearls => pearls(play),
        Scenario::Jolly => {
            // SE-4.3.24c, SE-4.3.6c: no pirate ship left.
            let p = play.p();
            if p.seats().skip(1).all(|seat| p.fleets[seat.index()].is_empty()) {
                let spain = play.p().side(SPAIN);
                win(play, spain, "pirates", "SE-4.3.24c");
            }
        }
        Scenario::Oceans => {
            if play.p().options().win_no_ships {
                // SE-4.4.3b: the last side with ships.
                last_with_ships(play, "SE-4.4.3b");
            } else {
                nobody_afloat(play);
            }
        }
    }
}

fn last_with_ships(play: &mut Play<'_>, clause: &'static str) {
    let p = play.p();
    let afloat: SideSet = sides(p).filter(|&side| has_ships(p, side)).collect();
    if afloat.len() == 1
        && let Some(side) = afloat.iter().next()
    {
        win(play, side, "ships", clause);
    }
}

/// SE-R100: all others are out.
pub(crate) fn forsaken(play: &mut Play<'_>) {
    let living = living_sides(play.p());
    if living.len() == 1
        && let Some(side) = living.iter().next()
    {
        win(play, side, "last", "SE-R100");
    }
}

/// SE-R132: no ship on the field and nobody out by that.
fn nobody_afloat(play: &mut Play<'_>) {
    let p = play.p();
    if sides(p).all(|side| !has_ships(p, side)) {
        let among = living_sides(p);
        by_ranking(play, among, "nobody", "SE-R132");
    } else if living_sides(p).len() == 1
        && let Some(side) = living_sides(p).iter().next()
    {
        win(play, side, "last", "SE-4.4.4");
    }
}

fn best_with(p: &Public, goal: u8) -> Option<Side> {
    // First reached first; then the acting side.
    let order = testing_order(p);
    let has = |side: &Side| p.store(*side) >= goal && is_living(p, *side);
    order.into_iter().filter(has).min_by_key(|side| p.since[side.index()][goal.min(7) as usize])
}

fn treasures(play: &mut Play<'_>) {
    let p = play.p();
    let lying: u8 = p.goods.iter().map(|(_, n)| n).sum();
    let carried: u8 = sides(p).map(|side| aboard(p, side)).sum();
    // Gold of players who are out wins nobody the game.
    let most = living_sides(p).iter().map(|side| p.store(side)).max().unwrap_or(0);
    // SE-4.1.9, SE-R44: when nobody can reach the goal any more it falls by one.
    while play.p().goal > 1 && most + lying + carried < play.p().goal {
        play.m().goal -= 1;
        let goal = play.p().goal;
        play.say(Event::Goal { goal });
    }
    if let Some(side) = best_with(play.p(), play.p().goal) {
        let clause =
            if play.p().goal == goal(play.p().options()) { "SE-4.1.4b" } else { "SE-4.1.9" };
        win(play, side, "gold", clause);
        return;
    }
    // SE-R100: whoever is alone at the table has won, whatever would still come.
    forsaken(play);
    if play.p().outcome.is_none() && !play.p().options().kids_respawn {
        // SE-R45: the only player with ships wins.
        last_with_ships(play, "SE-R45");
        if play.p().outcome.is_none() {
            nobody_afloat(play);
        }
    }
}

fn pearls(play: &mut Play<'_>) {
    if let Some(side) = best_with(play.p(), play.p().goal) {
        let team = play.p().is_team_game();
        win(play, side, "pearls", if team { "SE-4.2.5a" } else { "SE-4.2.4a" });
        return;
    }
    // SE-4.2.4d, SE-4.2.5c: the last player or team with ships.
    let team = play.p().is_team_game();
    last_with_ships(play, if team { "SE-4.2.5c" } else { "SE-4.2.4d" });
    if play.p().outcome.is_some() {
        return;
    }
    let p = play.p();
    let at_sea = p.goods.iter().any(|(_, n)| *n > 0) || sides(p).any(|side| aboard(p, side) > 0);
    let stored = sides(p).any(|side| p.store(side) > 0);
    // SE-R41: with nothing stored the game goes on.
    if !at_sea && stored {
        // SE-4.2.4e: the largest store, SE-4.2.4f: reached first; SE-R42: teams too.
        let key = |side: &Side| {
            (p.store(*side), Reverse(p.since[side.index()][p.store(*side).min(7) as usize]))
        };
        let best = living_sides(p).iter().max_by_key(key);
        if let Some(side) = best.filter(|&side| p.store(side) > 0) {
            win(play, side, "store", "SE-4.2.4e");
        }
    }
}

/// A player is out. SE-R43: forts to a team mate, else neutral; mines vanish.
pub(crate) fn eliminate(play: &mut Play<'_>, seat: Seat, why: Out) {
    if play.p().players[seat.index()].out {
        return;
    }
    if play.p().is_pirate(seat) {
        jolly::pirate_lost(play, seat);
    }
    for id in play.p().fleets[seat.index()].iter() {
        play.sink(id, Cause::Removed);
    }
    let p = play.m();
    p.players[seat.index()].out = true;
    p.players[seat.index()].mines = 0;
    p.players[seat.index()].to_note = 0;
    for ship in &mut p.ships {
        // SE-R100: Spain gives up its reserve too; before play nothing is deployed.
        let waits = ship.has(mark::RESERVE) || (p.turn == 0 && !ship.is_afloat());
        if ship.owner == seat && waits {
            *ship = crate::state::Ship::GONE;
        }
    }
    // SE-4.2.6b: the next living team mate in seat order takes the forts.
    let n = p.n_players();
    let heir = (1..n)
        .map(|i| Seat((seat.0 + i) % n))
        .find(|&other| p.are_mates(seat, other) && !p.players[other.index()].out);
    let mut inherited = false;
    for fort in p.fort_ids() {
        if p.forts[fort.index()].owner == seat {
            inherited = true;
            p.forts[fort.index()].owner = heir.map_or(Flag::NOBODY, Flag::of);
            p.forts[fort.index()].hostile = Seats::EMPTY; // SE-R110: old grudges are forgotten.
            p.forts[fort.index()].last_hostile = Flag::NOBODY;
        }
    }
    // SE-R49: only a fort ends the heir's countdown.
    if let Some(heir) = heir.filter(|_| inherited) {
        p.players[heir.index()].fortless = 0;
    }
    let secret = &mut play.table.seats[seat];
    secret.mines.clear();
    alliances::leave(play, seat);
    play.m().dirty = true;
    play.say(Event::Eliminated { seat, why });
}

/// SE-R100: resigning is losing all ships by sinking, then going out.
pub(crate) fn resign(play: &mut Play<'_>, seat: Seat) {
    play.say(Event::Resigned { seat });
    give_up(play, seat);
}

/// All ships go down as if sunk, and the player is out.
pub(crate) fn give_up(play: &mut Play<'_>, seat: Seat) {
    for ship in play.p().fleets[seat.index()].iter() {
        play.sink(ship, Cause::Removed);
    }
    play.m().players[seat.index()].victor = Flag::NOBODY;
    eliminate(play, seat, Out::Resigned);
}

/// Conditions judged at the end of a Turn, in the order of SE-R131.
pub(crate) fn end_of_turn(play: &mut Play<'_>, fallen: &[(Seat, Seat)]) {
    play.m().dirty = true;
    note_times(play.m());
    // SE-4.4.3a, SE-3.1.5.1g: a captured Royal Port ends it.
    if play.p().options().win_royal_port && !fallen.is_empty() {
        let first = play.p().turn_order().find(|seat| fallen.iter().any(|(_, by)| by == seat));
        if let Some(seat) = first {
            let side = play.p().side(seat);
            win(play, side, "royal-port", "SE-4.4.3a");
            return;
        }
    }
    fortless(play);
    if play.p().outcome.is_none() && play.p().options().scenario == Scenario::Jolly {
        jolly_end(play);
    }
    if play.p().outcome.is_none() {
        judge(play);
    }
    let limit = play.p().options().turn_limit;
    if play.p().outcome.is_none() && limit > 0 && play.p().turn >= limit {
        // SE-R50: the turn limit.
        let among = living_sides(play.p());
        by_ranking(play, among, "turn-limit", "SE-R50");
    }
}

/// SE-4.2.7f, SE-4.4.3c, SE-R49: three more Turns without a fort.
fn fortless(play: &mut Play<'_>) {
    let counts = match play.p().options().scenario {
        Scenario::Pearls => true,
        Scenario::Oceans => play.p().options().win_no_forts,
        _ => false,
    };
    if !counts {
        return;
    }
    let p = play.p();
    let due: smallvec::SmallVec<[Seat; 6]> = p
        .seats()
        .filter(|&seat| {
            let player = &p.players[seat.index()];
            !player.out && player.fortless > 0 && p.turn >= player.fortless + 3
        })
        .collect();
    if due.is_empty() {
        return;
    }
    if p.living().iter().all(|seat| due.contains(&seat)) {
        let among = living_sides(p);
        by_ranking(play, among, "nobody", "SE-R51");
        return;
    }
    for seat in due {
        eliminate(play, seat, Out::NoForts);
    }
    let living = living_sides(play.p());
    if living.len() == 1
        && let Some(side) = living.iter().next()
    {
        let oceans = play.p().options().scenario == Scenario::Oceans;
        win(play, side, "forts", if oceans { "SE-4.4.3c" } else { "SE-4.2.7f" });
    }
}

/// SE-4.3.24e: Jolly Roger is judged when all have played.
fn jolly_end(play: &mut Play<'_>) {
    let p = play.p();
    let seats = || p.living().iter();
    let hand = |seat: Seat| p.players[seat.index()].hand;
    // SE-4.3.24a: three in hand, SE-4.3.24b: nothing else counts; SE-R85.
    let rich = seats()
        .filter(|&seat| hand(seat) >= 3)
        .max_by_key(|&seat| (hand(seat), Reverse(p.since[seat.index()][3])));
    if let Some(seat) = rich {
        let side = p.side(seat);
        win(play, side, "treasure", "SE-4.3.24a");
        return;
    }
    // SE-4.3.24d, SE-4.3.6b: Spain has neither ships nor reserve.
    if p.fleets[0].is_empty() && !jolly::has_reserve(p) {
        let all = |seat: Seat| hand(seat) + aboard(p, p.side(seat));
        let most = seats().filter(|&s| s != SPAIN).map(all).max().unwrap_or(0);
        let first: SideSet =
            seats().filter(|&s| s != SPAIN && all(s) == most).map(|s| p.side(s)).collect();
        by_ranking(play, first, "spain", "SE-4.3.24d");
        return;
    }
    // SE-R86: nothing left to win.
    let left = p.appeared < jolly::TREASURES
        || sides(p).any(|side| aboard(p, side) > 0)
        || p.forts().iter().any(|fort| fort.goods > 0)
        || p.stashes.iter().any(|stash| stash.holder != Flag::NOBODY && stash.goods > 0);
    let richest = seats().map(hand).max().unwrap_or(0);
    if !left && richest > 0 {
        let best = seats()
            .filter(|&seat| hand(seat) == richest)
            .min_by_key(|&seat| p.since[seat.index()][richest.min(7) as usize]);
        if let Some(seat) = best {
            let side = p.side(seat);
            win(play, side, "richest", "SE-R86");
        }
    }
}
