//! What the enemy's conduct tells of his tokens, beyond counting.
//!
//! Each sign multiplies a token's chances before counting. The factors are
//! damped, because people bluff.

use super::belief::{Chances, distance};
use admiralty_core::Side;
use naval_battle::{Kind, Public, Square, Token};

/// So many of the last quiet turns are looked at; older ones are stale.
const TURNS: usize = 40;

/// Factors by type, in the order of [`Kind`]: how much likelier each type was
/// among tokens that did so than among all that could have been meant, in 400
/// games of the Lieutenant against itself, to the power of a half.
type Sign = [f32; 9];

/// It sailed up to a strong ship that it knows.
const BOLD: Sign = [0.93, 1.08, 0.95, 0.90, 0.85, 1.22, 1.65, 1.0, 1.0];
/// It sailed up to something unknown.
const CLOSE: Sign = [0.83, 1.01, 0.95, 0.99, 1.12, 1.30, 1.42, 1.0, 1.0];
/// It ran from something unknown.
const SHY: Sign = [1.36, 0.81, 0.73, 0.75, 0.71, 0.69, 0.82, 1.0, 1.0];
/// It jumped what might have been a mine.
const DARED: Sign = [1.56, 0.44, 0.51, 0.30, 0.30, 0.39, 0.30, 1.0, 1.0];
/// It stood by its Admiral and let a capture pass, once for each turn.
const STILL: Sign = [0.95, 0.97, 1.0, 1.0, 0.95, 1.0, 1.0, 1.0, 1.02];

/// The tokens of `side` with their chances, weighed by what they have done.
pub(super) fn weigh(public: &Public, side: Side, tokens: &mut [(Square, Token, Chances)]) {
    for (_, token, chances) in tokens.iter_mut() {
        if public.has_dared(*token) {
            apply(chances, &DARED);
        }
    }
    // Walks the quiet turns back: `then` is where the tokens stood after each.
    let mut then: Vec<(Square, Token)> =
        public.tokens(side).chain(public.tokens(side.other())).collect();
    for (from, to) in public.quiet_turns().take(TURNS).flatten() {
        let Some(moved) = then.iter().position(|(at, _)| *at == to) else { continue };
        let mover = then[moved].1;
        if mover.side() != side {
            then[moved].0 = from;
            continue;
        }
        let meets = |at: Square, wanted: &dyn Fn(Token) -> bool| {
            then.iter().any(|(other, token)| {
                token.side() != side && distance(*other, at) == 1 && wanted(*token)
            })
        };
        let strong = |token: Token| {
            use Kind::{AircraftCarrier, Cruiser, HelicopterCarrier};
            matches!(public.known(token), Some(AircraftCarrier | HelicopterCarrier | Cruiser))
        };
        let unknown = |token: Token| public.known(token).is_none();
        let (met, meets_now) = (meets(from, &unknown), meets(to, &unknown));
        if let Some((_, _, chances)) = tokens.iter_mut().find(|(_, token, _)| *token == mover) {
            if meets(to, &strong) && !meets(from, &strong) {
                apply(chances, &BOLD);
            }
            if meets_now && !met {
                apply(chances, &CLOSE);
            }
            if met && !meets_now {
                apply(chances, &SHY);
            }
        }
        then[moved].0 = from;
        // Who could have taken something then, and stood still beside the Admiral?
        let admiral = then
            .iter()
            .find(|(_, token)| token.side() == side && public.known(*token) == Some(Kind::Admiral));
        let Some(&(admiral, _)) = admiral else { continue };
        for (at, token, chances) in tokens.iter_mut() {
            let beside = |other: Square| distance(other, *at) == 1;
            if !public.has_moved(*token)
                && beside(admiral)
                && then.iter().any(|(other, enemy)| enemy.side() != side && beside(*other))
            {
                apply(chances, &STILL);
            }
        }
    }
}

fn apply(chances: &mut Chances, sign: &Sign) {
    for (chance, factor) in chances.iter_mut().zip(sign) {
        *chance *= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::super::belief::{Care, beliefs};
    use super::*;
    use admiralty_catalog::{Game, game};
    use admiralty_core::{Actor, Doc, Seat, Seeded, Table};
    use naval_battle::NavalBattle;

    /// What is believed of the Red token on `at` after these turns.
    fn after(position: &str, turns: &[(u8, &str)], at: &str) -> Chances {
        let game: &'static dyn Game = game("naval_battle").expect("the game is built in");
        let mut table = game.load(&Doc::from(position.to_string())).expect("a position");
        for (seat, action) in turns {
            table
                .play(Actor::Seat(Seat(*seat)), action, &mut Seeded::new(1))
                .unwrap_or_else(|why| panic!("{action}: {why}"));
        }
        let table = table.as_any().downcast_ref::<Table<NavalBattle>>().expect("of this game");
        let at = Square::parse(at).expect("a square");
        let tokens = beliefs(&table.public, Side(1), Care::Close);
        tokens.into_iter().find(|(square, ..)| *square == at).expect("a token").2
    }

    const SWEEPER: usize = Kind::Sweeper as usize;

    #[test]
    fn who_jumps_a_possible_mine_may_be_a_sweeper() {
        let unmoved = after(
            "W:Aa1,2d3,1h1 R:Ah10,3d5,3f8 T:R",
            &[(1, "d5-d4"), (0, "h1-h2"), (1, "d4^d2")],
            "d2",
        );
        let moved = after("W:Aa1,2d5,1h1 R:Ah10,3d6,3f8 T:R", &[(1, "d6^d4")], "d4");
        assert!(unmoved[SWEEPER] > 1.2 * moved[SWEEPER], "{unmoved:?} {moved:?}");
    }

    #[test]
    fn who_runs_from_the_unknown_may_be_a_sweeper() {
        let ran = after("W:Aa1,2d5,1h1 R:Ah10,3d6,3f8 T:R", &[(1, "d6-d7")], "d7");
        let stayed = after("W:Aa1,2d5,1h1 R:Ah10,3d6,3f8 T:R", &[(1, "f8-f7")], "d6");
        assert!(ran[SWEEPER] > 1.1 * stayed[SWEEPER], "{ran:?} {stayed:?}");
    }
}
