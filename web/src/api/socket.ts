/// One viewer's line to one table: requests with answers, resuming after a
/// drop, and an honest word about how the line is.
import type {
  Glance,
  MenuChoice,
  Odds,
  Refusal,
  TableState,
  ToClient,
  ToServer,
  Update,
} from './types';

export type Line = 'connecting' | 'live' | 'lost' | 'closed';

/// A refusal as an error, so that `await` reads well.
export class Refused extends Error {
  constructor(readonly why: Refusal) {
    super(why.says);
  }
}

export interface Plug {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Outside {
  plug(url: string): Plug;
  after(ms: number, then: () => void): unknown;
  cancel(timer: unknown): void;
  id(): string;
  /// Is there a network at all? Without one nothing is tried.
  online(): boolean;
}

export const browser: Outside = {
  plug: (path) =>
    new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`) as unknown as Plug,
  after: (ms, then) => setTimeout(then, ms),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  // Short, since it comes back with every update: the server remembers a seat's last few dozen.
  id: () => crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36),
  online: () => navigator.onLine,
};

export interface Hears {
  line(line: Line, says?: string): void;
  state(state: TableState): void;
  up(update: Update): void;
  other(message: ToClient): void;
}

interface Waiting {
  message: ToServer;
  answer(message: ToClient): void;
  fail(error: Error): void;
  /// May it be sent once more over a new line? An action carries its id, so it may.
  again: boolean;
}

const QUIET = 20_000;
const PATIENCE = 8_000;

type WithId = Extract<ToServer, { id: string }>;
type NoId<T> = T extends WithId ? Omit<T, 'id'> : never;

export class Channel {
  #plug: Plug | undefined;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #timer: unknown;
  #pulse: unknown;
  #line: Line = 'connecting';
  #done = false;
  /// The last number heard; -1 before the first state.
  n = -1;

  constructor(
    readonly table: string,
    readonly as: string,
    readonly hears: Hears,
    readonly say: 1 | 2 = 1,
    readonly outside: Outside = browser,
    /// The secret of an invitation, for those who look before they sit down.
    readonly invite?: string,
  ) {}

  get line(): Line {
    return this.#line;
  }

  open(): void {
    if (this.#done) return;
    if (!this.outside.online()) {
      this.#set('lost');
      this.#timer = this.outside.after(2000, () => this.open());
      return;
    }
    const from =
      (this.n >= 0 ? `&from=${this.n}` : '') +
      (this.invite ? `&invite=${encodeURIComponent(this.invite)}` : '');
    const plug = this.outside.plug(
      `/api/tables/${encodeURIComponent(this.table)}/socket?as=${this.as}&say=${this.say}${from}`,
    );
    this.#plug = plug;
    if (this.#tries === 0) this.#set('connecting');
    plug.onopen = () => {
      if (this.#plug !== plug) return;
      this.#tries = 0;
      this.#set('live');
      this.#listen();
      for (const waiting of this.#waiting.values()) {
        if (waiting.again) this.#send(waiting.message);
      }
    };
    plug.onmessage = (event) => {
      if (this.#plug === plug) this.#heard(String(event.data));
    };
    plug.onclose = (event) => {
      if (this.#plug !== plug) return;
      this.#plug = undefined;
      this.#lost(event.reason);
    };
  }

  /// Ends it; nothing is heard any more.
  close(): void {
    this.#done = true;
    this.outside.cancel(this.#timer);
    this.outside.cancel(this.#pulse);
    const plug = this.#plug;
    this.#plug = undefined;
    // A line that is still being made is ended as soon as it is made.
    if (plug && this.#line === 'live') plug.close();
    else if (plug) plug.onopen = () => plug.close();
    for (const waiting of this.#waiting.values()) waiting.fail(new Error('closed'));
    this.#waiting.clear();
    this.#line = 'closed';
  }

  /// Try again at once: the browser is online again, or somebody pressed the button.
  retry(): void {
    if (this.#done || this.#plug) return;
    this.outside.cancel(this.#timer);
    this.open();
  }

  /// The network says it is gone: believe it.
  drop(): void {
    const plug = this.#plug;
    if (!plug || this.#done) return;
    this.#plug = undefined;
    plug.close();
    this.#lost();
  }

  sync(): void {
    this.#send({ t: 'sync' });
  }

  /// Sends a request and waits for its answer; a refusal throws.
  ask(message: NoId<WithId>, again = false): Promise<ToClient> {
    const id = this.outside.id();
    const whole = { ...message, id } as WithId;
    return new Promise((answer, fail) => {
      this.#waiting.set(id, { message: whole, answer, fail, again });
      if (this.#line === 'live') this.#send(whole);
      else if (!again) {
        this.#waiting.delete(id);
        fail(new Error('offline'));
      }
    });
  }

  async act(what: { action: string }): Promise<void> {
    await this.ask({ t: 'act', n: Math.max(0, this.n), ...what }, true);
  }

  /// What may be picked after these picks, so many levels at once.
  async menu(
    draft: string[],
    deep = 1,
  ): Promise<{ n: number; choices: MenuChoice[]; cut?: boolean }> {
    const answer = await this.ask({ t: 'menu', draft, ...(deep > 1 ? { deep } : {}) });
    return answer.t === 'menu' ? answer : { n: this.n, choices: [] };
  }

  /// What may come of each of these, as far as the server's time allows.
  async glance(actions: string[]): Promise<{ n: number; of: Glance[] }> {
    const answer = await this.ask({ t: 'glance', actions });
    return answer.t === 'glance' ? answer : { n: this.n, of: [] };
  }

  async why(what: { action: string }): Promise<Refusal | undefined> {
    const answer = await this.ask({ t: 'why', ...what });
    return answer.t === 'why' ? answer.no : undefined;
  }

  async odds(what: { action: string }): Promise<Odds | undefined> {
    const answer = await this.ask({ t: 'odds', ...what });
    return answer.t === 'odds' ? answer.odds : undefined;
  }

  #set(line: Line, says?: string): void {
    this.#line = line;
    this.hears.line(line, says);
  }

  #send(message: ToServer): void {
    this.#plug?.send(JSON.stringify(message));
  }

  #lost(says?: string): void {
    this.outside.cancel(this.#pulse);
    if (this.#done) return;
    this.#set('lost', says);
    for (const [id, waiting] of this.#waiting) {
      if (!waiting.again) {
        this.#waiting.delete(id);
        waiting.fail(new Error('offline'));
      }
    }
    const wait = Math.min(10_000, 400 * 2 ** this.#tries);
    this.#tries += 1;
    this.#timer = this.outside.after(wait, () => this.open());
  }

  /// Silence is checked: after a while a ping, and if that stays unanswered the line is gone.
  #listen(): void {
    this.outside.cancel(this.#pulse);
    this.#pulse = this.outside.after(QUIET, () => {
      // First the watch, then the ping: an answer may come before the ping is out of hand.
      this.#pulse = this.outside.after(PATIENCE, () => this.drop());
      this.#send({ t: 'ping' });
    });
  }

  #heard(text: string): void {
    this.#listen();
    let message: ToClient;
    try {
      message = JSON.parse(text) as ToClient;
    } catch {
      return;
    }
    switch (message.t) {
      case 'state':
        this.n = message.n;
        this.hears.state(message);
        return;
      case 'up':
        if (message.n !== this.n + 1) {
          // Heard already (a repeat after resuming), or something is missing.
          if (message.n > this.n) this.sync();
          return;
        }
        this.n = message.n;
        this.hears.up(message);
        if (message.id) this.#answer(message.id, message);
        return;
      case 'no': {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        waiting?.fail(new Refused(message));
        return;
      }
      case 'done':
      case 'menu':
      case 'why':
      case 'odds':
      case 'glance':
        this.#answer(message.id, message);
        return;
      case 'bye':
        this.hears.other(message);
        return;
      default:
        this.hears.other(message);
    }
  }

  #answer(id: string, message: ToClient): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.answer(message);
  }
}
