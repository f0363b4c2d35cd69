//! The eight levels that every game offers, and what makes one weaker than the next.

use crate::search::{Craft, Search};
use crate::{Bot, Budget, Named, Thought};
use admiralty_core::{Own, Rules, Seeded, Sight, sample};
use std::str::FromStr;

/// Names and descriptions, weakest first.
pub const LEVELS: [(&str, &str); 8] = [
    ("Ship's Boy", "Knows the rules, and mostly does the first thing that comes to mind."),
    ("Midshipman", "Sees a good move when it is plain, and misjudges many of the others."),
    ("Lieutenant", "Plays soundly by rule of thumb, with a mistake now and then."),
    ("Commander", "Plays by rule of thumb, and seldom errs."),
    ("Captain", "Tries some decisions out in the mind before taking them."),
    ("Commodore", "Tries most decisions out on imagined tables."),
    ("Rear Admiral", "Thinks every decision through, some turns ahead."),
    (
        "Admiral",
        "Weighs every idea on many imagined tables, and knows when to keep to the rules of thumb.",
    ),
];

/// What a level is made of in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// So many choices of a hundred are honest mistakes.
    pub slips: u32,
    /// So many choices of a hundred are thought about.
    pub thinks: u32,
    /// With so many nodes.
    pub nodes: u64,
    /// And in this way.
    pub search: Search,
}

/// A level of a game.
#[derive(Clone, Copy, Debug)]
pub struct Level<C> {
    craft: C,
    skill: Skill,
    /// The strongest takes what it is given; the others never more than they are described with.
    top: bool,
}

impl<C> Level<C> {
    /// A level that takes whatever budget it is given.
    pub const fn new(craft: C, skill: Skill) -> Level<C> {
        Level { craft, skill, top: true }
    }

    fn meter(&self, budget: Budget) -> crate::bot::Meter {
        if self.top { budget.meter(self.skill.nodes) } else { budget.capped(self.skill.nodes) }
    }
}

impl<R: Rules, C: Craft<R>> Bot<R> for Level<C> {
    fn choose(&self, sight: Sight<'_, R>, budget: Budget, rng: &mut Seeded) -> Option<R::Action> {
        let Own::Seat { seat, .. } = sight.own else {
            // A gamemaster plays for no side.
            return sample::<R>(sight, rng, &mut Vec::new());
        };
        if !R::awaited(sight).seats().has(seat) {
            return None;
        }
        if let Some(answer) = self.craft.answer(sight) {
            return Some(answer);
        }
        let (slips, thinks) = (rng.below(100), rng.below(100));
        if self.craft.ponders(sight) {
            if slips < self.skill.slips {
                return self.craft.slip(sight, rng);
            }
            if thinks < self.skill.thinks {
                let mut meter = self.meter(budget);
                let thoughts = self.skill.search.think(&self.craft, sight, &mut meter, rng);
                return thoughts.into_iter().next().map(|thought| thought.action);
            }
        }
        self.craft.habit(sight, rng)
    }

    fn think(
        &self,
        sight: Sight<'_, R>,
        budget: Budget,
        rng: &mut Seeded,
    ) -> Vec<Thought<R::Action>> {
        let awaited = sight.seat().is_some_and(|seat| R::awaited(sight).seats().has(seat));
        let plain = self.skill.thinks == 0 || !self.craft.ponders(sight);
        if !awaited || plain || self.craft.answer(sight).is_some() {
            let choice = self.choose(sight, budget, rng);
            let plain = choice.map(|action| Thought { action, chance: None, trials: 0 });
            return plain.into_iter().collect();
        }
        // The lots of a choice, so that the same seed gives the same thoughts.
        let _ = (rng.below(100), rng.below(100));
        self.skill.search.think(&self.craft, sight, &mut self.meter(budget), rng)
    }
}

/// The levels of a game, for a `static`.
pub const fn levels<R, C: Copy>(craft: C, skills: [Skill; 8]) -> [Named<R, Level<C>>; 8] {
    const fn of<R, C: Copy>(craft: C, skills: &[Skill; 8], i: usize) -> Named<R, Level<C>> {
        let level = Level { craft, skill: skills[i], top: i == 7 };
        Named::new(LEVELS[i].0, "", LEVELS[i].1, level)
    }
    [
        of(craft, &skills, 0),
        of(craft, &skills, 1),
        of(craft, &skills, 2),
        of(craft, &skills, 3),
        of(craft, &skills, 4),
        of(craft, &skills, 5),
        of(craft, &skills, 6),
        of(craft, &skills, 7),
    ]
}

/// A level that never thinks, with so many slips of a hundred.
pub const fn careless(slips: u32) -> Skill {
    Skill { slips, thinks: 0, nodes: 0, search: Search { ideas: 0, turns: 0, doubt: 0.0 } }
}

impl FromStr for Skill {
    type Err = String;

    /// Reads `slips/thinks/nodes/ideas/turns/doubt`, such as `0/100/4000/16/2/0.5`.
    fn from_str(text: &str) -> Result<Skill, String> {
        let numbers: Option<Vec<f64>> = text.split('/').map(|part| part.parse().ok()).collect();
        let Some(&[slips, thinks, nodes, ideas, turns, doubt]) = numbers.as_deref() else {
            return Err(format!(
                "\"{text}\" is no skill (slips/thinks/nodes/ideas/turns/doubt, such as \
                 0/100/4000/16/2/0.5)"
            ));
        };
        let search = Search { ideas: ideas as usize, turns: turns as u32, doubt: doubt as f32 };
        Ok(Skill { slips: slips as u32, thinks: thinks as u32, nodes: nodes as u64, search })
    }
}

/// Lists the levels of a `static` made by [`levels`] for the catalog.
macro_rules! offered {
    ($levels:ident) => {
        &[
            &$levels[0],
            &$levels[1],
            &$levels[2],
            &$levels[3],
            &$levels[4],
            &$levels[5],
            &$levels[6],
            &$levels[7],
        ]
    };
}
pub(crate) use offered;
