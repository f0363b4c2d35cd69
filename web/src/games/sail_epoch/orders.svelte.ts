/// Standing orders: questions that are answered without being asked, so that nobody waits for a
/// foregone answer. They are kept in this browser, for one table; mines have orders in the rules.
import type { View } from './view';

export const KINDS = ['first fire', 'return', 'crossing', 'board shot'] as const;
export type Kind = (typeof KINDS)[number];
export type Order = 'ask' | 'always' | 'never';

const isKind = (what: string | undefined): what is Kind =>
  (KINDS as readonly (string | undefined)[]).includes(what);

export class Orders {
  all = $state.raw<Partial<Record<Kind, Order>>>({});
  #key: string;

  constructor(table: string) {
    this.#key = `sail-orders ${table}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '{}');
      if (table && kept && typeof kept === 'object') this.all = kept;
    } catch {
      // Nothing was kept: then everything is asked.
    }
  }

  of(kind: string | undefined): Order {
    return isKind(kind) ? (this.all[kind] ?? 'ask') : 'ask';
  }

  give(kind: Kind, order: Order): void {
    this.all = { ...this.all, [kind]: order };
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.all));
    } catch {
      // They hold as long as this page is open.
    }
  }
}

/// The questions that can come up in this game.
export function asksFor(view: View): Kind[] {
  const { setup } = view;
  if (setup.level !== 'admiral') return [];
  const off = (key: 'A5' | 'A6' | 'A7'): boolean => setup[key] === false;
  return KINDS.filter((kind) =>
    kind === 'return'
      ? !off('A5')
      : kind === 'crossing'
        ? !off('A6')
        : kind === 'board shot'
          ? !off('A7')
          : setup.A8 === true,
  );
}

/// What an order does with what is offered: the most guns that can answer, or nothing.
export function answer(
  order: Order,
  fire: readonly { unit: string; target: string; guns: number }[],
  salvoes: readonly { to: string; guns: number }[],
): string | undefined {
  if (order === 'never') return 'pass';
  if (order === 'ask') return undefined;
  const best = [...fire].sort((a, b) => b.guns - a.guns)[0];
  const all = [...salvoes].sort((a, b) => b.guns - a.guns)[0];
  if (all && all.guns > (best?.guns ?? 0)) return all.to;
  if (!best) return undefined;
  return `fire ${best.guns > 1 ? `${best.unit}x${best.guns}` : best.unit} > ${best.target}`;
}
