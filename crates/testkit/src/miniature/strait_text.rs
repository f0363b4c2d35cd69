//! How the strait is written.

use super::strait::{END, Leak, MASTER, Strait};
use super::strait_parts::{Action, Depths, Event, Phase, Pick, Public, Secret, Setup};
use admiralty_core::{
    Awaiting, BySeat, BySide, Doc, Fault, Faults, Fields, Label, Own, ParseError, Rules, Seat,
    SeatSet, Side, Sight, Table, Text,
};

impl<L: Leak> Text for Strait<L> {
    fn setup(doc: &Doc) -> Result<Setup, Faults> {
        let mut fields = Fields::of(doc, "")?;
        let rounds = fields.int_or("rounds", 6, 1..=20) as u8;
        fields.done()?;
        Ok(Setup { rounds })
    }

    fn write_setup(setup: &Setup) -> Doc {
        Doc::map().with("rounds", setup.rounds)
    }

    fn save(table: &Table<Self>) -> Doc {
        let public = &table.public;
        let phase: Vec<u8> = match public.phase {
            Phase::Laying => vec![0],
            Phase::Sailing(ship) => vec![1, ship],
            Phase::Passing(ship, from, to) => vec![2, ship, from, to],
            Phase::Over(None) => vec![3],
            Phase::Over(Some(ship)) => vec![3, ship],
        };
        let mut captains = Doc::map();
        for (side, secret) in table.sides.iter() {
            let i = side.index();
            let afloat = public.afloat[i] || L::POSITION;
            captains.put(
                format!("P{}", i + 1),
                Doc::map()
                    .with_if(public.ready.has(Seat(side.0)), "ready", true)
                    .with_if(public.at[i] > 0, "at", public.at[i])
                    .with_if(!afloat, "sunk", true)
                    .with_if(public.mines_left[i] != 2, "mines_left", public.mines_left[i])
                    .with_if(public.strengths[i] > 0, "shown", true)
                    .with_if(!secret.mines.is_empty(), "mines", secret.mines.clone())
                    .with_if(secret.strength > 0, "strength", secret.strength)
                    .with_if(secret.asked, "asked", true),
            );
        }
        Doc::map()
            .with("rounds", public.rounds)
            .with("turn", public.turn)
            .with("phase", phase)
            .with("captains", captains)
            .with_if(!public.blown.is_empty(), "blown", public.blown.clone())
            .with("current", table.umpire.current)
            .with_if(public.current.is_some(), "current_known", true)
            .with("notes", Doc::list(table.seats.iter().map(|(_, note)| *note)))
    }

    fn load(doc: &Doc) -> Result<Table<Self>, Faults> {
        let mut fields = Fields::of(doc, "")?;
        let rounds = fields.int_or("rounds", 6, 1..=20) as u8;
        let turn = fields.int_or("turn", 0, 0..=20) as u32;
        let phase = bytes(&mut fields, "phase", 0..=END);
        let blown = bytes(&mut fields, "blown", 2..=10);
        let current = fields.int_or("current", 0, 0..=1) as u8;
        let known = fields.bool_or("current_known", false);
        let notes = bytes(&mut fields, "notes", 0..=9);
        let mut public = Public {
            rounds,
            turn,
            phase: Phase::Laying,
            ready: SeatSet::EMPTY,
            at: [0; 3],
            afloat: [true; 3],
            mines_left: [2; 3],
            blown,
            strengths: [0; 3],
            current: known.then_some(current),
        };
        let mut secrets = [Secret::default(), Secret::default(), Secret::default()];
        for (key, doc) in fields.entries("captains") {
            let i = match key.as_ref() {
                "P1" => 0,
                "P2" => 1,
                "P3" => 2,
                other => {
                    fields.wrong("captains", format!("there is no captain {other}"));
                    continue;
                }
            };
            match captain(doc, &format!("captains.{key}"), i, &mut public) {
                Ok(secret) => secrets[i] = secret,
                Err(faults) => fields.faults.0.extend(faults.0),
            }
        }
        let phase_of = match phase[..] {
            [] | [0] => Some(Phase::Laying),
            [1, ship @ 0..=2] if public.afloat[usize::from(ship)] => Some(Phase::Sailing(ship)),
            [2, ship @ 0..=2, from, to]
                if from < to && to <= from + 3 && public.at[usize::from(ship)] == to =>
            {
                Some(Phase::Passing(ship, from, to))
            }
            [3] => Some(Phase::Over(None)),
            [3, ship @ 0..=2] => Some(Phase::Over(Some(ship))),
            _ => None,
        };
        match phase_of {
            Some(phase) => public.phase = phase,
            None => fields.wrong("phase", "there is no such phase now"),
        }
        let laid = public.ready == SeatSet::first(3);
        match public.phase {
            Phase::Laying if laid => fields.wrong("phase", "everybody has laid mines"),
            Phase::Laying if public.afloat != [true; 3] || public.at != [0; 3] => {
                fields.wrong("phase", "nobody sails before the mines are laid");
            }
            Phase::Sailing(_) | Phase::Passing(..) if !laid => {
                fields.wrong("phase", "somebody has not laid mines");
            }
            Phase::Passing(ship, from, to) => {
                for (i, secret) in secrets.iter().enumerate() {
                    let way = secret.mines.iter().any(|mine| (from + 1..=to).contains(mine));
                    let may = usize::from(ship) != i && way && public.afloat[usize::from(ship)];
                    if secret.asked && !(may && public.afloat[i]) {
                        fields.wrong("captains", "somebody is asked who has no mine on the way");
                    }
                }
            }
            _ if secrets.iter().any(|secret| secret.asked) => {
                fields.wrong("captains", "nobody is asked while no ship passes");
            }
            _ => {}
        }
        fields.done()?;
        Ok(Table {
            public,
            sides: BySide::new(3, |side| secrets[side.index()].clone()),
            seats: BySeat::new(4, |seat| notes.get(seat.index()).copied().unwrap_or(0)),
            umpire: Depths { current },
        })
    }

