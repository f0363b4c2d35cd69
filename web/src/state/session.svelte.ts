/// Who is using this browser.
import { rest } from '../api/rest';
import type { Me } from '../api/types';

class Session {
  me = $state.raw<Me>();

  async load(): Promise<void> {
    this.me = await rest.me();
  }

  async rename(name: string): Promise<void> {
    this.me = await rest.rename(name);
  }
}

export const session = new Session();
