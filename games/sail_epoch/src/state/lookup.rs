//! Questions to the public state that many chapters ask: what lies where, what fits where.

use crate::board::{Chart, Space};
use crate::setup::{Options, Scenario, Teams};
use crate::state::{Fort, Public, Ship};
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

    /// Is this player a pirate of Jolly Roger?
    pub fn is_pirate(&self, seat: Seat) -> bool {
        self.options().scenario == Scenario::Jolly && seat != SPAIN
    }

    /// Is it a game of teams?
    pub fn is_team_game(&self) -> bool {
        !matches!(self.options().teams, Teams::Single | Teams::OneEach)
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
