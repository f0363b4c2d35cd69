//! A small board for looking ahead one step: who stands where, and what is
//! believed of each piece.

use super::belief::{Care, Chances, beliefs, distance};
use admiralty_core::Side;
use naval_battle::{Combat, KINDS, Kind, Public, Secret, Square};

const WIDTH: usize = 14;
const N_CELLS: usize = WIDTH * 16;
/// Islands and everything off the board; the rim is two cells wide.
const LAND: u8 = 255;
const EMPTY: u8 = 254;
/// Where a piece stands that is no longer on the board.
pub(super) const GONE: u8 = 0;

/// Worth of an Admiral: the game.
pub(super) const GAME: f32 = 1000.0;

/// North, south, east, west, then the diagonals.
pub(super) const WAYS: [i16; 8] = [14, -14, 1, -1, 15, 13, -13, -15];

/// The cell of a square.
pub(super) fn cell(square: Square) -> u8 {
    (usize::from(square.row()) + 2) as u8 * WIDTH as u8 + square.column() + 2
}

/// Steps between two cells.
pub(super) fn apart(a: u8, b: u8) -> u8 {
    let (a, b) = (usize::from(a), usize::from(b));
    ((a / WIDTH).abs_diff(b / WIDTH)).max((a % WIDTH).abs_diff(b % WIDTH)) as u8
}

/// One cell on.
pub(super) fn step(at: u8, way: i16) -> u8 {
    (i16::from(at) + way) as u8
}

/// A piece, own or the enemy's.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) own: bool,
    /// What it is; of an enemy piece only if the record tells.
    pub(super) kind: Option<Kind>,
    /// What it may be.
    pub(super) chances: Chances,
    /// Does the record tell its type?
    pub(super) known: bool,
    pub(super) moved: bool,
    /// What it is worth, or may be worth on the mean.
    pub(super) worth: f32,
}

/// What does not change while one action is looked at.
pub(super) struct Fleet {
    pub(super) pieces: Vec<Piece>,
    /// Worth of each type of ours and of theirs.
    pub(super) own_worth: [f32; 9],
    pub(super) enemy_worth: [f32; 9],
    /// Expected gain of an attack by own type on an enemy piece.
    attack: Vec<[f32; 9]>,
    pub(super) own_admiral: u8,
    pub(super) enemy_admiral: u8,
    /// Ships of theirs beside the Admiral, on the mean.
    pub(super) enemy_ships: f32,
}

/// Who stands where.
#[derive(Clone)]
pub(super) struct Sea {
    cells: [u8; N_CELLS],
    pub(super) at: [u8; 64],
}

impl Sea {
    /// The piece on a cell.
    pub(super) fn piece(&self, at: u8) -> Option<u8> {
        let id = self.cells[usize::from(at)];
        (id < EMPTY).then_some(id)
    }

    pub(super) fn is_empty(&self, at: u8) -> bool {
        self.cells[usize::from(at)] == EMPTY
    }

    pub(super) fn remove(&mut self, id: u8) {
        let at = self.at[usize::from(id)];
        self.cells[usize::from(at)] = EMPTY;
        self.at[usize::from(id)] = GONE;
    }

    pub(super) fn put(&mut self, id: u8, to: u8) {
        let at = self.at[usize::from(id)];
        self.cells[usize::from(at)] = EMPTY;
        self.cells[usize::from(to)] = id;
        self.at[usize::from(id)] = to;
    }
}

/// Reads the sight: the public facts and the own types.
pub(super) fn read(public: &Public, own: &Secret, side: Side, care: Care) -> (Fleet, Sea) {
    let mut sea = Sea { cells: [LAND; N_CELLS], at: [GONE; 64] };
    let board = public.board();
    for row in 0..board.rows {
        for column in 0..board.columns {
            if let Some(square) = Square::new(column, row)
                && board.is_water(square)
            {
                sea.cells[usize::from(cell(square))] = EMPTY;
            }
        }
    }
    let theirs = beliefs(public, side.other(), care);
    let n_mines: f32 =
        theirs.iter().map(|(_, _, chances)| chances[Kind::Mine as usize]).sum::<f32>();
    let own_sweepers = count(public, own, side, Kind::Sweeper);
    let mut own_worth = worths(n_mines, own_sweepers);
    let own_ships =
        public.tokens(side).count() as f32 - 1.0 - f32::from(count(public, own, side, Kind::Mine));
    // The last few are all that can still win.
    let last = match own_ships {
        n if n < 2.5 => 3.0,
        n if n < 4.5 => 1.7,
        _ => 1.0,
    };
    for kind in KINDS {
        if !matches!(kind, Kind::Admiral | Kind::Mine) {
            own_worth[kind as usize] *= last;
        }
    }
    // What our mines mean to their sweepers we know better than they do.
    let enemy_worth = worths(f32::from(count(public, own, side, Kind::Mine)), 3);
    let mut fleet = Fleet {
        pieces: Vec::with_capacity(64),
        own_worth,
        enemy_worth,
        attack: Vec::with_capacity(64),
        own_admiral: 0,
        enemy_admiral: 0,
        enemy_ships: theirs.len() as f32 - 1.0 - n_mines,
    };
    let mut add = |fleet: &mut Fleet, square: Square, piece: Piece| {
        let id = fleet.pieces.len() as u8;
        fleet.pieces.push(piece);
        sea.cells[usize::from(cell(square))] = id;
        sea.at[usize::from(id)] = cell(square);
        id
    };
    for (square, token) in public.tokens(side) {
        let Some(kind) = own.kind(token) else { continue };
        let mut chances = [0.0; 9];
        chances[kind as usize] = 1.0;
        let known = public.known(token).is_some();
        let far = distance(square, public.admiral(side)) > 1;
        let worth = if kind == Kind::Mine && known && far { 1.5 } else { own_worth[kind as usize] };
        let moved = public.has_moved(token);
        let id = add(
            &mut fleet,
            square,
            Piece { own: true, kind: Some(kind), chances, known, moved, worth },
        );
        if kind == Kind::Admiral {
            fleet.own_admiral = id;
        }
        fleet.attack.push([0.0; 9]);
    }
    for (square, token, chances) in theirs {
        let kind = public.known(token);
        let worth = (0..9).map(|kind| chances[kind] * enemy_worth[kind]).sum();
        let piece = Piece {
            own: false,
            kind,
            chances,
            known: kind.is_some(),
            moved: public.has_moved(token),
            worth,
        };
        let id = add(&mut fleet, square, piece);
        if kind == Some(Kind::Admiral) {
            fleet.enemy_admiral = id;
        }
        let mut gains = [0.0; 9];
        for kind in KINDS {
            gains[kind as usize] = fleet.attack_gain(kind, &chances);
        }
        fleet.attack.push(gains);
    }
    (fleet, sea)
}

