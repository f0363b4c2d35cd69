// Written from crates/protocol by `cargo run -p admiralty-protocol --example types`.
// Do not edit: a test compares this file with the Rust types.

/**
 * What every failed request answers with.
 */
export type ApiError = { 
/**
 * What went wrong, for programs: one of the codes in `docs/protocol.md`.
 */
code: string, 
/**
 * The same for people, one plain sentence.
 */
says: string, 
/**
 * Each thing that is wrong, where a set-up has several faults.
 */
faults?: Array<Faulty>, };

/**
 * One thing wrong with a set-up.
 */
export type Faulty = { 
/**
 * Path of the field.
 */
place: string, 
/**
 * Why it will not do.
 */
reason: string, 
/**
 * The clause it breaks, if it is a rule.
 */
clause?: string, };

/**
 * `GET /api/harbour`: the home page.
 */
export type Harbour = { 
/**
 * Version of the server.
 */
version: string, 
/**
 * The games.
 */
games: Array<GameCard>, 
/**
 * How many people are connected.
 */
people: number, 
/**
 * How many tables are being played.
 */
at_sea: number, 
/**
 * The host whose pages may sign in with passkeys, if the server knows any.
 */
passkeys?: string, 
/**
 * Can a lost password be asked for by mail?
 */
mail: boolean, };

/**
 * A game on the home page.
 */
export type GameCard = { 
/**
 * Id used in addresses: `naval_battle`.
 */
id: string, 
/**
 * Name.
 */
title: string, 
/**
 * One sentence.
 */
blurb: string, 
/**
 * Prefix of its clauses: `NB`.
 */
prefix: string, 
/**
 * Fewest and most seats.
 */
seats: [number, number], 
/**
 * Shortest and longest in minutes.
 */
minutes: [number, number], };

/**
 * `GET /api/games/{game}`: everything needed to set a game up.
 */
export type GameInfo = { 
/**
 * What the card shows.
 */
card: GameCard, 
/**
 * Its options.
 */
options: Array<OptionInfo>, 
/**
 * Ready scenarios.
 */
scenarios: Array<ScenarioInfo>, 
/**
 * The dice it uses.
 */
dice: Array<DieInfo>, 
/**
 * Strengths of bots on offer: name and what to expect.
 */
bots: Array<BotLevel>, };

/**
 * One option of a game.
 */
export type OptionInfo = { 
/**
 * Key in the set-up.
 */
key: string, 
/**
 * What it does.
 */
text: string, 
/**
 * What it may be.
 */
values: ValuesInfo, 
/**
 * Its default as text.
 */
default: string, 
/**
 * The clause that defines it.
 */
clause: string, 
/**
 * It matters only where all of these hold.
 */
only?: Array<OnlyInfo>, };

/**
 * Another option has one of these values.
 */
export type OnlyInfo = { 
/**
 * Key of the other option.
 */
key: string, 
/**
 * Its values, as text.
 */
values: Array<string>, };

/**
 * `POST /api/games/{game}/preview`: how a game with these options would begin.
 */
export type PreviewOf = { 
/**
 * As for a new table.
 */
options: Record<string, unknown>, };

/**
 * The first moment of a game that nobody plays.
 */
export type Preview = { 
/**
 * What a spectator sees.
 */
view: unknown, 
/**
 * The seats, with their sides.
 */
seats: Array<PreviewSeat>, };

/**
 * A seat of a preview.
 */
export type PreviewSeat = { 
/**
 * How it is written: `W`.
 */
code: string, 
/**
 * How it is called.
 */
name: string, 
/**
 * Its side, from 0; none for an umpire.
 */
side?: number, };

/**
 * What an option may be.
 */
export type ValuesInfo = { "kind": "switch" } | { "kind": "words", 
/**
 * The words.
 */
words: Array<string>, } | { "kind": "number", 
/**
 * Smallest.
 */
min: number, 
/**
 * Largest.
 */
max: number, 
/**
 * Does 0 switch it off?
 */
off: boolean, } | { "kind": "free" } | { "kind": "ready", 
/**
 * The words.
 */
words: Array<string>, };

/**
 * A ready scenario.
 */
export type ScenarioInfo = { 
/**
 * Key in the set-up.
 */
id: string, 
/**
 * Name.
 */
title: string, 
/**
 * One sentence.
 */
text: string, 
/**
 * Fewest and most seats.
 */
seats: [number, number], };

/**
 * A kind of die.
 */
export type DieInfo = { 
/**
 * Number of faces.
 */
faces: number, 
/**
 * What it is called.
 */
name: string, };

/**
 * `GET /api/games/{game}/rules`: the register of clauses.
 */
export type Register = { 
/**
 * The game.
 */
game: string, 
/**
 * Every clause in the order of the book.
 */
clauses: Array<ClauseInfo>, };

/**
 * One clause.
 */
export type ClauseInfo = { 
/**
 * Id: `NB-J-14`.
 */
id: string, 
/**
 * Chapter it stands in.
 */
chapter: string, 
/**
 * The rule in our words.
 */
text: string, 
/**
 * `done`, `partly`, `open` or `not-code`.
 */
status: string, 
/**
 * From which level or scenario on it holds.
 */
since?: string, };

/**
 * A rating of somebody in a pool.
 */
export type RatingInfo = { 
/**
 * The game.
 */
game: string, 
/**
 * `live` or `days`.
 */
pace: string, 
/**
 * Is it for games of teams or of more than two sides?
 */
many: boolean, 
/**
 * The rating, rounded.
 */
rating: number, 
/**
 * How uncertain it is, rounded: two times out of three the truth is that near.
 */
deviation: number, 
/**
 * Too few games yet to stand on a ladder?
 */
provisional: boolean, 
/**
 * Games won.
 */
won: number, 
/**
 * Games drawn.
 */
drawn: number, 
/**
 * Games lost.
 */
lost: number, 
/**
 * When the last of them ended.
 */
at: number, };

/**
 * A rung of a ladder.
 */
export type Rung = { 
/**
 * From 1.
 */
place: number, 
/**
 * Id of the person, for their page.
 */
person: string, 
/**
 * Their name.
 */
name: string, 
/**
 * How strong they are.
 */
rating: RatingInfo, };

/**
 * `GET /api/ladders/{game}/{pace}`: the strongest first.
 */
export type Ladder = { 
/**
 * The game.
 */
game: string, 
/**
 * `live` or `days`.
 */
pace: string, 
/**
 * Of teams and more than two sides?
 */
many: boolean, 
/**
 * The rungs.
 */
rungs: Array<Rung>, };

/**
 * A point of somebody's curve.
 */
export type CurvePoint = { 
/**
 * When.
 */
at: number, 
/**
 * The rating then.
 */
rating: number, 
/**
 * How uncertain it was.
 */
deviation: number, };

/**
 * A rating with how it came about.
 */
export type Curve = { 
/**
 * Where it stands.
 */
rating: RatingInfo, 
/**
 * How it got there, oldest first.
 */
points: Array<CurvePoint>, };

/**
 * How somebody fared with a side of a scenario.
 */
export type Tallied = { 
/**
 * The game.
 */
game: string, 
/**
 * The scenario; empty where the game has none.
 */
scenario: string, 
/**
 * The seat's name: `White`.
 */
side: string, 
/**
 * Games won.
 */
won: number, 
/**
 * Games drawn.
 */
drawn: number, 
/**
 * Games lost.
 */
lost: number, };

/**
 * `GET /api/people/{id}`: what everybody may know of somebody with an account.
 */
export type Profile = { 
/**
 * Id.
 */
id: string, 
/**
 * Name.
 */
name: string, 
/**
 * Since when they are here.
 */
since: number, 
/**
 * Is it a program's account?
 */
bot?: boolean, 
/**
 * Whose program it is; left out if it is the host's.
 */
owner?: string, 
/**
 * Ratings with their curves.
 */
ratings: Array<Curve>, 
/**
 * Public games that ended, by game, scenario and side; the most played first.
 */
record: Array<Tallied>, 
/**
 * The last public games, newest first.
 */
games: Array<TableInfo>, };

/**
 * `POST /api/seeks`: looks for somebody to play with. The answer is a
 * [`SeekInfo`]; `GET /api/seeks/{id}` waits for news of it, `DELETE` ends it.
 */
export type NewSeek = { 
/**
 * The game.
 */
game: string, 
/**
 * Its set-up; whatever is left out is as the other wishes, or as usual.
 */
options?: Record<string, unknown>, 
/**
 * By what clock; as the other wishes if left out.
 */
clock?: ClockPlan, 
/**
 * Should it count? Guests play for nothing.
 */
rated: boolean, 
/**
 * How far the other's rating may be from one's own; any if left out.
 */
within?: number, 
/**
 * This client seals and opens salts for the dice, as `docs/dice.md` says.
 */
salted?: boolean, };

/**
 * How a seek stands.
 */
export type SeekInfo = { 
/**
 * Id of it.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * The table at which both sit, once somebody was found.
 */
table?: string, 
/**
 * For how many milliseconds it has waited.
 */
waited: number, 
/**
 * How many others look for a game of this kind.
 */
others: number, };

/**
 * How a tournament is played.
 */
export type System = "swiss" | "robin" | "knockout";

/**
 * What tells those apart who have the same points.
 */
export type TieBreak = "buchholz" | "berger" | "direct" | "wins" | "games";

/**
 * How far a tournament is.
 */
export type Stage = "open" | "playing" | "over" | "cancelled";

/**
 * `POST /api/tournaments`: a new one. The answer is its [`Tournament`].
 */
