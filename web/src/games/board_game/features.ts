/// What features are called and do, in one sentence, with the drawing that stands for each.
export interface Word {
  name: string;
  says: string;
  icon: string;
}

/// Icons in a box of 20 round 10 10, as strokes.
export const FEATURES: Record<string, Word> = {
  MOVE: { name: 'Engines', says: 'Lets her move.', icon: 'M10 3 16 10H12V17H8V10H4Z' },
  ART1: { name: 'Main guns', says: 'Her heavy battery.', icon: 'M3 13H10L17 6M3 16H12' },
  ART2: { name: 'Secondary guns', says: 'Her lighter battery.', icon: 'M4 13H10L15 9M4 16H11' },
  TORP: {
    name: 'Torpedoes',
    says: 'Hit abeam, whatever the armour.',
    icon: 'M3 11H14Q17 10 14 9H3M3 7V13',
  },
  AA: {
    name: 'Flak',
    says: 'Shoots at bombers near her.',
    icon: 'M4 17H16M10 17V12L16 4M7 12 13 4M7 12H11',
  },
  DC: {
    name: 'Depth charges',
    says: 'Sink a submerged boat in her square.',
    icon: 'M6 4H14V16H6ZM6 8H14M6 12H14',
  },
  FLIGHT: { name: 'Flight deck', says: 'Launches her squadrons.', icon: 'M2 13H18M10 4V10M5 8H15' },
  SMOKE: {
    name: 'Smokescreen',
    says: 'Smoke on her square or the next: no gun aims through it.',
    icon: 'M4 14Q2 9 7 9 8 4 13 6 18 6 16 11 18 15 13 15H6',
  },
  LOWDRAFT: {
    name: 'Low draft',
    says: 'She may enter shallow water this round.',
    icon: 'M3 8H17L14 13H6ZM3 17Q7 14 10 17T17 17',
  },
  FLANK: {
    name: 'Flank speed',
    says: 'One square further this round.',
    icon: 'M3 5 9 10 3 15M10 5 16 10 10 15',
  },
  EVADE: {
    name: 'Evasive course',
    says: 'Her armour counts one more this round.',
    icon: 'M3 14Q7 4 10 10T17 6',
  },
  DAMCON: {
    name: 'Damage control',
    says: 'One structure point back, or one critical hit mended.',
    icon: 'M10 3V17M3 10H17',
  },
  CRASHDIVE: {
    name: 'Crash dive',
    says: 'She goes under at once, and may still move.',
    icon: 'M4 5 10 15 16 5M3 18H17',
  },
  DEEP: {
    name: 'Deep dive',
    says: 'Each depth charge must roll to reach her.',
    icon: 'M10 3V15M5 11 10 16 15 11',
  },
  FLAK: {
    name: 'Flak barrage',
    says: 'Two more dice of flak this round.',
    icon: 'M6 17V7M10 17V3M14 17V7',
  },
  DECKLOAD: {
    name: 'Deck-load strike',
    says: 'Five squadrons may fly at once instead of three.',
    icon: 'M2 14H18M4 10H8M8 7H12M12 10H16',
  },
  RADAR: {
    name: 'Gunnery radar',
    says: 'Her guns see through fog, smoke and ships.',
    icon: 'M10 17V10M4 6A8 8 0 0 1 16 6M7 9A4 4 0 0 1 13 9',
  },
  SPOTTER: {
    name: 'Spotter aircraft',
    says: 'Her main guns reach one square further.',
    icon: 'M10 4V15M3 9H17M7 15H13',
  },
  RAPID: {
    name: 'Rapid fire',
    says: 'Her main guns count one more.',
    icon: 'M3 6H13M3 10H16M3 14H13',
  },
  LANCE: {
    name: 'Long lance',
    says: 'Her torpedoes reach two squares abeam.',
    icon: 'M2 10H18M14 6 18 10 14 14',
  },
  RELOAD: {
    name: 'Torpedo reload',
    says: 'Two torpedoes are loaded again.',
    icon: 'M15 6A6 6 0 1 0 16 12M15 2V6H11',
  },
  ASDIC: {
    name: 'Sonar',
    says: 'Depth charges reach the next square too.',
    icon: 'M4 16A12 12 0 0 1 16 4M8 16A8 8 0 0 1 16 8M12 16A4 4 0 0 1 16 12',
  },
  ENGINE: {
    name: 'Engine trouble',
    says: 'One square less this round.',
    icon: 'M10 6A4 4 0 1 0 10 14 4 4 0 0 0 10 6M4 4 16 16',
  },
  SLOWDIVE: {
    name: 'Slow to dive',
    says: 'She cannot go under this round.',
    icon: 'M4 5 10 11 16 5M3 16H17',
  },
  SIGNALS: {
    name: 'Signals failure',
    says: 'No Admiral die serves her this round.',
    icon: 'M5 17V4H14L11 7 14 10H5M3 3 17 17',
  },
  WEAKAA: {
    name: 'Poor flak',
    says: 'Her flak rolls one die less.',
    icon: 'M10 17V6M6 9 10 5 14 9M4 3 16 15',
  },
  THINDECK: {
    name: 'Thin deck',
    says: 'One less armour against bombs and fire from afar.',
    icon: 'M3 10H8L10 13 12 10H17M10 2V8',
  },
  AVGAS: {
    name: 'Fuel vapours',
    says: 'If she is hit this round she loses one point more.',
    icon: 'M10 3Q15 9 13 13 10 17 7 13 5 9 10 3',
  },
  MAGAZINE: {
    name: 'Exposed magazines',
    says: 'If guns hurt her this round she loses one point more.',
    icon: 'M10 2 12 8 18 8 13 12 15 18 10 14 5 18 7 12 2 8 8 8Z',
  },
  TURRETS: {
    name: 'Turret trouble',
    says: 'Two dice do not double her main guns.',
    icon: 'M4 15V9H12V15M12 11H18M4 4 16 17',
  },
  ROLL: {
    name: 'Unsteady platform',
    says: 'Her main guns reach one square less.',
    icon: 'M3 12Q10 4 17 12M5 16 15 12',
  },
  VOLATILE: {
    name: 'Exposed torpedoes',
    says: 'A gun hit sets off the torpedoes she still has.',
    icon: 'M3 12H12M14 4 12 9 17 8 14 12',
  },
  DUDS: {
    name: 'Faulty torpedoes',
    says: 'Her torpedoes cost no structure this round.',
    icon: 'M3 11H14M4 4 16 17',
  },
  NOISY: {
    name: 'Noisy boat',
    says: 'Depth charges reach her from the next square.',
    icon: 'M4 8V12H7L11 16V4L7 8ZM14 7A4 4 0 0 1 14 13',
  },
};

export const featureName = (code: string): string => FEATURES[code]?.name ?? code;

/// Red: the enemy's to use.
const RED = new Set([
  'ENGINE',
  'SLOWDIVE',
  'SIGNALS',
  'WEAKAA',
  'THINDECK',
  'AVGAS',
  'MAGAZINE',
  'TURRETS',
  'ROLL',
  'VOLATILE',
  'DUDS',
  'NOISY',
]);
/// Black: printed as figures.
const BLACK = new Set(['MOVE', 'ART1', 'ART2', 'TORP', 'AA', 'DC', 'FLIGHT']);
export const isRed = (code: string): boolean => RED.has(code);
export const isSpecial = (code: string): boolean => !BLACK.has(code);
