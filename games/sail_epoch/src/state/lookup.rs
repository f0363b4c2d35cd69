//! Questions to the public state that many chapters ask: who is whose enemy,
//! who acts, what lies where, what fits where.

use crate::board::{Chart, Space};
use crate::setup::{Alliances, Options, Scenario, Teams};
use crate::state::{Flag, Fort, Public, Seats, Ship, Weather, pair_index};
use crate::units::{Class, FortId, N_SHIPS, ShipId};
use admiralty_core::{Seat, SeatSet, Side};

/// In Jolly Roger the first seat is Spain, the others are pirates.
pub const SPAIN: Seat = Seat(0);

impl Public {
    /// What was agreed before play.
    #[inline]
    pub fn options(&self) -> &Options {
        &self.world.options
    }

    /// The field.
    #[inline]
    pub fn chart(&self) -> &Chart {
        &self.world.chart
    }

    /// Do ships have a bow? SE-1.1b: only at the third level.
    #[inline]
    pub fn has_bows(&self) -> bool {
        self.options().level == crate::setup::Level::Admiral
    }

    /// How many players began.
    pub fn n_players(&self) -> u8 {
        self.options().players
    }

    /// The seats that began.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        (0..self.n_players()).map(Seat)
    }

    /// Did this seat begin?
    pub fn has_seat(&self, seat: Seat) -> bool {
        seat.0 < self.n_players()
    }

    /// The forts and ruins by their numbers.
    pub fn fort_ids(&self) -> impl Iterator<Item = FortId> + Clone + use<> {
        (0..self.n_forts).map(FortId::new)
    }

    /// A fort or a ruin.
    #[inline]
    pub fn fort(&self, id: FortId) -> &Fort {
        &self.forts[id.index()]
    }

    /// The forts and ruins.
    pub fn forts(&self) -> &[Fort] {
        &self.forts[..self.n_forts as usize]
    }

    /// A ship.
    #[inline]
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    /// Maximum strength of a ship. SE-R4: option for galleons and frigates.
    #[inline]
    pub fn max_strength(&self, id: ShipId) -> u8 {
        match id.class() {
            Class::Galleon | Class::Frigate => self.options().medium,
            class => class.card().strength,
        }
    }

    /// Strength left.
    #[inline]
    pub fn strength(&self, id: ShipId) -> u8 {
        self.max_strength(id) - self.ship(id).hull
    }

    /// The side of a seat.
    pub fn side(&self, seat: Seat) -> Side {
        self.options().teams.side(seat)
    }

    /// Is `b` an enemy of `a`?
    #[inline]
    pub fn is_foe(&self, a: impl Into<Flag>, b: impl Into<Flag>) -> bool {
        match (a.into().seat(), b.into().seat()) {
            (Some(a), Some(b)) => a != b && self.foes[a.index()].has(b),
            _ => false,
        }
    }

    /// May `a` attack units of `b`? SE-3.1.2c: never constant allies; a
    /// temporary ally only where alliances may be broken suddenly.
    pub fn may_attack(&self, a: Seat, b: impl Into<Flag>) -> bool {
        let b = b.into();
        self.is_foe(a, b)
            || (self.options().alliances == Alliances::Sudden && self.are_treaty_allies(a, b))
    }

    /// Is a temporary alliance in force between them?
    pub fn are_treaty_allies(&self, a: Seat, b: impl Into<Flag>) -> bool {
        b.into().seat().is_some_and(|b| a != b && self.treaties[pair_index(a, b)].on)
    }

    /// The same player or a team mate. SE-3.1.2b: constant alliances are the teams.
    pub fn are_mates(&self, a: Seat, b: impl Into<Flag>) -> bool {
        b.into().seat().is_some_and(|b| self.side(a) == self.side(b))
    }

    /// Works out anew who is whose enemy.
    pub fn set_foes(&mut self) {
        let peaceful_pirates =
            self.options().scenario == Scenario::Jolly && !self.options().pirates_fight;
        for a in self.seats() {
            let mut foes = Seats::EMPTY;
            for b in self.seats() {
                // SE-R83: without `pirates_fight` pirates are not enemies of each other.
                let pirates = peaceful_pirates && a != SPAIN && b != SPAIN;
                if !self.are_mates(a, b) && !pirates && !self.are_treaty_allies(a, b) {
                    foes = foes.with(b);
                }
            }
            self.foes[a.index()] = foes;
        }
    }

    /// Does the seat command this fort? SE-R114: the shared Tortuga counts as each pirate's own.
    #[inline]
    pub fn commands(&self, seat: Seat, fort: &Fort) -> bool {
        !fort.ruin && (fort.owner == seat || (fort.owner == Flag::PIRATES && seat != SPAIN))
    }

    /// Is the fort a lawful target of the seat: an enemy's or neutral (SE-3.3.5.1c)?
    pub fn may_attack_fort(&self, seat: Seat, fort: &Fort) -> bool {
        if fort.ruin {
            return false; // SE-R37: a ruin is no target.
        }
        match fort.owner {
            Flag::NOBODY => true,
            // SE-R119: no pirate attacks Tortuga.
            Flag::PIRATES => seat == SPAIN,
            owner => self.may_attack(seat, owner),
        }
    }

    /// Is a ship of `seat` an enemy in the eyes of this fort's worker or owner?
    pub fn is_hostile_at(&self, fort: &Fort, seat: impl Into<Flag>) -> bool {
        let seat = seat.into();
        match if fort.worker.is_nobody() { fort.owner } else { fort.worker } {
            Flag::NOBODY => false,
            // SE-R119: pirates' ships are never seen at Tortuga.
            _ if fort.first == Flag::PIRATES && seat != Flag::of(SPAIN) => false,
            Flag::PIRATES => seat == SPAIN,
            who => self.is_foe(who, seat),
        }
    }

    /// Who acts in this phase. SE-3.1.6c: each Turn is started by the next
    /// player, SE-R81: in Jolly Roger always by Spain.
    #[inline]
    pub fn acting(&self) -> Seat {
        self.order[self.order_index(self.at) as usize]
    }

    fn order_index(&self, at: u8) -> u8 {
        let n = u16::from(self.n_players());
        let shift = if self.options().scenario == Scenario::Jolly {
            0 // SE-3.1.6d: a scenario may fix the order.
        } else {
            self.turn.saturating_sub(1) % n
        };
        ((u16::from(at) + shift) % n) as u8
    }

    /// This Turn's order, everybody who began.
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.n_players()).map(|at| self.order[self.order_index(at) as usize])
    }

    /// The other players in playing order after `seat`.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        let n = self.n_players() as usize;
        let here = self.order[..n].iter().position(|&s| s == seat).unwrap_or(0);
        (1..n).map(move |i| self.order[(here + i) % n])
    }

    /// Puts a ship on a space.
    pub fn put(&mut self, id: ShipId, space: Space) {
        self.ships[id.index()].space = space;
        if let Some(owner) = self.ships[id.index()].owner.seat() {
            self.fleets[owner.index()] = self.fleets[owner.index()].with(id);
        }
        // SE-3.3.1.3f: a harbour sea space takes a second ship.
        if self.occupied.has(space) || self.world.chart.single.has(space) {
            self.full.add(space);
        }
        self.occupied.add(space);
    }

    /// Takes a ship off its space.
    pub fn lift(&mut self, id: ShipId) {
        let space = self.ships[id.index()].space;
        if !space.is_some() {
            return;
        }
        self.ships[id.index()].space = Space::NONE;
        self.full.remove(space);
        if !self.ships.iter().any(|ship| ship.space == space) {
            self.occupied.remove(space);
        }
    }

    /// The ships on a space.
    pub fn ships_on(&self, space: Space) -> impl Iterator<Item = ShipId> + '_ {
        (0..N_SHIPS as u8)
            .map(ShipId)
            .filter(move |id| space.is_some() && self.ship(*id).space == space)
    }

    /// Forts in whose harbour the space lies.
    pub fn forts_at(&self, space: Space) -> impl Iterator<Item = FortId> + '_ {
        self.fort_ids().filter(move |&fort| self.chart().fort_harbour[fort.index()].has(space))
    }

    /// May a ship of this player enter the space as far as Royal Ports go?
    /// SE-3.1.5.1i: not the harbour of his own or an ally's. SE-R96: only entering
    /// is barred; who is inside may stay or leave.
    #[inline]
    pub fn is_own_royal_harbour(&self, seat: Seat, space: Space) -> bool {
        let chart = self.chart();
        chart
            .royal_ports
            .iter()
            .zip(&chart.royal_harbour)
            .any(|(&(owner, _), cells)| cells.has(space) && !self.is_foe(seat, owner))
    }

    /// Goods lying on a space.
    pub fn goods_on(&self, space: Space) -> u8 {
        self.goods.iter().find(|(s, n)| *n > 0 && *s == space).map_or(0, |(_, n)| *n)
    }

    /// Puts goods on a space or takes them away.
    pub fn change_goods(&mut self, space: Space, by: i8) {
        let slot = self
            .goods
            .iter()
            .position(|(s, n)| *n > 0 && *s == space)
            .or_else(|| self.goods.iter().position(|(_, n)| *n == 0));
        if let Some(slot) = slot {
            let n = self.goods[slot].1.saturating_add_signed(by);
            self.goods[slot] = (if n == 0 { Space::NONE } else { space }, n);
        }
    }

    /// Most goods the ship can carry.
    pub fn capacity(&self, id: ShipId) -> u8 {
        match (self.options().scenario, id.class()) {
            // SE-4.1.7: any ship two troves.
            (Scenario::Treasures, _) => 2,
            // SE-4.2.9.3a, SE-4.2.9.3b: light ships one batch, heavy ships two.
            (Scenario::Pearls, Class::Brig | Class::Frigate) => 1,
            (Scenario::Pearls, _) => 2,
            // SE-4.3.11a, SE-4.3.11b: a galleon two, any other ship one.
            (Scenario::Jolly, Class::Galleon) => 2,
            (Scenario::Jolly, _) => 1,
            (Scenario::Oceans, _) => 0,
        }
    }

    /// How much its cargo slows the ship.
    pub fn cargo_penalty(&self, id: ShipId) -> u8 {
        let cargo = self.ship(id).cargo;
        match self.options().scenario {
            // SE-4.2.9.3a, SE-4.2.9.3b, SE-4.2.9.3c and SE-4.3.11a, SE-4.3.11c:
            // a ship is slowed by one when it is full.
            Scenario::Pearls | Scenario::Jolly if cargo > 0 && cargo == self.capacity(id) => 1,
            _ => 0,
        }
    }

    /// Is this player a pirate of Jolly Roger?
    pub fn is_pirate(&self, seat: Seat) -> bool {
        self.options().scenario == Scenario::Jolly && seat != SPAIN
    }

    /// Is it a game of teams?
    pub fn is_team_game(&self) -> bool {
        !matches!(self.options().teams, Teams::Single | Teams::OneEach)
    }

    /// Shots of a ship for a whole Turn of this weather. SE-3.3.2.10a,
    /// SE-3.3.2.10b: the card, in a storm the figure after the slash;
    /// SE-3.3.2.10c: without one it cannot fire.
    pub fn supply(&self, id: ShipId) -> u8 {
        let card = id.card();
        if self.wind.weather == Weather::Storm { card.storm_shots } else { card.shots }
    }

    /// The seats that are still in.
    pub fn living(&self) -> SeatSet {
        self.seats().filter(|&s| !self.players[s.index()].out).collect()
    }

    /// Goods that count for a side: delivered, in hand or stored at its forts.
    pub fn store(&self, side: Side) -> u8 {
        let hand: u8 = self
            .seats()
            .filter(|&s| self.side(s) == side)
            .map(|s| self.players[s.index()].hand)
            .sum();
        let stored: u8 = if self.options().scenario == Scenario::Pearls {
            self.forts()
                .iter()
                .filter(|f| f.owner.seat().is_some_and(|owner| self.side(owner) == side))
                .map(|f| f.goods)
                .sum()
        } else {
            0
        };
        hand + stored
    }
}