export type NewTournament = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The game: two sides meet in it.
 */
game: string, 
/**
 * Its set-up: `scenario` and options by their keys; may be empty.
 */
options?: Record<string, unknown>, 
/**
 * How it is played.
 */
system: System, 
/**
 * How many rounds a Swiss has; the others know by themselves.
 */
rounds?: number, 
/**
 * By what clock games are played. Nobody waits for ever: there is one, and who
 * oversteps it loses.
 */
clock: ClockPlan, 
/**
 * Does each pair play both sides?
 */
mirrored?: boolean, 
/**
 * Do its games count for ratings? Then everybody has an account and nobody is a bot.
 */
rated?: boolean, 
/**
 * How many play together in a team; 1 if left out.
 */
team?: number, 
/**
 * What breaks ties, in order; as usual for the system if left out.
 */
ties?: Array<TieBreak>, 
/**
 * How many may take part.
 */
most?: number, 
/**
 * When it begins by itself; when the organiser says so if left out.
 */
starts?: number, 
/**
 * Seconds from the end of a round to the next one; 0 if left out, and when the
 * organiser says so if `by_hand`.
 */
pause?: number, 
/**
 * Does each round wait for the organiser?
 */
by_hand?: boolean, 
/**
 * Seconds after which somebody who has not come to a game has lost it; the clock
 * of the game alone decides if left out.
 */
grace?: number, 
/**
 * The last round of a Swiss that one may still join before; 1 (nobody comes late)
 * if left out.
 */
late?: number, };

/**
 * A tournament in a list.
 */
export type TournamentCard = { 
/**
 * Id in addresses.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * The game.
 */
game: string, 
/**
 * How it is played.
 */
system: System, 
/**
 * How far it is.
 */
stage: Stage, 
/**
 * By what clock.
 */
clock: ClockPlan, 
/**
 * Do its games count?
 */
rated: boolean, 
/**
 * How many play together in a team.
 */
team: number, 
/**
 * Who made it.
 */
organiser: string, 
/**
 * How many take part.
 */
entrants: number, 
/**
 * How many may.
 */
most: number, 
/**
 * Rounds drawn so far.
 */
round: number, 
/**
 * Rounds there are to be.
 */
rounds: number, 
/**
 * When it begins by itself.
 */
starts?: number, 
/**
 * When it was made.
 */
created: number, 
/**
 * Do you take part?
 */
yours: boolean, };

/**
 * `GET /api/tournaments`.
 */
export type TournamentList = { 
/**
 * Those that may be joined or are being played, the next first.
 */
current: Array<TournamentCard>, 
/**
 * Those that are over, the last first.
 */
past: Array<TournamentCard>, };

/**
 * Somebody who takes part.
 */
export type EntrantInfo = { 
/**
 * What they, or their team, are called.
 */
name: string, 
/**
 * Who they are; several in a team.
 */
members: Array<Holder>, 
/**
 * How strong they were when they joined; left out where nobody knows.
 */
rating?: number, 
/**
 * Their first round, from 1.
 */
from: number, 
/**
 * Have they withdrawn?
 */
out: boolean, };

/**
 * A game of a match.
 */
export type MatchGame = { 
/**
 * Its table, once there is one.
 */
table?: string, 
/**
 * Does the first of the match have the second side?
 */
swapped: boolean, 
/**
 * What both made of it, in points; left out while it goes on.
 */
points?: [number, number], 
/**
 * `played`, `absent`, `left` or `ruled`; left out while it goes on.
 */
how?: string, };

/**
 * Two who meet.
 */
export type MatchInfo = { 
/**
 * Entrants, by their places in the list.
 */
sides: [number, number], 
/**
 * Their games.
 */
games: Array<MatchGame>, };

/**
 * A round.
 */
export type RoundInfo = { 
/**
 * When it was drawn.
 */
at: number, 
/**
 * Who plays whom.
 */
matches: Array<MatchInfo>, 
/**
 * Who has nobody to play.
 */
byes: Array<number>, };

/**
 * Where an entrant stands.
 */
export type StandingInfo = { 
/**
 * Who, by their place in the list.
 */
entrant: number, 
/**
 * From 1; shared by those who cannot be told apart.
 */
place: number, 
/**
 * Points.
 */
points: number, 
/**
 * What breaks ties, in the order of the tournament.
 */
ties: Array<number>, 
/**
 * Matches won.
 */
won: number, 
/**
 * Matches drawn.
 */
drawn: number, 
/**
 * Matches lost.
 */
lost: number, };

/**
 * `GET /api/tournaments/{id}`: all of it. With `?after=N` the answer waits up to 20
 * seconds for a version after that one.
 */
export type Tournament = { 
/**
 * As lists have it.
 */
card: TournamentCard, 
/**
 * Grows with every change.
 */
version: number, 
/**
 * The set-up of its games.
 */
options: Record<string, unknown>, 
/**
 * Does each pair play both sides?
 */
mirrored: boolean, 
/**
 * Does each round wait for the organiser?
 */
by_hand: boolean, 
/**
 * Seconds between rounds.
 */
pause: number, 
/**
 * Seconds after which who has not come has lost.
 */
grace?: number, 
/**
 * The last round that one may still join before.
 */
late: number, 
/**
 * What breaks ties, in order.
 */
ties: Array<TieBreak>, 
/**
 * Who takes part.
 */
entrants: Array<EntrantInfo>, 
/**
 * The rounds drawn so far.
 */
rounds: Array<RoundInfo>, 
/**
 * Is the last of them over?
 */
round_over: boolean, 
/**
 * When the next round begins by itself.
 */
next?: number, 
/**
 * Who stands where, the first first.
 */
standings: Array<StandingInfo>, 
/**
 * Which of the entrants you are.
 */
you?: number, 
/**
 * Are you the organiser?
 */
yours: boolean, 
/**
 * May you join now?
 */
may_join: boolean, 
/**
 * Where a game of yours waits.
 */
table?: string, };

/**
 * `POST /api/tournaments/{id}/join`.
 */
export type JoinTournament = { 
/**
 * The team: one that has a free place is joined, else it is a new one.
 */
team?: string, };

/**
 * `POST /api/tournaments/{id}/orders`: what only the organiser may do.
 */
export type TournamentOrder = { "do": "start" } | { "do": "next" } | { "do": "cancel" } | { "do": "bot", 
/**
 * One of the levels the game offers.
 */
level: string, } | { "do": "remove", 
/**
 * Who, by their place in the list.
 */
entrant: number, } | { "do": "back", 
/**
 * Who, by their place in the list.
 */
entrant: number, } | { "do": "rule", 
/**
 * The match of the round, from 0.
 */
pair: number, 
/**
 * The game of the match, from 0.
 */
game: number, 
/**
 * Points of both: 1 and 0, ½ and ½, or none for either.
 */
points: [number, number], };

/**
 * Who may look at a study.
 */
export type StudyAccess = "private" | "link" | "public";

/**
 * `GET /api/studies`: one's own studies, those one writes in, and public ones.
 */
export type StudyList = { 
/**
 * One's own and those one writes in, changed last first.
 */
mine: Array<StudyCard>, 
/**
 * Public ones, changed last first.
 */
public: Array<StudyCard>, };

/**
 * A study in a list.
 */
export type StudyCard = { 
/**
 * Id used in addresses; cannot be guessed.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whose it is.
 */
owner: string, 
/**
 * The games of its chapters, each once.
 */
games: Array<string>, 
/**
 * How many chapters it has.
 */
chapters: number, 
/**
 * Who may look.
 */
access: StudyAccess, 
/**
 * When it was last changed.
 */
updated: number, };

/**
 * `POST /api/studies`: a new study with one chapter. A game that is still played is refused.
 */
export type NewStudy = { 
/**
 * What it is called; at most 80 signs.
 */
name: string, 
/**
 * What its first chapter is about.
 */
of: ChapterOf, 
/**
 * Not a new one if there is one of the same game already, made this way.
 */
reuse?: boolean, };

/**
 * What a chapter is made of.
 */
export type ChapterOf = { "kind": "table", 
/**
 * The table.
 */
id: string, } | { "kind": "record", 
/**
 * The record.
 */
id: string, } | { "kind": "position", 
/**
 * The game.
 */
game: string, 
/**
 * The position.
 */
position: unknown, } | { "kind": "file", 
/**
 * The whole file, at most a mebibyte.
 */
text: string, };

/**
 * `GET /api/studies/{id}`: a study. With `after` the answer waits up to 20 seconds for a later
 * version, and chapters that have not changed since come without their entries.
 */
export type StudyInfo = { 
/**
 * Id used in addresses.
 */
id: string, 
/**
 * Grows with every change.
 */
version: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whose it is.
 */
owner: StudyPerson, 
/**
 * Who else may write in it.
 */
writers: Array<StudyPerson>, 
/**
 * Who may look.
 */
access: StudyAccess, 
/**
 * May the one who asks write in it?
 */
writes: boolean, 
/**
 * Is it the one's who asks?
 */
own: boolean, 
/**
 * For its owner: whoever opens `/study/{id}?pen=…` may write in it.
 */
pen?: string, 
/**
 * Its chapters.
 */
chapters: Array<StudyChapter>, };

/**
 * `POST /api/studies/{id}/join`: one writes in it from now on.
 */
export type StudyPen = { 
/**
 * What the owner has given out.
 */
pen: string, };

/**
 * Somebody with a part in a study.
 */
export type StudyPerson = { 
/**
 * Who.
 */
id: string, 
/**
 * What they are called.
 */
name: string, };

