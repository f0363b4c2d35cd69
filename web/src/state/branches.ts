/// A chapter as a tree: what follows what.
import type { StudyNode } from '../api/types';

export class Branches {
  readonly #by = new Map<number, StudyNode>();
  readonly #after = new Map<number, StudyNode[]>();

  constructor(readonly nodes: readonly StudyNode[]) {
    for (const node of nodes) {
      this.#by.set(node.id, node);
      if (node.id > 0)
        this.#after.set(node.parent, [...(this.#after.get(node.parent) ?? []), node]);
    }
  }

  node(id: number): StudyNode | undefined {
    return this.#by.get(id);
  }

  /// What follows, the line itself first.
  after(id: number): readonly StudyNode[] {
    return this.#after.get(id) ?? [];
  }

  next(id: number): StudyNode | undefined {
    return this.after(id)[0];
  }

  /// Another of those that follow the same entry: `by` places on.
  beside(id: number, by: number): StudyNode | undefined {
    const node = this.node(id);
    if (!node || id === 0) return undefined;
    const all = this.after(node.parent);
    return all[all.indexOf(node) + by];
  }

  /// The numbers of the entries that led here, this one last.
  way(id: number): number[] {
    const way: number[] = [];
    for (let now = this.node(id); now && now.id > 0; now = this.node(now.parent))
      way.unshift(now.id);
    return way;
  }

  /// The line that begins with an entry.
  line(id: number): readonly StudyNode[] {
    const line: StudyNode[] = [];
    for (let now = this.node(id); now; now = this.next(now.id)) line.push(now);
    return line;
  }

  /// The last entry of the line through this one.
  end(id: number): number {
    return this.line(id).at(-1)?.id ?? id;
  }
}
