//! What the enemy's tokens may be, as far as the sight tells: known types,
//! tokens that have moved, what they have done, and counting.

use super::conduct;
use admiralty_core::Side;
use naval_battle::{Kind, Public, Square, Token};

/// Chances of each type, in the order of [`Kind`].
pub(super) type Chances = [f32; 9];

/// Rounds of scaling; rows and columns then agree to about a thousandth.
const ROUNDS: usize = 16;
/// And where there is no time: to about a twentieth.
const FEW: usize = 3;

/// How closely somebody looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Care {
    /// Conduct is weighed, and counts agree.
    Close,
    /// Conduct is left aside, and counts agree roughly: for imagined play, of which much is wanted.
    Glance,
}

/// The chances of every token of a side on the board.
pub(super) fn beliefs(public: &Public, side: Side, care: Care) -> Vec<(Square, Token, Chances)> {
    let mut tokens: Vec<(Square, Token, Chances)> = public
        .tokens(side)
        .map(|(square, token)| (square, token, start(public, side, square, token)))
        .collect();
    if care == Care::Close {
        conduct::weigh(public, side, &mut tokens);
    }
    let open = public.unaccounted(side);
    // Rows: every unknown token is something. Columns: every unaccounted
    // piece is somewhere. Scaling one after the other comes to agree on both.
    for _ in 0..if care == Care::Close { ROUNDS } else { FEW } {
        for kind in 0..9 {
            let sum: f32 = unknown(public, &mut tokens).map(|chances| chances[kind]).sum();
            if sum > 0.0 {
                let factor = f32::from(open[kind]) / sum;
                unknown(public, &mut tokens).for_each(|chances| chances[kind] *= factor);
            }
        }
        for chances in unknown(public, &mut tokens) {
            let sum: f32 = chances.iter().sum();
            if sum > 0.0 {
                chances.iter_mut().for_each(|chance| *chance /= sum);
            }
        }
    }
    tokens
}

fn unknown<'a>(
    public: &'a Public,
    tokens: &'a mut [(Square, Token, Chances)],
) -> impl Iterator<Item = &'a mut Chances> {
    tokens
        .iter_mut()
        .filter(|(_, token, _)| public.known(*token).is_none())
        .map(|(_, _, chances)| chances)
}

/// Before counting: certain if known; else every type but the Admiral, no
/// mine if it has moved, and by its square if it has not.
fn start(public: &Public, side: Side, square: Square, token: Token) -> Chances {
    let mut chances = [1.0; 9];
    chances[Kind::Admiral as usize] = 0.0;
    if let Some(kind) = public.known(token) {
        chances = [0.0; 9];
        chances[kind as usize] = 1.0;
        return chances;
    }
    if public.has_moved(token) {
        chances[Kind::Mine as usize] = 0.0;
        return chances;
    }
    let admiral = public.admiral(side);
    let near = distance(square, admiral) == 1;
    // People lay mines round their Admiral and keep light ships in front.
    if near {
        chances[Kind::Mine as usize] = 2.5;
    }
    let rows = public.board().rows;
    let depth = public.board().depth();
    let front = if side.0 == 0 { depth - 1 } else { rows - depth };
    if square.row() == front {
        for light in [Kind::Submarine, Kind::Convoy, Kind::Sweeper] {
            chances[light as usize] = 1.3;
        }
        chances[Kind::Mine as usize] *= 0.8;
    }
    chances
}

/// Steps from one square to another, diagonals allowed.
pub(super) fn distance(a: Square, b: Square) -> u8 {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
}
