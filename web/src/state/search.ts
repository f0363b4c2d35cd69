/// Finds clauses by words: every word must occur in the clause itself, ids match from their
/// beginning. The title of a chapter finds the chapter only when it is typed whole: else every
/// clause of a chapter would answer to a word of its title.
import type { ClauseInfo } from '../api/types';

export function find(clauses: readonly ClauseInfo[], words: string): readonly ClauseInfo[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return clauses;
  const whole = wanted.join(' ');
  const chapter = clauses.filter((clause) => clause.chapter.toLowerCase() === whole);
  if (chapter.length > 0) return chapter;
  return clauses.filter((clause) => {
    const text = clause.text.toLowerCase();
    const id = clause.id.toLowerCase();
    return wanted.every((word) => id.startsWith(word) || text.includes(word));
  });
}
