//! Reads actions: what `write` writes, and shorter forms that people type.

use super::write::aboard;
use crate::action::{
    Action, Aim, Captain, Course, Guns, Helm, Hold, Path, Piece, Share, Unit, Volley,
};
use crate::board::{Dir, ISLES, Isle, Space};
use crate::rules::cargo;
use crate::state::{Public, ShipSet, Standing};
use crate::text::{parse_fort, parse_player, parse_ship, parse_space, parse_unit};
use crate::units::{FortId, ShipId};
use admiralty_core::{ParseError, Seat};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Words of a line with the place each begins at.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text[self.at..].trim()
    }

    /// The next word, or nothing at the end.
    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let start = rest.find(|c: char| !c.is_whitespace())?;
        let end = rest[start..].find(char::is_whitespace).map_or(rest.len(), |i| start + i);
        let from = self.at + start;
        self.at += end;
        Some(&self.text[from..self.at])
    }

    fn wrong<T>(&self, wanted: &str) -> Result<T, ParseError> {
        Err(ParseError::at(self.at.min(self.text.len()), format!("expected {wanted}")))
    }

    fn take<T>(&mut self, wanted: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, ParseError> {
        match self.next().and_then(read) {
            Some(value) => Ok(value),
            None => self.wrong(wanted),
        }
    }

    fn ship(&mut self) -> Result<ShipId, ParseError> {
        self.take("a ship such as FR1", parse_ship)
    }

    fn space(&mut self) -> Result<Space, ParseError> {
        self.take("a space such as L7", parse_space)
    }

    fn player(&mut self) -> Result<Seat, ParseError> {
        self.take("a player such as P2", parse_player)
    }

    fn fort(&mut self, p: &Public) -> Result<FortId, ParseError> {
        self.take("a fort on the field such as @A1", |text| parse_fort(p, text))
    }

    fn end<T>(&mut self, value: T) -> Result<T, ParseError> {
        if self.rest().is_empty() { Ok(value) } else { self.wrong("the end of the line") }
    }
}

/// Reads `R2`.
fn parse_pivot(text: &str) -> Option<i8> {
    let (side, n) = text.split_at_checked(1)?;
    let n = number(n).filter(|n| (1..=7).contains(n))? as i8;
    match side {
        "L" | "l" => Some(-n),
        "R" | "r" => Some(n),
        _ => None,
    }
}

/// Reads `LLFF+R2`; nothing but a final pivot is no way.
pub(crate) fn parse_path(text: &str) -> Option<Path> {
    let (steps, pivot) = match text.split_once('+') {
        Some((steps, pivot)) => (steps, parse_pivot(pivot)?),
        None => (text, 0),
    };
    if steps.is_empty() || steps.len() > Path::MAX as usize {
        return None;
    }
    let mut path = Path::NONE;
    for sign in steps.chars() {
        path = path.then(match sign {
            'F' | 'f' => Helm::Ahead,
            'L' | 'l' => Helm::Port,
            'R' | 'r' => Helm::Starboard,
            _ => return None,
        });
    }
    Some(path.turning(pivot))
}

