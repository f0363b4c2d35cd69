//! Printed numbers, geometry and set-ups that no single case can show.

use admiralty_core::{Awaiting, Doc, Rules, Seat, Seeded, Text, Viewer, step};
use sail_epoch::{
    CLASSES, Chart, Class, Dir, Island, Isle, Options, Reach, SailEpoch, Scenario, Space, Terrain,
    fort_chance, ship_chance,
};

fn at(text: &str) -> Space {
    let col = text.as_bytes()[0] - b'A';
    Space::new(col, text[1..].bytes().fold(0, |n, b| n * 10 + (b - b'0')) - 1)
}

/// SE-2b, SE-R4, SE-R5, SE-R6, SE-R8: the four cards.
#[test]
fn cards() {
    let rows: Vec<_> = CLASSES
        .iter()
        .map(|class| {
            let c = class.card();
            let pair = |p: sail_epoch::Pair| (p.orth, p.diag);
            let distances = (pair(c.fresh), pair(c.calm), pair(c.storm));
            (c.code, c.strength, distances, pair(c.range), c.shots, c.storm_shots)
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("FR", 7, ((5, 4), (0, 0), (3, 2)), (6, 5), 3, 1),
            ("GA", 4, ((4, 3), (0, 0), (5, 4)), (4, 3), 2, 0),
            ("FG", 4, ((6, 5), (0, 0), (3, 2)), (5, 4), 1, 1),
            ("BR", 3, ((5, 4), (1, 0), (4, 3)), (3, 2), 1, 0),
        ]
    );
}

/// SE-3.3.3.4d, SE-5.6.5: chances of ships and forts.
#[test]
fn chances() {
    assert_eq!([1, 2, 3, 4, 5, 6].map(ship_chance), [0, 0, 1, 1, 2, 2]);
    assert_eq!([1, 2, 3, 4, 5, 6].map(fort_chance), [1, 1, 3, 3, 5, 5]);
}

/// SE-5.4.1a, SE-5.4.1b, SE-5.4.1c, SE-5.4.1d, SE-5.4.2b: the table of ranges.
#[test]
fn ranges() {
    use Reach::{Close, Long, Normal};
    let row = |range: u8| (1..=range).map(|n| Reach::of(n, range)).collect::<Vec<_>>();
    assert_eq!(row(6), [Close, Normal, Normal, Long, Long, Long]);
    assert_eq!(row(5), [Close, Normal, Long, Long, Long]);
    assert_eq!(row(4), [Close, Normal, Long, Long]);
    assert_eq!(row(3), [Close, Long, Long]);
    assert_eq!(row(2), [Close, Long]);
    let faces = |reach: Reach| (1..=6).filter(|&f| reach.hits().has(f)).collect::<Vec<_>>();
    assert_eq!(faces(Close), [1, 3, 4, 5, 6]);
    assert_eq!(faces(Normal), [1, 3, 5, 6]);
    assert_eq!(faces(Long), [1, 3, 5]);
}

