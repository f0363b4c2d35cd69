/// Setting up a position of Naval Battle.
import { map, type Editor } from '../positions';

/// Tokens by their places, a map for each side; a unit is its side and its place.
const tokens: Editor = {
  units: (doc) =>
    ['W', 'R'].flatMap((side) =>
      Object.entries(map(doc, side)).map(([place, type]) => ({
        id: `${side} ${place}`,
        place,
        facts: { side, type },
      })),
    ),
  move: (doc, id, place) => {
    const unit = tokens.units(doc).find((one) => one.id === id);
    return unit ? tokens.put(tokens.remove(doc, id), { ...unit, place }) : doc;
  },
  put: (doc, { place, facts }) => {
    const side = facts.side === 'R' ? 'R' : 'W';
    // Two never stand in one place.
    const other = side === 'R' ? 'W' : 'R';
    const rest = { ...map(doc, other) };
    delete rest[place];
    return { ...doc, [other]: rest, [side]: { ...map(doc, side), [place]: facts.type } };
  },
  remove: (doc, id) => {
    const [side = '', place = ''] = id.split(' ');
    const rest = { ...map(doc, side) };
    delete rest[place];
    return { ...doc, [side]: rest };
  },
  fresh: () => ({ id: '', place: '', facts: { side: 'W', type: '1' } }),
  plain: (doc) => ({
    game: doc.game,
    phase: doc.phase === 'deploy' ? 'turn' : doc.phase,
    ...(doc.options ? { options: doc.options } : {}),
    to_move: doc.to_move ?? 'W',
    // Before the fleets are placed there is nothing to change: two small ones, to begin with.
    W: Object.keys(map(doc, 'W')).length ? doc.W : { a1: 'A', d5: '1' },
    R: Object.keys(map(doc, 'R')).length ? doc.R : { h10: 'A', d6: '6', h9: '2' },
    complete: false,
  }),
};

export default tokens;