/// Reads one action.
pub(crate) fn parse(p: &Public, text: &str) -> Result<Action, ParseError> {
    let text = text.split(';').next().unwrap_or("");
    let mut words = Words::new(text);
    let Some(verb) = words.next() else { return words.wrong("an action such as move FR1 N 3") };
    let action = match verb.to_ascii_lowercase().as_str() {
        "island" => parse_island(&mut words)?,
        "fort" => Action::Place { piece: Piece::Fort, space: words.space()? },
        "rp" => Action::Place { piece: Piece::RoyalPort, space: words.space()? },
        "reef" => Action::Place { piece: Piece::Reef, space: words.space()? },
        "mine" => Action::Mine(words.space()?),
        "map" => Action::Map(words.space()?),
        "order" => Action::Order {
            space: words.space()?,
            order: words.take("ask, auto or hold", |word| {
                one_of(
                    word,
                    &[("ask", Standing::Ask), ("auto", Standing::Auto), ("hold", Standing::Hold)],
                )
            })?,
        },
        "deploy" => {
            let (ship, space) = (words.ship()?, words.space()?);
            let bow = match words.next() {
                None => None,
                Some(word) if word.eq_ignore_ascii_case("bow") && p.has_bows() => {
                    Some(words.take("a direction such as NE", Dir::parse)?)
                }
                Some(_) => return words.wrong("bow and a direction, or nothing"),
            };
            Action::Deploy { ship, space, bow }
        }
        "turn" => {
            Action::Turn { ship: words.ship()?, by: words.take("a turn such as R1", parse_pivot)? }
        }
        "bow" => Action::Bow {
            ship: words.ship()?,
            dir: words.take("a direction such as NE", Dir::parse)?,
        },
        "captain" => Action::Captain {
            ship: words.ship()?,
            card: words.take("target or initiative", |word| {
                one_of(word, &[("target", Captain::Target), ("initiative", Captain::Initiative)])
            })?,
        },
        "move" => parse_move(&mut words)?,
        "drift" => Action::Drift(words.ship()?),
        "fire" => return parse_fire(p, &mut words),
        "ignite" => Action::Ignite(words.ship()?),
        "explode" => Action::Explode(words.ship()?),
        "board" => {
            let (attackers, target) = parse_attack(&mut words)?;
            let Some(target) = parse_ship(target) else { return words.wrong("a target ship") };
            return Ok(Action::Board { attackers, target });
        }
        "assault" => {
            let (attackers, target) = parse_attack(&mut words)?;
            let Some(fort) = parse_fort(p, target) else {
                return words.wrong("a fort on the field");
            };
            return Ok(Action::Assault { attackers, fort });
        }
        "defend" => {
            let rest = words.rest();
            return match parse_ships(rest) {
                Some(ships) => Ok(Action::Defend(ships)),
                None if rest == "-" => Ok(Action::Defend(ShipSet::EMPTY)),
                None => words.wrong("ships such as GA1,BR3, or -"),
            };
        }
        "alloc" => return parse_shares(p, &mut words),
        "repair" => Action::Repair { ship: words.ship()?, fort: words.fort(p)? },
        "unrepair" => Action::Unrepair(words.ship()?),
        "mend" => {
            let ship = words.ship()?;
            words.take("sails", |word| word.eq_ignore_ascii_case("sails").then_some(()))?;
            Action::Mend(ship)
        }
        "work" => Action::Work {
            fort: words.fort(p)?,
            ships: ShipSet::EMPTY.with(words.ship()?).with(words.ship()?),
        },
        "release" => Action::Release(words.fort(p)?),
        "raise" => Action::Raise(words.fort(p)?),
        "load" => parse_load(p, &mut words)?,
        "unload" => parse_unload(p, &mut words)?,
        "plunder" => return parse_plunder(&mut words),
        "pass" => Action::Pass,
        "detonate" => Action::Detonate(words.space()?),
        "offer" => {
            let seat = words.player()?;
            let open = words.take("turns N, or open", |word| {
                one_of(word, &[("open", true), ("turns", false)])
            })?;
            // Inside, no number of Turns stands for an open end.
            let turns = match open {
                true => 0,
                false => words.take("1 Turn or more", |w| number(w).filter(|&n| n > 0))?,
            };
            Action::Offer { seat, turns }
        }
        "accept" => Action::Accept,
        "decline" => Action::Decline,
        "notice" => Action::Notice(words.player()?),
        "break" => Action::Break(words.player()?),
        "give" => Action::Give { fort: words.fort(p)?, seat: words.player()? },
        "end" => Action::End,
        "resign" => Action::Resign,
        "timeout" => Action::TimeOut(words.player()?),
        "left" => Action::Left(words.player()?),
        _ => return Err(ParseError::at(0, format!("\"{verb}\" is no action"))),
    };
    words.end(action)
}

/// The meaning of a word, however it is written.
fn one_of<T: Copy>(word: &str, meanings: &[(&str, T)]) -> Option<T> {
    meanings.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, value)| *value)
}

fn number(text: &str) -> Option<u8> {
    if text.is_empty() || text.len() > 2 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// `monu r90` without its place: every island is its own half-turn.
pub(crate) fn turned(isle: Isle, word: &str) -> Option<u8> {
    let quarter = one_of(word, &[("r0", 0), ("r90", 1), ("r180", 0), ("r270", 1)])?;
    Some(if isle == Isle::Volcanic { 0 } else { quarter })
}

fn parse_island(words: &mut Words<'_>) -> Result<Action, ParseError> {
    let isle = words.take("snake, monu or volcanic", |w| {
        ISLES.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(w)).map(|(isle, _, _)| *isle)
    })?;
    let space = words.space()?;
    let turns = match words.next() {
        None => 0,
        Some(word) => match turned(isle, word) {
            Some(turns) => turns,
            None => return words.wrong("r0, r90, r180 or r270"),
        },
    };
    Ok(Action::Place { piece: Piece::Island(isle, turns), space })
}

