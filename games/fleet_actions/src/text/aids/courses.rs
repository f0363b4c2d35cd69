//! Where an order brings ships, sailed by the rules themselves on a sheet of its own, and what they run
//! into on the way. Nobody else moves there: what is said of others holds if they stay where they are.

use super::arc;
use crate::FleetActions;
use crate::action::HeadOrder;
use crate::board::{Dir, Point};
use crate::event::Event;
use crate::rules::{Ctx, captains, headings, speeds};
use crate::setup::{ShipId, SquadId};
use crate::state::{Fleet, Group, Kind, Order, Public, Sealed, Shared, State, mark};
use crate::text::{self, DIRS, names};
use crate::units::Force;
use admiralty_core::{BySeat, BySide, Dice, Die, Doc, Dry, Field, Seat, Shape, Table};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use Shape::{Bool, Int, Text, Words};

const TEXTS: Shape = Shape::List(&Text);

/// Something on the way that may end it.
const RISK: Shape = Shape::Map(&[
    Field::new("n", Int, "with which of the moves"),
    Field::new("at", Text, "where"),
    Field::new("sign", Text, "what it is, in a word or two"),
    Field::new("says", Text, "what happens there"),
]);

/// Where a speed brings ships that sail as one.
pub(in crate::text) const COURSE: Shape = Shape::Map(&[
    Field::new("squad", Text, "their squadron"),
    Field::new("speed", Int, "at this speed"),
    Field::new("ships", TEXTS, "the ships, head to tail"),
    Field::new("from", Text, "where they are"),
    Field::new("way", TEXTS, "the points they come to, move by move"),
    Field::new("heading", Words(DIRS), "their heading in the end"),
    Field::optional("axis", Text, "the axis of their Line of Bearing then"),
    Field::optional("off", Bool, "they leave the map"),
    Field::new("arc", Shape::Named("Arc", &super::ARC), "where their guns bear from there"),
    Field::optional("risks", Shape::List(&Shape::Named("Risk", &RISK)), "what may end it before"),
]);

/// Where a heading leads at the best speed on it.
pub(in crate::text) const LEAD: Shape = Shape::Map(&[
    Field::new("unit", Text, "the Group"),
    Field::new("heading", Words(DIRS), "on this heading"),
    Field::new("way", TEXTS, "the points it comes to, move by move"),
    Field::optional("risks", Shape::List(&Shape::Named("Risk", &RISK)), "what may end it before"),
]);

/// Dice that let everybody sail, and show who would collide.
struct Highest;

impl Dice for Highest {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        Ok(die.0)
    }
}

/// A squadron that has sailed on a sheet of its own.
pub(super) struct Voyage {
    /// The sheet in the end.
    sheet: Public,
    /// Each ship in command with her points: where she is, and after each move.
    trails: Vec<(ShipId, Vec<Point>)>,
    /// Who would collide where, and with which move.
    bumps: Vec<(u8, Point, Fleet)>,
    /// Who would be out of command.
    pub(super) strays: Fleet,
}

/// Sails a squadron as it is ordered, at this speed.
pub(super) fn sail(p: &Public, squad: SquadId, speed: u8) -> Result<Voyage, Dry> {
    let mut table: Table<FleetActions> = Table {
        public: p.clone(),
        sides: BySide::new(2, |_| Shared { cards: p.cards.iter().map(|_| None).collect() }),
        seats: BySeat::new(p.battle.seats.len() as u8, |_| Sealed::default()),
        umpire: None,
    };
    for s in &mut table.public.ships {
        if s.squad != squad {
            s.at = Point::default();
        }
    }
    let q = &mut table.public.squads[squad.i()];
    (q.marker, q.moves) = (speed, 0);
    let mine: Vec<ShipId> = p.line_of(squad).filter(|id| p.ship(*id).in_group()).collect();
    let mut trails: Vec<(ShipId, Vec<Point>)> =
        mine.iter().map(|id| (*id, Vec::from([p.ship(*id).at]))).collect();
    let (mut bumps, mut strays) = (Vec::new(), Fleet::EMPTY);
    let tacks = mine.iter().any(|id| matches!(p.ship(*id).order, Order::Tack { .. }));
    // FA-6.07: without a speed only tacks are sailed.
    for n in 1..=speed.max(u8::from(tacks)) {
        for s in &mut table.public.ships {
            s.set(mark::ACTED, false);
        }
        let mut hit: Vec<(ShipId, ShipId)> = Vec::new();
        let mut tell = |told: admiralty_core::Told<Event>| match told.event {
            Event::Collided { a, b, .. } => hit.push((a, b)),
            Event::Straggles(id) => strays = strays.with(id),
            _ => {}
        };
        let mut dice = Highest;
        let mut ctx = Ctx::new(&mut table, &mut dice, &mut tell);
        ctx.begin_squad(squad);
        ctx.continue_squad()?;
        for (a, b) in hit {
            let both = Fleet::only(a).with(b);
            bumps.push((n, table.public.ship(a).at, both));
            // It may go well: they sail on.
            both.iter().for_each(|id| table.public.ship_mut(id).set(mark::CHECKED, false));
        }
        for (id, trail) in &mut trails {
            trail.push(table.public.ship(*id).at);
        }
    }
    Ok(Voyage { sheet: table.public, trails, bumps, strays })
}

