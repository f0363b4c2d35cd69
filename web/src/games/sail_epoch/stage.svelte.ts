/// How a story of Sail Epoch is played: its events as beats on the sea.
import type { Tell } from '../../api/types';
import { Playback, type Beat, type Conduct } from '../../board/playback.svelte';
import { bearing, degrees, read, spot, type View } from './view';

export interface Shown {
  id: string;
  at: string;
  /// Degrees from north, never jumping by more than half a circle.
  heading: number;
  gone?: boolean;
}

export interface Effect {
  kind: 'shot' | 'hit' | 'miss' | 'splash' | 'blast' | 'call' | 'wind';
  at: string;
  from?: string;
  text?: string;
  die?: number;
}

type Scene = readonly Shown[];

const MS = { wind: 1300, sail: 480, fire: 1100, hurt: 420, sink: 560 } as const;
const whole = (turn: number): number => Math.round(turn / 45) * 45;

/// The same direction, written so that a turn goes the short way round.
function near(was: number | undefined, to: number): number {
  if (was === undefined) return to;
  return was + (((((to - was) % 360) + 540) % 360) - 180);
}

const change = (shown: Scene, id: string, how: (one: Shown) => Partial<Shown>): Scene =>
  shown.map((one) => (one.id === id ? { ...one, ...how(one) } : one));

/// Where each ship was seen to go, and in which moment: at the lower levels a bow means nothing else.
type Courses = Map<string, { n: number; course: number }[]>;

export class Stage extends Playback<Scene, Effect> {
  #courses: Courses;

  constructor(conduct: Conduct = {}) {
    const courses: Courses = new Map();
    const turned = new Map<string, number>();
    super(
      {
        scene: (doc, n = Infinity) => {
          const view = read(doc);
          if (!view) return [];
          return Object.entries(view.ships).flatMap(([id, ship]) => {
            if (!ship.space) return [];
            const known = courses.get(id)?.findLast((one) => one.n <= n)?.course;
            const heading = near(turned.get(id), headingOf(view, id, known));
            turned.set(id, heading);
            return [{ id, at: ship.space, heading }];
          });
        },
        beats: ({ d }, { n }) => {
          noteCourse(courses, d, n);
          return beats(d);
        },
      },
      conduct,
    );
    this.#courses = courses;
  }

