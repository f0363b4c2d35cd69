//! Reads a scenario block: one item per line, all faults with their line.

use super::items::{clock_time, read_points, side_by_code};
use super::{Approach, Battle, Options, ShipInfo, SideInfo, Source, SquadInfo};
use crate::board::{Dir, Extent, Point, PointSet};
use crate::units::{CHARTS, Chart, Crews, Doctrine, FORCES, Force, NATIONS};
use admiralty_core::{ClauseId, Fault, Faults};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// One ship as she stands in the block.
pub(super) struct RawShip {
    pub(super) info: ShipInfo,
    pub(super) flag: bool,
    /// Where she stands in a document.
    pub(super) place: String,
}

/// One squadron as it stands in the block.
pub(super) struct RawSquad {
    pub(super) info: SquadInfo,
    pub(super) line: Vec<RawShip>,
    pub(super) frigates: Vec<RawShip>,
    pub(super) groups: u8,
    /// Where it stands in a document.
    pub(super) place: String,
}

impl RawSquad {
    pub(super) fn new(info: SquadInfo, place: &str) -> RawSquad {
        let place = place.to_string();
        RawSquad { info, line: Vec::new(), frigates: Vec::new(), groups: 0, place }
    }
}

/// A block as far as it has been read.
pub(super) struct Reader {
    pub(super) battle: Battle,
    pub(super) squads: Vec<RawSquad>,
    pub(super) specials: Vec<(usize, String)>,
    pub(super) objectives: Vec<(usize, String)>,
    pub(super) approach: Option<(Approach, Vec<(usize, String)>)>,
    pub(super) has: Vec<&'static str>,
    pub(super) levels: Option<(i16, i16)>,
    pub(super) faults: Faults,
}

/// Reads a block (or an approach on a built-in one).
pub(super) fn parse(text: &str, options: Options) -> Result<Battle, Faults> {
    let mut r = Reader::new(empty(options));
    let mut kept = Vec::new();
    for (n, raw) in text.lines().enumerate() {
        let line = raw.split('#').next().unwrap_or("").trim();
        if !line.is_empty() {
            kept.push(line);
            r.line(n + 1, line);
        }
    }
    r.battle.source = Source::Block(kept.join("\n"));
    r.finish()
}

/// A battle of which nothing is said yet.
pub(super) fn empty(options: Options) -> Battle {
    let side = || SideInfo {
        name: String::new(),
        bold: false,
        doctrine: Doctrine::Normal,
        crews: Crews::Full,
        shallow: false,
    };
    Battle {
        id: String::new(),
        source: Source::Block(String::new()),
        preset: Options::default(),
        title: String::new(),
        date: String::new(),
        place: String::new(),
        orient: String::new(),
        chart: Chart::F,
        extent: Extent { cols: 40, rows: 30 },
        wind: Dir::N,
        force: Force::Medium,
        changes: false,
        clock: 600,
        nightfall: 1140,
        sides: [side(), side()],
        squads: Vec::new(),
        ships: Vec::new(),
        land: PointSet::default(),
        shoal: PointSet::default(),
        specials: Vec::new(),
        objectives: Vec::new(),
        levels: (0, 0),
        check: None,
        approach: None,
        seats: Vec::new(),
        options,
        warnings: Vec::new(),
        custom: false,
    }
}

impl Reader {
    /// Nothing read yet.
    pub(super) fn new(battle: Battle) -> Reader {
        Reader {
            battle,
            squads: Vec::new(),
            specials: Vec::new(),
            objectives: Vec::new(),
            approach: None,
            has: Vec::new(),
            levels: None,
            faults: Faults::default(),
        }
    }

    pub(super) fn fault(&mut self, line: usize, reason: impl Into<String>) {
        self.faults.add(Fault::new(format!("line {line}"), reason));
    }

