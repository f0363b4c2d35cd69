/// A study as somebody has it open: what is kept, which moment is on the board, and what is tried there.
import { LessonLine } from '../api/lesson';
import { browser, Channel } from '../api/socket';
import { studies } from '../api/study';
import type {
  LessonHears,
  StudyChapter,
  StudyDice,
  StudyEdit,
  StudyHears,
  StudyInfo,
  StudyTry,
  ToServer,
} from '../api/types';
import { Branches } from './branches';
import { TableModel } from './table.svelte';

/// How often it is seen whether the board has shown what happened, in milliseconds.
const GLANCE = 150;

export class StudyModel {
  info = $state.raw<StudyInfo>();
  chapterId = $state(0);
  node = $state(0);
  /// What was tried after it and is not kept.
  line = $state.raw<readonly StudyTry[]>([]);
  seat = $state(0);
  /// Is everything seen? Then whoever is awaited acts.
  all = $state(true);
  dice = $state<'rolled' | 'expected' | 'forced'>('rolled');
  forced = $state('');
  rolled = $state.raw<readonly string[]>([]);
  /// Questions are asked, and what follows is covered until it is found.
  solving = $state(false);
  right = $state.raw<boolean>();
  model = $state.raw<TableModel>();
  word = $state('');
  gone = $state('');

  readonly chapter = $derived<StudyChapter | undefined>(
    this.info?.chapters.find((one) => one.id === this.chapterId),
  );
  readonly tree = $derived(new Branches(this.chapter?.nodes ?? []));
  readonly now = $derived(this.tree.node(this.node));
  readonly keeps = $derived((this.info?.writes ?? false) && !this.solving);

  #plug: LessonLine | undefined;
  #closed = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #awaited: readonly number[] = [];

  constructor(
    readonly id: string,
    /// Called for every table, before it is shown.
    readonly onmodel: (model: TableModel) => void,
  ) {}

  async open(pen: string | null, chapter: number, node: number): Promise<void> {
    this.#take(pen ? await studies.join(this.id, pen) : await studies.one(this.id));
    const first = this.info?.chapters.find((one) => one.id === chapter) ?? this.info?.chapters[0];
    this.solving = !this.info?.writes;
    this.chapterId = first?.id ?? 0;
    this.node = this.tree.node(node) ? node : 0;
    this.sit(this.seat);
    this.#timer = setInterval(() => this.#follow(), GLANCE);
    void this.#listen();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.model?.close();
  }

  /// What others write is here at once.
  async #listen(): Promise<void> {
    while (!this.#closed) {
      try {
        const found = await studies.one(this.id, this.info?.version);
        if (this.#closed) return;
        this.#take(found);
      } catch (error) {
        if (this.#closed) return;
        if (error && typeof error === 'object' && 'status' in error && error.status === 404) {
          this.gone = error instanceof Error ? error.message : '';
          return;
        }
        await new Promise((on) => setTimeout(on, 2000));
      }
    }
  }

  /// Chapters that have not changed come without their entries.
  #take(found: StudyInfo): void {
    if (this.info && found.version < this.info.version) return;
    const known = new Map(this.info?.chapters.map((one) => [one.id, one]));
    const chapters = found.chapters.map((one) =>
      one.nodes ? one : { ...one, nodes: known.get(one.id)?.nodes ?? [] },
    );
    this.info = { ...found, chapters };
    if (!this.chapterId) return;
    // Somebody may have removed what is looked at.
    if (!chapters.some((one) => one.id === this.chapterId)) this.read(chapters[0]?.id ?? 0);
    else if (!this.tree.node(this.node) && !this.#waits) this.go(0);
  }
  /// An entry of one's own that has not come back yet.
  #waits = false;

  read(chapter: number, node = 0): void {
    this.chapterId = chapter;
    this.go(node);
  }

  go(node: number): void {
    this.node = node;
    this.line = [];
    this.right = undefined;
    this.word = '';
    this.#sync();
  }

  /// Another seat, or another way to look.
  sit(seat: number): void {
    this.model?.close();
    this.seat = seat;
    const model = new TableModel(
      '',
      String(seat),
      2,
      undefined,
      (hears) =>
        new Channel('', String(seat), hears, 2, {
          ...browser,
          plug: () => {
            const plug: LessonLine = new LessonLine(
              (_, say) => this.#say(say),
              () => undefined,
            );
            this.#plug = plug;
            return plug;
          },
        }),
    );
    this.onmodel(model);
    model.open();
    this.model = model;
  }

  look(all: boolean, seat: number): void {
    this.all = all;
    this.sit(seat);
  }

  #sync(): void {
    this.#plug?.send(JSON.stringify({ t: 'sync' }));
  }

