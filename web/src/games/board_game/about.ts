/// What the page of a new game says of this one: whose seats they are; and the rules of their short words.
import type { About } from '../game';
import { battleOf } from './battles';
import { t } from './text';

const about: About = {
  signs: t('board_game.shorts'),
  seats: (scenario) =>
    (['S', 'N'] as const).map((side) => {
      const navy = battleOf(scenario)?.lines[side][0]?.card.navy;
      const name = t(`board_game.side.${side}`);
      return navy ? `${name}, ${t(`board_game.navy.${navy}`)}` : name;
    }),
};
export default about;