fn count(public: &Public, own: &Secret, side: Side, kind: Kind) -> u8 {
    public.tokens(side).filter(|(_, token)| own.kind(*token) == Some(kind)).count() as u8
}

/// What a piece is worth. A sweeper is worth what there is to sweep.
fn worths(enemy_mines: f32, sweepers: u8) -> [f32; 9] {
    let mut worth = [0.0; 9];
    for kind in KINDS {
        worth[kind as usize] = match kind {
            Kind::Sweeper if enemy_mines < 0.5 => 1.0,
            Kind::Sweeper if sweepers <= 2 => 6.0,
            kind => plain_worth(kind),
        };
    }
    worth
}

/// What a piece is worth, other things being equal.
pub(super) fn plain_worth(kind: Kind) -> f32 {
    match kind {
        Kind::AircraftCarrier => 12.0,
        Kind::HelicopterCarrier => 9.0,
        Kind::Cruiser => 6.5,
        Kind::Destroyer => 4.5,
        Kind::Mine => 4.0,
        Kind::Sweeper => 3.5,
        Kind::Convoy => 3.0,
        Kind::Submarine => 2.0,
        Kind::Admiral => GAME,
    }
}

impl Fleet {
    /// Has the enemy hardly a ship left? Then our Admiral may hunt his.
    pub(super) fn is_hunt(&self) -> bool {
        self.enemy_ships < 2.5
    }

    pub(super) fn get(&self, id: u8) -> &Piece {
        &self.pieces[usize::from(id)]
    }

    fn attack_gain(&self, kind: Kind, chances: &Chances) -> f32 {
        let mut gain = 0.0;
        for defender in KINDS {
            let chance = chances[defender as usize];
            if chance > 0.0 {
                gain += chance
                    * match kind.attacks(defender) {
                        Combat::Wins => self.enemy_worth[defender as usize],
                        Combat::Loses => -self.own_worth[kind as usize],
                        Combat::Both => {
                            self.enemy_worth[defender as usize] - self.own_worth[kind as usize]
                        }
                    };
            }
        }
        gain
    }

    /// What we gain on the mean by attacking.
    pub(super) fn our_attack(&self, own: u8, enemy: u8) -> f32 {
        match self.get(own).kind {
            Some(kind) => self.attack[usize::from(enemy)][kind as usize],
            None => 0.0,
        }
    }

    /// Chance that an enemy piece is a mine.
    pub(super) fn mine(&self, enemy: u8) -> f32 {
        self.get(enemy).chances[Kind::Mine as usize]
    }

    /// What we gain on the mean by hopping over, without what follows; and
    /// the chance to live.
    pub(super) fn our_hop(&self, own: u8, enemy: u8) -> (f32, f32) {
        let victim = self.get(enemy);
        if self.get(own).kind == Some(Kind::Sweeper) {
            return (victim.worth, 1.0);
        }
        let mine = self.mine(enemy);
        let ships = victim.worth - mine * self.enemy_worth[Kind::Mine as usize];
        (ships - mine * self.get(own).worth, 1.0 - mine)
    }

    /// What they gain by attacking, if they attack only when that is right,
    /// and what the attacker then is.
    pub(super) fn their_attack(&self, enemy: u8, own: u8) -> (f32, Chances) {
        let (attacker, defender) = (self.get(enemy), self.get(own));
        let Some(kind) = defender.kind else { return (0.0, attacker.chances) };
        let mut gain = 0.0;
        let mut winner = [0.0; 9];
        for by in KINDS {
            let chance = attacker.chances[by as usize];
            if chance == 0.0 || by == Kind::Mine {
                continue;
            }
            let worth = match by.attacks(kind) {
                Combat::Wins => {
                    winner[by as usize] = chance;
                    defender.worth
                }
                Combat::Both => defender.worth - self.enemy_worth[by as usize],
                Combat::Loses => 0.0,
            };
            gain += chance * worth.max(0.0);
        }
        let sum: f32 = winner.iter().sum();
        if sum > 0.0 {
            winner.iter_mut().for_each(|chance| *chance /= sum);
        }
        // Against what they do not know they must first dare.
        let sure = defender.known
            || kind == Kind::Admiral
            || (defender.moved && attacker.kind == Some(Kind::Admiral));
        let dare = if sure { 1.0 } else { 0.6 };
        (gain * dare, winner)
    }

    /// What a piece of these chances loses to our attack.
    pub(super) fn our_attack_on(&self, own: u8, chances: &Chances) -> f32 {
        match self.get(own).kind {
            Some(Kind::Mine) | None => 0.0,
            Some(kind) => self.attack_gain(kind, chances),
        }
    }
}