  /// Where everything is seen, whoever is awaited acts, as soon as the board has shown what happened.
  #follow(): void {
    if (!this.all || this.#awaited.length === 0 || this.#awaited.includes(this.seat)) return;
    if (!this.model?.loaded || this.model.busy || this.model.telling()) return;
    this.sit(this.#awaited[0]!);
  }

  #dice(): StudyDice {
    if (this.dice !== 'forced') return this.dice;
    const values = this.forced.split(/\D+/).filter(Boolean).map(Number);
    return { forced: values };
  }

  async #try(say: ToServer, at = this.node, line = this.line): Promise<StudyHears> {
    const heard = await studies.say(this.id, {
      chapter: this.chapterId,
      node: at,
      line: [...line],
      seat: this.seat,
      all: this.all,
      dice: this.#dice(),
      keep: this.keeps,
      say,
    });
    this.#awaited = heard.awaited;
    this.rolled = heard.dice;
    return heard;
  }

  async #say(say: ToServer): Promise<LessonHears> {
    const answer = (hears: StudyHears['hears']): LessonHears => ({
      entries: [],
      standing: 'open',
      hears,
    });
    if (say.t === 'undo') {
      this.back();
      return answer([{ t: 'done', id: say.id, n: 0 }]);
    }
    try {
      const heard = await this.#try(say);
      if (say.t === 'act' && heard.hears.some((one) => one.t === 'up')) this.#moved(heard);
      return answer(heard.hears);
    } catch (error) {
      this.word = error instanceof Error ? error.message : '';
      if (say.t === 'sync') throw error;
      const no = { code: 'study', says: this.word };
      return answer('id' in say && say.id ? [{ t: 'no', id: say.id, ...no }] : []);
    }
  }

  #moved(heard: StudyHears): void {
    this.word = '';
    this.#waits = !this.tree.node(heard.node);
    this.node = heard.node;
    this.line = heard.line;
    this.right = this.solving ? heard.right : undefined;
    setTimeout(() => (this.#waits = false), 5000);
  }

  /// One entry back.
  back(): void {
    if (this.line.length) {
      this.line = this.line.slice(0, -1);
      this.right = undefined;
      this.#sync();
    } else if (this.now && this.node > 0) this.go(this.now.parent);
  }

  /// What led here once more, with other dice: a branch of its own.
  async again(): Promise<void> {
    const node = this.now;
    if (!node || this.node === 0 || this.line.length) return;
    const seat = this.chapter?.seats.find((one) => one.code === node.by)?.seat;
    if (seat === undefined) return;
    if (seat !== this.seat) this.sit(seat);
    try {
      const say: ToServer = { t: 'act', id: browser.id(), n: 0, action: node.action };
      const heard = await this.#try(say, node.parent);
      const no = heard.hears.find((one) => one.t === 'no');
      if (no && no.t === 'no') this.word = no.says;
      else this.#moved(heard);
      this.#sync();
    } catch (error) {
      this.word = error instanceof Error ? error.message : '';
    }
  }

  async edit(change: StudyEdit): Promise<boolean> {
    try {
      this.#take(await studies.edit(this.id, change));
      this.word = '';
      return true;
    } catch (error) {
      this.word = error instanceof Error ? error.message : '';
      return false;
    }
  }
}
