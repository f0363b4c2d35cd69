/// How moments of a battle are played: the view as it was, changed beat by beat, and what
/// flashes, splashes and tumbles on the way.
import {
  Playback,
  type Beat,
  type Conduct,
  type Moment,
  type Script,
} from '../../board/playback.svelte';
import { featureName } from './features';
import { closedName, nameOf, navyOf } from './labels';
import { t } from './text';
import type { Event as GameEvent } from './types';
import {
  along,
  dice,
  read,
  without,
  words,
  type Face,
  type Side,
  type Unit,
  type View,
} from './view';

export interface Effect {
  kind:
    | 'shot'
    | 'torpedo'
    | 'plane'
    | 'splash'
    | 'hit'
    | 'sunk'
    | 'call'
    | 'charge'
    | 'word'
    | 'down'
    | 'roll';
  at: string;
  to?: string;
  text?: string;
  /// Dice that are thrown, in rows, each row perhaps with a name before it.
  rows?: readonly { name?: string; by?: Side | undefined; dice: readonly Face[] }[];
  /// Those of them that count.
  lit?: readonly Face[];
  plane?: string;
  by?: Side;
}

export interface Scene {
  view: View | undefined;
  /// The orders of both sides as they are opened.
  opened: readonly { by: Side; order: string }[];
  /// The square each squadron of a strike attacks from.
  raids: Readonly<Record<string, string>>;
  /// The ship that something happens to: her card is shown.
  focus?: string | undefined;
}

type B = Beat<Scene, Effect>;

const MS = {
  frame: 17,
  step: 170,
  shot: 520,
  call: 1100,
  first: 1700,
  hit: 300,
  sunk: 800,
  dice: 1000,
  order: 220,
  word: 700,
} as const;

const sideOf = (unit: string): Side => (unit.startsWith('S') ? 'S' : 'N');

const withView =
  (how: (view: View) => View) =>
  (scene: Scene): Scene =>
    scene.view ? { ...scene, view: how(scene.view) } : scene;

const change = (id: string, what: Partial<Unit>) =>
  withView((view) => {
    const unit = view.units[id];
    return unit ? { ...view, units: { ...view.units, [id]: { ...unit, ...what } } } : view;
  });

const focus =
  (id: string, then: (scene: Scene) => Scene = (scene) => scene) =>
  (scene: Scene): Scene => ({ ...then(scene), focus: id });

/// A die is taken from the pool and lies turned away.
const spend = (by: Side, face: Face) =>
  withView((view) => ({
    ...view,
    pool: { ...view.pool, [by]: without(words(view.pool[by]), [face]).join(' ') },
    exhausted: { ...view.exhausted, [by]: `${view.exhausted[by]} ${face}`.trim() },
  }));

const at = (scene: Scene, id: string): string => scene.view?.units[id]?.at ?? '';
const named = (scene: Scene, id: string): string => (scene.view ? nameOf(scene.view, id) : id);

type Moves = Extract<GameEvent, { kind: 'moved' }>;

function moved(event: Moves): B[] {
  const places = along(event.from, event.path);
  const beats: B[] = [
    // The answer itself has its frame, and the ship sets out in the next one.
    {
      ms: MS.frame,
      at: [event.from],
      show: focus(event.unit, spend(sideOf(event.unit), event.die)),
    },
    ...places.slice(1).map((to, i) => ({
      ms: MS.step,
      at: [event.from, to],
      show: change(event.unit, { at: to, heading: bearing(places[i]!, to) }),
    })),
  ];
  const end: Partial<Unit> = { moved: true };
  if (event.to) end.heading = event.heading;
  if (event.dived) end.status = 'submerged';
  if (event.surfaced) end.status = 'afloat';
  if (event.exited) end.status = 'exited';
  beats.push({
    ms: MS.step,
    at: event.to ? [event.from, event.to] : [event.from],
    show: change(event.unit, end),
  });
  return beats;
}

