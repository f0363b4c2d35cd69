//! Printed tables, number by number: prices, windows of features, fleets of scenarios.

use admiralty_core::{Doc, Text};
use board_game::{
    Battery, BoardGame, CardId, Feature, GREEN, Kind, READY_FLEETS, RED, Window, features, window,
};
use std::collections::BTreeSet;

/// The cost model in twelfths of a point.
fn formula(card: CardId) -> u32 {
    let class = card.class();
    let base = match class.kind {
        Kind::Bb => 34,
        Kind::Bc => 46,
        Kind::Ca => 60,
        Kind::Cl => 48,
        Kind::Dd => 28,
        Kind::Cv => 60,
        Kind::Ss => 96,
        Kind::Tr => 6,
    };
    let n = |set: u64| set.count_ones();
    let guns = |battery: Battery| {
        let guns = class.guns(battery);
        let weight = [0, 1, 6, 7, 10, 11, 13][usize::from(guns.value)];
        weight * u32::from(guns.range) * u32::from(guns.spaces)
    };
    let [fighters, dive, torpedo] = class.squadrons.map(u32::from);
    let sum = base
        + u32::from(class.sp) * (12 + 5 * u32::from(class.arm))
        + 4 * u32::from(class.mv)
        + guns(Battery::Main)
        + guns(Battery::Secondary)
        + 6 * u32::from(class.torp)
        + 3 * class.aa.map(u32::from).iter().sum::<u32>()
        + 12 * (fighters + dive + 2 * torpedo)
        + 12 * u32::from(class.sub_mv)
        + 12 * u32::from(class.front & Feature::Dc.bit() != 0)
        + 12 * (n(class.front & GREEN) + n(class.back & GREEN))
        + 12 * u32::from(card.card().flag)
        - 6 * (n(class.front & RED) + n(class.back & RED));
    (sum + 6) / 12
}

/// BG-0-UC4: the printed price of every card is what the cost model gives.
#[test]
fn every_price_is_the_formula() {
    for card in CardId::all() {
        assert_eq!(u32::from(card.tp()), formula(card), "{}", card.card().id);
    }
}

/// BG-0-UC1: each card once, each id for itself.
#[test]
fn ids_are_unique_and_read_back() {
    for card in CardId::all() {
        assert_eq!(CardId::parse(card.card().id), Some(card));
    }
    assert_eq!(CardId::all().count(), 416);
    let classes = |navy: &str| {
        let names = CardId::all().map(CardId::class).filter(|class| class.navy.code() == navy);
        names.map(|class| class.name).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(["US", "UK", "JP", "DE", "IT"].map(classes), [26, 29, 24, 14, 13]);
}

/// BG-0-UC5, BG-0-UC3: only submarines have a second side, and it has neither guns nor flak.
#[test]
fn only_submarines_have_a_back() {
    for card in CardId::all() {
        let class = card.class();
        assert_eq!(class.back != 0, class.kind == Kind::Ss, "{}", class.name);
        assert_eq!(class.back & (Feature::Art1.bit() | Feature::Aa.bit()), 0, "{}", class.name);
    }
}

/// BG-7-FX4, BG-3-MV18, BG-0-UC2: colour and windows of every special feature.
#[test]
fn every_feature_has_its_colour_and_windows() {
    const TABLE: [(&str, &str, &str); 27] = [
        ("SMOKE", "green", "M"),
        ("LOWDRAFT", "green", "M"),
        ("FLANK", "green", "M"),
        ("EVADE", "green", "M"),
        ("DAMCON", "green", "M"),
        ("CRASHDIVE", "green", "M"),
        ("DEEP", "green", "M"),
        ("FLAK", "green", "MA"),
        ("DECKLOAD", "green", "MA"),
        ("RADAR", "green", "O"),
        ("SPOTTER", "green", "O"),
        ("RAPID", "green", "O"),
        ("LANCE", "green", "O"),
        ("RELOAD", "green", "O"),
        ("ASDIC", "green", "O"),
        ("ENGINE", "red", "M"),
        ("SLOWDIVE", "red", "M"),
        ("SIGNALS", "red", "M"),
        ("WEAKAA", "red", "MA"),
        ("THINDECK", "red", "AO"),
        ("AVGAS", "red", "AO"),
        ("MAGAZINE", "red", "O"),
        ("TURRETS", "red", "O"),
        ("ROLL", "red", "O"),
        ("VOLATILE", "red", "O"),
        ("DUDS", "red", "O"),
        ("NOISY", "red", "O"),
    ];
    let windows = [('M', Window::Movement), ('A', Window::Air), ('O', Window::Orders)];
    for (code, colour, open) in TABLE {
        let feature = Feature::parse(code).expect(code);
        assert_eq!(feature.is_green(), colour == "green", "{code}");
        assert_eq!(feature.is_red(), colour == "red", "{code}");
        for (letter, when) in windows {
            let is_open = window(when) & feature.bit() != 0;
            assert_eq!(is_open, open.contains(letter), "{code} in {when:?}");
        }
    }
    assert_eq!(features(GREEN | RED).count(), TABLE.len());
}

/// BG-8-SC1, BG-8-SC3: what the fleets of the scenarios cost, South's and North's.
#[test]
fn fleets_of_scenarios_cost_what_they_should() {
    let totals =
        [[41, 41], [57, 56], [112, 107], [126, 132], [114, 101], [123, 123], [73, 96], [117, 123]];
    for (number, totals) in (1..).zip(totals) {
        let id = format!("SC-{number}");
        let setup = BoardGame::setup(&Doc::map().with("scenario", id.clone())).expect(&id);
        for (fleet, total) in setup.fleets.iter().zip(totals) {
            let fleet = fleet.as_ref().expect("a scenario fixes both fleets");
            assert_eq!(fleet.iter().map(|card| card.tp()).sum::<u16>(), total, "{id}");
        }
    }
}

/// BG-0-FB1: ready fleets stay within the usual 120 points, and cost this.
#[test]
fn ready_fleets_cost_what_they_should() {
    for (fleet, total) in READY_FLEETS.iter().zip([119, 120, 113, 116, 117, 116, 112, 115]) {
        let tp: u16 = fleet.cards().iter().map(|card| card.tp()).sum();
        assert_eq!(tp, total, "{}", fleet.key);
    }
}
