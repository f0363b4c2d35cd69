//! Features of cards: the seven black ones, green and red specials, and when each is activated.

use core::fmt;

/// A feature printed on a card.
// BG-0-UC2: black (basic), green (own special use) or red (used by the enemy).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Feature {
    // BG-0-UC3: the seven black features.
    /// Movement.
    Move,
    /// Main battery.
    Art1,
    /// Secondary battery.
    Art2,
    /// Torpedoes.
    Torp,
    /// Anti-aircraft.
    Aa,
    /// Depth charges.
    Dc,
    /// Flight deck.
    Flight,
    /// Green: Smokescreen.
    Smoke,
    /// Green: Low draft.
    LowDraft,
    /// Green: Flank speed.
    Flank,
    /// Green: Evasive course.
    Evade,
    /// Green: Damage control.
    DamCon,
    /// Green: Crash dive.
    CrashDive,
    /// Green: Deep dive.
    Deep,
    /// Green: Flak barrage.
    Flak,
    /// Green: Deck-load strike.
    DeckLoad,
    /// Green: Gunnery radar.
    Radar,
    /// Green: Spotter aircraft.
    Spotter,
    /// Green: Rapid fire.
    Rapid,
    /// Green: Long-range torpedoes.
    Lance,
    /// Green: Torpedo reload.
    Reload,
    /// Green: Sonar.
    Asdic,
    /// Red: Engine trouble.
    Engine,
    /// Red: Slow to dive.
    SlowDive,
    /// Red: Signals failure.
    Signals,
    /// Red: Poor flak.
    WeakAa,
    /// Red: Thin deck.
    ThinDeck,
    /// Red: Fuel vapours.
    AvGas,
    /// Red: Exposed magazines.
    Magazine,
    /// Red: Turret trouble.
    Turrets,
    /// Red: Unsteady gun platform.
    Roll,
    /// Red: Exposed torpedoes.
    Volatile,
    /// Red: Faulty torpedoes.
    Duds,
    /// Red: Noisy boat.
    Noisy,
}

/// When a special feature may be activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Window {
    /// As an action of the Movement phase.
    Movement = 1,
    /// As an action of the Air step.
    Air = 2,
    /// Inside the secret orders.
    Orders = 4,
}

impl Feature {
    /// Every feature, in printing order.
    pub const ALL: [Feature; 34] = {
        use Feature::*;
        [
            Move, Art1, Art2, Torp, Aa, Dc, Flight, Smoke, LowDraft, Flank, Evade, DamCon,
            CrashDive, Deep, Flak, DeckLoad, Radar, Spotter, Rapid, Lance, Reload, Asdic, Engine,
            SlowDive, Signals, WeakAa, ThinDeck, AvGas, Magazine, Turrets, Roll, Volatile, Duds,
            Noisy,
        ]
    };

    /// The feature as a set of one.
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }

    /// Green: special, for its owner.
    pub const fn is_green(self) -> bool {
        self as u8 >= Feature::Smoke as u8 && self as u8 <= Feature::Asdic as u8
    }

    /// Red: special, for the enemy.
    pub const fn is_red(self) -> bool {
        self as u8 >= Feature::Engine as u8
    }

    /// Code and name.
    const fn texts(self) -> (&'static str, &'static str) {
        use Feature::*;
        match self {
            Move => ("MOVE", "Engines"),
            Art1 => ("ART1", "Main guns"),
            Art2 => ("ART2", "Secondary guns"),
            Torp => ("TORP", "Torpedoes"),
            Aa => ("AA", "Flak"),
            Dc => ("DC", "Depth charges"),
            Flight => ("FLIGHT", "Flight deck"),
            Smoke => ("SMOKE", "Smokescreen"),
            LowDraft => ("LOWDRAFT", "Low draft"),
            Flank => ("FLANK", "Flank speed"),
            Evade => ("EVADE", "Evasive course"),
            DamCon => ("DAMCON", "Damage control"),
            CrashDive => ("CRASHDIVE", "Crash dive"),
            Deep => ("DEEP", "Deep dive"),
            Flak => ("FLAK", "Flak barrage"),
            DeckLoad => ("DECKLOAD", "Deck-load strike"),
            Radar => ("RADAR", "Gunnery radar"),
            Spotter => ("SPOTTER", "Spotter aircraft"),
            Rapid => ("RAPID", "Rapid fire"),
            Lance => ("LANCE", "Long lance"),
            Reload => ("RELOAD", "Torpedo reload"),
            Asdic => ("ASDIC", "Sonar"),
            Engine => ("ENGINE", "Engine trouble"),
            SlowDive => ("SLOWDIVE", "Slow to dive"),
            Signals => ("SIGNALS", "Signals failure"),
            WeakAa => ("WEAKAA", "Poor flak"),
            ThinDeck => ("THINDECK", "Thin deck"),
            AvGas => ("AVGAS", "Fuel vapours"),
            Magazine => ("MAGAZINE", "Exposed magazines"),
            Turrets => ("TURRETS", "Turret trouble"),
            Roll => ("ROLL", "Unsteady platform"),
            Volatile => ("VOLATILE", "Exposed torpedoes"),
            Duds => ("DUDS", "Faulty torpedoes"),
            Noisy => ("NOISY", "Noisy boat"),
        }
    }

    /// How it is written.
    pub(crate) const fn code(self) -> &'static str {
        self.texts().0
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        self.texts().1
    }

    /// Reads a code.
    pub fn parse(text: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.code().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The features of a set, in printing order.
pub fn features(mut set: u64) -> impl Iterator<Item = Feature> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let feature = Feature::ALL[(set.trailing_zeros() as usize).min(33)];
        set &= set - 1;
        Some(feature)
    })
}

pub(super) const fn set_of(list: &[Feature]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < list.len() {
        set |= list[i].bit();
        i += 1;
    }
    set
}

/// Every green feature.
pub const GREEN: u64 = (Feature::Engine.bit() - 1) & !(Feature::Smoke.bit() - 1);
/// Every red feature.
pub const RED: u64 = ((1 << 34) - 1) & !(Feature::Engine.bit() - 1);

/// The features that may be activated in a window.
pub const fn window(window: Window) -> u64 {
    use Feature::*;
    // BG-7-FX4: a feature is activated in its window only.
    // BG-3-MV18: what involves movement, in the Movement phase.
    match window {
        Window::Movement => set_of(&[
            Smoke, LowDraft, Flank, Evade, DamCon, CrashDive, Deep, Flak, DeckLoad, Engine,
            SlowDive, Signals, WeakAa,
        ]),
        Window::Air => set_of(&[Flak, DeckLoad, WeakAa, ThinDeck, AvGas]),
        Window::Orders => set_of(&[
            Radar, Spotter, Rapid, Lance, Reload, Asdic, ThinDeck, AvGas, Magazine, Turrets, Roll,
            Volatile, Duds, Noisy,
        ]),
    }
}
