/// How many actions each press of a button gave: what was decided with one press is taken back with one.
export class Presses {
  #given: number[] = [];
  /// What is given this moment: nothing is taken back in the midst of it.
  #giving: Promise<unknown> = Promise.resolve();
  #undoing = false;

  /// Gives one after the other, as far as they are taken; says whether all were.
  give(actions: readonly string[], act: (action: string) => Promise<boolean>): Promise<boolean> {
    const giving = this.#give(actions, act);
    this.#giving = giving;
    return giving;
  }

  async #give(
    actions: readonly string[],
    act: (action: string) => Promise<boolean>,
  ): Promise<boolean> {
    let n = 0;
    for (const action of actions) {
      if (!(await act(action))) break;
      n += 1;
    }
    if (n) this.#given.push(n);
    return n === actions.length;
  }

  /// Takes back what the last press gave; one action where nobody knows.
  async back(undo: () => Promise<unknown>): Promise<void> {
    await this.#giving;
    const n = this.#given.pop() ?? 1;
    this.#undoing = true;
    try {
      for (let i = 0; i < n; i++) await undo();
    } finally {
      this.#undoing = false;
    }
  }

  /// The course has changed in another way: nothing is known of it.
  forget(): void {
    if (!this.#undoing) this.#given = [];
  }
}
