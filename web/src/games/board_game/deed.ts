/// A list of sealed orders in words: all that is told of it at the table is that it is given.
import { featureName } from './features';
import { nameOf } from './labels';
import { t } from './text';
import { read } from './view';

/// Nothing for what is told anyway.
export default function deed(action: string, seen: unknown): string | undefined {
  const view = read(seen);
  if (!view || !action.startsWith('orders ')) return undefined;
  const list = action.slice('orders '.length);
  if (list === 'none') return t('board_game.noneYet');
  const says = list.split('; ').map((order) => {
    const [kind, id = '', ...rest] = order.split(' ');
    const unit = nameOf(view, id);
    if (kind === 'fx' || kind === 'rx')
      return t('board_game.feature', { feature: featureName(rest[0] ?? ''), name: unit });
    const aims = rest.at(-1)?.replace('>', '').split(',') ?? [];
    const arms = kind === 'tor' ? 'torp' : kind === 'dc' ? 'dc' : rest[0] === '2' ? 'art2' : 'art1';
    return t('board_game.order', {
      unit,
      with: t(`board_game.with.${arms}`),
      target: [...new Set(aims)].map((aim) => nameOf(view, aim)).join(' & '),
    });
  });
  return says.join('; ');
}