    fn seat_code(_: &Public, seat: Seat) -> String {
        if seat == MASTER { "G".into() } else { format!("P{}", seat.0 + 1) }
    }

    fn seat_name(_: &Public, seat: Seat) -> String {
        if seat == MASTER { "Gamemaster".into() } else { format!("Captain {}", seat.0 + 1) }
    }

    fn side_name(_: &Public, side: Side) -> String {
        format!("Captain {}", side.0 + 1)
    }

    fn write_action(_: &Public, action: &Action) -> String {
        match action {
            Action::Lay(a, b, s) => format!("lay {a} {b} strength {s}"),
            Action::Sail(n) => format!("sail {n}"),
            Action::Blow(space) => format!("blow {space}"),
            Action::Hold => "hold".into(),
            Action::Wave(false) => "wave".into(),
            Action::Wave(true) => "squall".into(),
            Action::Note(n) => format!("note {n}"),
            Action::Strike => "strike".into(),
        }
    }

    fn parse_action(_: &Public, text: &str) -> Result<Action, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |word: &str| {
            let plain = word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            word.parse::<u8>()
                .ok()
                .filter(|_| plain)
                .ok_or_else(|| ParseError::at(at, format!("\"{word}\" is no small number")))
        };
        Ok(match words[..] {
            ["lay", a, b, "strength", s] => Action::Lay(number(a)?, number(b)?, number(s)?),
            ["sail", n] => Action::Sail(number(n)?),
            ["blow", n] => Action::Blow(number(n)?),
            ["note", n] => Action::Note(number(n)?),
            ["hold"] => Action::Hold,
            ["wave"] => Action::Wave(false),
            ["squall"] => Action::Wave(true),
            ["strike"] => Action::Strike,
            _ => return Err(ParseError::at(0, "no action of the strait")),
        })
    }

    fn view(sight: Sight<'_, Self>) -> Doc {
        let public = sight.public;
        let mut captains = Doc::map();
        for i in 0..3u8 {
            let mut captain = Doc::map()
                .with("at", public.at[usize::from(i)])
                .with("afloat", public.afloat[usize::from(i)])
                .with("ready", public.ready.has(Seat(i)))
                .with("mines_left", public.mines_left[usize::from(i)])
                .with("strength", public.strengths[usize::from(i)]);
            if let Some(secret) = sight.of_side(Side(i)) {
                captain.put("mines", secret.mines.clone());
                captain.put("strength", secret.strength);
            }
            captains.put(format!("P{}", i + 1), captain);
        }
        Doc::map()
            .with("turn", public.turn)
            .with("captains", captains)
            .with("blown", public.blown.clone())
            .with("current", public.current)
            .with("note", sight.seat().and_then(|seat| sight.of_seat(seat).copied()))
    }

    fn board(sight: Sight<'_, Self>) -> String {
        let spaces: Vec<String> = (0..=END)
            .map(|space| {
                let ships: String = (0..3u8)
                    .filter(|&i| {
                        let i = usize::from(i);
                        sight.public.afloat[i] && sight.public.at[i] == space
                    })
                    .map(|i| char::from(b'1' + i))
                    .collect();
                if ships.is_empty() { ".".into() } else { ships }
            })
            .collect();
        spaces.join(" ")
    }

    fn prompt(sight: Sight<'_, Self>) -> String {
        match Self::awaited(sight) {
            Awaiting::Over(_) => "The race is over.".into(),
            Awaiting::Seats(seats) => match (sight.seat(), sight.own) {
                (Some(seat), Own::Seat { .. }) if seats.has(seat) => "It is for you to act.".into(),
                _ => "Wait.".into(),
            },
        }
    }

    fn pick(_: Sight<'_, Self>, pick: &Pick) -> Label {
        let (kind, key, text) = match pick {
            Pick::Space(n) => ("place", n.to_string(), format!("space {n}")),
            Pick::Strength(n) => ("strength", n.to_string(), format!("strength {n}")),
            Pick::Number(n) => ("number", n.to_string(), format!("{n}")),
            Pick::Word(word) => ("kind", (*word).to_string(), (*word).to_string()),
        };
        let place = matches!(pick, Pick::Space(_)).then(|| key.clone());
        Label { kind, key, text, place, ..Label::default() }
    }

    fn event(_: &Public, event: &Event) -> Doc {
        let kind = |kind: &'static str| Doc::map().with("kind", kind);
        match event {
            Event::Ready { ship } => kind("ready").with("ship", ship + 1),
            Event::Laid { ship, mines, strength } => kind("laid")
                .with("ship", ship + 1)
                .with("mines", mines.to_vec())
                .with("strength", *strength),
            Event::Began => kind("began"),
            Event::Sailed { ship, to } => kind("sailed").with("ship", ship + 1).with("to", *to),
            Event::Asked { ship } => kind("asked").with("ship", ship + 1),
            Event::Blew { owner, space, die, sunk } => kind("blew")
                .with("owner", owner + 1)
                .with("space", *space)
                .with("die", *die)
                .with("sunk", *sunk),
            Event::Squall { ship, to } => kind("squall").with("ship", ship + 1).with("to", *to),
            Event::Current { set, ship, to } => {
                kind("current").with("set", *set).with("ship", ship + 1).with("to", *to)
            }
            Event::Fought { winner, loser, strengths } => kind("fought")
                .with("winner", winner + 1)
                .with("loser", loser + 1)
                .with("strengths", strengths.to_vec()),
            Event::Noted { seat } => kind("noted").with("seat", seat + 1),
            Event::Struck { ship } => kind("struck").with("ship", ship + 1),
            Event::Ended { winner } => kind("ended").with("winner", winner.map(|ship| ship + 1)),
        }
    }

    fn sentence(public: &Public, event: &Event) -> String {
        match event {
            Event::Ready { ship } => format!("Captain {} is ready.", ship + 1),
            Event::Sailed { ship, to } => format!("Ship {} sails to {to}.", ship + 1),
            other => format!("{}.", Self::event(public, other)),
        }
    }

    fn fact(event: &Event) -> Option<String> {
        match event {
            Event::Blew { owner, space, .. } => {
                Some(format!("the mine of captain {} on {space}", owner + 1))
            }
            Event::Current { .. } => Some("the current".into()),
            Event::Fought { winner, loser, .. } => {
                Some(format!("the strengths of ships {} and {}", winner + 1, loser + 1))
            }
            _ => None,
        }
    }

    fn outcome(_public: &Public, event: &Event) -> Option<String> {
        match event {
            Event::Blew { sunk: true, .. } => Some("a mine sinks the ship".into()),
            Event::Blew { sunk: false, .. } => Some("a mine does no harm".into()),
            Event::Squall { to, .. } => Some(format!("a squall, to {to}")),
            Event::Current { to, .. } => Some(format!("the current, to {to}")),
            Event::Fought { winner, .. } => Some(format!("ship {} wins", winner + 1)),
            _ => None,
        }
    }

    fn broken(table: &Table<Self>) -> Option<String> {
        for (side, secret) in table.sides.iter() {
            let ready = table.public.ready.has(Seat(side.0));
            let left = table.public.mines_left[side.index()];
            if ready && secret.mines.len() != usize::from(left) {
                return Some(format!("captain {} has lost a mine", side.0 + 1));
            }
        }
        None
    }
}