/**
 * A chapter: a beginning, and what was or might be played from there.
 */
export type StudyChapter = { 
/**
 * Its number in the study; never used again.
 */
id: number, 
/**
 * The version of the study that changed it last.
 */
version: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * The game.
 */
game: string, 
/**
 * The seats.
 */
seats: Array<RecordSeat>, 
/**
 * The game it was made of.
 */
from?: Origin, 
/**
 * How many entries from the root on are the game itself, as it was played: they stay.
 */
played: number, 
/**
 * The root first, every entry after the one it follows; of those that follow one, the first is
 * the line itself. Left out if nothing has changed.
 */
nodes?: Array<StudyNode>, };

/**
 * An entry of a chapter, or its root.
 */
export type StudyNode = { 
/**
 * Its number in the chapter; the root's is 0. Never used again.
 */
id: number, 
/**
 * The entry it follows.
 */
parent: number, 
/**
 * Who decided: the code of a seat, `clock` or `host`.
 */
by: string, 
/**
 * What, in notation.
 */
action: string, 
/**
 * The dice, as records write them: `d6=5`.
 */
dice: Array<string>, 
/**
 * What happened, in a few words.
 */
says: string, 
/**
 * The turn it was made in.
 */
turn: number, 
/**
 * What the branch that begins here is called.
 */
name?: string, 
/**
 * What is said of the moment after it.
 */
text?: string, 
/**
 * `!` if it is good, `?` if it is not; else empty.
 */
sign?: string, 
/**
 * Arrows and marks on the board.
 */
marks?: Array<StudyMark>, 
/**
 * A question: what should be done here? The entry that follows, and others with a `!`, are right.
 */
ask?: StudyAsk, };

/**
 * An arrow, or a place that is marked.
 */
export type StudyMark = { 
/**
 * The place, as the game writes it.
 */
at: string, 
/**
 * Where an arrow leads.
 */
to?: string, };

/**
 * A question to whoever reads.
 */
export type StudyAsk = { 
/**
 * What is to be found.
 */
goal: string, 
/**
 * How, for those who want to know.
 */
hint: string, };

/**
 * `POST /api/studies/{id}/edits`: a change. The answer is the [`StudyInfo`] after it.
 */
export type StudyEdit = { "do": "rename", 
/**
 * At most 80 signs.
 */
name: string, } | { "do": "access", 
/**
 * Who.
 */
access: StudyAccess, } | { "do": "dismiss", 
/**
 * Who.
 */
id: string, } | { "do": "addChapter", 
/**
 * What it is called.
 */
name: string, 
/**
 * What it is made of.
 */
of: ChapterOf, } | { "do": "nameChapter", 
/**
 * Which.
 */
chapter: number, 
/**
 * At most 80 signs.
 */
name: string, } | { "do": "endChapter", 
/**
 * Which.
 */
chapter: number, } | { "do": "moveChapter", 
/**
 * Which.
 */
chapter: number, 
/**
 * How many stand before it then.
 */
to: number, } | { "do": "note", 
/**
 * The chapter.
 */
chapter: number, 
/**
 * The entry.
 */
node: number, 
/**
 * What the branch is called.
 */
name: string, 
/**
 * The text; at most 4,000 signs.
 */
text: string, 
/**
 * `!`, `?` or nothing.
 */
sign: string, 
/**
 * Arrows and marks; at most 40.
 */
marks: Array<StudyMark>, 
/**
 * The question.
 */
ask: StudyAsk | null, } | { "do": "promote", 
/**
 * The chapter.
 */
chapter: number, 
/**
 * The entry.
 */
node: number, } | { "do": "remove", 
/**
 * The chapter.
 */
chapter: number, 
/**
 * The entry.
 */
node: number, };

/**
 * `POST /api/studies/{id}/try`: what a client would say at a table, at a moment of a chapter.
 */
export type StudySay = { 
/**
 * The chapter.
 */
chapter: number, 
/**
 * The entry after which it is.
 */
node: number, 
/**
 * What was tried after it without being kept; at most 200 entries.
 */
line: Array<StudyTry>, 
/**
 * Whose seat acts.
 */
seat: number, 
/**
 * Does one see everything, or what this seat may know?
 */
all: boolean, 
/**
 * How the dice fall.
 */
dice: StudyDice, 
/**
 * Is an action kept as a branch of the study?
 */
keep: boolean, 
/**
 * As at a table: `sync`, `act`, `menu`, `why`, `odds`, `glance`.
 */
say: ToServer, };

/**
 * An entry that was tried and is not kept.
 */
export type StudyTry = { 
/**
 * The code of a seat.
 */
by: string, 
/**
 * The action in notation.
 */
action: string, 
/**
 * What the dice showed.
 */
dice: Array<number>, };

/**
 * How dice fall in an analysis.
 */
export type StudyDice = "rolled" | "expected" | { "forced": Array<number> };

/**
 * What the table would answer.
 */
export type StudyHears = { 
/**
 * The entry after which it is now.
 */
node: number, 
/**
 * What was tried after it without being kept.
 */
line: Array<StudyTry>, 
/**
 * Whose turn it is, everything known.
 */
awaited: Array<number>, 
/**
 * The dice of the last entry, as records write them.
 */
dice: Array<string>, 
/**
 * Where a question was asked: was that the answer?
 */
right?: boolean, 
/**
 * The messages, in order.
 */
hears: Array<ToClient>, };

/**
 * `POST /api/games/{game}/position`: a position is looked at while it is set up.
 */
export type PositionOf = { 
/**
 * The position, as a document or as a text of the game; or
 */
position: unknown, 
/**
 * a set-up, to begin with what it begins with.
 */
options: unknown, };

/**
 * What the rules say to a position.
 */
export type PositionInfo = { 
/**
 * Everything that is wrong with it; nothing if it can be played.
 */
faults: Array<Faulty>, 
/**
 * How it stands, if nothing is wrong.
 */
seen?: PositionSeen, };

/**
 * A position that can be played.
 */
export type PositionSeen = { 
/**
 * The whole document.
 */
position: Record<string, unknown>, 
/**
 * What the umpire sees.
 */
view: unknown, 
/**
 * The board as text.
 */
board: string, 
/**
 * The seats.
 */
seats: Array<RecordSeat>, 
/**
 * Who is to decide.
 */
awaited: Array<number>, };

/**
 * `GET /api/games/{game}/lessons`: in the order they are taught.
 */
export type Lessons = { 
/**
 * The game.
 */
game: string, 
/**
 * Its lessons.
 */
lessons: Array<LessonInfo>, };

/**
 * A lesson.
 */
export type LessonInfo = { 
/**
 * Id used in addresses.
 */
id: string, 
/**
 * What it is called.
 */
title: string, 
/**
 * What it is about; may be empty.
 */
text: string, 
/**
 * One position each.
 */
parts: Array<LessonPart>, };

/**
 * A position with a goal.
 */
export type LessonPart = { 
/**
 * Its heading.
 */
name: string, 
/**
 * What one has to know.
 */
text: string, 
/**
 * What is to be done.
 */
goal: string, 
/**
 * How it can be done.
 */
hint: string, 
/**
 * The clauses it teaches.
 */
clauses: Array<string>, 
/**
 * The learner's seat.
 */
seat: number, };

/**
 * `POST /api/games/{game}/lessons/{lesson}/{part}`: what a client would say
 * at a table, together with all that the learner has done so far.
 */
export type LessonSay = { 
/**
 * The learner's actions so far, in notation.
 */
entries: Array<string>, 
/**
 * As at a table: `sync`, `act`, `menu`, `why`, `odds`, `undo`.
 */
say: ToServer, };

/**
 * What the table would answer.
 */
export type LessonHears = { 
/**
 * The learner's actions, this one included if it was done.
 */
entries: Array<string>, 
/**
 * How far the learner is.
 */
standing: LessonStanding, 
/**
 * Why the goal can no longer be reached: what the rules say against what would lead there, or what has
 * happened. Nothing where the moment for it has gone by.
 */
why?: Refusal, 
/**
 * The messages, in order.
 */
hears: Array<ToClient>, };

/**
 * How far a learner is.
 */
export type LessonStanding = "open" | "reached" | "missed";

/**
 * `GET /api/me`: who the browser is. Everybody is somebody: whoever comes
 * without a cookie is made a guest.
 */
export type Me = { 
/**
 * Id of the person.
 */
id: string, 
/**
 * The name others see.
 */
name: string, 
/**
 * A guest has no password and lives as long as the cookie.
 */
guest: boolean, 
/**
 * The login of an account.
 */
login?: string, 
/**
 * Does the account have an address of mail for a lost password?
 */
mail?: boolean, 
/**
 * Is it a program's account?
 */
bot?: boolean, 
/**
 * Does the host trust them with reports?
 */
moderator?: boolean, 
/**
 * What moderators have decided about them and they have not read yet.
 */
notices?: Array<Notice>, };

/**
 * `PUT /api/me`: a new name.
 */
export type NewName = { 
/**
 * 1 to 24 signs.
 */
name: string, };

/**
 * `POST /api/account` (the guest becomes an account and keeps its games),
 * `POST /api/login`, `DELETE /api/account`.
 */
export type Credentials = { 
/**
 * 3 to 24 letters, digits, hyphens or underscores.
 */
login: string, 
/**
 * 8 to 128 signs.
 */
password: string, };

/**
 * The answer to `POST /api/account`.
 */
