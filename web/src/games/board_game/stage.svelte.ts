/// How moments of a battle are played: the view as it was, changed beat by beat, and what
/// flashes, splashes and tumbles on the way.
import { Playback, type Beat, type Conduct, type Script } from '../../board/playback.svelte';
import type { Event as GameEvent } from './types';
import { along, dice, read, type Face, type Side, type Unit, type View } from './view';

export interface Effect {
  kind: 'shot' | 'torpedo' | 'plane' | 'splash' | 'hit' | 'sunk' | 'call' | 'charge';
  at: string;
  to?: string;
  text?: string;
  dice?: readonly Face[];
  plane?: string;
  by?: Side;
}

export interface Scene {
  view: View | undefined;
  /// The orders of both sides as they are opened.
  opened: readonly { by: Side; order: string }[];
}

const MS = { step: 170, shot: 520, call: 900, hit: 420, sunk: 700, dice: 900, order: 120 } as const;

const sideOf = (unit: string): Side => (unit.startsWith('S') ? 'S' : 'N');

const change =
  (id: string, what: Partial<Unit>) =>
  (scene: Scene): Scene => {
    const unit = scene.view?.units[id];
    if (!scene.view || !unit) return scene;
    const units = { ...scene.view.units, [id]: { ...unit, ...what } };
    return { ...scene, view: { ...scene.view, units } };
  };

const at = (scene: Scene, id: string): string => scene.view?.units[id]?.at ?? '';

type Moves = Extract<GameEvent, { kind: 'moved' }>;

function moved(event: Moves): Beat<Scene, Effect>[] {
  const places = along(event.from, event.path);
  const beats: Beat<Scene, Effect>[] = places.slice(1).map((to, i) => ({
    ms: MS.step,
    at: [event.from, to],
    show: change(event.unit, { at: to, heading: bearing(places[i]!, to) }),
  }));
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

function beats(event: GameEvent): Beat<Scene, Effect>[] {
  switch (event.kind) {
    case 'pool':
      return [
        {
          ms: MS.dice,
          show: ({ view, ...scene }) => ({
            ...scene,
            view: view && {
              ...view,
              pool: { ...view.pool, [event.by]: event.dice },
              exhausted: { ...view.exhausted, [event.by]: '' },
            },
          }),
        },
      ];
    case 'initiative':
      return [
        {
          ms: MS.call,
          effects: [
            {
              kind: 'call',
              at: 'd4',
              dice: [...dice(event.south ?? ''), ...dice(event.north ?? '')],
            },
          ],
        },
      ];
    case 'moved':
      return moved(event);
    case 'smoke':
      return [
        {
          ms: MS.hit,
          at: [event.at],
          show: ({ view, ...scene }) => ({
            ...scene,
            view: view && { ...view, smoke: `${view.smoke ?? ''} ${event.at}`.trim() },
          }),
        },
      ];
    case 'strike':
      return [
        {
          ms: MS.shot,
          more: true,
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
    case 'interception':
      return [
        {
          ms: MS.call,
          effects: (scene) => [
            {
              kind: 'call',
              at: at(scene, event.target),
              dice: event.kind === 'dogfight' ? event.faces : [event.face],
            },
          ],
        },
      ];
    case 'flak':
      return [{ ms: MS.call, effects: [{ kind: 'call', at: event.at, dice: dice(event.dice) }] }];
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
      const kind = event.kind === 'bombed' && !event.effective ? 'splash' : 'hit';
      return [{ ms: MS.shot, effects: (scene) => [{ kind, at: at(scene, event.target) }] }];
    }
    case 'fired':
      return [
        {
          ms: MS.shot,
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
    case 'torpedo':
      return [
        {
          ms: MS.shot,
          effects: (scene) => [
            { kind: 'torpedo', at: at(scene, event.unit), to: at(scene, event.target) },
            { kind: event.damage ? 'hit' : 'splash', at: at(scene, event.target) },
          ],
        },
      ];
    case 'charged':
      return [
        { ms: MS.shot, effects: (scene) => [{ kind: 'charge', at: at(scene, event.target) }] },
      ];
    case 'damaged':
    case 'mended':
      return [{ ms: MS.hit, more: true, show: change(event.unit, { sp: event.sp }) }];
    case 'sunk':
      return [
        { ms: MS.sunk, effects: (scene) => [{ kind: 'sunk', at: at(scene, event.unit) }] },
        { ms: 0, show: change(event.unit, { status: 'sunk', sp: 0 }) },
      ];
    default:
      return [];
  }
}

const script: Script<Scene, Effect> = {
  scene: (view) => ({ view: read(view), opened: [] }),
  beats: (tell) => beats(tell.d as unknown as GameEvent),
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
