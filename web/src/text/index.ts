/// Texts by message id, so that other languages can follow.
import { en } from './en';

export type TextId = keyof typeof en;
export type Args = Record<string, string | number>;

const tables: Record<string, Record<TextId, string>> = { en };
const table = tables.en!;

/// Fills a text in. With `n` in the arguments, the form for one or for many.
function fill(text: string, args: Args): string {
  const forms = text.split('|');
  const form =
    forms.length > 1 && args.n !== undefined && Number(args.n) !== 1 ? forms[1]! : forms[0]!;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in args ? String(args[name]) : whole,
  );
}

/// The text of an id.
export const t = (id: TextId, args: Args = {}): string => fill(table[id] ?? id, args);

/// The texts of a game, which are loaded with it, beside those of all.
export function texts<Own extends Record<string, string>>(own: Own) {
  const all: Record<string, string> = { ...table, ...own };
  return {
    en: own,
    t: (id: TextId | keyof Own, args: Args = {}): string =>
      fill(all[String(id)] ?? String(id), args),
    tOr: (id: string, otherwise: string, args: Args = {}): string =>
      id in all ? fill(all[id]!, args) : otherwise,
  };
}

/// A finger clicks nothing and points at nothing: it taps. A screen as small as a phone's is taken for one.
const touch = globalThis.matchMedia?.('(pointer: coarse), (max-width: 640px)');
export const byHand = (says: string): string =>
  touch?.matches
    ? says
        .replace(/\b(C|c)lick/g, (_, c: string) => (c === 'C' ? 'Tap' : 'tap'))
        .replace(/\bPoint at/g, 'Tap')
        .replace(/\bpoint at/g, 'tap')
    : says;

/// The text of an id made at run time, or what to say if there is none.
export function tOr(id: string, otherwise: string, args: Args = {}): string {
  return id in table ? t(id as TextId, args) : otherwise;
}

/// `2-4`, or `2` if both are the same.
export const range = ([from, to]: readonly [number, number]): string =>
  from === to ? `${from}` : `${from}–${to}`;

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/// How long ago, in words.
export function since(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000);
  if (minutes > -1) return t('time.now');
  if (minutes > -60) return ago.format(minutes, 'minute');
  if (minutes > -60 * 24) return ago.format(Math.round(minutes / 60), 'hour');
  return ago.format(Math.round(minutes / 60 / 24), 'day');
}

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/// A day and an hour, where the reader is.
export const moment = (at: number): string => date.format(at);

/// `4:05`, or `2 days 3 h`.
export function clock(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 86_400) return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
  const h = Math.floor(s / 3600);
  const m = Math.floor((s % 3600) / 60);
  const two = (n: number): string => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/// A choice as a button says it: a sentence begins large, the name of a place or unit stays as it is.
export const spelled = (text: string): string =>
  /^\S{1,3}$/.test(text) || /^\w*\d/.test(text) ? text : capital(text);

/// The first letter large.
export const capital = (text: string): string =>
  text ? text[0]!.toUpperCase() + text.slice(1) : text;

/// A bot's level as people call it: the ladder's name without the engine's.
export const botName = (level: string): string => capital(level.split(':').at(-1) ?? level);
