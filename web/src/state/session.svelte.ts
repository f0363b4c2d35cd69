/// Who is using this browser.
import { rest } from '../api/rest';
import type { Me } from '../api/types';

class Session {
  me = $state.raw<Me>();

  /// Settles when it is known who this is, as far as it was asked.
  asked: Promise<unknown> = Promise.resolve();

  async load(): Promise<void> {
    const answer = rest.me();
    this.asked = answer.catch(() => undefined);
    this.me = await answer;
  }

  async rename(name: string): Promise<void> {
    this.me = await rest.rename(name);
  }
}

export const session = new Session();
