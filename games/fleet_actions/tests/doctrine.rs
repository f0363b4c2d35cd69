//! Low and High doctrine in equal standing duels: what ruling FA-R83 rests on.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Awaiting, Doc, Rules, Seeded, Side, Text, Verdict};
use fleet_actions::Action;
use fleet_actions::FleetActions;

/// Three ships of 74 guns a side, a point apart on one course, in light wind. Nobody
/// gives an order: the server stands on for both and fires at the nearest.
fn duel(low: Side, seed: u64) -> Verdict {
    let doctrine = |side| if Side(side) == low { "low" } else { "high" };
    let block = format!(
        "scenario duel\ntitle A standing duel\ndate today\nplace at sea\nchart F\nmap 99 99\n\
         orient N=north\nwind N light\nclock 06:00 nightfall 23:59\n\
         side A \"Blue\" bold=no doctrine={}\nside B \"Red\" bold=no doctrine={}\n\
         squadron A1 div=1 nation=BR \"A1\" admiral \"Ann\" cinc\n\
         group 0480 NE LA : Ann 74/8*, Bess 74/8, Cat 74/8\n\
         squadron B1 div=1 nation=FR \"B1\" admiral \"Berthe\" cinc\n\
         group 0581 NE LA : Aube 74/8*, Berthe 74/8, Claire 74/8\nend",
        doctrine(0),
        doctrine(1)
    );
    let setup = FleetActions::setup(&Doc::map().with("block", block)).unwrap();
    let mut dice = Seeded::new(seed);
    let mut table = FleetActions::begin(&setup, &mut dice).unwrap();
    loop {
        let seats = match FleetActions::awaiting(&table) {
            Awaiting::Over(outcome) => return outcome.verdict,
            Awaiting::Seats(seats) => seats,
        };
        let act = Action::TimeOut(seats.iter().next().unwrap());
        FleetActions::apply(&mut table, Actor::Clock, &act, &mut dice, &mut |_| {}).unwrap();
    }
}

/// FA-8.63, FA-R83: Low wins the greater part, each side being Low in every second duel; a column
/// exchanged or made even would show here.
#[test]
fn low_wins_standing_duels() {
    let (mut low, mut high, mut drawn) = (0, 0, 0);
    for seed in 0..100 {
        for side in [Side(0), Side(1)] {
            match duel(side, seed) {
                Verdict::Won(sides) if sides.has(side) => low += 1,
                Verdict::Won(_) => high += 1,
                _ => drawn += 1,
            }
        }
    }
    let share = (f64::from(low) + f64::from(drawn) / 2.0) / 200.0;
    assert!((0.7..0.9).contains(&share), "Low {low}, High {high}, drawn {drawn}: {share}");
}
