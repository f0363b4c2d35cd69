import { describe, expect, it, vi } from 'vitest';
import { LessonLine, lessonOutside, type Post } from './lesson';
import type { LessonHears, ToServer } from './types';

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

function line(post: Post): { line: LessonLine; heard: string[]; standing: string[] } {
  const heard: string[] = [];
  const standing: string[] = [];
  const made = new LessonLine(post, (one) => standing.push(one.standing));
  made.onmessage = ({ data }) => heard.push((JSON.parse(String(data)) as { t: string }).t);
  return { line: made, heard, standing };
}

describe('the line of a lesson', () => {
  it('asks for everything first, and brings all that was done with each message', async () => {
    const said: [readonly string[], ToServer][] = [];
    const post: Post = async (entries, say) => {
      said.push([entries, say]);
      const done = say.t === 'act' ? [...entries, say.action ?? ''] : [...entries];
      return { entries: done, standing: 'open', hears: [{ t: 'pong' }] } as LessonHears;
    };
    const { line: one, standing } = line(post);
    one.send(JSON.stringify({ t: 'act', id: 'a', n: 0, action: 'd4-d5' }));
    one.send(JSON.stringify({ t: 'act', id: 'b', n: 0, action: 'd5-d6' }));
    await settle();
    expect(said.map(([entries, { t }]) => [t, entries])).toEqual([
      ['sync', []],
      ['act', []],
      ['act', ['d4-d5']],
    ]);
    expect(standing).toEqual(['open', 'open', 'open']);
  });
  it('goes on over a new line where the old one was lost', async () => {
    const said: [string, number][] = [];
    const post: Post = async (entries, say) => {
      said.push([say.t, entries.length]);
      const done = say.t === 'act' ? [...entries, say.action ?? ''] : [...entries];
      return { entries: done, standing: 'open', hears: [] } as unknown as LessonHears;
    };
    const outside = lessonOutside(post, () => undefined);
    outside.plug('').send(JSON.stringify({ t: 'act', id: 'a', n: 0, action: 'd4-d5' }));
    await settle();
    outside.plug('');
    await settle();
    expect(said).toEqual([
      ['sync', 0],
      ['act', 0],
      ['sync', 1],
    ]);
  });
  it('says when the server cannot be reached, and no more', async () => {
    const { line: one } = line(() => Promise.reject(new Error('gone')));
    one.onclose = vi.fn();
    await settle();
    expect(one.onclose).toHaveBeenCalledWith({ code: 1006, reason: 'gone' });
  });
  it('answers a ping itself, and nothing once it is closed', async () => {
    const post = vi.fn<Post>(() => new Promise(() => undefined));
    const { line: one, heard } = line(post);
    one.send(JSON.stringify({ t: 'ping' }));
    expect(heard).toEqual(['pong']);
    one.close();
    await settle();
    expect(post).not.toHaveBeenCalled();
  });
});
