import { expect, it } from 'vitest';
import { diceOf } from './dice';

it('dice come from what was rolled, with the symbols of the game', () => {
  const faces = ['M', 'MF', 'AF', 'AD', 'TM', 'X'];
  const own = { face: (of: number, n: number) => (of === 6 ? faces[n - 1] : undefined) };
  expect(diceOf({ r: [[6, 3]] }, {})).toEqual([{ faces: 6, shows: 3 }]);
  expect(
    diceOf(
      {
        r: [
          [6, 3],
          [10, 7],
        ],
      },
      own,
    ),
  ).toEqual([
    { faces: 6, shows: 'AF' },
    { faces: 10, shows: 7 },
  ]);
  // What an event says beside them is never taken for a die.
  expect(diceOf({ d: { kind: 'moved', die: 4, dice: [1, 2] } } as never, {})).toEqual([]);
});
