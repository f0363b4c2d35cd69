/// No game is known outside its own folder and the registry.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const IDS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'plain')
  .map((entry) => entry.name);
/// Prefixes of clauses, of which other letters may follow: `NB-J-14`.
const PREFIXES = ['NB', 'SE', 'BG', 'FA'];
const words = (id: string): string => id.split('_').join('[ _-]?');
/// By id, by English name, by prefix. "The board game" with a small letter is any board game.
const KNOWN = new RegExp(
  [
    ...IDS.map((id) => `\\b${id}\\b`),
    ...IDS.map(
      (id) =>
        `\\b${words(id).replace(/(^|\?)(\w)/g, (_, a: string, b: string) => a + b.toUpperCase())}\\b`,
    ),
    `\\b(?:${PREFIXES.join('|')})-[A-Z0-9]`,
  ].join('|'),
);

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(ts|svelte|css)$/.test(entry.name)) yield path;
  }
}

/// Written by a generator, from types whose comments give examples.
const GENERATED = join('api', 'types.ts');

describe('a game is known by name', () => {
  it('in its own folder and in the registry alone', () => {
    expect(IDS.length).toBeGreaterThan(3);
    const found: string[] = [];
    for (const path of files(SRC)) {
      const here = relative(SRC, path);
      const own = IDS.some((id) => here.startsWith(join('games', id) + '/'));
      const registry = [join('games', 'index.ts'), join('games', 'names.test.ts')].includes(here);
      if (own || registry || here === GENERATED) continue;
      readFileSync(path, 'utf8')
        .split('\n')
        .forEach((line, i) => {
          if (KNOWN.test(line)) found.push(`${here}:${i + 1}: ${line.trim()}`);
        });
    }
    expect(found).toEqual([]);
  });
  it('and no game looks into the folder of another', () => {
    const found: string[] = [];
    for (const id of IDS)
      for (const path of files(join(SRC, 'games', id))) {
        const text = readFileSync(path, 'utf8');
        for (const other of IDS)
          if (other !== id && text.includes(`/${other}/`)) found.push(`${path} → ${other}`);
      }
    expect(found).toEqual([]);
  });
});