export type Registered = { 
/**
 * Each lets its owner choose a new password, once; shown only now.
 */
codes: Array<string>, 
/**
 * Id of the person.
 */
id: string, 
/**
 * The name others see.
 */
name: string, 
/**
 * A guest has no password and lives as long as the cookie.
 */
guest: boolean, 
/**
 * The login of an account.
 */
login?: string, 
/**
 * Does the account have an address of mail for a lost password?
 */
mail?: boolean, 
/**
 * Is it a program's account?
 */
bot?: boolean, 
/**
 * Does the host trust them with reports?
 */
moderator?: boolean, 
/**
 * What moderators have decided about them and they have not read yet.
 */
notices?: Array<Notice>, };

/**
 * `POST /api/account/codes`: new recovery codes in place of the old ones.
 */
export type Codes = { 
/**
 * The codes, shown only now.
 */
codes: Array<string>, };

/**
 * `POST /api/recover`: a new password for somebody who has lost theirs.
 */
export type Recover = { 
/**
 * Login of the account.
 */
login: string, 
/**
 * One of its recovery codes.
 */
code: string, 
/**
 * The new password: 8 to 128 signs.
 */
password: string, };

/**
 * `PUT /api/account/password`: ends all other sessions and all tokens.
 */
export type NewPassword = { 
/**
 * The password so far.
 */
old: string, 
/**
 * 8 to 128 signs.
 */
new: string, };

/**
 * `PUT /api/account/mail`: an address for a lost password. A code is sent to
 * it, which `POST /api/account/mail` takes.
 */
export type NewMail = { 
/**
 * The password.
 */
password: string, 
/**
 * The address; empty: none any more.
 */
mail: string, };

/**
 * `POST /api/account/mail`: the code that was sent to the address.
 */
export type Code = { 
/**
 * The code.
 */
code: string, };

/**
 * `POST /api/recover/mail`: asks for a code by mail, which `POST /api/recover` takes.
 */
export type LostPassword = { 
/**
 * Login of the account.
 */
login: string, };

/**
 * `POST /api/passkeys/new`: a passkey for one's own account.
 */
export type NewPasskey = { 
/**
 * What its owner calls it.
 */
label: string, 
/**
 * The password.
 */
password: string, };

/**
 * What the browser is to do with a passkey: `navigator.credentials` takes the
 * options.
 */
export type Ceremony = { 
/**
 * Comes back with the answer.
 */
ceremony: string, 
/**
 * The options, as browsers read them from JSON.
 */
options: Record<string, unknown>, };

/**
 * `POST /api/passkeys`, `POST /api/login/passkey`: what the browser says to it.
 */
export type PasskeyProof = { 
/**
 * Of the [`Ceremony`].
 */
ceremony: string, 
/**
 * The credential, as browsers write it as JSON.
 */
credential: Record<string, unknown>, };

/**
 * `GET /api/passkeys`.
 */
export type PasskeyInfo = { 
/**
 * For `DELETE /api/passkeys/{id}`.
 */
id: string, 
/**
 * What its owner calls it.
 */
label: string, 
/**
 * When it was made.
 */
since: number, };

/**
 * `GET /api/me/kept`, `PUT /api/me/kept`: something kept with the profile, which nobody else reads.
 */
export type Kept = { 
/**
 * What it is: `board_game.fleets`.
 */
key: string, 
/**
 * As the client wrote it; empty: no more.
 */
body: string, };

/**
 * `GET /api/me/holiday`, and the answer to `POST` and `DELETE` there: in games by days no
 * clock of somebody on holiday runs.
 */
export type HolidayInfo = { 
/**
 * Days a year.
 */
days: number, 
/**
 * Days that may still be taken this year.
 */
left: number, 
/**
 * On holiday until then.
 */
until?: number, };

/**
 * A way to reach somebody who is not here.
 */
export type CallWay = "push" | "mail" | "digest" | "hook";

/**
 * What somebody is told of, and how. Whatever is left out is not told.
 */
export type CallPlan = { 
/**
 * A seat of one's own is to decide.
 */
turn: Array<CallWay>, 
/**
 * Somebody has seated one at a new table.
 */
seat: Array<CallWay>, 
/**
 * A game of one's own is over.
 */
over: Array<CallWay>, 
/**
 * Somebody said something at a table of one's own.
 */
talk: Array<CallWay>, 
/**
 * The time for a decision is nearly over.
 */
deadline: Array<CallWay>, 
/**
 * In these hours nothing comes: it waits until they are over.
 */
quiet?: QuietHours, 
/**
 * Where these hours are counted, as `Europe/Lisbon`; empty: by universal time.
 */
zone: string, 
/**
 * The minute of the day at which the daily letter is sent.
 */
digest: number, 
/**
 * Where requests go.
 */
hooks: Array<HookPlan>, };

/**
 * Hours of every day; they may lead over midnight.
 */
export type QuietHours = { 
/**
 * Minutes since midnight.
 */
from: number, 
/**
 * Minutes since midnight.
 */
until: number, };

/**
 * An address that is called.
 */
export type HookPlan = { 
/**
 * Its address: `https`.
 */
url: string, 
/**
 * What it understands.
 */
form: HookForm, 
/**
 * What signs each request; said by the server.
 */
secret?: string, };

/**
 * What a called address understands.
 */
export type HookForm = "json" | "discord" | "slack";

/**
 * `GET` and the answer to `PUT /api/me/calls`.
 */
export type CallInfo = { 
/**
 * What was chosen.
 */
plan: CallPlan, 
/**
 * The ways this server has.
 */
ways: Array<CallWay>, 
/**
 * The key that browsers subscribe with, where there is Web Push.
 */
push_key?: string, 
/**
 * So many browsers of one's own are subscribed.
 */
browsers: number, 
/**
 * The path of a calendar with one's own deadlines; whoever has it may read it.
 */
calendar: string, };

/**
 * `POST /api/me/calls/push`: a browser that takes messages; `DELETE`: no more.
 */
export type PushBrowser = { 
/**
 * Where its messages are taken.
 */
endpoint: string, 
/**
 * Its public key, in base64url.
 */
p256dh: string, 
/**
 * Its secret, in base64url.
 */
auth: string, };

/**
 * What a message says, by every way: nothing of the game itself.
 */
export type CallNotice = { 
/**
 * `turn`, `seat`, `over`, `talk` or `deadline`.
 */
event: string, 
/**
 * The game.
 */
game: string, 
/**
 * The others at the table.
 */
against: string, 
/**
 * By when one has to decide.
 */
due?: number, 
/**
 * Where the table is.
 */
link: string, 
/**
 * All of it in a sentence.
 */
says: string, };

/**
 * `POST /api/me/holiday`: on holiday from now on.
 */
export type NewHoliday = { 
/**
 * For so many days.
 */
days: number, };

/**
 * `GET /api/sessions`: where the account is signed in.
 */
export type SessionInfo = { 
/**
 * For `DELETE /api/sessions/{id}`.
 */
id: string, 
/**
 * When it began.
 */
since: number, 
/**
 * Is it the one that asks?
 */
this: boolean, };

/**
 * `POST /api/tokens`: a token for a bot or a script.
 */
export type NewToken = { 
/**
 * What it is for.
 */
label: string, };

/**
 * The answer to it.
 */
export type TokenMade = { 
/**
 * For `DELETE /api/tokens/{id}`.
 */
id: string, 
/**
 * The token itself, shown only now: `Authorization: Bearer …`.
 */
token: string, };

/**
 * `GET /api/tokens`.
 */
export type TokenInfo = { 
/**
 * Id.
 */
id: string, 
/**
 * What it is for.
 */
label: string, 
/**
 * When it was made.
 */
since: number, };

/**
 * `GET /api/me/export`: everything the server keeps about a person.
 */
export type Export = { 
/**
 * Who.
 */
me: Me, 
/**
 * Since when.
 */
since: number, 
/**
 * The address of mail for a lost password.
 */
mail?: string, 
/**
 * Sessions.
 */
sessions: Array<SessionInfo>, 
/**
 * Passkeys, without their public keys.
 */
passkeys: Array<PasskeyInfo>, 
/**
 * Tokens, without their secret.
 */
tokens: Array<TokenInfo>, 
/**
 * What is kept with the profile.
 */
kept: Array<Kept>, 
/**
 * Records that were brought along, without their text.
 */
records: Array<RecordCard>, 
/**
 * The studies that are kept for them, and those they write in.
 */
studies: Array<StudyCard>, 
/**
 * Tables with a seat of this person.
 */
tables: Array<TableInfo>, 
/**
 * What this person wrote in chats.
 */
chat: Array<ChatLine>, 
/**
 * Whom this person keeps away from.
 */
shuns: Array<Shunned>, 
/**
 * What this person has reported.
 */
reports: Array<ReportCard>, };

/**
 * `POST /api/bots`: a bot account of one's own.
 */
export type NewBot = { 
/**
 * 1 to 24 signs.
 */
name: string, };

/**
 * `GET /api/bots`: one's bot accounts.
 */
export type BotAccount = { 
/**
 * Id of its page.
 */
id: string, 
/**
 * The name others see.
 */
name: string, 
/**
 * Since when.
 */
since: number, };

/**
 * The answer to `POST /api/bots` and `POST /api/bots/{id}/token`.
 */
export type BotMade = { 
/**
 * Id of its page.
 */
id: string, 
/**
 * The name others see.
 */
name: string, 
/**
 * What the program says who it is with; shown only now.
 */
token: string, };

/**
 * A line of `GET /api/events`. What a bot must know when it comes is told first; something may
 * be told twice, and never too seldom.
 */
