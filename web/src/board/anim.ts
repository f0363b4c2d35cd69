/// The story of what happened, told one step after the other. Steps come from
/// the event log; the queue only keeps time, so it runs without a screen.

export interface Step {
  /// How long it takes to tell, in milliseconds.
  ms: number;
  /// Shows it.
  show(): void;
}

export interface Clock {
  wait(ms: number): Promise<void>;
}

export const realClock: Clock = {
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
};

export class Story {
  #steps: Step[] = [];
  #telling: Promise<void> | undefined;
  #hurry: (() => void) | undefined;
  #skipping = false;
  #active = false;
  /// Which story it is: one that was left tells no more.
  #turn = 0;

  constructor(
    readonly clock: Clock = realClock,
    /// Is motion unwanted? Asked before each step.
    readonly still: () => boolean = () => false,
  ) {}

  get busy(): boolean {
    return this.#active;
  }

  /// Adds steps; resolves when all that was asked for so far has been told.
  tell(steps: Step[]): Promise<void> {
    this.#steps.push(...steps);
    if (this.#telling) return this.#telling;
    const run = this.#run();
    // Without a pause it is over before it comes back from there.
    if (this.#active) this.#telling = run;
    return run;
  }

  /// Shows the rest at once.
  skip(): void {
    if (!this.#telling) return;
    this.#skipping = true;
    this.#hurry?.();
  }

  /// Forgets the rest: another story begins.
  leave(): void {
    this.#turn += 1;
    this.#hurry?.();
    this.#over();
  }

  async #run(): Promise<void> {
    const mine = this.#turn;
    this.#active = true;
    try {
      for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
        step.show();
        if (this.#skipping || this.still() || step.ms <= 0) continue;
        await Promise.race([
          this.clock.wait(step.ms),
          new Promise<void>((now) => (this.#hurry = now)),
        ]);
        if (mine !== this.#turn) return;
      }
    } finally {
      if (mine === this.#turn) this.#over();
    }
  }

  #over(): void {
    this.#steps = [];
    this.#skipping = false;
    this.#hurry = undefined;
    this.#telling = undefined;
    this.#active = false;
  }
}