/// A word over a ship.
const word = (unit: string, text: string, more = false): B => ({
  ms: MS.word,
  more,
  show: focus(unit),
  effects: (scene) => [{ kind: 'word', at: at(scene, unit), text }],
});

/// The sign of a face that counts when dice are compared, and which of two won.
const SIGNS = { M: 'M', MF: 'M', TM: 'T', AF: 'A', AD: 'A', X: 'X' } as const;
const signs = (faces: readonly Face[], first: boolean) => {
  const [one, two] = faces.map((face) => t(`board_game.sign.${SIGNS[face]}`));
  const [high, low] = first ? [one, two] : [two, one];
  return { high: high ?? '', low: (low ?? '').toLowerCase() };
};

/// A squadron leaves the board.
const grounded = (carrier: string, plane: string) =>
  withView((view) => ({
    ...view,
    flights: (view.flights ?? []).filter(
      (flight) => flight.carrier !== carrier || flight.plane !== plane,
    ),
  }));

const LIT: Record<string, readonly Face[]> = {
  flak: ['MF', 'AF'],
  T: ['AF', 'AD'],
  D: ['M', 'MF', 'TM'],
};

function beats(event: GameEvent, moment: Moment): B[] {
  switch (event.kind) {
    case 'round':
      return [
        {
          ms: MS.hit,
          // What was ordered last round is over.
          show: (scene) => ({
            ...withView((view) => ({
              ...view,
              round: event.round,
              phase: 'first',
              smoke: '',
              stood_down: [],
              pool: { S: '', N: '' },
              exhausted: { S: '', N: '' },
            }))(scene),
            opened: [],
          }),
        },
      ];
    case 'pool':
      return [
        {
          ms: MS.dice,
          more: true,
          show: withView((view) => ({
            ...view,
            pool: { ...view.pool, [event.by]: event.dice },
            exhausted: { ...view.exhausted, [event.by]: '' },
          })),
          effects: [{ kind: 'roll', at: 'd4', by: event.by }],
        },
      ];
    case 'initiative':
      return [
        {
          ms: MS.first,
          effects: ({ view }) => [
            {
              kind: 'call',
              at: 'd5',
              text:
                event.winner && view
                  ? t('board_game.call.initiative', { who: navyOf(view, event.winner) })
                  : t('board_game.call.equal'),
              rows: (['S', 'N'] as const).map((by) => ({
                by,
                name: view ? navyOf(view, by) : by,
                dice: dice((by === 'S' ? event.south : event.north) ?? ''),
              })),
              lit: ['X'],
            },
          ],
        },
      ];
    case 'first':
      return [
        {
          ms: MS.call,
          effects: ({ view }) => [
            {
              kind: 'call',
              at: 'd5',
              text: view
                ? event.by === event.first
                  ? t('board_game.call.first', { who: navyOf(view, event.first) })
                  : t('board_game.call.lets', {
                      who: navyOf(view, event.by),
                      other: navyOf(view, event.first),
                    })
                : '',
            },
          ],
        },
      ];
    // Turned up: each as she stands there afterwards.
    case 'revealed':
    case 'boat':
    case 'entered': {
      const unit = read(moment.after)?.units[event.unit];
      return [
        {
          ms: MS.step,
          show: withView((view) =>
            unit ? { ...view, units: { ...view.units, [event.unit]: unit } } : view,
          ),
        },
      ];
    }
    case 'moved':
      return moved(event);
    case 'green':
    case 'red':
      return [word(event.unit, featureName(event.feature))];
    case 'token':
      return [
        word(
          event.unit,
          t('board_game.call.token', { what: closedName(event.feature, event.one_of) }),
        ),
      ];
    case 'passed':
      return event.stands_down
        ? [
            {
              ms: MS.hit,
              show: withView((view) => ({
                ...view,
                stood_down: [...(view.stood_down ?? []), event.by],
              })),
            },
          ]
        : [];
    case 'smoke':
      return [
        {
          ms: MS.hit,
          at: [event.at],
          show: withView((view) => ({ ...view, smoke: `${view.smoke ?? ''} ${event.at}`.trim() })),
        },
      ];
    case 'launched': {
      const { carrier, plane } = event;
      return [
        {
          ms: MS.shot,
          more: true,
          effects: (scene) => [
            {
              kind: 'plane',
              at: at(scene, carrier),
              to: event.at ?? at(scene, event.screens ?? carrier),
              plane,
              by: sideOf(carrier),
            },
          ],
        },
        {
          ms: 0,
          show: (scene) => {
            const over = event.at ?? at(scene, event.screens ?? carrier);
            const flight = {
              carrier,
              plane,
              at: over,
              ...(event.screens ? { screens: event.screens } : {}),
            };
            return withView((view) => ({ ...view, flights: [...(view.flights ?? []), flight] }))(
              scene,
            );
          },
        },
      ];
    }
    case 'strike':
      return [
        {
          ms: MS.shot,
          more: true,
          show: focus(event.target, (scene) => ({
            ...grounded(event.carrier, event.plane)(scene),
            raids: { ...scene.raids, [`${event.carrier}-${event.plane}`]: event.at },
          })),
          effects: (scene) => [
            {
              kind: 'plane',
              at: at(scene, event.carrier),
              to: event.at,
              plane: event.plane,
              by: sideOf(event.carrier),
            },
          ],
        },
      ];
    case 'dogfight':
      return [
        {
          ms: MS.call,
          show: focus(event.target),
          effects: (scene) => [
            {
              kind: 'call',
              at: at(scene, event.target),
              text: !event.winner
                ? t('board_game.call.equal')
                : t('board_game.call.dogfight', {
                    ...signs(event.faces, event.winner === sideOf(event.carrier)),
                    plane: event.winner === sideOf(event.carrier) ? event.screen : event.plane,
                    name: named(
                      scene,
                      event.winner === sideOf(event.carrier) ? event.screen_carrier : event.carrier,
                    ),
                  }),
              rows: [
                {
                  by: sideOf(event.carrier),
                  name: `${event.plane}, ${named(scene, event.carrier)}`,
                  dice: [event.faces[0]],
                },
                {
                  by: sideOf(event.screen_carrier),
                  name: `${event.screen}, ${named(scene, event.screen_carrier)}`,
                  dice: [event.faces[1]],
                },
              ],
            },
          ],
        },
      ];
    case 'interception':
      return [
        {
          ms: MS.call,
          show: focus(event.target),
          effects: (scene) => [
            {
              kind: 'call',
              at: at(scene, event.target),
              text: t(event.destroyed ? 'board_game.call.intercepted' : 'board_game.call.through', {
                plane: event.plane,
              }),
              rows: [
                {
                  by: sideOf(event.screen_carrier),
                  name: t('board_game.call.screen'),
                  dice: [event.face],
                },
              ],
              lit: LIT[event.plane[0] ?? 'T'] ?? [],
            },
          ],
        },
      ];
    case 'flak':
      return [
        {
          ms: MS.call,
          show: focus(event.target),
          effects: [
            {
              kind: 'call',
              at: event.at,
              text: t(`board_game.call.flak.${event.against}`, { n: event.hits }),
              rows: [{ by: sideOf(event.target), dice: dice(event.dice) }],
              lit: LIT.flak!,
            },
          ],
        },
      ];
    case 'shot-down':
    case 'ditched':
      return [
        {
          ms: MS.word,
          show: grounded(event.carrier, event.plane),
          effects: (scene, places) => [
            {
              kind: 'down',
              at:
                scene.raids[`${event.carrier}-${event.plane}`] ??
                places.at(-1) ??
                at(scene, event.carrier),
              plane: event.plane,
              by: sideOf(event.carrier),
              text: t('board_game.call.down', { plane: event.plane }),
            },
          ],
        },
      ];
    case 'ordered':
      return [
        {
          ms: MS.order,
          show: (scene) => ({
            ...scene,
            opened: [...scene.opened, { by: event.by, order: event.order }],
          }),
        },
      ];
    case 'bombed':
    case 'air-torpedo': {
      const misses = event.kind === 'bombed' && !event.effective;
      return [
        {
          ms: MS.shot,
          show: focus(event.target),
          effects: (scene) => [
            {
              kind: misses ? 'splash' : 'hit',
              at: at(scene, event.target),
              text: event.kind === 'bombed' ? `${event.value} : ${event.armour}` : '',
            },
          ],
        },
      ];
    }
    case 'fired':
      return [
        {
          ms: MS.shot,
          show: focus(event.target),
          effects: (scene) => [
            { kind: 'shot', at: at(scene, event.unit), to: at(scene, event.target) },
            {
              kind: event.effective ? 'hit' : 'splash',
              at: at(scene, event.target),
              text: `${event.value} : ${event.armour}`,
            },
          ],
        },
      ];
    case 'void':
      return [word(event.unit, t('board_game.call.void'))];
    case 'extra':
      return [word(event.unit, featureName(event.feature), true)];
    case 'torpedo':
      return [
        {
          ms: MS.shot,
          show: focus(event.target),
          effects: (scene) => [
            { kind: 'torpedo', at: at(scene, event.unit), to: at(scene, event.target) },
            {
              kind: event.damage ? 'hit' : 'splash',
              at: at(scene, event.target),
              text: event.damage ? '' : t('board_game.call.dud'),
            },
          ],
        },
      ];
    case 'charged':
      return [
        {
          ms: event.face ? MS.call : MS.shot,
          show: focus(event.target),
          effects: (scene) => [
            { kind: 'charge', at: at(scene, event.target) },
            ...(event.face
              ? [
                  {
                    kind: 'call' as const,
                    at: at(scene, event.target),
                    text: t(event.sunk ? 'board_game.call.caught' : 'board_game.call.deep'),
                    rows: [{ by: sideOf(event.target), dice: [event.face] }],
                    lit: LIT.D!,
                  },
                ]
              : []),
          ],
        },
      ];
    // Structure boxes are struck off one by one.
    case 'damaged':
      return Array.from({ length: event.lost }, (_, i) => ({
        ms: MS.hit,
        more: true,
        show: focus(event.unit, change(event.unit, { sp: event.sp + event.lost - i - 1 })),
      }));
    case 'mended':
      return [
        {
          ms: MS.hit,
          more: true,
          show: focus(event.unit, change(event.unit, { sp: event.sp })),
        },
      ];
    case 'sunk':
      return [
        {
          ms: MS.sunk,
          show: focus(event.unit),
          effects: (scene) => [
            {
              kind: 'sunk',
              at: at(scene, event.unit),
              text: t('board_game.call.sunk', { name: named(scene, event.unit) }),
            },
          ],
        },
        { ms: 0, show: change(event.unit, { status: 'sunk', sp: 0 }) },
      ];
    default:
      return [];
  }
}

const script: Script<Scene, Effect> = {
  scene: (view) => ({ view: read(view), opened: [], raids: {} }),
  beats: (tell, moment) => beats(tell.d as unknown as GameEvent, moment),
  // Whoever commits last opens the orders of both; critical hits belong to what they did.
  shared: ({ tells }) => tells.some(({ d }) => d.kind === 'ordered' || d.kind === 'token'),
};

export class Stage extends Playback<Scene, Effect> {
  constructor(how: Conduct = {}) {
    super(script, how);
  }
}

/// Where the bow points after a step.
function bearing(from: string, to: string): 'N' | 'E' | 'S' | 'W' {
  const dx = to.charCodeAt(0) - from.charCodeAt(0);
  const dy = Number(to.slice(1)) - Number(from.slice(1));
  return dx > 0 ? 'E' : dx < 0 ? 'W' : dy > 0 ? 'N' : 'S';
}