export type BotEvent = { "t": "offered", 
/**
 * The table.
 */
table: string, 
/**
 * Its game.
 */
game: string, 
/**
 * The seat, for `POST /api/tables/{id}/join`.
 */
seat: number, } | { "t": "turn", 
/**
 * The table.
 */
table: string, 
/**
 * Its game.
 */
game: string, 
/**
 * The seat.
 */
seat: number, } | { "t": "over", 
/**
 * The table.
 */
table: string, 
/**
 * How it ended.
 */
result: ResultInfo, } | { "t": "beat", };

/**
 * `POST /api/tables`: a new table. The answer is its [`TableInfo`], whose
 * dice commitment is published before anybody adds a salt.
 */
export type CreateTable = { 
/**
 * The game.
 */
game: string, 
/**
 * Its set-up: `scenario` and options by their keys; may be empty.
 */
options: Record<string, unknown>, 
/**
 * One plan per seat, in the order of the game.
 */
seats: Array<SeatPlan>, 
/**
 * Is it listed for everybody?
 */
public: boolean, 
/**
 * By what clock.
 */
clock: ClockPlan, 
/**
 * Begin as soon as every seat is taken and the dice are drawn.
 */
start: boolean, 
/**
 * This client seals and opens salts for the dice, as `docs/dice.md` says.
 */
salted?: boolean, 
/**
 * Does it count for ratings? Then everybody has an account, nobody is a bot
 * or plays two sides, and there is a clock.
 */
rated?: boolean, 
/**
 * What spectators are shown of it, and when.
 */
watch?: WatchPlan, };

/**
 * What spectators of a table are shown, and when. They never see more than everybody at the table
 * knows.
 */
export type WatchPlan = { 
/**
 * How far behind the game they are, as long as it goes on.
 */
delay: Delay, 
/**
 * May they read what the players say to each other?
 */
talk: boolean, };

/**
 * How far behind the game spectators are.
 */
export type Delay = { "kind": "none" } | { "kind": "moves", 
/**
 * So many moves, 1 to 50, as spectators count them.
 */
moves: number, } | { "kind": "minutes", 
/**
 * So many minutes, 1 to 1,440.
 */
minutes: number, };

/**
 * What a new table has in mind for a seat.
 */
export type SeatPlan = { "kind": "me" } | { "kind": "same", 
/**
 * What this person is called.
 */
name: string, } | { "kind": "open" } | { "kind": "invite" } | { "kind": "bot", 
/**
 * One of the levels the game offers.
 */
level: string, };

/**
 * A strength of bot.
 */
export type BotLevel = { 
/**
 * Id used in seat plans.
 */
id: string, 
/**
 * Name.
 */
title: string, 
/**
 * What to expect.
 */
text: string, };

/**
 * By what clock a table plays.
 */
export type ClockPlan = { "kind": "none" } | { "kind": "live", 
/**
 * Seconds in the bank.
 */
bank: number, 
/**
 * Seconds added.
 */
add: number, 
/**
 * What happens when it runs out.
 */
flag: Flag, } | { "kind": "days", 
/**
 * How many.
 */
days: number, 
/**
 * Days in the bank of each seat, for the decisions that take longer.
 */
bank?: number, 
/**
 * On Saturdays and Sundays (UTC) no clock runs.
 */
weekends?: boolean, 
/**
 * What happens when they are over.
 */
flag: Flag, };

/**
 * What happens when a seat's time runs out.
 */
export type Flag = "lose" | "bot" | "table";

/**
 * `POST /api/tables/{id}/join`.
 */
export type JoinTable = { 
/**
 * Which seat; the first free one if left out.
 */
seat?: number, 
/**
 * The secret of the invitation link, for private tables and invited seats.
 */
invite?: string, 
/**
 * This client seals and opens salts for the dice, as `docs/dice.md` says.
 */
salted?: boolean, };

/**
 * `POST /api/tables/{id}/leave`: gives a seat back before the start.
 */
export type LeaveTable = { 
/**
 * Which seat; all of one's own if left out.
 */
seat?: number, };

/**
 * `POST /api/tables/{id}/rematch`: the same people at a new table.
 */
export type Rematch = { 
/**
 * Everybody moves up one seat.
 */
swap: boolean, 
/**
 * This client seals and opens salts for the dice.
 */
salted?: boolean, };

/**
 * How far a table is.
 */
export type Status = "waiting" | "playing" | "over";

/**
 * A table as the one who asks may see it.
 */
export type TableInfo = { 
/**
 * Id used in addresses; cannot be guessed.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * The set-up, whole.
 */
options: Record<string, unknown>, 
/**
 * How far it is.
 */
status: Status, 
/**
 * Is it listed for everybody?
 */
public: boolean, 
/**
 * Does it count for ratings?
 */
rated?: boolean, 
/**
 * What spectators are shown of it, and when.
 */
watch?: WatchPlan, 
/**
 * The tournament it belongs to.
 */
tournament?: string, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * Does one person play for several sides, as at one table?
 */
same?: boolean, 
/**
 * May the one who asks start it?
 */
host: boolean, 
/**
 * By what clock.
 */
clock: ClockPlan, 
/**
 * When it was created.
 */
created: number, 
/**
 * When something last happened, as far as everybody may know.
 */
updated: number, 
/**
 * The turn.
 */
turn: number, 
/**
 * Seats that everybody may know must decide.
 */
awaited: Array<number>, 
/**
 * When the time of one of these runs out: of the first of one's own, else of the first.
 */
due?: number, 
/**
 * How it ended.
 */
result?: ResultInfo, 
/**
 * The secret of the invitation link, for those who sit at the table.
 */
invite?: string, 
/**
 * Commitment to the key of the dice.
 */
commitment: string, 
/**
 * How far the dice are drawn; nothing at tables of older servers.
 */
dice?: DiceInfo, 
/**
 * The last key of the dice, once the game is over.
 */
key?: string, 
/**
 * The table of the rematch, once there is one.
 */
rematch?: string, 
/**
 * The game it goes on from, if it began at a moment of another.
 */
from?: Origin, };

/**
 * How far the dice of a table are drawn (`docs/dice.md`).
 */
export type DiceInfo = { 
/**
 * The seal of each seat; empty if it has none.
 */
seals: Array<string>, 
/**
 * The draw in force, or the one that is called; 0 before the first.
 */
draw: number, 
/**
 * Seats that are to open now, so that the game can begin.
 */
call: Array<number>, 
/**
 * Own seats that must open before they act.
 */
open: Array<number>, 
/**
 * Who signs the heads of the transcript: an Ed25519 key.
 */
signer: string, };

/**
 * A seat as the one who asks may see it.
 */
export type SeatInfo = { 
/**
 * Number, from 0.
 */
seat: number, 
/**
 * How it stands in records: `W`.
 */
code: string, 
/**
 * How it is called: `White`.
 */
name: string, 
/**
 * Its team, from 0; none for a gamemaster.
 */
side?: number, 
/**
 * Who holds it.
 */
holder: Holder, 
/**
 * Does the one who asks hold it?
 */
you: boolean, 
/**
 * Is its holder connected?
 */
present: boolean, 
/**
 * Its holder is on holiday until then: its clock by days stands still.
 */
away?: number, };

/**
 * Who holds a seat.
 */
export type Holder = { "kind": "open" } | { "kind": "invited" } | { "kind": "person", 
/**
 * Their name.
 */
name: string, 
/**
 * Do they have no account?
 */
guest: boolean, 
/**
 * Id of their page, if they have an account.
 */
id?: string, 
/**
 * Is it a program with an account of its own?
 */
bot?: boolean, } | { "kind": "bot", 
/**
 * Its level.
 */
level: string, };

/**
 * How a game ended.
 */
export type ResultInfo = { 
/**
 * `won`, `drawn` or `cancelled`.
 */
verdict: string, 
/**
 * Sides that won.
 */
sides: Array<number>, 
/**
 * Seats that won.
 */
seats: Array<number>, 
/**
 * Why, as one word: `admiral`, `time`.
 */
reason: string, 
/**
 * How clearly, where the game has degrees.
 */
degree?: string, 
/**
 * The clause that ended it; empty if the server did.
 */
clause?: string, };

/**
 * Clocks of a running game.
 */
export type ClockInfo = { 
/**
 * Server time of this message.
 */
now: number, 
/**
 * Milliseconds left per seat.
 */
left: number[], 
/**
 * Seats whose time is running, as far as everybody may know.
 */
running: Array<number>, 
/**
 * Seats whose time has run out while the others decide what follows.
 */
flagged?: Array<number>, 
/**
 * Of what is left per seat, so many milliseconds are the bank's.
 */
banks?: Array<number>, 
/**
 * Seats that are to decide and whose time stands still: a weekend, a holiday.
 */
resting?: Array<number>, };

/**
 * `GET /api/tables?list=…`: `open` (seats to take), `live` (public, being
 * played), `mine`, `over` (mine, finished).
 */
export type TableList = { 
/**
 * Newest first.
 */
tables: Array<TableInfo>, };

/**
 * `GET /api/watch`: games that may be watched, those to be seen first in front.
 */
export type WatchList = { 
/**
 * The games.
 */
games: Array<Watched>, };

/**
 * A game that may be watched.
 */
export type Watched = { 
/**
 * Its table.
 */
table: TableInfo, 
/**
 * Has the operator marked it?
 */
marked: boolean, 
/**
 * The mean rating of those who play, where all of them have one that is sure.
 */
rating?: number, 
/**
 * So many watch, as far as this node knows.
 */
watchers: number, };