    fn line(&mut self, n: usize, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let ok = match word {
            "scenario" => {
                self.battle.id = rest.to_string();
                Some(())
            }
            "title" => text(&mut self.battle.title, rest),
            "date" => text(&mut self.battle.date, rest),
            "place" => text(&mut self.battle.place, rest),
            "orient" => text(&mut self.battle.orient, rest.trim_start_matches("N=")),
            "chart" => {
                // FA-3.27: one chart for the whole battle.
                if self.has.contains(&"chart") {
                    let fault = Fault::new(format!("line {n}"), "ratings of two charts never meet")
                        .by(ClauseId("FA-3.27"));
                    self.faults.add(fault);
                }
                self.has.push("chart");
                CHARTS.iter().find(|c| c.0 == rest).map(|c| self.battle.chart = c.1)
            }
            "map" => self.map(rest),
            "wind" => self.wind(rest),
            "clock" => self.clock(rest),
            "side" => self.side(rest),
            "squadron" => self.squadron(rest),
            "group" => self.group(rest),
            "straggler" => self.single(rest, true),
            "frigate" => self.single(rest, false),
            "land" | "shoal" => self.points(word, rest),
            "special" => {
                self.specials.push((n, rest.to_string()));
                Some(())
            }
            "objective" => {
                // FA-R85: a handicap of the approach itself stands for that of its battle.
                if self.approach.is_some() && rest.starts_with("handicap ") {
                    self.objectives.retain(|(_, text)| !text.starts_with("handicap "));
                }
                self.objectives.push((n, rest.to_string()));
                Some(())
            }
            "strength" => self.strength(rest),
            "levels" => self.read_levels(rest),
            "gt" => self.start_approach(rest),
            "uses" => self.uses(rest),
            "gsquad" => self.approach.as_mut().map(|a| a.1.push((n, rest.to_string()))),
            "end" => Some(()),
            _ => {
                self.fault(n, format!("\"{word}\" begins no known line of a scenario"));
                return;
            }
        };
        if ok.is_none() {
            self.fault(n, format!("cannot read this {word} line: {rest}"));
        }
    }

    fn map(&mut self, rest: &str) -> Option<()> {
        let (cols, rows) = rest.split_once(' ')?;
        let extent = Extent { cols: cols.parse().ok()?, rows: rows.trim().parse().ok()? };
        if extent.cols < 1 || extent.rows < 1 || extent.cols > 99 || extent.rows > 99 {
            return None; // FA-10.03
        }
        match &mut self.approach {
            Some((approach, _)) => approach.extent = extent,
            None => self.battle.extent = extent,
        }
        Some(())
    }

    fn wind(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        self.battle.wind = Dir::parse(words.next()?)?;
        let force = words.next()?;
        self.battle.force = FORCES.iter().find(|f| f.0 == force)?.1;
        self.battle.changes = match words.next() {
            None => false,
            Some("changes") => true,
            Some(_) => return None,
        };
        self.has.push("wind");
        Some(())
    }

    fn clock(&mut self, rest: &str) -> Option<()> {
        let (start, night) = rest.split_once(" nightfall ")?;
        self.battle.clock = clock_time(start)?;
        self.battle.nightfall = clock_time(night)?;
        self.has.push("clock");
        Some(())
    }

    fn side(&mut self, rest: &str) -> Option<()> {
        let (code, rest) = rest.split_once(' ')?;
        let side = side_by_code(code)?;
        let (name, rest) = quoted(rest)?;
        let mut info = SideInfo {
            name,
            bold: false,
            doctrine: Doctrine::Normal,
            crews: Crews::Full,
            shallow: false,
        };
        for word in rest.split_whitespace() {
            match word {
                "bold=yes" => info.bold = true,
                "bold=no" => info.bold = false,
                "doctrine=normal" => info.doctrine = Doctrine::Normal,
                "doctrine=low" => info.doctrine = Doctrine::Low,
                "doctrine=high" => info.doctrine = Doctrine::High,
                "crews=full" => info.crews = Crews::Full,
                "crews=half" => info.crews = Crews::Half,
                "crews=threequarters" => info.crews = Crews::ThreeQuarters,
                "shallow" => info.shallow = true,
                _ => return None,
            }
        }
        self.has.push(if side.0 == 0 { "side A" } else { "side B" });
        self.battle.sides[side.index()] = info;
        Some(())
    }

    fn squadron(&mut self, rest: &str) -> Option<()> {
        let (code, rest) = rest.split_once(' ')?;
        let side = side_by_code(code.get(..1)?)?;
        let number: u8 = code[1..].parse().ok().filter(|n| (1..=9).contains(n))?;
        let (division, rest) = rest.trim().strip_prefix("div=")?.split_once(' ')?;
        let (nation, rest) = rest.trim().strip_prefix("nation=")?.split_once(' ')?;
        let (title, rest) = quoted(rest)?;
        let (admiral, rest) = quoted(rest.trim().strip_prefix("admiral")?)?;
        let mut info = SquadInfo {
            division: division.parse().ok().filter(|d| (1..=6).contains(d))?,
            nation: NATIONS.iter().find(|n| n.0 == nation)?.1,
            title,
            admiral,
            ..SquadInfo::new(side, number)
        };
        for word in rest.split_whitespace() {
            match word {
                "cinc" => info.cinc = true,
                _ => {
                    let turn = word.strip_prefix("arrive=")?.parse().ok();
                    info.arrive = Some(turn.filter(|n| *n > 0)?);
                }
            }
        }
        self.squads.push(RawSquad::new(info, ""));
        Some(())
    }

