/// Finds clauses by words: every word must occur, ids match from their beginning.
import type { ClauseInfo } from '../api/types';

export function find(clauses: readonly ClauseInfo[], words: string): readonly ClauseInfo[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return clauses;
  return clauses.filter((clause) => {
    const text = `${clause.chapter} ${clause.text}`.toLowerCase();
    const id = clause.id.toLowerCase();
    return wanted.every((word) => id.startsWith(word) || text.includes(word));
  });
}