/**
 * From the server, on the socket of the lists: `GET /api/lobby`.
 */
export type ToLobby = { "t": "listed", };

/**
 * From a client. `id` is chosen by the client and comes back in the answer.
 */
export type ToServer = { "t": "act", 
/**
 * 1 to 32 signs, unique among the seat's actions.
 */
id: string, 
/**
 * The last number the client has seen.
 */
n: number, 
/**
 * In notation: `d4-d5`. A pick of the menu that completes an action carries it.
 */
action: string, } | { "t": "menu", 
/**
 * Comes back.
 */
id: string, 
/**
 * Keys picked so far.
 */
draft: Array<string>, 
/**
 * How many levels at once, at most 8; one if left out.
 */
deep?: number, } | { "t": "actions", 
/**
 * Comes back.
 */
id: string, 
/**
 * At most so many, up to 1000; 100 if left out.
 */
limit?: number, } | { "t": "why", 
/**
 * Comes back.
 */
id: string, 
/**
 * In notation.
 */
action: string, } | { "t": "odds", 
/**
 * Comes back.
 */
id: string, 
/**
 * In notation.
 */
action: string, } | { "t": "glance", 
/**
 * Comes back.
 */
id: string, 
/**
 * Complete actions in notation, at most 100.
 */
actions: Array<string>, } | { "t": "undo", 
/**
 * Comes back.
 */
id: string, } | { "t": "rewind", 
/**
 * Comes back.
 */
id: string, 
/**
 * Number of the update, in this viewer's own numbering; 0 is the beginning.
 */
to: number, } | { "t": "agree", 
/**
 * Comes back.
 */
id: string, 
/**
 * Yes or no; one no ends it.
 */
yes: boolean, } | { "t": "claim", 
/**
 * Comes back.
 */
id: string, 
/**
 * The seat whose time ran out.
 */
seat: number, 
/**
 * What is wanted.
 */
what: ClaimWhat, } | { "t": "seal", 
/**
 * Comes back.
 */
id: string, 
/**
 * 64 hexadecimal digits.
 */
seal: string, } | { "t": "open", 
/**
 * Comes back.
 */
id: string, 
/**
 * 64 hexadecimal digits.
 */
link: string, } | { "t": "chat", 
/**
 * Comes back.
 */
id: string, 
/**
 * 1 to 500 signs of plain text.
 */
text: string, } | { "t": "sync", } | { "t": "ping", };

/**
 * What the others want when a seat's time ran out.
 */
export type ClaimWhat = "wait" | "bot" | "win";

/**
 * From the server. `U` is an [`Update`] in the form its writer has it in.
 */
export type ToClient = { "t": "state" } & TableState | { "t": "up" } & Update | { "t": "done", 
/**
 * Of the request.
 */
id: string, 
/**
 * The viewer's number now.
 */
n: number, } | { "t": "no", 
/**
 * Of the request.
 */
id: string, 
/**
 * For programs: `play/illegal`.
 */
code: string, 
/**
 * For people.
 */
says: string, 
/**
 * The clause that forbids it.
 */
clause?: string, 
/**
 * The clause in our words.
 */
text?: string, 
/**
 * The offending values.
 */
facts?: Record<string, unknown>, } | { "t": "menu", 
/**
 * Of the request.
 */
id: string, 
/**
 * The viewer's number when it was made: a menu is good until the next update.
 */
n: number, 
/**
 * What may be picked; empty if the draft leads nowhere.
 */
choices: Array<MenuChoice>, 
/**
 * Not all the levels that were asked for are here: what leads on and has no `next` is
 * to be asked for by itself.
 */
cut?: boolean, } | { "t": "actions", 
/**
 * Of the request.
 */
id: string, 
/**
 * The viewer's number when it was made.
 */
n: number, 
/**
 * In notation; nothing if the seat is not awaited.
 */
actions: Array<string>, 
/**
 * Are these all? If not, they were drawn at random.
 */
complete: boolean, } | { "t": "why", 
/**
 * Of the request.
 */
id: string, 
/**
 * Nothing if it may be done.
 */
no?: Refusal, } | { "t": "odds", 
/**
 * Of the request.
 */
id: string, 
/**
 * The chances.
 */
odds: Odds, } | { "t": "glance", 
/**
 * Of the request.
 */
id: string, 
/**
 * The viewer's number when it was made.
 */
n: number, 
/**
 * One for each action that may be done, as far as the time allowed.
 */
of: Array<Glance>, } | { "t": "rewind", 
/**
 * Nothing if it is off or done.
 */
asked: RewindAsked | null, } | { "t": "chat", 
/**
 * What.
 */
line: ChatLine, } | { "t": "here" } & Presence | { "t": "table", 
/**
 * As this viewer may see it.
 */
table: TableInfo, } | { "t": "head", 
/**
 * The viewer's number.
 */
n: number, 
/**
 * 64 hexadecimal digits.
 */
head: string, 
/**
 * Who signed it: an Ed25519 key.
 */
signer: string, 
/**
 * 128 hexadecimal digits.
 */
signature: string, } | { "t": "pong", } | { "t": "slow", 
/**
 * So many messages a second are read.
 */
rate: number, 
/**
 * A sentence.
 */
says: string, } | { "t": "bye", 
/**
 * A code.
 */
code: string, 
/**
 * A sentence.
 */
says: string, };

/**
 * What one viewer knows.
 */
export type TableState = { 
/**
 * The viewer's number: the updates before it are in this.
 */
n: number, 
/**
 * The table.
 */
table: TableInfo, 
/**
 * The game's view, nothing before the start.
 */
view: unknown, 
/**
 * The board as text, for clients that do not know the game.
 */
board: string, 
/**
 * Seats that this viewer may know must decide.
 */
awaited: Array<number>, 
/**
 * What is expected of this viewer.
 */
prompt: string, 
/**
 * May the last decision be taken back?
 */
undo: Undo, 
/**
 * How it ended.
 */
over?: ResultInfo, 
/**
 * Clocks, if the table has them.
 */
clock?: ClockInfo, 
/**
 * The last updates before `n`, for the log; older ones by `story`.
 */
past: Array<Past>, 
/**
 * The rewind that is asked for.
 */
rewind?: RewindAsked, 
/**
 * What was said, as far as this viewer may read it.
 */
chat: Array<ChatLine>, 
/**
 * Who is here.
 */
here: Presence, };

/**
 * An earlier update, as far as the log shows it.
 */
export type Past = { 
/**
 * Its number.
 */
n: number, 
/**
 * What was told.
 */
e: Array<Tell>, };

/**
 * Something happened. What did not change is left out.
 *
 * Whoever reads it has it as it stands; whoever writes it for many viewers puts in
 * what it already has: `P` what changed in the view, `T` each [`Tell`], `S` texts.
 */
export type Update = { 
/**
 * Number: one more than the update before, without gaps.
 */
n: number, 
/**
 * The client's own id, if this is the answer to its `act` or `undo`.
 */
id?: string, 
/**
 * What is told; only with `say=1`.
 */
e?: Array<Tell>, 
/**
 * What changed in the view: a merge patch whose keys are paths. `null` removes a key; in a
 * list the keys are indexes or names, and `length` is set when it shrinks.
 */
p?: unknown, 
/**
 * Instead of `p`, rarely: the whole view.
 */
v?: unknown, 
/**
 * Who is awaited now, if that changed.
 */
a?: Array<number>, 
/**
 * What is expected of this viewer, if that changed; only with `say=1`.
 */
m?: string, 
/**
 * The board as text, if that changed; only with `say=2`.
 */
b?: string, 
/**
 * May the last decision be taken back, if that changed.
 */
u?: Undo, 
/**
 * Something was taken back: updates after this number no longer count.
 */
back?: number, 
/**
 * How it ended.
 */
over?: ResultInfo, 
/**
 * Clocks, if the table has them.
 */
c?: ClockInfo, };

/**
 * An event as this viewer is told it: `D` is its document, `S` are texts.
 */
export type Tell = { 
/**
 * The event as data: a map with `kind`.
 */
d: Record<string, unknown>, 
/**
 * The event as a sentence.
 */
s?: string, 
/**
 * The clauses behind it.
 */
c?: Array<string>, 
/**
 * The dice that fell, in order: faces and what each showed.
 */
r?: Array<[number, number]>, };

/**
 * May the viewer's last decision be taken back?
 */
export type Undo = boolean | string;

/**
 * Why something was refused.
 */
export type Refusal = { 
/**
 * For programs: `play/illegal`.
 */
code: string, 
/**
 * For people.
 */
says: string, 
/**
 * The clause that forbids it.
 */
clause?: string, 
/**
 * The clause in our words.
 */
text?: string, 
/**
 * The offending values.
 */
facts?: Record<string, unknown>, };

/**
 * One pick of a menu.
 */
export type MenuChoice = { 
/**
 * Key in drafts, unique among its neighbours.
 */
key: string, 
/**
 * What it is: `unit`, `place`, `kind`.
 */
kind: string, 
/**
 * What will happen.
 */
text: string, 
/**
 * The place it stands for.
 */
place?: string, 
/**
 * The unit it stands for.
 */
unit?: string, 
/**
 * The complete action it leads to, in notation; left out if more is to be picked.
 */
to?: string, 
/**
 * It can be done at any time and nobody waits for it: resigning, an offer.
 */
aside?: boolean, 
/**
 * Seldom wanted, or never to be taken back: kept apart, and asked about first.
 */
rare?: boolean, 
/**
 * What the rules say of it for the board: what it costs, how far it goes.
 */
facts?: Record<string, unknown>, 
/**
 * What may be picked after it, where more than one level was asked for.
 */
next?: Array<MenuChoice>, };