    fn group(&mut self, rest: &str) -> Option<()> {
        let (place, ships) = rest.split_once(" : ")?;
        let mut words = place.split_whitespace();
        let at = Point::parse(words.next()?)?;
        let heading = Dir::parse(words.next()?)?;
        let formation = words.next()?;
        let axis = match formation {
            "LA" | "BU" => None,
            _ => Some(Dir::parse(formation.strip_prefix("LB:")?)?),
        };
        let squad = self.squads.last_mut()?;
        let group = squad.groups;
        squad.groups = squad.groups.saturating_add(1);
        let from = squad.line.len();
        for text in ships.split(',') {
            let mut ship = ship(text.trim())?;
            ship.info.at = at;
            ship.info.heading = heading;
            ship.info.axis = axis;
            ship.info.group = group;
            squad.line.push(ship);
        }
        let n = squad.line.len() - from;
        let fits = match formation {
            "BU" => n >= 4, // FA-4.03: three ships or fewer are never a Bunch.
            "LA" => n <= 3, // FA-4.02: four or more are a Bunch.
            _ => (2..=3).contains(&n),
        };
        if !fits {
            let clause = if n >= 4 { "FA-4.02" } else { "FA-4.03" };
            let reason = format!("{n} ships cannot be in formation {formation}");
            self.faults.add(Fault::new(format!("group {at}"), reason).by(ClauseId(clause)));
        }
        Some(())
    }

    fn single(&mut self, rest: &str, line: bool) -> Option<()> {
        let (place, text) = rest.split_once(':')?;
        let (at, heading) = place.trim().split_once(' ')?;
        let squad = self.squads.last_mut()?;
        let mut ship = ship(text.trim())?;
        ship.info.at = Point::parse(at)?;
        ship.info.heading = Dir::parse(heading.trim())?;
        ship.info.line = line;
        ship.info.straggler = line; // FA-X.05
        if ship.flag {
            return None; // FA-2.12: the flagship is in a Group.
        }
        if line {
            ship.info.group = squad.groups.saturating_sub(1);
            squad.line.push(ship);
        } else {
            squad.frigates.push(ship);
        }
        Some(())
    }

    fn points(&mut self, word: &str, rest: &str) -> Option<()> {
        let set = match (&mut self.approach, word) {
            (Some((approach, _)), "land") => &mut approach.land,
            (Some(_), _) => return None,
            (None, "land") => &mut self.battle.land,
            (None, _) => &mut self.battle.shoal,
        };
        read_points(rest, set)
    }

    fn strength(&mut self, rest: &str) -> Option<()> {
        let mut check = [(0, 0); 2];
        let words: Vec<&str> = rest.split_whitespace().filter(|w| *w != "ships").collect();
        for (i, prefix) in ["A=", "B="].into_iter().enumerate() {
            let (sum, n) = words.get(i)?.strip_prefix(prefix)?.split_once('/')?;
            check[i] = (sum.parse().ok()?, n.parse().ok()?);
        }
        self.battle.check = Some(check);
        Some(())
    }

    fn read_levels(&mut self, rest: &str) -> Option<()> {
        let (marginal, decisive) = rest.strip_prefix("marginal=")?.split_once(" decisive=")?;
        self.levels = Some((marginal.parse().ok()?, decisive.parse().ok()?));
        Some(())
    }

    fn start_approach(&mut self, id: &str) -> Option<()> {
        self.battle.id = id.to_string();
        let approach = Approach {
            extent: Extent { cols: 40, rows: 30 },
            land: PointSet::default(),
            squads: Vec::new(),
        };
        self.approach = Some((approach, Vec::new()));
        Some(())
    }

    /// An approach takes its fleets from another battle.
    fn uses(&mut self, id: &str) -> Option<()> {
        if !self.squads.is_empty() {
            return Some(()); // The block stands before the approach in the same text.
        }
        let gt = self.battle.id.clone();
        super::document::base(id, self)?;
        self.has.extend(["chart", "wind", "clock", "side A", "side B"]);
        self.battle.id = gt;
        Some(())
    }
}

fn text(field: &mut String, rest: &str) -> Option<()> {
    *field = rest.to_string();
    Some(())
}

/// A text in double quotes, and what follows it.
fn quoted(rest: &str) -> Option<(String, &str)> {
    let (text, rest) = rest.trim().strip_prefix('"')?.split_once('"')?;
    Some((text.to_string(), rest))
}

/// Reads `Victory 100/10*`.
fn ship(text: &str) -> Option<RawShip> {
    let (name, numbers) = text.rsplit_once(' ')?;
    let flag = numbers.ends_with('*');
    let (guns, rating) = numbers.trim_end_matches('*').split_once('/')?;
    let rating = rating.parse().ok().filter(|r| *r >= 1 && *r <= 30)?;
    let info = ShipInfo::new(name.trim().to_string(), guns.parse().ok()?, rating);
    Some(RawShip { info, flag, place: String::new() })
}