/// What happens with these ships where the enemy lies on their way.
fn meeting(p: &Public, movers: Fleet, from: Point, to: Point, heading: Dir) -> Option<Doc> {
    let side = p.ship(movers.iter().next()?).side;
    let foes: Fleet = p.line_at(to).iter().filter(|id| p.ship(*id).side != side).collect();
    if foes.is_empty() {
        return None;
    }
    let who = names::ships(&p.battle, foes);
    let are = if foes.len() == 1 { "is" } else { "are" };
    // FA-7.05: nobody hesitates before stragglers.
    let group = captains::obstacles(p, to, movers).iter().any(|g| p.battle.side(g.squad) != side);
    let open = !captains::open_sides(p, from, heading).is_empty();
    let led = captains::is_led(p, movers);
    let sure = led || !group || captains::flag_in_melee(p, movers, to);
    let enters = match (group && open, led, sure) {
        (true, true, _) => "you choose to go in or to veer".to_string(),
        (true, false, false) => {
            "the captains go in on a 5 or 6, with a signal to close on a 4, else they veer"
                .to_string()
        }
        _ => "your ships go in among them".to_string(),
    };
    let crosses = foes.iter().any(|id| !p.ship(id).heading.is_parallel(heading));
    let then = match p.force {
        // FA-3.74: never in a gale.
        Force::Gale | Force::Calm => "",
        _ if p.melee_at(to) => ". Whoever goes in joins the close action there",
        _ if crosses => {
            ". Whoever goes in and holds the course is locked in close action; turned alongside they stay free"
        }
        _ => ". Their courses are parallel: they would lie side by side, at pistol shot",
    };
    let sign = match (group && open, led, sure) {
        (true, true, _) => "go in or veer",
        (true, false, false) => "captains must dare",
        _ if crosses || p.melee_at(to) => "close action",
        _ => "side by side",
    };
    let says = format!("If {who} {are} still there, {enters}{then}.");
    Some(Doc::map().with("at", to.to_string()).with("sign", sign).with("says", says))
}

impl Voyage {
    /// Who made this move together with a ship.
    fn beside(&self, trail: &[Point], n: usize) -> Fleet {
        let same = |t: &&(ShipId, Vec<Point>)| t.1[n - 1] == trail[n - 1] && t.1[n] == trail[n];
        self.trails.iter().filter(same).map(|t| t.0).collect()
    }

    /// What these ships run into, move by move.
    fn risks(&self, p: &Public, ships: Fleet, trail: &[Point]) -> Vec<Doc> {
        let mut list = Vec::new();
        let numbered = |n: usize, doc: Doc| doc.with("n", n as u8);
        for n in 1..trail.len() {
            let (from, to) = (trail[n - 1], trail[n]);
            if from == to || !p.battle.extent.has(to) {
                continue;
            }
            let met =
                from.towards(to).and_then(|dir| meeting(p, self.beside(trail, n), from, to, dir));
            list.extend(met.map(|doc| numbered(n, doc)));
            let bumped: Fleet = self
                .bumps
                .iter()
                .filter(|(move_, at, both)| {
                    usize::from(*move_) == n && *at == to && !both.common(ships).is_empty()
                })
                .fold(Fleet::EMPTY, |all, (.., both)| all.union(*both));
            if !bumped.is_empty() {
                let who = names::ships(&p.battle, self.sheet.line_at(to));
                let says = format!(
                    "{who} come together here, in each other's way: with equal dice two of them collide and lose a move, or stay foul of each other."
                );
                let doc = Doc::map().with("at", to.to_string()).with("sign", "may collide");
                list.push(numbered(n, doc.with("says", says)));
            }
            list.extend(shoal(p, ships, to).map(|doc| numbered(n, doc)));
        }
        list
    }