/**
 * What may come of an action.
 */
export type Odds = { 
/**
 * Is every number exact, or found by trying many tables?
 */
exact: boolean, 
/**
 * Outcomes, likeliest first.
 */
lines: Array<OddsLine>, };

/**
 * One outcome.
 */
export type OddsLine = { 
/**
 * What comes of it.
 */
what: string, 
/**
 * How likely, 0 to 1.
 */
chance: number, 
/**
 * How far that may be off; 0 if it is exact.
 */
error: number, };

/**
 * What may come of one of many actions.
 */
export type Glance = { 
/**
 * The action, as it was asked about.
 */
action: string, 
/**
 * Is every number exact, or found by trying?
 */
exact: boolean, 
/**
 * Can only one thing come of it?
 */
sure: boolean, 
/**
 * The likeliest outcomes, at most three.
 */
lines: Array<OddsLine>, 
/**
 * Numbers that the game counts, by name: `damage`, `sunk`.
 */
counts: { [key in string]: Count }, };

/**
 * A number that may come of an action.
 */
export type Count = { 
/**
 * How likely it is more than nothing, 0 to 1.
 */
chance: number, 
/**
 * How much on average.
 */
mean: number, 
/**
 * The most it may come to, as far as was seen.
 */
most: number, };

/**
 * A rewind that is asked for.
 */
export type RewindAsked = { 
/**
 * The seat that asks.
 */
by: number, 
/**
 * The moment, in this viewer's own numbering.
 */
to: number, 
/**
 * Seats that agree so far.
 */
agreed: Array<number>, 
/**
 * Seats that are still to answer.
 */
open: Array<number>, };

/**
 * Something said.
 */
export type ChatLine = { 
/**
 * Number within its channel.
 */
n: number, 
/**
 * Players' chat is hidden from spectators until the end, and theirs from players.
 */
channel: string, 
/**
 * The seat that said it; none for a spectator.
 */
seat?: number, 
/**
 * Who said it.
 */
name: string, 
/**
 * Plain text, never to be shown as HTML.
 */
text: string, 
/**
 * When.
 */
at: number, };

/**
 * Who is connected.
 */
export type Presence = { 
/**
 * Seats with somebody connected, bots too.
 */
seats: Array<number>, 
/**
 * How many watch.
 */
watchers: number, };

/**
 * `GET /api/tables/{id}/moment?as=…&at=N`: the position after the first `N`
 * entries that this viewer may know of. `as` is a seat of one's own or
 * `spectator`; when the game is over any seat or `umpire`.
 */
export type Moment = { 
/**
 * Which moment: the viewer's number.
 */
at: number, 
/**
 * The last moment there is.
 */
last: number, 
/**
 * The turn.
 */
turn: number, 
/**
 * The game's view.
 */
view: unknown, 
/**
 * The board as text.
 */
board: string, 
/**
 * What was told at this moment.
 */
e: Array<Tell>, 
/**
 * Who is awaited.
 */
awaited: Array<number>, 
/**
 * How it ended, at the last moment.
 */
over?: ResultInfo, };

/**
 * `GET /api/tables/{id}/story?as=…&from=A&to=B`: what happened, update by
 * update, at most 200 at once.
 */
export type Story = { 
/**
 * The last moment there is.
 */
last: number, 
/**
 * The steps asked for.
 */
steps: Array<StoryStep>, };

/**
 * One step of a story.
 */
export type StoryStep = { 
/**
 * The moment after it.
 */
at: number, 
/**
 * The turn.
 */
turn: number, 
/**
 * What was told.
 */
e: Array<Tell>, 
/**
 * What changed in the view, as in an update.
 */
p: unknown, };

/**
 * `GET /api/tables/{id}/dice`: what is needed to compute every roll again.
 * Before the end there is only the commitment.
 */
export type DiceProof = { 
/**
 * Hash of the key, published before the first salt.
 */
commitment: string, 
/**
 * The id that goes into every roll.
 */
game_id: string, 
/**
 * The last key, once the game is over.
 */
key?: string, 
/**
 * Every roll, once the game is over.
 */
rolls: Array<RollProof>, 
/**
 * Does the record verify? Said by the server; the page computes it again from the record.
 */
verified?: boolean, };

/**
 * One roll.
 */
export type RollProof = { 
/**
 * Index, from 0, over the whole game.
 */
index: number, 
/**
 * Faces of the die.
 */
die: number, 
/**
 * What it showed.
 */
value: number, };

/**
 * `GET /api/tables/{id}/luck`: who had the luck in a finished game.
 */
export type LuckInfo = { 
/**
 * Each side that rolled, and at the end what nobody's dice showed.
 */
sides: Array<LuckSide>, 
/**
 * What was least likely of all that the dice decided.
 */
turning?: LuckMoment, 
/**
 * What decided the game, as its judge sees it.
 */
decisive?: DecisiveMoment, 
/**
 * How the luck of each side ran: after every moment in which it rolled.
 */
curve: Array<LuckPoint>, 
/**
 * What was least likely of all that the dice decided, the least likely first.
 */
moments: Array<LuckMoment>, };

/**
 * The dice of one side.
 */
export type LuckSide = { 
/**
 * The side.
 */
name: string, 
/**
 * How many dice.
 */
dice: number, 
/**
 * What they showed in all.
 */
shown: number, 
/**
 * What they should have shown on the mean.
 */
expected: number, 
/**
 * Standard deviations above that.
 */
deviations: number, };

/**
 * The luck of a side up to a moment.
 */
export type LuckPoint = { 
/**
 * The moment, in the umpire's numbering.
 */
at: number, 
/**
 * The side.
 */
side: number, 
/**
 * Standard deviations of all its dice above what was to be expected so far.
 */
sum: number, };

/**
 * A moment that the dice decided.
 */
export type LuckMoment = { 
/**
 * The moment, in the umpire's numbering.
 */
at: number, 
/**
 * Who rolled, as records write it.
 */
by: string, 
/**
 * What came of it.
 */
outcome: string, 
/**
 * How likely that was, 0 to 1.
 */
chance: number, };

/**
 * The moment that decided a game, and why it is that one.
 */
export type DecisiveMoment = { 
/**
 * The moment, in the umpire's numbering.
 */
at: number, 
/**
 * The chance of who won before it, 0 to 1.
 */
was: number, 
/**
 * And after it.
 */
now: number, 
/**
 * What came of it, in the words that everybody was told; none if nobody was.
 */
says: string, };

/**
 * `POST /api/tables/{id}/notes`: a comment on a moment.
 */
export type UserNoteMade = { 
/**
 * The moment.
 */
at: number, 
/**
 * 1 to 1,000 signs of plain text.
 */
text: string, };

/**
 * A comment on a moment of a game that is over.
 */
export type UserNote = { 
/**
 * The moment, in the umpire's numbering.
 */
at: number, 
/**
 * Who wrote it.
 */
name: string, 
/**
 * Plain text.
 */
text: string, 
/**
 * When.
 */
when: number, };

/**
 * `POST /api/records`: a record file (`docs/records.md`) that is to be checked and kept. The answer
 * is its [`RecordInfo`]; one that does not verify is refused with the line and the reason.
 */
export type RecordFile = { 
/**
 * What it is called: the name of the file. At most 80 signs are kept.
 */
name: string, 
/**
 * The whole file, at most a mebibyte.
 */
text: string, };

/**
 * `GET /api/records`: a record that is kept for the one who asks.
 */
export type RecordCard = { 
/**
 * Id used in addresses; cannot be guessed, and whoever has it may look.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * How it ended, as records write it.
 */
result: string, 
/**
 * Since when it is kept.
 */
created: number, };

/**
 * `GET /api/records/{id}`: a record that has been checked.
 */
export type RecordInfo = { 
/**
 * Is it the one's who asks?
 */
own: boolean, 
/**
 * The set-up as it may be shown.
 */
options: Record<string, unknown>, 
/**
 * The seats.
 */
seats: Array<RecordSeat>, 
/**
 * Entries replayed, those taken back included.
 */
entries: number, 
/**
 * Dice compared.
 */
dice: number, 
/**
 * Were the dice derived again from the umpire's key?
 */
proved: boolean, 
/**
 * What is not wrong, but worth knowing about the dice.
 */
remarks: Array<string>, 
/**
 * How it ended, if it has.
 */
over?: ResultInfo, 
/**
 * Id used in addresses; cannot be guessed, and whoever has it may look.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * How it ended, as records write it.
 */
result: string, 
/**
 * Since when it is kept.
 */
created: number, };

/**
 * A seat of a record.
 */
export type RecordSeat = { 
/**
 * The seat.
 */
seat: number, 
/**
 * How it is written.
 */
code: string, 
/**
 * How it is called.
 */
name: string, 
/**
 * Its side; nothing for a gamemaster.
 */
side?: number, 
/**
 * Who sat there, as the record says; often empty.
 */
who: string, };

/**
 * `POST /api/tables/{id}/play` and `/api/records/{id}/play`: a new table that goes on from a moment
 * of a finished game or of a record, with dice of its own. The answer is its
 * [`TableInfo`](crate::TableInfo).
 */
