/// How a game's position document names its ships, so that they can be set up on its own board.
/// What is right or wrong about a position is for the rules to say.

export interface Unit {
  id: string;
  place: string;
  /// What else is said of it, by name.
  facts: Record<string, unknown>;
}

export interface Editor {
  units(doc: Doc): Unit[];
  move(doc: Doc, id: string, place: string): Doc;
  put(doc: Doc, unit: Unit): Doc;
  remove(doc: Doc, id: string): Doc;
  /// Facts of a new ship, to be changed.
  fresh(doc: Doc): Unit;
  /// What is only a memory of the game before, and would not fit any more.
  plain(doc: Doc): Doc;
}
export type Doc = Record<string, unknown>;

export const map = (doc: Doc, key: string): Record<string, Record<string, unknown>> =>
  (doc[key] ?? {}) as Record<string, Record<string, unknown>>;

/// Ships by their codes, each with a field for where it is.
export function byCode(key: string, at: string, fresh: Record<string, unknown>): Editor {
  const change = (
    doc: Doc,
    then: (all: Record<string, Record<string, unknown>>) => unknown,
  ): Doc => {
    const all = structuredClone(map(doc, key));
    then(all);
    return { ...doc, [key]: all };
  };
  return {
    units: (doc) =>
      Object.entries(map(doc, key)).map(([id, unit]) => {
        const { [at]: place, ...facts } = unit;
        return { id, place: typeof place === 'string' ? place : '', facts };
      }),
    move: (doc, id, place) =>
      change(doc, (all) => {
        if (all[id]) all[id][at] = place;
      }),
    put: (doc, { id, place, facts }) =>
      change(doc, (all) => (all[id] = place ? { ...facts, [at]: place } : { ...facts })),
    remove: (doc, id) => change(doc, (all) => delete all[id]),
    fresh: () => ({ id: '', place: '', facts: fresh }),
    plain: (doc) => doc,
  };
}