    /// Ships that sail as one, where they come.
    fn parts(&self, p: &Public, squad: SquadId, speed: u8, out: &mut Vec<Doc>) {
        let mut told = Fleet::EMPTY;
        for (id, trail) in &self.trails {
            if told.has(*id) {
                continue;
            }
            let end = *self.sheet.ship(*id);
            let same = |t: &&(ShipId, Vec<Point>)| {
                t.1 == *trail && self.sheet.ship(t.0).heading == end.heading
            };
            let ships: Fleet = self.trails.iter().filter(same).map(|t| t.0).collect();
            told = told.union(ships);
            let off = end.state != State::Ok || !p.battle.extent.has(end.at);
            let way = trail[1..].iter().filter(|at| p.battle.extent.has(**at));
            let way: Vec<String> = way.map(ToString::to_string).collect();
            let group = self.sheet.group_at(squad, end.at).filter(|g| g.ships.has(*id));
            let axis = group.and_then(|g| g.firing_axis());
            let risks = self.risks(p, ships, trail);
            let order = self.sheet.in_order(ships);
            out.push(
                Doc::map()
                    .with("squad", p.battle.squad_code(squad))
                    .with("speed", speed)
                    .with("ships", Doc::list(order.iter().map(|id| p.battle.ship_code(*id))))
                    .with("from", trail[0].to_string())
                    .with("way", way)
                    .with("heading", end.heading.name())
                    .with_if(end.axis.is_some(), "axis", end.axis.map(Dir::name))
                    .with_if(off, "off", true)
                    .with("arc", arc(p, end.at, end.heading, axis))
                    .with_if(!risks.is_empty(), "risks", Doc::List(risks)),
            );
        }
    }
}

/// Shoals on which these ships may ground.
// FA-D.22, FA-D.23
fn shoal(p: &Public, ships: Fleet, to: Point) -> Option<Doc> {
    let side = p.ship(ships.iter().next()?).side;
    let risky = p.battle.shoal.has(to) && !p.battle.sides[side.index()].shallow;
    let says = "Each ship that ends a move on the shoal is aground on a 1 or 2.";
    risky.then(|| Doc::map().with("at", to.to_string()).with("sign", "shoal").with("says", says))
}

/// Where each speed that a seat may still seal brings its ships.
pub(in crate::text) fn by_speed(p: &Public, seat: Seat, sealed: &Sealed) -> Doc {
    let mut list = Vec::new();
    if p.phase.kind == Kind::Speed && p.pending.has(seat) {
        for squad in p.squad_ids().filter(|q| p.seat_of(*q) == seat) {
            for speed in 0..=3 {
                if speeds::check_speed(p, sealed, squad, speed).is_ok()
                    && let Ok(voyage) = sail(p, squad, speed)
                {
                    voyage.parts(p, squad, speed, &mut list);
                }
            }
        }
    }
    Doc::List(list)
}

/// Where a Group would come on this heading, at the best speed on it.
fn lead(p: &Public, g: &Group, dir: Dir) -> Doc {
    let (mut way, mut risks) = (Vec::new(), Vec::new());
    let mut from = g.at;
    for n in 1..=p.max_speed(dir) {
        let to = from.step(dir);
        // FA-D.20, FA-3.13
        if !p.battle.is_sea(to) {
            break;
        }
        let found = [meeting(p, g.ships, from, to, dir), shoal(p, g.ships, to)];
        risks.extend(found.into_iter().flatten().map(|doc| doc.with("n", n)));
        way.push(to.to_string());
        from = to;
    }
    Doc::map()
        .with("unit", text::group(&p.battle, g.squad, g.at))
        .with("heading", dir.name())
        .with("way", way)
        .with_if(!risks.is_empty(), "risks", Doc::List(risks))
}

/// Where each heading leads that a seat may order now.
pub(in crate::text) fn by_heading(p: &Public, seat: Seat) -> Doc {
    let mut list = Vec::new();
    let asked = p.phase.squads.first().filter(|q| p.seat_of(**q) == seat);
    if let (Kind::Head, Some(squad)) = (p.phase.kind, asked) {
        for g in p.groups(*squad) {
            for dir in Dir::ALL {
                let order = match dir == g.heading {
                    true => HeadOrder::Steady,
                    false => HeadOrder::Turn { dir, together: false },
                };
                if headings::check(p, &g, order).is_ok() {
                    list.push(lead(p, &g, dir));
                }
            }
        }
    }
    Doc::List(list)
}
