/// Where the planned speeds bring the Groups of a seat, as far as nobody is in the way.
import { shownOf } from './fleet';
import { lay, type Laid } from './lay';
import { outline } from './land';
import type { Play } from './play.svelte';
import { ahead, type Dir } from './sea';

export interface End {
  key: string;
  at: string;
  ghosts: readonly Laid[];
  /// Of the squadron in hand: where its guns will bear from there.
  shown: boolean;
  near: string;
  far: string;
}

export function endsOf({ view, plan, selected }: Pick<Play, 'view' | 'plan' | 'selected'>): End[] {
  if (!view) return [];
  const extent = { columns: view.map[0], rows: view.map[1] };
  return view.groups.flatMap((group) => {
    const n = Number(plan.get(group.squad)?.path[1]?.key ?? 0);
    const order = view.ships[group.ships[0] ?? '']?.order ?? '';
    const follows = order.startsWith('follow');
    if (!n || group.melee || (order && !follows)) return [];
    const led = follows
      ? view.groups.find((one) => one.ships.includes(order.split(' ')[1] ?? ''))
      : undefined;
    if (follows && !led) return [];
    // Who follows goes where the leader was, and then as she went.
    const heading = (led && n > 0 ? led.heading : group.heading) as Dir;
    const way = led
      ? [led.at, ...ahead(extent, led.at, heading, n - 1)]
      : ahead(extent, group.at, heading, n);
    const at = way[n - 1];
    if (!at) return [];
    // The arcs as they are, carried along.
    const carried = (points: readonly string[]): string[] =>
      points.flatMap((point) => ahead(extent, point, heading, n)[n - 1] ?? []);
    const ships = shownOf(view).filter((ship) => group.ships.includes(ship.code));
    const shown = group.squad === selected && !led;
    return [
      {
        key: group.unit,
        ghosts: lay(ships.map((ship) => ({ ...ship, at, heading }))),
        at,
        shown,
        near: shown ? outline(carried(group.arc.near)) : '',
        far: shown ? outline(carried(group.arc.far)) : '',
      },
    ];
  });
}
