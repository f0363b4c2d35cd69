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
    'FR is a First Rate, GA a galleon, FG a frigate, BR a brig; orth means along a row or a column, diag aslant; the card is the ship’s own: how far she sails, her strength, guns and room for cargo.',
} as const);

const about: About = {
  options: {
    level: {
      lieutenant: t('sail.about.lieutenant'),
      captain: t('sail.about.captain'),
      admiral: t('sail.about.admiral'),
    },
  },
  signs: t('sail.about.signs'),
  minutes: { treasures: [15, 40], pearls: [30, 90], jolly: [45, 120], oceans: [40, 180] },
};
export default about;
