//! Naval Battle: a material count over imagined fleets.

use crate::{Erased, Eval, Greedy, Named};
use admiralty_core::{Own, Seeded, Side, Sight, Table};
use naval_battle::{Action, Kind, NavalBattle, Phase, Prepare, Template};

static GREEDY: Named<NavalBattle, Greedy<Material>> = Named::new(
    "greedy",
    "",
    "Takes what it can get.",
    Greedy { eval: Material, worlds: 16, careless: 0 },
);

pub(super) static BOTS: &[&dyn Erased] = &[&GREEDY];

#[derive(Clone, Copy, Debug)]
struct Material;

fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Sweeper => 35,
        Kind::Submarine => 20,
        Kind::Convoy => 30,
        Kind::Destroyer => 45,
        Kind::Cruiser => 65,
        Kind::HelicopterCarrier => 90,
        Kind::AircraftCarrier => 120,
        Kind::Admiral => 0,
        Kind::Mine => 40,
    }
}

impl Eval<NavalBattle> for Material {
    fn eval(&self, table: &Table<NavalBattle>, side: Side) -> i32 {
        let sum = |by: Side| table.public.captured(by).iter().map(|k| worth(*k)).sum::<i32>();
        sum(side) - sum(side.other())
    }

    fn at_once(&self, sight: Sight<'_, NavalBattle>, rng: &mut Seeded) -> Option<Action> {
        let Own::Seat { side, shared, .. } = sight.own else { return None };
        if sight.public.phase() != Phase::Deploy || sight.public.is_ready(side) {
            return None;
        }
        if shared.placement().is_some_and(|placement| placement.missing().is_empty()) {
            return Some(Prepare::Ready.into());
        }
        let all: Vec<Template> = Template::all().collect();
        let template = all[rng.below(all.len() as u32) as usize];
        Some(Prepare::Template { template, mirrored: rng.below(2) == 1 }.into())
    }
}