export type PlayOn = { 
/**
 * The moment, as this viewer counts them.
 */
at: number, 
/**
 * Whose numbers those are: a seat's number, `spectator` or `umpire`.
 */
as: string, 
/**
 * One plan per seat, in the order of the game.
 */
seats: Array<SeatPlan>, 
/**
 * By what clock.
 */
clock: ClockPlan, 
/**
 * Begin as soon as every seat is taken and the dice are drawn.
 */
start: boolean, 
/**
 * This client seals and opens salts for the dice, as `docs/dice.md` says.
 */
salted?: boolean, };

/**
 * Where a game that goes on from another comes from.
 */
export type Origin = { 
/**
 * The table or the record.
 */
id: string, 
/**
 * Is it a record?
 */
record?: boolean, 
/**
 * After so many entries.
 */
entry: number, };

/**
 * `GET /api/tables/{id}/analysis?as=…` and `/api/records/{id}/analysis`: the chances to win along a game
 * that is over. Every request adds a second of trials to what is known and answers with all of
 * it: whoever wants to know better asks again, and whoever stops asking has cancelled it.
 */
export type Analysis = { 
/**
 * The last moment there is, as this viewer counts them.
 */
last: number, 
/**
 * The sides by name.
 */
sides: Array<string>, 
/**
 * What is known so far, in the order of the game.
 */
points: Array<Outlook>, 
/**
 * Where the chances changed most, and by more than their error, the greatest first.
 */
turning: Array<Turning>, 
/**
 * Trials made so far.
 */
trials: number, 
/**
 * Trials that will have been made when it is done.
 */
wanted: number, 
/**
 * Is it done? Then asking again adds nothing.
 */
done: boolean, 
/**
 * Bots of games that are played were thinking: they go first, and little was added.
 */
waited?: boolean, };

/**
 * The chances at one moment.
 */
export type Outlook = { 
/**
 * The moment.
 */
at: number, 
/**
 * The turn.
 */
turn: number, 
/**
 * The chance of each side, 0 to 1.
 */
chances: Array<Chance>, 
/**
 * From so many trials; none where the game is over and nothing is left to chance.
 */
trials: number, };

/**
 * A chance, and how wrong it may be.
 */
export type Chance = { 
/**
 * The mean of the trials.
 */
mean: number, 
/**
 * Nineteen times in twenty it is at least this, as far as the number of trials goes …
 */
low: number, 
/**
 * … and at most this.
 */
high: number, };

/**
 * A moment at which the chances changed.
 */
export type Turning = { 
/**
 * The moment after it.
 */
at: number, 
/**
 * The last moment before it whose chances are known.
 */
from: number, 
/**
 * Whose chance rose.
 */
side: number, 
/**
 * By how much.
 */
by: number, };

/**
 * `GET /api/tables/{id}/thoughts?as=…&at=N&known=…` and `/api/records/{id}/thoughts`: what else could
 * have been done instead of what led to this moment, as the strongest bot sees it: from what
 * the seat could know then, or with everything known.
 */
export type Thoughts = { 
/**
 * The moment.
 */
at: number, 
/**
 * Whose decision it was.
 */
seat: number, 
/**
 * What was considered, the best first.
 */
ideas: Array<IdeaInfo>, };

/**
 * Something that could have been done.
 */
export type IdeaInfo = { 
/**
 * The action, in the notation of the game.
 */
action: string, 
/**
 * What it does, if that does not hang on dice.
 */
says?: string, 
/**
 * The chance it gives the seat's side, if it was tried out.
 */
chance?: Chance, 
/**
 * From so many trials.
 */
trials: number, 
/**
 * It is what was done.
 */
played?: boolean, };

/**
 * An answer in advance. It is checked by the rules when the question comes; one that is
 * not legal then is dropped, and its owner is asked as usual.
 */
export type StandingAnswer = { 
/**
 * A seat of one's own.
 */
seat: number, 
/**
 * The question, as the seat is asked: the prompt, word for word.
 */
asked: string, 
/**
 * The action.
 */
action: string, 
/**
 * Why it was dropped; it counts no more.
 */
dropped?: string, };

/**
 * What a seat is asked just now.
 */
export type AskedNow = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The question.
 */
asked: string, 
/**
 * Some actions that would answer it.
 */
actions: Array<string>, };

/**
 * `GET /api/tables/{id}/answers`: one's own, and what could be answered in advance.
 */
export type StandingAnswers = { 
/**
 * Questions that one's seats are asked now.
 */
now: Array<AskedNow>, 
/**
 * The answers, in the order in which they are tried.
 */
answers: Array<StandingAnswer>, };

/**
 * `PUT /api/tables/{id}/answers`: these and no others.
 */
export type NewAnswers = { 
/**
 * Up to twenty.
 */
answers: Array<StandingAnswer>, };

/**
 * How far somebody is kept away.
 */
export type Shun = "none" | "mute" | "block";

/**
 * `PUT /api/people/{id}/shun`.
 */
export type ShunWish = { 
/**
 * How far.
 */
how: Shun, };

/**
 * `POST /api/tables/{id}/shun`: somebody at a table.
 */
export type ShunAt = { 
/**
 * Who is meant.
 */
who: Meant, 
/**
 * How far.
 */
how: Shun, };

/**
 * Somebody at a table: whoever sits there, or said this.
 */
export type Meant = { "kind": "seat", 
/**
 * The seat.
 */
seat: number, } | { "kind": "line", 
/**
 * Its channel.
 */
channel: string, 
/**
 * Its number there.
 */
n: number, };

/**
 * `GET /api/me/shuns`: one whom one keeps away from. They are not told.
 */
export type Shunned = { 
/**
 * Id, for `PUT /api/people/{id}/shun`.
 */
person: string, 
/**
 * What they are called now.
 */
name: string, 
/**
 * How far.
 */
how: Shun, 
/**
 * Since when.
 */
at: number, };

/**
 * What a report is about.
 */
export type ReportWhy = "talk" | "play" | "name" | "other";

/**
 * `POST /api/tables/{id}/report`: for the moderators. What the reporter may see of the game
 * goes with it, and what the two have said.
 */
export type NewReport = { 
/**
 * About whom.
 */
who: Meant, 
/**
 * What it is about.
 */
why: ReportWhy, 
/**
 * In the reporter's words; up to 500 signs.
 */
text: string, };

/**
 * What a moderator does.
 */
export type Measure = "dismiss" | "warn" | "mute" | "ban";

/**
 * `POST /api/moderation/reports/{id}`: what is done about a report.
 */
export type NewMeasure = { 
/**
 * What.
 */
what: Measure, 
/**
 * For how long: 1 to 8,760, where somebody is muted or banned.
 */
hours: number, 
/**
 * Why; the person reads it.
 */
why: string, };

/**
 * Something a moderator has decided about somebody, as they read it.
 */
export type Notice = { 
/**
 * What.
 */
what: Measure, 
/**
 * When.
 */
at: number, 
/**
 * Until when, where somebody is muted or banned.
 */
until?: number, 
/**
 * Why.
 */
why: string, 
/**
 * Has the person read it?
 */
read?: boolean, };

/**
 * Somebody in a report.
 */
export type Named = { 
/**
 * Id.
 */
id: string, 
/**
 * What they were called then.
 */
name: string, };

/**
 * What became of a report.
 */
export type Settled = { 
/**
 * By which moderator.
 */
by: Named, 
/**
 * What.
 */
what: Measure, 
/**
 * When.
 */
at: number, 
/**
 * Until when, where somebody is muted or banned.
 */
until?: number, 
/**
 * Why.
 */
why: string, 
/**
 * Has the person read it?
 */
read?: boolean, };

/**
 * `GET /api/moderation/reports?list=open|done`, for moderators.
 */
export type ReportCard = { 
/**
 * Id.
 */
id: string, 
/**
 * When.
 */
at: number, 
/**
 * Who reports.
 */
by: Named, 
/**
 * Whom.
 */
about: Named, 
/**
 * The table.
 */
table: string, 
/**
 * Its game.
 */
game: string, 
/**
 * What it is about.
 */
why: ReportWhy, 
/**
 * In the reporter's words.
 */
text: string, 
/**
 * What became of it; nothing yet if left out.
 */
settled?: Settled, };

/**
 * `GET /api/moderation/reports/{id}`: a report with what goes with it.
 */
export type ReportInfo = { 
/**
 * Through whose eyes the game is seen: a seat, or `spectator`.
 */
as: string, 
/**
 * The game at that moment, as the reporter saw it; none before it began.
 */
moment?: Moment, 
/**
 * What the reporter and the reported had said, oldest first.
 */
chat: Array<ReportLine>, 
/**
 * What was decided about the reported before, newest first.
 */
past: Array<Notice>, 
/**
 * Other reports about them that nobody has looked at yet.
 */
others: number, 
/**
 * Id.
 */
id: string, 
/**
 * When.
 */
at: number, 
/**
 * Who reports.
 */
by: Named, 
/**
 * Whom.
 */
about: Named, 
/**
 * The table.
 */
table: string, 
/**
 * Its game.
 */
game: string, 
/**
 * What it is about.
 */
why: ReportWhy, 
/**
 * In the reporter's words.
 */
text: string, 
/**
 * What became of it; nothing yet if left out.
 */
settled?: Settled, };

/**
 * A line of a report.
 */
export type ReportLine = { 
/**
 * Is it the reported person's?
 */
theirs: boolean, 
/**
 * Number within its channel.
 */
n: number, 
/**
 * Players' chat is hidden from spectators until the end, and theirs from players.
 */
channel: string, 
/**
 * The seat that said it; none for a spectator.
 */
seat?: number, 
/**
 * Who said it.
 */
name: string, 
/**
 * Plain text, never to be shown as HTML.
 */
text: string, 
/**
 * When.
 */
at: number, };
