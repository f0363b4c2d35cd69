/// What a person likes, kept in this browser.

export type Theme = 'auto' | 'chart' | 'night';
export type Pace = 'still' | 'normal' | 'slow';

interface Kept {
  theme: Theme;
  pace: Pace;
  sound: boolean;
  confirm: boolean;
}

const KEY = 'admiralty.prefs';
const FIRST: Kept = { theme: 'auto', pace: 'normal', sound: false, confirm: true };

/// Reads JSON from the browser's store; a broken or missing value is the default.
export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/// Keeps a value; a browser that forbids it forgets it, and nothing else happens.
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse: the setting then lasts as long as the page.
  }
}

class Prefs {
  #kept = $state<Kept>({ ...FIRST, ...recall<Partial<Kept>>(KEY, {}) });
  #dark = $state(false);
  #reduced = $state(false);

  /// Follows the system's wishes from now on.
  start(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    this.#dark = dark.matches;
    this.#reduced = calm.matches;
    dark.addEventListener('change', () => {
      this.#dark = dark.matches;
      this.#show();
    });
    calm.addEventListener('change', () => (this.#reduced = calm.matches));
    this.#show();
  }

  #show(): void {
    document.documentElement.dataset.theme = this.shown;
  }

  #set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.#kept[key] = value;
    keep(KEY, this.#kept);
    this.#show();
  }

  /// The theme that is shown.
  get shown(): 'chart' | 'night' {
    if (this.#kept.theme !== 'auto') return this.#kept.theme;
    return this.#dark ? 'night' : 'chart';
  }

  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#set('theme', theme);
  }
  get pace(): Pace {
    return this.#reduced ? 'still' : this.#kept.pace;
  }
  set pace(pace: Pace) {
    this.#set('pace', pace);
  }
  get reduced(): boolean {
    return this.#reduced;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(sound: boolean) {
    this.#set('sound', sound);
  }
  /// Ask before an action that can lose a piece?
  get confirm(): boolean {
    return this.#kept.confirm;
  }
  set confirm(confirm: boolean) {
    this.#set('confirm', confirm);
  }
}

export const prefs = new Prefs();
