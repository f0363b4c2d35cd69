//! Resigning, draw offers and their answers.

use crate::action::Action;
use crate::illegal::Illegal;
use crate::state::{Phase, Public};
use admiralty_core::Side;

/// Plies that must pass between two offers of one side.
const PAUSE: u16 = 10;

/// May this side say this now? Play has started and is not over.
pub(crate) fn check(public: &Public, side: Side, action: &Action) -> Result<(), Illegal> {
    let in_series = matches!(public.phase, Phase::Series(_));
    match action {
        // NB-W-09: at any time, also in the other side's turn and in its series.
        Action::Resign => Ok(()),
        // NB-W-13
        _ if in_series => Err(Illegal::OfferInSeries),
        // NB-W-10: by the side to move, one at a time, and not again at once.
        Action::OfferDraw if public.to_move != side => Err(Illegal::OfferOutOfTurn),
        Action::OfferDraw if public.offer.is_some() => Err(Illegal::OfferOpen),
        Action::OfferDraw => match public.offered[side.index()] {
            Some(last) if public.ply < last + PAUSE => {
                Err(Illegal::OfferTooSoon { from: last + PAUSE })
            }
            _ => Ok(()),
        },
        _ if public.offer == Some(side.other()) => Ok(()),
        _ => Err(Illegal::NoOffer),
    }
}