/// `N 3`, or legs `NE1 SE1`.
fn parse_move(words: &mut Words<'_>) -> Result<Action, ParseError> {
    let ship = words.ship()?;
    if let Some(path) = parse_path(words.rest()) {
        words.next();
        return Ok(Action::Sail { ship, path });
    }
    let mut course = Course::default();
    while let Some(word) = words.next() {
        let split = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (dir, digits) = word.split_at(split);
        let Some(dir) = Dir::parse(dir) else { return words.wrong("a direction such as NE") };
        let n = if digits.is_empty() {
            words.take("a number of spaces", number)?
        } else {
            number(digits).unwrap_or(0)
        };
        if !(1..=7).contains(&n) {
            return words.wrong("1 to 7 spaces");
        }
        if course.len() >= Course::MAX_LEGS {
            return words.wrong("fewer courses");
        }
        course = course.then(dir, n);
    }
    if course.is_empty() {
        words.wrong("a course such as N 3")
    } else {
        Ok(Action::Move { ship, course })
    }
}

fn parse_ships(text: &str) -> Option<ShipSet> {
    let mut set = ShipSet::EMPTY;
    for word in text.split(',') {
        let ship = parse_ship(word.trim())?;
        if set.has(ship) {
            return None;
        }
        set = set.with(ship);
    }
    Some(set)
}

fn parse_attack<'a>(words: &mut Words<'a>) -> Result<(ShipSet, &'a str), ParseError> {
    let Some((left, right)) = words.rest().split_once('>') else {
        return words.wrong("attackers > target");
    };
    match parse_ships(left) {
        Some(ships) => Ok((ships, right.trim())),
        None => words.wrong("attackers such as BR1,BR2"),
    }
}

fn parse_fire(p: &Public, words: &mut Words<'_>) -> Result<Action, ParseError> {
    let rest = words.rest();
    if let Some(who) = rest.strip_suffix('-') {
        return match parse_unit(p, who.trim()) {
            Some(unit) => Ok(Action::Waste(unit)),
            None => words.wrong("a ship or fort"),
        };
    }
    let mut groups = rest.split('&');
    let first = parse_volley(p, words, groups.next().unwrap_or(""))?;
    let second = match groups.next() {
        Some(text) => Some(Box::new(parse_volley(p, words, text)?)),
        None => None,
    };
    if groups.next().is_some() {
        words.wrong("two groups at most")
    } else {
        Ok(Action::Fire { first, second })
    }
}

fn parse_volley(p: &Public, words: &Words<'_>, text: &str) -> Result<Volley, ParseError> {
    let Some((left, right)) = text.split_once('>') else {
        return words.wrong("guns > target, or a unit and -");
    };
    let mut guns = Guns::NONE;
    for word in left.split(',') {
        let word = word.trim();
        let (name, shots) = match word.rfind(['x', 'X']) {
            // A space in column X is no number of shots: @X14.
            Some(i) if i > 1 => (&word[..i], number(&word[i + 1..])),
            _ => (word, Some(1)),
        };
        let (Some(who), Some(shots)) = (parse_unit(p, name), shots) else {
            return words.wrong("a ship or fort with its shots, such as FR1x2");
        };
        if !(1..=3).contains(&shots) || guns.of(who) > 0 {
            return words.wrong("1 to 3 shots of each unit once");
        }
        guns = guns.with(who, shots);
    }
    let mut right = right.split_whitespace();
    let Some(target) = right.next().and_then(|word| parse_unit(p, word)) else {
        return words.wrong("a target such as BR4 or @A1");
    };
    let aim = match right.next() {
        None => Aim::Hull,
        Some(word) if word.eq_ignore_ascii_case("sails") => Aim::Sails,
        Some(word) if word.eq_ignore_ascii_case("hull") => Aim::Hull,
        Some(_) => return words.wrong("hull or sails"),
    };
    if right.next().is_some() {
        words.wrong("the end of the line")
    } else {
        Ok(Volley { guns, target, aim })
    }
}

fn parse_shares(p: &Public, words: &mut Words<'_>) -> Result<Action, ParseError> {
    let mut shares: Vec<Share> = Vec::new();
    let mut shifting = false;
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("cargo") {
            shifting = true;
        } else if shifting {
            let parts = word
                .split_once('>')
                .and_then(|(from, rest)| rest.split_once(':').map(|(to, n)| (from, to, n)));
            let Some((from, to, n)) = parts else {
                return words.wrong("a shift such as FR4>BR1:1");
            };
            let (from, to) = (parse_unit(p, from), parse_unit(p, to));
            let n = number(n).filter(|&n| n > 0);
            let find = |shares: &[Share], who: Option<Unit>| {
                shares.iter().position(|share| Some(share.unit) == who)
            };
            let (Some(a), Some(b), Some(n)) = (find(&shares, from), find(&shares, to), n) else {
                return words.wrong("a shift between ships that have a share");
            };
            if a == b || shares[a].cargo < n {
                return words.wrong("a shift of cargo that is aboard");
            }
            shares[a].cargo -= n;
            shares[b].cargo += n;
        } else {
            let parts = word.split_once('=');
            let share = parts.and_then(|(who, n)| Some((parse_unit(p, who)?, number(n)?)));
            let Some((who, points)) = share else { return words.wrong("a share such as BR1=1") };
            if shares.iter().any(|share| share.unit == who) {
                return words.wrong("one share for each");
            }
            shares.push(Share { unit: who, points, cargo: aboard(p, who) });
        }
    }
    shares.sort_by_key(|share| share.unit);
    if shares.is_empty() {
        words.wrong("shares such as BR1=1")
    } else {
        Ok(Action::Allot(shares.into()))
    }
}