fn captain(doc: &Doc, at: &str, i: usize, public: &mut Public) -> Result<Secret, Faults> {
    let mut fields = Fields::of(doc, at)?;
    let ready = fields.bool_or("ready", false);
    public.at[i] = fields.int_or("at", 0, 0..=i64::from(END)) as u8;
    public.afloat[i] = !fields.bool_or("sunk", false);
    public.mines_left[i] = fields.int_or("mines_left", 2, 0..=2) as u8;
    let shown = fields.bool_or("shown", false);
    let mines = bytes(&mut fields, "mines", 2..=10);
    let strength = fields.int_or("strength", 0, 0..=3) as u8;
    let asked = fields.bool_or("asked", false);
    if ready {
        public.ready = public.ready.with(Seat(i as u8));
        if mines.len() != usize::from(public.mines_left[i]) {
            fields.wrong("mines", "there are not as many as mines_left says");
        }
        if mines.windows(2).any(|pair| pair[0] >= pair[1]) {
            fields.wrong("mines", "must stand in order");
        }
        if strength == 0 {
            fields.wrong("strength", "is missing");
        }
    } else if !mines.is_empty() || strength > 0 || shown || public.mines_left[i] != 2 || asked {
        fields.faults.add(Fault::new(at, "a captain who is not ready has nothing yet"));
    }
    public.strengths[i] = if shown { strength } else { 0 };
    fields.done()?;
    Ok(Secret { mines, strength, asked })
}

fn bytes(
    fields: &mut Fields<'_>,
    key: &'static str,
    range: std::ops::RangeInclusive<u8>,
) -> Vec<u8> {
    let items = fields.list(key);
    let values: Vec<u8> = items
        .iter()
        .filter_map(|item| item.as_int().and_then(|n| u8::try_from(n).ok()))
        .filter(|n| range.contains(n))
        .collect();
    if values.len() < items.len() {
        fields.wrong(key, format!("numbers from {} to {}", range.start(), range.end()));
    }
    values
}