  /// Courses of ships that moved before this page was opened, or before the moment that is shown; what
  /// was known is forgotten.
  remember(log: readonly { n: number; tells: readonly Pick<Tell, 'd'>[] }[]): void {
    this.#courses.clear();
    for (const { n, tells } of log) for (const { d } of tells) noteCourse(this.#courses, d, n);
  }
}

/// What a moment looks like where nothing moves: every shot with its die, every loss.
export function frozen(tells: readonly Pick<Tell, 'd'>[], shown: Scene): Effect[] {
  // Who went down in it is no longer on the sea.
  const lost = tells.flatMap(({ d }) =>
    d.kind === 'sunk' ? [{ id: String(d.ship), at: String(d.space), heading: 0 }] : [],
  );
  const all = [...shown, ...lost];
  return tells
    .flatMap(({ d }) => beats(d))
    .flatMap(({ effects }) =>
      typeof effects === 'function' ? effects(all, []) : [...(effects ?? [])],
    )
    .filter((effect) => effect.kind !== 'wind');
}

function headingOf(view: View, id: string, known: number | undefined): number {
  const ship = view.ships[id];
  if (!ship?.space) return 0;
  if (view.setup.level === 'admiral' && ship.bow) return degrees(ship.bow);
  if (known !== undefined) return known;
  // Towards the middle, as ships lie before they have moved.
  const { column, row } = spot(ship.space);
  const [x, y] = [(view.field.columns - 1) / 2, (view.field.rows - 1) / 2];
  return whole((Math.atan2(x - column, row - y) * 180) / Math.PI);
}

function noteCourse(courses: Courses, event: Record<string, unknown>, n: number): void {
  const text = (key: string): string => String(event[key] ?? '');
  if ((event.kind !== 'moved' && event.kind !== 'drifted') || text('from') === text('to')) return;
  const known = courses.get(text('ship')) ?? [];
  const course = whole(bearing(text('from'), text('to')));
  // A moment that is told again has its place already.
  const others = known.filter((one) => one.n !== n);
  courses.set(
    text('ship'),
    [...others, { n, course }].sort((a, b) => a.n - b.n),
  );
}

function beats(event: Record<string, unknown>): Beat<Scene, Effect>[] {
  const text = (key: string): string => String(event[key] ?? '');
  const ship = text('ship');
  const where = (shown: Scene, id: string): string | undefined =>
    id.startsWith('@') ? id.slice(1) : shown.find((one) => one.id === id)?.at;
  const at = (shown: Scene, id: string, effect: Omit<Effect, 'at'>): Effect[] => {
    const place = where(shown, id);
    return place ? [{ ...effect, at: place }] : [];
  };
  switch (event.kind) {
    case 'wind':
      return [
        {
          ms: MS.wind,
          ambient: true,
          effects: [{ kind: 'wind', at: text('to'), text: text('weather') }],
        },
      ];
    case 'moved':
    case 'sailed':
    case 'drifted': {
      const [from, to] = [text('from'), text('to')];
      return [
        {
          ms: MS.sail,
          at: [from, to],
          show: (now) =>
            change(now, ship, (one) => ({
              at: to,
              heading: near(
                one.heading,
                event.kind === 'sailed'
                  ? degrees(text('bow'))
                  : from === to
                    ? one.heading
                    : whole(bearing(from, to)),
              ),
            })),
        },
      ];
    }
    case 'turned':
      return [
        {
          ms: MS.sail,
          show: (now) =>
            change(now, ship, (one) => ({ heading: near(one.heading, degrees(text('bow'))) })),
        },
      ];
    case 'fired':
      return [
        {
          ms: MS.fire,
          effects: (now) => {
            const target = where(now, text('target'));
            if (!target) return [];
            const guns = text('volley').split(' > ')[0]?.split(',') ?? [];
            return [
              ...guns.flatMap((gun) => {
                const from = where(now, gun.replace(/x\d$/, ''));
                return from ? [{ kind: 'shot' as const, at: target, from }] : [];
              }),
              {
                kind: event.hit === true ? ('hit' as const) : ('miss' as const),
                at: target,
                die: Number(event.die),
              },
            ];
          },
        },
      ];
    case 'damaged':
    case 'sails hit':
      return [
        {
          ms: MS.hurt,
          more: true,
          effects: (now) =>
            at(now, ship, { kind: 'call', text: `−${Number(event.hits ?? event.damage ?? 1)}` }),
        },
      ];
    case 'battered':
      return [
        {
          ms: MS.hurt,
          more: true,
          effects: [{ kind: 'call', at: text('fort').slice(1), text: `${Number(event.left)} / 3` }],
        },
      ];
    case 'sunk':
      return [
        {
          ms: MS.sink,
          at: [text('space')],
          show: (now) => change(now, ship, () => ({ gone: true })),
          effects: [{ kind: 'splash', at: text('space') }],
        },
        { ms: 0, show: (now) => now.filter((one) => one.id !== ship) },
      ];
    case 'exploded':
    case 'detonated':
      return [
        { ms: MS.sink, at: [text('space')], effects: [{ kind: 'blast', at: text('space') }] },
      ];
    case 'rolled':
      return [
        {
          ms: MS.hurt,
          more: true,
          effects: (now) =>
            at(now, text('unit'), {
              kind: 'call',
              text: `${Number(event.strength)} + ${Number(event.chance)}`,
              die: Number(event.die),
            }),
        },
      ];
    case 'destroyed': {
      const place = text('fort').slice(1);
      return [{ ms: MS.sink, at: [place], effects: [{ kind: 'blast', at: place }] }];
    }
    default:
      return [];
  }
}