fn parse_load(p: &Public, words: &mut Words<'_>) -> Result<Action, ParseError> {
    let ship = words.ship()?;
    let seat = p.ship(ship).seat();
    let mut n = None;
    let mut from = None;
    while let Some(word) = words.next() {
        if word.starts_with('@') {
            match parse_fort(p, word) {
                Some(fort) => from = Some(Hold::Fort(fort)),
                None => return words.wrong("a fort on the field such as @A1"),
            }
        } else if word.eq_ignore_ascii_case("map") {
            from = Some(Hold::Map(words.player()?));
        } else if let (Some(number), None) = (number(word), n) {
            n = Some(number);
        } else {
            return words.wrong("a number, a fort, or map and a player");
        }
    }
    // Without a source: what lies on the space, else the first port that has goods,
    // else a captured map; where that lies only its holder knows.
    let from = from.unwrap_or_else(|| {
        let space = p.ship(ship).space;
        let can = |from: &Hold| cargo::loadable(p, None, seat, ship, *from).is_ok();
        let forts = p.forts_at(space).map(Hold::Fort);
        let lying = core::iter::once(Hold::Field).chain(forts).find(can);
        lying.or_else(|| buried(p, seat, space).map(Hold::Map)).unwrap_or(Hold::Field)
    });
    let n = n.unwrap_or_else(|| match from {
        Hold::Map(pirate) => p.stashes[pirate.index()].goods.min(p.capacity(ship)),
        from => cargo::loadable(p, None, seat, ship, from).unwrap_or(1),
    });
    Ok(Action::Load { ship, n, from })
}

/// Whose map a ship on this space could use: one that was shown to lie here, else
/// the first that was not shown yet.
fn buried(p: &Public, seat: Seat, space: Space) -> Option<Seat> {
    let held = |pirate: &Seat| {
        let stash = p.stashes[pirate.index()];
        stash.holder == seat && stash.goods > 0
    };
    let shown = |pirate: &Seat| p.stashes[pirate.index()].shown;
    let mut maps = p.seats().filter(held);
    let here = maps.clone().find(|pirate| shown(pirate) == space);
    here.or_else(|| maps.find(|pirate| !shown(pirate).is_some()))
}

fn parse_unload(p: &Public, words: &mut Words<'_>) -> Result<Action, ParseError> {
    let ship = words.ship()?;
    let seat = p.ship(ship).seat();
    let mut n = None;
    let mut fort = None;
    while let Some(word) = words.next() {
        if word.starts_with('@') && fort.is_none() {
            fort = parse_fort(p, word);
            if fort.is_none() {
                return words.wrong("a fort on the field such as @A1");
            }
        } else if let (Some(number), None) = (number(word), n) {
            n = Some(number);
        } else {
            return words.wrong("a number or a fort");
        }
    }
    let fort = fort.or_else(|| {
        let space = p.ship(ship).space;
        let mut forts = p.forts_at(space);
        forts
            .find(|&f| cargo::unloadable(p, seat, ship, f).is_ok())
            .or_else(|| p.forts_at(space).next())
    });
    let Some(fort) = fort else { return words.wrong("a fort in whose harbour the ship lies") };
    Ok(Action::Unload { ship, n: n.unwrap_or(p.ship(ship).cargo.max(1)), fort })
}

fn parse_plunder(words: &mut Words<'_>) -> Result<Action, ParseError> {
    let mut takes: Vec<(ShipId, u8)> = Vec::new();
    while let Some(word) = words.next() {
        let take = word.split_once(':').and_then(|(s, n)| Some((parse_ship(s)?, number(n)?)));
        match take {
            Some((ship, n)) if !takes.iter().any(|(s, _)| *s == ship) => takes.push((ship, n)),
            _ => return words.wrong("a ship and a number such as BR1:1"),
        }
    }
    takes.sort();
    if takes.is_empty() {
        words.wrong("a ship and a number such as BR1:1")
    } else {
        Ok(Action::Plunder(takes.into()))
    }
}
