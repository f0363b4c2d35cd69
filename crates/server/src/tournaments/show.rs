//! What is seen of a tournament.

use super::is_open;
use crate::App;
use crate::auth::Person;
use crate::error::Error;
use crate::store::{HolderRow, TournamentRow};
use admiralty_catalog::json;
use admiralty_protocol::{
    EntrantInfo, Holder, MatchGame, MatchInfo, RoundInfo, Stage, StandingInfo, System, Tournament,
    TournamentCard, TournamentList,
};
use admiralty_tournament::{Game, How, Match, Round};

/// So many that are over are listed.
const PAST: u32 = 50;
/// So many that go on.
const CURRENT: u32 = 200;

impl App {
    /// All of them that are of interest.
    pub(crate) async fn list_tournaments(&self, me: Option<&str>) -> Result<TournamentList, Error> {
        let store = self.hub().store();
        let mut current = store.tournaments(true, CURRENT).await?;
        // What is played now, then what begins soonest, then the newest.
        current.sort_by_key(|row| {
            (row.stage != Stage::Playing, row.starts.unwrap_or(u64::MAX), u64::MAX - row.created)
        });
        let past = store.tournaments(false, PAST).await?;
        let cards = |rows: &[TournamentRow]| rows.iter().map(|row| card(row, me)).collect();
        Ok(TournamentList { current: cards(&current), past: cards(&past) })
    }

    /// One of them, as this person sees it.
    pub(super) fn show_tournament(&self, row: &TournamentRow, me: Option<&Person>) -> Tournament {
        let sheet = &row.sheet;
        let own = me.and_then(|me| row.entry_of(&me.id));
        let setup = json::read(&row.setup).ok();
        let open = setup.and_then(|setup| Some(self.hub().game(&row.game)?.open_setup(setup)));
        let in_game = |one: &&Match| own.is_some_and(|own| one.place_of(own).is_some());
        let last = sheet.drawn.last();
        let mine = last.and_then(|round| round.matches.iter().find(in_game));
        let waits = mine.and_then(|one| one.games.iter().find(|game| game.end.is_none()));
        let round_over = sheet.is_round_over();
        let next = match (row.stage, row.rested) {
            (Stage::Playing, Some(rested)) if !row.by_hand && !sheet.is_finished() => {
                Some(rested + u64::from(row.pause) * 1000)
            }
            _ => None,
        };
        let joins = match own {
            Some(own) => {
                let comes_back = row.stage == Stage::Playing && sheet.system != System::Knockout;
                comes_back && sheet.entrants[own].out
            }
            None => is_open(row).is_ok() && row.entries.len() < row.most as usize,
        };
        Tournament {
            card: card(row, me.map(|me| me.id.as_str())),
            version: row.version,
            options: open.map(|open| crate::json::value(&open)).unwrap_or_default(),
            mirrored: sheet.mirrored,
            by_hand: row.by_hand,
            pause: row.pause,
            grace: row.grace,
            late: row.late,
            ties: row.ties.clone(),
            entrants: (0..row.entries.len()).map(|i| entrant(row, i)).collect(),
            rounds: sheet.drawn.iter().map(round).collect(),
            round_over,
            next,
            standings: standings(row),
            you: own.map(|own| own as u32),
            yours: me.is_some_and(|me| me.id == row.host),
            may_join: joins,
            table: waits.and_then(|game| game.table.clone()),
        }
    }
}

fn card(row: &TournamentRow, me: Option<&str>) -> TournamentCard {
    TournamentCard {
        id: row.id.clone(),
        name: row.name.clone(),
        game: row.game.clone(),
        system: row.sheet.system,
        stage: row.stage,
        clock: row.clock,
        rated: row.rated,
        team: row.team,
        organiser: row.host_name.clone(),
        entrants: row.entries.len() as u32,
        most: row.most,
        round: row.sheet.drawn.len() as u32,
        rounds: row.sheet.planned(),
        starts: row.starts,
        created: row.created,
        yours: me.is_some_and(|me| row.entry_of(me).is_some() || row.host == me),
    }
}

fn entrant(row: &TournamentRow, i: usize) -> EntrantInfo {
    let (entry, entrant) = (&row.entries[i], &row.sheet.entrants[i]);
    EntrantInfo {
        name: entry.name.clone(),
        members: entry.members.iter().map(HolderRow::shown).collect::<Vec<Holder>>(),
        rating: entry.rating,
        from: entrant.from + 1,
        out: entrant.out,
    }
}

fn round(round: &Round) -> RoundInfo {
    let numbers = |list: &[usize]| list.iter().map(|i| *i as u32).collect();
    let pair = |one: &Match| MatchInfo {
        sides: one.sides.map(|i| i as u32),
        games: one.games.iter().map(game).collect(),
    };
    RoundInfo {
        at: round.at,
        matches: round.matches.iter().map(pair).collect(),
        byes: numbers(&round.byes),
    }
}

fn game(game: &Game) -> MatchGame {
    let how = |how: How| match how {
        How::Played => "played",
        How::Absent => "absent",
        How::Left => "left",
        How::Ruled => "ruled",
    };
    MatchGame {
        table: game.table.clone(),
        swapped: game.swapped,
        points: game.end.map(|end| end.points.map(|halves| f64::from(halves) / 2.0)),
        how: game.end.map(|end| how(end.how).into()),
    }
}

fn standings(row: &TournamentRow) -> Vec<StandingInfo> {
    let rows = row.sheet.standings(&row.ties).into_iter().map(|standing| {
        let [won, drawn, lost] = standing.record;
        StandingInfo {
            entrant: standing.entrant as u32,
            place: standing.place,
            points: f64::from(standing.points) / 2.0,
            ties: standing.ties.iter().map(|quarters| f64::from(*quarters) / 4.0).collect(),
            won,
            drawn,
            lost,
        }
    });
    rows.collect()
}
