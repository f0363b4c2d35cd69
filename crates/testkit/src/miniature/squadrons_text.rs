//! How the squadrons are written.

use super::squadrons::{
    Action, Event, Phase, Pick, Public, Setup, Squadrons, awaiting, is_close, max_speed, n_dice,
};
use admiralty_core::{
    Awaiting, BySeat, BySide, Die, Doc, Faults, Fields, Label, ParseError, Seat, SeatSet, Side,
    Sight, Table, Text,
};

const CODES: [&str; 4] = ["N1", "N2", "S1", "S2"];
const SIDES: [&str; 2] = ["N", "S"];

impl Text for Squadrons {
    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        let mut fields = Fields::of(doc, "")?;
        let rounds = fields.int_or("rounds", 4, 1..=12) as u8;
        fields.done()?;
        Ok(Setup { rounds })
    }

    fn write_setup(setup: &Setup) -> Doc {
        Doc::map().with("rounds", setup.rounds)
    }

    fn save(table: &Table<Self>) -> Doc {
        let public = &table.public;
        let phase = match public.phase {
            Phase::Assign => "assign",
            Phase::Seal => "seal",
            Phase::Over => "over",
        };
        let mut sealed = Doc::map();
        for (seat, speed) in table.seats.iter() {
            if *speed > 0 {
                sealed.put(CODES[seat.index()], *speed);
            }
        }
        let mut assigned = Doc::map();
        for (side, bits) in table.sides.iter() {
            if let Some(bits) = bits {
                assigned.put(SIDES[side.index()], write_bits(bits));
            }
        }
        Doc::map()
            .with("rounds", public.rounds)
            .with("round", public.round)
            .with("phase", phase)
            .with("pool", public.pool.clone())
            .with("done", Doc::list(public.done.iter().map(|seat| CODES[seat.index()])))
            .with("points", public.points.to_vec())
            .with_if(
                public.struck.is_some(),
                "struck",
                public.struck.map(|i| SIDES[usize::from(i)]),
            )
            .with("assigned", assigned)
            .with("sealed", sealed)
    }

    fn load(doc: &Doc) -> Result<Table<Self>, Faults> {
        let mut fields = Fields::of(doc, "")?;
        let rounds = fields.int_or("rounds", 4, 1..=12) as u8;
        let round = fields.int_or("round", 1, 1..=i64::from(rounds)) as u8;
        let phases = [("assign", Phase::Assign), ("seal", Phase::Seal), ("over", Phase::Over)];
        let phase = fields.word_or("phase", Phase::Assign, &phases);
        let struck = fields
            .get("struck")
            .is_some()
            .then(|| fields.word_or("struck", 0u8, &[("N", 0), ("S", 1)]));
        let mut done = SeatSet::EMPTY;
        for item in fields.list("done") {
            match CODES.iter().position(|code| item.as_text() == Some(code)) {
                Some(i) => done = done.with(Seat(i as u8)),
                None => fields.wrong("done", format!("there is no admiral {item}")),
            }
        }
        let pool = numbers(&mut fields, "pool", 1..=6);
        let points = numbers(&mut fields, "points", 0..=1000);
        let public = Public {
            rounds,
            round,
            phase,
            pool: pool.iter().map(|n| *n as u8).collect(),
            done,
            points: [0, 1].map(|i| points.get(i).copied().unwrap_or(0) as u16),
            struck,
        };
        if public.pool.len() != n_dice(&public) {
            fields.wrong("pool", format!("there must be {} dice", n_dice(&public)));
        }
        if points.len() > 2 {
            fields.wrong("points", "there are two sides");
        }
        if struck.is_some() && phase != Phase::Over {
            fields.wrong("struck", "somebody struck, so it is over");
        }
        if phase != Phase::Over && awaiting(&public).seats().is_empty() {
            fields.wrong("done", "somebody must have something to decide");
        }
        if phase == Phase::Assign && (done.has(Seat(1)) || done.has(Seat(3))) {
            fields.wrong("done", "only flagships assign");
        }
        let mut sides = [None, None];
        for (key, doc) in fields.entries("assigned") {
            let i = SIDES.iter().position(|code| code == key);
            let bits = doc.as_text().and_then(read_bits).filter(|b| b.len() == n_dice(&public));
            match (i, bits) {
                (Some(i), Some(bits)) => sides[i] = Some(bits),
                _ => fields.wrong("assigned", format!("{key} {doc} is no assignment")),
            }
        }
        let mut speeds = [0; 4];
        for (key, doc) in fields.entries("sealed") {
            let i = CODES.iter().position(|code| code == key);
            match (i, doc.as_int()) {
                (Some(i), Some(n)) if (1..=i64::from(max_speed(&public))).contains(&n) => {
                    speeds[i] = n as u8;
                }
                _ => fields.wrong("sealed", format!("{key} {doc} is no speed")),
            }
        }
        for i in 0..4 {
            let sealed = phase == Phase::Seal && done.has(Seat(i as u8));
            if phase != Phase::Over && sealed != (speeds[i] > 0) {
                fields.wrong("sealed", format!("does not fit what {} has done", CODES[i]));
            }
        }
        for i in 0..2 {
            let assigned = phase == Phase::Seal || done.has(Seat(2 * i as u8));
            if phase != Phase::Over && assigned != sides[i].is_some() {
                fields.wrong("assigned", format!("does not fit what {} has done", SIDES[i]));
            }
        }
        fields.done()?;
        Ok(Table {
            public,
            sides: BySide::new(2, |side| sides[side.index()].clone()),
            seats: BySeat::new(4, |seat| speeds[seat.index()]),
            umpire: (),
        })
    }

    fn seat_code(_: &Public, seat: Seat) -> String {
        CODES.get(seat.index()).copied().unwrap_or("?").into()
    }

    fn seat_name(_: &Public, seat: Seat) -> String {
        let side = if seat.0 < 2 { "north" } else { "south" };
        let rank = if seat.0.is_multiple_of(2) { "flagship" } else { "second" };
        format!("the {rank} of the {side}")
    }

    fn side_code(_: &Public, side: Side) -> String {
        SIDES[side.index()].into()
    }

    fn side_name(_: &Public, side: Side) -> String {
        if side.0 == 0 { "the north".into() } else { "the south".into() }
    }

    fn write_action(_: &Public, action: &Action) -> String {
        match action {
            Action::Assign(bits) => format!("assign {}", write_bits(bits)),
            Action::Seal(speed) => format!("seal {speed}"),
            Action::Strike => "strike".into(),
            Action::Forfeit(side) => format!("forfeit {}", SIDES[usize::from(side & 1)]),
        }
    }

    fn parse_action(_: &Public, text: &str) -> Result<Action, ParseError> {
        if text == "strike" {
            return Ok(Action::Strike);
        }
        if let Some(side) = text.strip_prefix("forfeit ") {
            let side = SIDES.iter().position(|code| *code == side);
            let side = side.ok_or_else(|| ParseError::at(8, "there is no such side"))?;
            return Ok(Action::Forfeit(side as u8));
        }
        if let Some(bits) = text.strip_prefix("assign ") {
            let bits = read_bits(bits).filter(|bits| bits.len() <= 8 && !bits.is_empty());
            return bits.map(Action::Assign).ok_or(ParseError::at(7, "g for guns, s for sails"));
        }
        match text.strip_prefix("seal ").map(str::as_bytes) {
            Some([digit @ b'0'..=b'9']) => Ok(Action::Seal(digit - b'0')),
            Some(_) => Err(ParseError::at(5, "a speed is one digit")),
            None => Err(ParseError::at(0, "assign, seal or strike")),
        }
    }

    fn faces(die: Die) -> &'static [&'static str] {
        if die == Die::D6 { &["one", "two", "three", "four", "five", "six"] } else { &[] }
    }

    fn view(sight: Sight<'_, Self>) -> Doc {
        let public = sight.public;
        let own = sight.side().and_then(|side| sight.of_side(side)).and_then(Option::as_ref);
        let speed = sight.seat().and_then(|seat| sight.of_seat(seat)).filter(|speed| **speed > 0);
        Doc::map()
            .with("round", public.round)
            .with("scale", if is_close(public) { "close" } else { "wide" })
            .with("pool", public.pool.clone())
            .with("done", Doc::list(public.done.iter().map(|seat| CODES[seat.index()])))
            .with("points", public.points.to_vec())
            .with("assigned", own.map(|bits| write_bits(bits)))
            .with("sealed", speed.copied())
    }

    fn board(sight: Sight<'_, Self>) -> String {
        format!("pool {:?}, points {:?}", sight.public.pool, sight.public.points)
    }

    fn prompt(sight: Sight<'_, Self>) -> String {
        match awaiting(sight.public) {
            Awaiting::Over(_) => "It is over.".into(),
            Awaiting::Seats(seats) if sight.seat().is_some_and(|seat| seats.has(seat)) => {
                "It is for you to decide.".into()
            }
            Awaiting::Seats(_) => "Others decide.".into(),
        }
    }

    fn pick(_: Sight<'_, Self>, pick: &Pick) -> Label {
        let (kind, key, text) = match pick {
            Pick::Guns => ("use", "g".into(), "to the guns".into()),
            Pick::Sails => ("use", "s".into(), "to the sails".into()),
            Pick::Speed(n) => ("speed", n.to_string(), format!("speed {n}")),
            Pick::Strike => ("kind", "strike".into(), "strike the flag".into()),
        };
        Label { kind, key, text, ..Label::default() }
    }

    fn event(public: &Public, event: &Event) -> Doc {
        let kind = |kind: &'static str| Doc::map().with("kind", kind);
        match event {
            Event::Rolled { pool } => kind("rolled").with("pool", pool.clone()),
            Event::Decided { seat } => kind("decided").with("seat", CODES[usize::from(*seat)]),
            Event::Mine { action } => {
                kind("own").with("action", Self::write_action(public, action))
            }
            Event::Opened { guns, speeds, points } => kind("opened")
                .with("guns", Doc::list(guns.iter().map(|bits| write_bits(bits))))
                .with("speeds", speeds.to_vec())
                .with("points", points.to_vec()),
            Event::Scale => kind("scale"),
            Event::Struck { side } => kind("struck").with("side", SIDES[usize::from(*side)]),
            Event::Ended => kind("ended"),
        }
    }

    fn sentence(public: &Public, event: &Event) -> String {
        match event {
            Event::Decided { seat } => {
                format!("{} has decided.", Self::seat_name(public, Seat(*seat)))
            }
            Event::Scale => "The squadrons close in.".into(),
            other => format!("{}.", Self::event(public, other)),
        }
    }

    fn fact(event: &Event) -> Option<String> {
        match event {
            Event::Opened { .. } => Some("all assignments and speeds of the round".into()),
            _ => None,
        }
    }

    fn tally(_public: &Public, event: &Event, out: &mut Vec<(&'static str, i32)>) {
        if let Event::Rolled { pool } = event {
            out.push(("pool", pool.iter().map(|die| i32::from(*die)).sum()));
            out.push(("sixes", pool.iter().filter(|die| **die == 6).count() as i32));
        }
    }

    fn outcome(_public: &Public, event: &Event) -> Option<String> {
        match event {
            Event::Opened { points, .. } => Some(format!("{} to {}", points[0], points[1])),
            Event::Rolled { pool } => {
                let sum: u32 = pool.iter().map(|die| u32::from(*die)).sum();
                Some(format!("a pool of {sum}"))
            }
            _ => None,
        }
    }
}

fn write_bits(bits: &[bool]) -> String {
    bits.iter().map(|gun| if *gun { 'g' } else { 's' }).collect()
}

fn read_bits(text: &str) -> Option<Vec<bool>> {
    text.chars()
        .map(|c| match c {
            'g' => Some(true),
            's' => Some(false),
            _ => None,
        })
        .collect()
}

fn numbers(
    fields: &mut Fields<'_>,
    key: &'static str,
    range: std::ops::RangeInclusive<i64>,
) -> Vec<i64> {
    let items = fields.list(key);
    let values: Vec<i64> =
        items.iter().filter_map(Doc::as_int).filter(|n| range.contains(n)).collect();
    if values.len() < items.len() {
        fields.wrong(key, format!("numbers from {} to {}", range.start(), range.end()));
    }
    values
}
