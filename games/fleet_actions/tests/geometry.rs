//! The lattice, exactly: neighbours, distance, wind, arcs, masking.

use fleet_actions::{
    Attitude, Bearing, Broadside, Dir, Extent, Point, bears, between, missed_stays, other_tack,
};

fn p(text: &str) -> Point {
    Point::parse(text).expect("a point")
}

fn list(text: &str) -> Vec<Point> {
    let mut points: Vec<Point> = text.split_whitespace().map(p).collect();
    points.sort();
    points
}

/// FA-2.01, FA-10.01, FA-10.03
#[test]
fn six_neighbours_of_which_two_are_common() {
    let round = |q: Point| Dir::ALL.map(|d| q.step(d)).to_vec();
    assert_eq!(
        round(p("2020")),
        "2019 2120 2121 2021 1921 1920".split(' ').map(p).collect::<Vec<_>>()
    );
    assert_eq!(
        round(p("2120")),
        "2119 2219 2220 2121 2020 2019".split(' ').map(p).collect::<Vec<_>>()
    );
    for col in 2..98 {
        for row in 2..98 {
            let q = Point::new(col, row);
            for (i, n) in round(q).into_iter().enumerate() {
                assert_eq!(q.distance(n), 1, "{q} {n}");
                assert_eq!(n.step(Dir::ALL[i].back()), q);
                let common = round(q).into_iter().filter(|x| round(n).contains(x)).count();
                assert_eq!(common, 2, "{q} {n}");
            }
        }
    }
    let map = Extent { cols: 99, rows: 99 };
    assert!(map.has(p("9999")) && !map.has(Point::new(100, 5)) && !map.has(Point::new(5, 0)));
    assert_eq!(Extent { cols: 40, rows: 30 }.edges(p("4120")), 2);
    assert_eq!(Extent { cols: 40, rows: 30 }.edges(Point::new(20, 0)), 1);
}

/// FA-2.02, FA-3.03: distances are counted along the lattice, a point being a third of a mile.
#[test]
fn distance_is_the_shortest_way() {
    for (a, b, d) in [
        ("2020", "2020", 0),
        ("2020", "2022", 2),
        ("2020", "2219", 2),
        ("1724", "1921", 4),
        ("0101", "0504", 5),
    ] {
        assert_eq!(p(a).distance(p(b)), d, "{a} {b}");
    }
    // By breadth-first search from the middle, out to five points.
    let mut seen = vec![(p("2020"), 0u8)];
    let mut i = 0;
    while i < seen.len() {
        let (q, d) = seen[i];
        i += 1;
        assert_eq!(p("2020").distance(q), d);
        if d < 5 {
            for n in Dir::ALL.map(|dir| q.step(dir)) {
                if !seen.iter().any(|(s, _)| *s == n) {
                    seen.push((n, d + 1));
                }
            }
        }
    }
    assert_eq!(seen.len(), 1 + 6 * (1 + 2 + 3 + 4 + 5));
    let hex = |text: &str| (p(text).axial().0 * 3, p(text).axial().1 * 3);
    assert_eq!((hex("1010"), hex("1009")), ((27, 15), (27, 12))); // E25, FA-9.25
}

/// FA-6.12, FA-6.13: the upwind number.
#[test]
fn upwind_numbers() {
    for (q, u) in [("2015", -29), ("1916", -30), ("2017", -33), ("1918", -34)] {
        assert_eq!(p(q).upwind(Dir::N), u);
    }
    for wind in Dir::ALL {
        let here = p("3030").upwind(wind);
        let gain = |d: Dir| p("3030").step(d).upwind(wind) - here;
        assert_eq!(gain(wind), 2);
        assert_eq!((gain(wind.right(1)), gain(wind.left(1))), (1, 1));
        assert_eq!((gain(wind.right(2)), gain(wind.left(2)), gain(wind.back())), (-1, -1, -2));
    }
}

/// FA-6.01, FA-6.02, FA-6.03, FA-6.04, FA-3.04, FA-3.05
#[test]
fn attitudes_and_speeds() {
    for wind in Dir::ALL {
        let speeds = [0, 1, 2, 3, 4, 5].map(|k| Attitude::of(wind.right(k), wind).max_speed());
        assert_eq!(speeds, [0, 1, 3, 2, 3, 1]);
    }
    assert_eq!(Attitude::of(Dir::NE, Dir::N), Attitude::CloseHauled);
    assert_eq!(Attitude::of(Dir::SE, Dir::N), Attitude::BroadReach);
    assert_eq!(Attitude::of(Dir::S, Dir::N), Attitude::Running);
}

/// FA-5.23, FA-5.24, FA-8.92
#[test]
fn tacks() {
    assert_eq!(other_tack(Dir::NE, Dir::N), Some(Dir::NW));
    assert_eq!(other_tack(Dir::NW, Dir::N), Some(Dir::NE));
    assert_eq!(other_tack(Dir::SE, Dir::N), None);
    assert_eq!(missed_stays(Dir::NE, Dir::N), Dir::SW);
    assert_eq!(missed_stays(Dir::NW, Dir::N), Dir::SE);
}

fn covered(heading: Dir, axis: Option<Dir>) -> (Vec<Point>, Vec<Point>) {
    let from = p("2020");
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for col in 16..=24 {
        for row in 16..=24 {
            let to = Point::new(col, row);
            if bears(heading, axis, from.bearing(to)).is_some() {
                if from.distance(to) == 1 { near.push(to) } else { far.push(to) }
            }
        }
    }
    (near, far)
}

/// FA-4.04, FA-4.05, FA-4.06, FA-4.07, FA-4.08, FA-8.08, FA-8.10: the table of arcs.
#[test]
fn arcs_of_fire() {
    assert_eq!(
        covered(Dir::N, None),
        (list("2120 2121 1920 1921"), list("2219 2220 2221 1819 1820 1821"))
    );
    assert_eq!(
        covered(Dir::NE, None),
        (list("2121 2021 2019 1920"), list("2221 2122 2022 2018 1919 1819"))
    );
    assert_eq!(covered(Dir::N, Some(Dir::NE)), (list("2121 1920"), list("2220 2221 1819 1820")));
    assert_eq!(covered(Dir::N, Some(Dir::SE)), (list("2120 1921"), list("2219 2220 1820 1821")));
    for h in Dir::ALL {
        let (near, far) = covered(h, None);
        assert_eq!((near.len(), far.len()), (4, 6));
    }
    assert_eq!(bears(Dir::N, None, p("2020").bearing(p("2120"))), Some(Broadside::Starboard));
    assert_eq!(bears(Dir::N, None, p("2020").bearing(p("1920"))), Some(Broadside::Port));
}

/// FA-8.14, FA-8.15: what lies between two points.
#[test]
fn points_between() {
    let from = p("2020");
    assert_eq!(between(from, from.bearing(p("2018"))), [Some(p("2019")), None]);
    assert_eq!(between(from, from.bearing(p("2119"))), [Some(p("2019")), Some(p("2120"))]);
    assert_eq!(from.bearing(p("2119")), Bearing::Oblique(Dir::N));
    assert_eq!(from.bearing(p("2017")), Bearing::Far);
}

/// FA-7.21: equal or opposite.
#[test]
fn parallel_courses() {
    for a in Dir::ALL {
        for b in Dir::ALL {
            assert_eq!(a.is_parallel(b), a == b || a == b.back());
        }
    }
}
