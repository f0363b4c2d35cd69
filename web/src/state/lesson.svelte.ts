/// A part of a lesson as the learner has it: a table that nobody keeps, and
/// how far its goal is.
import { lessonOutside } from '../api/lesson';
import { rest } from '../api/rest';
import { Channel } from '../api/socket';
import type { LessonStanding, Refusal } from '../api/types';
import { TableModel } from './table.svelte';

export class LessonModel {
  standing = $state<LessonStanding>('open');
  entries = $state.raw<readonly string[]>([]);
  /// Why the goal can no longer be reached, as far as the rules say.
  why = $state.raw<Refusal>();
  readonly model: TableModel;

  constructor(game: string, lesson: string, part: number, seat: number) {
    const outside = lessonOutside(
      (entries, say) => rest.lesson(game, lesson, part, { entries: [...entries], say }),
      ({ standing, entries, why }) => {
        this.standing = standing;
        this.entries = entries;
        this.why = why;
      },
    );
    this.model = new TableModel(
      '',
      String(seat),
      2,
      undefined,
      (hears) => new Channel('', String(seat), hears, 2, outside),
    );
  }

  open(): void {
    this.model.open();
  }

  close(): void {
    this.model.close();
  }
}