/// SE-3.1.5.2d, SE-R9: shapes of the islands, their spits, and how they turn.
#[test]
fn islands() {
    let rows = |isle: Isle, turns: u8| {
        let mut chart = Chart::new(24, 14);
        chart.islands.push(Island { isle, corner: at("B2"), turns });
        chart.rebuild();
        let (w, h) = Island { isle, corner: at("B2"), turns }.size();
        let sign = |s: Space| match chart.terrain(s) {
            Terrain::Land => '#',
            Terrain::Coast => 'c',
            _ => '.',
        };
        (0..h)
            .map(|y| (0..w).map(|x| sign(Space::new(1 + x, 1 + y))).collect::<String>())
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(Isle::Snake, 0), ["c##c.", "c###c", ".c##c"]);
    assert_eq!(rows(Isle::Snake, 1), [".cc", "c##", "###", "##c", "cc."]);
    assert_eq!(rows(Isle::Monu, 0), ["c##c", "c##c"]);
    assert_eq!(rows(Isle::Monu, 1), ["cc", "##", "##", "cc"]);
    assert_eq!(rows(Isle::Volcanic, 0), ["c#c", "###", "c#c"]);
    for isle in [Isle::Snake, Isle::Monu, Isle::Volcanic] {
        assert_eq!(rows(isle, 0), rows(isle, 2));
        assert_eq!(rows(isle, 1), rows(isle, 3));
    }
    let mut chart = Chart::new(24, 14);
    chart.islands.push(Island { isle: Isle::Snake, corner: at("B2"), turns: 1 });
    chart.rebuild();
    // Snake 90°: (2,1)–(1,2) and (3,4)–(2,5) are barred by SW/NE.
    assert!(!chart.line_open(at("C2"), Dir(5)) && !chart.line_open(at("B3"), Dir(1)));
    assert!(!chart.line_open(at("D5"), Dir(5)) && !chart.line_open(at("C6"), Dir(1)));
}

/// SE-3.1.5.2c, SE-3.1.5.1h: harbours are all water around a port.
#[test]
fn harbours() {
    let mut chart = Chart::new(24, 14);
    chart.islands.push(Island { isle: Isle::Volcanic, corner: at("D10"), turns: 0 });
    chart.forts.push(at("F10"));
    chart.royal_ports.push((Seat(0), at("B3")));
    chart.reefs.add(at("G9"));
    chart.rebuild();
    let names = |cells: &sail_epoch::Cells| cells.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&chart.fort_harbour[0]), ["E9", "F9", "G10", "G11"]);
    assert_eq!(chart.royal_harbour[0].len(), 8);
    assert_eq!((chart.capacity(at("F9")), chart.capacity(at("H9"))), (2, 1));
}

/// SE-3.1.5.11: default layouts for two are their own image under a half-turn.
#[test]
fn two_player_layouts_are_symmetric() {
    for scenario in [Scenario::Oceans, Scenario::Pearls, Scenario::Treasures] {
        let table =
            SailEpoch::begin(&Options::new(scenario, 2).into(), &mut Seeded::new(3)).unwrap();
        let p = &table.public;
        let chart = p.chart();
        let turn = |s: Space| Space::new(chart.cols - 1 - s.col(), chart.rows - 1 - s.row());
        for space in chart.spaces() {
            assert_eq!(chart.terrain(space), chart.terrain(turn(space)), "{space}");
            assert_eq!(chart.reefs.has(space), chart.reefs.has(turn(space)), "{space}");
            let mine = p.ships_on(space).map(|id| (id.class(), p.ship(id).seat()));
            let theirs =
                p.ships_on(turn(space)).map(|id| (id.class(), Seat(1 - p.ship(id).seat().0)));
            let (mut mine, mut theirs): (Vec<_>, Vec<_>) = (mine.collect(), theirs.collect());
            mine.sort();
            theirs.sort();
            assert_eq!(mine, theirs, "{scenario:?} {space}");
        }
        for fort in p.forts() {
            let other = p.forts().iter().find(|f| f.space == turn(fort.space)).unwrap();
            assert_eq!(other.owner.seat().unwrap().0, 1 - fort.owner.seat().unwrap().0);
        }
    }
}

