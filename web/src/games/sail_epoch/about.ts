/// What New game says of scenarios and levels, beside the words of the rules.
import type { About } from '../game';
import { texts } from '../../text';

const { t } = texts({
  'sail.about.lieutenant':
    'Wind, guns, boarding, forts. A ship has no bow: the one to learn with, and quick.',
  'sail.about.captain':
    'Adds manoeuvres, three ranges, both broadsides, ships slowed by damage, forts taken by storm.',
  'sail.about.admiral':
    'Adds the bow: broadsides and raking fire, torn sails, return shots, fire at ships that cross your guns.',
  'sail.about.signs':
    'FR is a First Rate, GA a galleon, FG a frigate, BR a brig; straight means along a row or a column; the card is the ship’s own: how far she sails, her strength, guns and room for cargo.',
  'sail.hint.C1': 'A ship may alter course on her way; what is left of her distance shrinks.',
  'sail.hint.C2': 'A ship that a storm drives into another hurts both.',
  'sail.hint.C3': 'Each point of damage costs a space of distance.',
  'sail.hint.C4': 'Near, middling and far shots: the farther, the fewer faces of the die hit.',
  'sail.hint.C5': 'A ship between two enemies fires to both sides at once.',
  'sail.hint.C6': 'Ships in the harbour of an enemy fort may storm it.',
  'sail.hint.A3':
    'You aim at the hull or at the sails: torn sails slow a ship, a hurt hull spoils her aim.',
  'sail.hint.A4':
    'Whoever hits with the last shot of the Turn rolls once more: on a 6 the hull sinks or all sails are gone.',
  'sail.hint.A5': 'A ship that is fired at and floats may answer at once.',
  'sail.hint.A6': 'A ship that sails through your lines of fire may be fired at on her way.',
  'sail.hint.A7': 'A ship that is boarded may fire one shot before the fight.',
  'sail.hint.A8': 'Each player has two captains: one aims better, one fires before he is fired at.',
  'sail.hint.variant': 'In teams the players of a side win together.',
  'sail.hint.mines':
    'Each player notes some spaces that nobody else knows: three points of damage to an enemy who passes.',
  'sail.hint.temporary_alliances':
    'Allies cannot attack each other. Sudden: an alliance can be broken at once. Notice: only a Turn ahead.',
  'sail.hint.setup': 'Placed: the players lay out land and reefs before the first Turn.',
  'sail.hint.board': 'Auto is the field that is meant for the scenario and the number of players.',
  'sail.hint.wind_profile':
    'Standard: two Turns of three bring a fresh breeze, the rest calms and storms alike. Even: a third of each. Gentle: no storms, a calm in one Turn of six. Fair: no storms, a calm in one Turn of eighteen.',
  'sail.hint.medium_strength': 'How many hits they take.',
  'sail.hint.treasure_fleet': 'Auto: what is meant for the number of players.',
  'sail.hint.kids_diagonal': 'Easier to reckon: aslant a ship sails as far as straight.',
  'sail.hint.kids_respawn': 'So nobody is out of the game.',
  'sail.hint.pirates_fight': 'Else only Spain and the pirates attack each other.',
  'sail.hint.oceans_victory':
    'All: whichever comes first of a captured Royal Port, no ships left, no forts left.',
  'sail.hint.neutral_fort': 'It fires only at those who have attacked it.',
  'sail.hint.same_space_combat': 'Two enemies in one space of a harbour count as side by side.',
  'sail.hint.turn_limit': 'When it is over, whoever is ahead has won.',
} as const);

const about: About = {
  options: {
    level: {
      lieutenant: t('sail.about.lieutenant'),
      captain: t('sail.about.captain'),
      admiral: t('sail.about.admiral'),
    },
  },
  hints: {
    C1: t('sail.hint.C1'),
    C2: t('sail.hint.C2'),
    C3: t('sail.hint.C3'),
    C4: t('sail.hint.C4'),
    C5: t('sail.hint.C5'),
    C6: t('sail.hint.C6'),
    A3: t('sail.hint.A3'),
    A4: t('sail.hint.A4'),
    A5: t('sail.hint.A5'),
    A6: t('sail.hint.A6'),
    A7: t('sail.hint.A7'),
    A8: t('sail.hint.A8'),
    variant: t('sail.hint.variant'),
    mines: t('sail.hint.mines'),
    temporary_alliances: t('sail.hint.temporary_alliances'),
    setup: t('sail.hint.setup'),
    board: t('sail.hint.board'),
    wind_profile: t('sail.hint.wind_profile'),
    medium_strength: t('sail.hint.medium_strength'),
    treasure_fleet: t('sail.hint.treasure_fleet'),
    kids_diagonal: t('sail.hint.kids_diagonal'),
    kids_respawn: t('sail.hint.kids_respawn'),
    pirates_fight: t('sail.hint.pirates_fight'),
    oceans_victory: t('sail.hint.oceans_victory'),
    neutral_fort: t('sail.hint.neutral_fort'),
    same_space_combat: t('sail.hint.same_space_combat'),
    turn_limit: t('sail.hint.turn_limit'),
  },
  signs: t('sail.about.signs'),
  minutes: { treasures: [15, 40], pearls: [30, 90], jolly: [45, 120], oceans: [40, 180] },
};
export default about;
