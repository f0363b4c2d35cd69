/// A lesson's line to the server. It speaks as a table's socket does, but the
/// server keeps nothing: all that was done so far goes with every message.
import type { LessonHears, ToServer } from './types';
import { browser, type Outside, type Plug } from './socket';

export type Post = (entries: readonly string[], say: ToServer) => Promise<LessonHears>;

export class LessonLine implements Plug {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  /// One message at a time: each needs what the one before has done.
  #last: Promise<void>;
  #closed = false;

  constructor(
    readonly post: Post,
    readonly onstanding: (how: LessonHears) => void,
    /// All that was done so far, over an earlier line too.
    readonly course: { entries: readonly string[] } = { entries: [] },
  ) {
    this.#last = Promise.resolve().then(() => {
      if (!this.#closed) this.onopen?.();
    });
    this.send(JSON.stringify({ t: 'sync' }));
  }

  send(text: string): void {
    const say = JSON.parse(text) as ToServer;
    if (say.t === 'ping') {
      this.#hear({ t: 'pong' });
      return;
    }
    this.#last = this.#last.then(() => this.#say(say));
  }

  close(): void {
    this.#closed = true;
  }

  async #say(say: ToServer): Promise<void> {
    if (this.#closed) return;
    try {
      const how = await this.post(this.course.entries, say);
      if (this.#closed) return;
      this.course.entries = how.entries;
      this.onstanding(how);
      for (const message of how.hears) this.#hear(message);
    } catch (error) {
      this.#closed = true;
      this.onclose?.({ code: 1006, reason: error instanceof Error ? error.message : '' });
    }
  }

  #hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/// The outside of a channel whose socket is a lesson.
export const lessonOutside = (post: Post, onstanding: (how: LessonHears) => void): Outside => {
  // A line that was lost is made anew; the lesson goes on where it was.
  const course = { entries: [] };
  return { ...browser, plug: () => new LessonLine(post, onstanding, course) };
};