/// SE-R141: with three players the goods lie nearest to the fort that has both others
/// beside it, and in Oceans no fort lies between the two others.
#[test]
fn three_player_layouts_make_up_for_the_middle() {
    let begin =
        |options: &Options| SailEpoch::begin(&(*options).into(), &mut Seeded::new(3)).unwrap();
    let full = {
        let doc = Doc::map().with("scenario", "treasures").with("players", 3).with("board", "full");
        SailEpoch::setup(&doc).unwrap().options
    };
    let tables = [
        (begin(&Options::new(Scenario::Treasures, 3)), 0),
        (begin(&full), 0),
        (begin(&Options::new(Scenario::Pearls, 3)), 2),
    ];
    for (table, middle) in tables {
        let p = &table.public;
        let away = |fort: Space| -> u32 {
            p.goods.iter().filter(|(_, n)| *n > 0).map(|(s, _)| u32::from(s.distance(fort))).sum()
        };
        let distances: Vec<u32> = p.forts().iter().map(|fort| away(fort.space)).collect();
        let nearest = (0..3).min_by_key(|&i| distances[i]).unwrap();
        assert_eq!(p.forts()[nearest].owner, Seat(middle), "{distances:?}");
    }
    let table = begin(&Options::new(Scenario::Oceans, 3));
    let forts: Vec<Space> = table.public.forts().iter().map(|fort| fort.space).collect();
    for (i, one) in forts.iter().enumerate() {
        for two in &forts[i + 1..] {
            assert!((7..=9).contains(&one.distance(*two)), "{one} {two}");
        }
    }
}

/// SE-2a, SE-2c, SE-2d, SE-2f, SE-3.1.5.6a: every default set-up keeps to the
/// box, and every ship starts in a harbour of its owner (SE-R72 apart).
#[test]
fn default_setups_are_sound() {
    for scenario in [Scenario::Treasures, Scenario::Pearls, Scenario::Jolly, Scenario::Oceans] {
        let (fewest, most) = scenario.seats();
        for players in fewest..=most {
            let options = Options::new(scenario, players);
            let table = SailEpoch::begin(&options.into(), &mut Seeded::new(9)).unwrap();
            let p = &table.public;
            assert_eq!(SailEpoch::broken(&table), None);
            for seat in p.seats() {
                assert!(!p.fleets[seat.index()].is_empty());
                for id in p.fleets[seat.index()].iter() {
                    let space = p.ship(id).space;
                    let home = p.forts_at(space).any(|f| p.commands(seat, p.fort(f)));
                    assert!(home || scenario == Scenario::Jolly, "{scenario:?} {players} {id}");
                }
            }
            assert!(p.chart().reefs.len() <= 6);
            let goods: u8 = p.goods.iter().map(|(_, n)| n).sum();
            let wanted = match scenario {
                Scenario::Treasures | Scenario::Pearls => 7,
                _ => 0,
            };
            assert_eq!(goods, wanted, "{scenario:?} {players}");
        }
    }
    assert_eq!(Class::Brig.card().code, "BR");
}

/// Random games over placed set-ups of Oceans reach the first Turn.
/// SE-4.4.5d, SE-3.1.5.3b: whatever is placed, everybody finds his sites and
/// all harbours stay on one water.
#[test]
fn placed_oceans_can_be_set_up() {
    for players in 2..=4u8 {
        let doc =
            Doc::map().with("scenario", "oceans").with("players", players).with("setup", "placed");
        let setup = SailEpoch::setup(&doc).unwrap();
        let mut rng = Seeded::new(u64::from(players));
        let mut table = SailEpoch::begin(&setup, &mut rng).unwrap();
        while table.public.turn == 0 {
            let Awaiting::Seats(seats) = SailEpoch::awaiting(&table) else { panic!("over") };
            let seat = seats.iter().next().unwrap();
            let sight = table.sight(Viewer::Seat(seat));
            let action =
                admiralty_core::sample::<SailEpoch>(sight, &mut rng, &mut Vec::new()).unwrap();
            step(&mut table, admiralty_core::Actor::Seat(seat), &action, &mut rng).unwrap();
        }
        let p = &table.public;
        let forts = if players == 2 { 4 } else { players };
        assert_eq!(p.forts().len(), forts as usize);
        for seat in p.seats() {
            let owned = p.forts().iter().filter(|f| f.owner == seat).count();
            assert_eq!(owned, forts as usize / players as usize, "{}", seat.0);
        }
    }
}
