import { describe, expect, it } from 'vitest';
import { LESSONS } from './lessons';

describe('lessons', () => {
  it('are judged by what happened', () => {
    const fight = LESSONS[0]!;
    expect(fight.done([])).toBe(false);
    expect(fight.missed([])).toBe(false);
    expect(fight.missed([{ kind: 'moved' }, { kind: 'turn_ended' }])).toBe(true);
    expect(fight.done([{ kind: 'removed', by: 'W', type: '3' }, { kind: 'turn_ended' }])).toBe(
      true,
    );
    expect(fight.missed([{ kind: 'removed', by: 'R', type: '4' }, { kind: 'turn_ended' }])).toBe(
      true,
    );
  });
  it('ask to stop where stopping is the point', () => {
    const stop = LESSONS[3]!;
    expect(
      stop.done([
        { kind: 'removed', by: 'W', type: '2' },
        { kind: 'stopped' },
        { kind: 'turn_ended' },
      ]),
    ).toBe(true);
    expect(
      stop.missed([
        { kind: 'removed', by: 'W', type: '2' },
        { kind: 'removed', by: 'R', type: '4' },
        { kind: 'turn_ended' },
      ]),
    ).toBe(true);
  });
  it('end with a win', () => {
    expect(LESSONS[4]!.done([{ kind: 'over', winner: 'W' }])).toBe(true);
    expect(LESSONS[4]!.missed([{ kind: 'turn_ended' }])).toBe(true);
  });
});
