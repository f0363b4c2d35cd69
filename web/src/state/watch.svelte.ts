/// Ties a board's playback to its table: what others do is played, what happened while nobody
/// looked is offered as "since you were here".
import { applyPatch } from '../api/patch';
import { rest, tableOf } from '../api/rest';
import type { Moment, Playback } from '../board/playback.svelte';
import { keep, prefs, recall } from './prefs.svelte';
import type { TableModel } from './table.svelte';

const KEY = 'admiralty.seen';
const TABLES = 60;
/// No more than so many moments are offered.
const MOST = 40;

/// How a playback is conducted at a table of this person.
export const conduct = (model: TableModel) => ({
  still: () => prefs.pace === 'still',
  pace: () => (prefs.pace === 'slow' ? 1.8 : 1),
  load: (n: number) => momentOf(model, n),
});

/// A moment that is no longer kept here, as this viewer knew it.
async function momentOf(model: TableModel, n: number): Promise<Moment | undefined> {
  const tells = model.log.find((entry) => entry.n === n)?.tells;
  if (!model.id || !tells || n < 1) return undefined;
  const [before, after] = await Promise.all([
    rest.moment(tableOf(model.id), model.as, n - 1),
    rest.moment(tableOf(model.id), model.as, n),
  ]);
  return { n, tells, before: before.view, after: after.view };
}

/// What is kept of a table: the last moment that was seen.
export class Seen {
  constructor(readonly name: string) {}

  get n(): number | undefined {
    return recall<Record<string, number>>(KEY, {})[this.name];
  }

  set n(n: number) {
    const others = Object.entries(recall<Record<string, number>>(KEY, {})).filter(
      ([name]) => name !== this.name,
    );
    keep(KEY, Object.fromEntries([...others.slice(1 - TABLES), [this.name, n]]));
  }
}

/// The moments after `from` up to `to`, with the views between them.
export async function missed(model: TableModel, from: number, to: number): Promise<Moment[]> {
  const first = Math.max(from, to - MOST);
  const story = await rest.story(tableOf(model.id), model.as, first, to);
  const steps = story.steps.filter((step) => step.at <= to);
  // Where what was seen fades, nothing is told of it any more: begin behind that. The story
  // begins with the step to `first` itself, so a view that has faded is never asked for.
  const faded = steps.findLastIndex((step) => Object.keys(step.p as object).length === 0);
  const begin = faded < 0 ? first : (steps[faded + 1]?.at ?? to);
  if (begin >= to) return [];
  let view: unknown = (await rest.moment(tableOf(model.id), model.as, begin)).view;
  return steps
    .filter((step) => step.at > begin)
    .map((step) => {
      const before = view;
      view = applyPatch(before, step.p);
      return { n: step.at, tells: step.e, before, after: view };
    });
}

/// Plays what happens at the table from now on. Call it once, while the table is set up: inside
/// it follows the page being looked at or not.
export function watch<S, E extends object>(model: TableModel, playback: Playback<S, E>): void {
  const seen = new Seen(`${model.id}/${model.as}`);
  model.ontelling = (tells, before, after, n, own) => {
    const moment: Moment = { n, tells, before, after, own };
    if (document.hidden && !own) {
      playback.miss([moment]);
      playback.show(after);
    } else void playback.tell(moment);
  };
  model.telling = () => playback.telling;
  $effect.pre(() => playback.show(model.view));
  if (!model.id || model.seat === undefined) return;
  const was = seen.n;
  if (model.loaded && was !== undefined && was < model.n && !model.over)
    void missed(model, was, model.n).then(
      (moments) => playback.miss(moments),
      // Without it the game goes on all the same.
      () => undefined,
    );
  $effect(() => {
    const n = model.n;
    const note = (): void => {
      if (!document.hidden && n >= 0) seen.n = n;
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  });
}
