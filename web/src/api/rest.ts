/// Requests over HTTP. Every failure becomes a `Fault` with a sentence for people.
import { t } from '../text';
import type {
  Analysis,
  BotAccount,
  BotMade,
  ApiError,
  CallInfo,
  CallPlan,
  Ceremony,
  ChatLine,
  Codes,
  CreateTable,
  Credentials,
  DiceProof,
  Faulty,
  GameInfo,
  Harbour,
  HolidayInfo,
  JoinTable,
  Kept,
  Ladder,
  LessonHears,
  LessonSay,
  Lessons,
  LuckInfo,
  Me,
  Moment,
  NewMail,
  NewMeasure,
  NewPassword,
  NewReport,
  NewSeek,
  NewTournament,
  PasskeyInfo,
  PasskeyProof,
  PushBrowser,
  PlayOn,
  Recover,
  RecordCard,
  RecordInfo,
  Preview,
  Profile,
  Register,
  Registered,
  ReportCard,
  ReportInfo,
  SeekInfo,
  SessionInfo,
  StandingAnswer,
  StandingAnswers,
  Shun,
  ShunAt,
  Shunned,
  Story,
  TableInfo,
  TableList,
  Thoughts,
  TokenInfo,
  TokenMade,
  Tournament,
  TournamentList,
  TournamentOrder,
  UserNote,
  WatchList,
} from './types';

export class Fault extends Error {
  constructor(
    readonly code: string,
    says: string,
    readonly status: number,
    readonly faults: readonly Faulty[] = [],
  ) {
    super(says);
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    throw new Fault('net/unreachable', t('error.unreachable'), 0);
  }
  const text = await answer.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : undefined;
  } catch {
    data = undefined;
  }
  if (!answer.ok) {
    const error = data as Partial<ApiError> | undefined;
    throw new Fault(
      error?.code ?? `http/${answer.status}`,
      error?.says ?? t('error.status', { status: answer.status }),
      answer.status,
      error?.faults,
    );
  }
  return data as T;
}

const enc = encodeURIComponent;
const by = (invite?: string): string => (invite ? `?invite=${enc(invite)}` : '');

/// Who looks at a replay: a seat's number, `spectator` or `umpire`.
export type As = string;

/// What is looked back at: a table or a record, as addresses of the API have it.
export type Of = `tables/${string}` | `records/${string}`;
export const tableOf = (id: string): Of => `tables/${enc(id)}`;
export const recordOf = (id: string): Of => `records/${enc(id)}`;

export const rest = {
  harbour: () => call<Harbour>('GET', '/harbour'),
  game: (game: string) => call<GameInfo>('GET', `/games/${enc(game)}`),
  preview: (game: string, options: Record<string, unknown>) =>
    call<Preview>('POST', `/games/${enc(game)}/preview`, { options }),
  rules: (game: string) => call<Register>('GET', `/games/${enc(game)}/rules`),
  lessons: (game: string) => call<Lessons>('GET', `/games/${enc(game)}/lessons`),
  lesson: (game: string, lesson: string, part: number, say: LessonSay) =>
    call<LessonHears>('POST', `/games/${enc(game)}/lessons/${enc(lesson)}/${part}`, say),

  me: () => call<Me>('GET', '/me'),
  rename: (name: string) => call<Me>('PUT', '/me', { name }),
  calls: () => call<CallInfo>('GET', '/me/calls'),
  setCalls: (plan: CallPlan) => call<CallInfo>('PUT', '/me/calls', plan),
  addPush: (browser: PushBrowser) => call<CallInfo>('POST', '/me/calls/push', browser),
  forgetPush: (browser: PushBrowser) => call<CallInfo>('DELETE', '/me/calls/push', browser),
  newCalendar: () => call<CallInfo>('POST', '/me/calls/calendar'),
  holiday: () => call<HolidayInfo>('GET', '/me/holiday'),
  takeHoliday: (days: number) => call<HolidayInfo>('POST', '/me/holiday', { days }),
  endHoliday: () => call<HolidayInfo>('DELETE', '/me/holiday'),
  kept: () => call<Kept[]>('GET', '/me/kept'),
  keep: (what: Kept) => call<unknown>('PUT', '/me/kept', what),
  register: (who: Credentials) => call<Registered>('POST', '/account', who),
  login: (who: Credentials) => call<Me>('POST', '/login', who),
  logout: () => call<unknown>('POST', '/logout', {}),
  password: (change: NewPassword) => call<unknown>('PUT', '/account/password', change),
  forget: (who: Credentials) => call<unknown>('DELETE', '/account', who),
  codes: (who: Credentials) => call<Codes>('POST', '/account/codes', who),
  recover: (how: Recover) => call<Me>('POST', '/recover', how),
  recoverByMail: (login: string) => call<unknown>('POST', '/recover/mail', { login }),
  setMail: (wish: NewMail) => call<unknown>('PUT', '/account/mail', wish),
  confirmMail: (code: string) => call<Me>('POST', '/account/mail', { code }),
  passkeys: () => call<PasskeyInfo[]>('GET', '/passkeys'),
  newPasskey: (label: string, password: string) =>
    call<Ceremony>('POST', '/passkeys/new', { label, password }),
  makePasskey: (proof: PasskeyProof) => call<PasskeyInfo>('POST', '/passkeys', proof),
  endPasskey: (id: string) => call<unknown>('DELETE', `/passkeys/${enc(id)}`),
  askPasskey: () => call<Ceremony>('POST', '/login/passkey/new', {}),
  passkeyLogin: (proof: PasskeyProof) => call<Me>('POST', '/login/passkey', proof),
  sessions: () => call<SessionInfo[]>('GET', '/sessions'),
  endSession: (id: string) => call<unknown>('DELETE', `/sessions/${enc(id)}`),
  bots: () => call<BotAccount[]>('GET', '/bots'),
  newBot: (name: string) => call<BotMade>('POST', '/bots', { name }),
  endBot: (id: string) => call<unknown>('DELETE', `/bots/${enc(id)}`),
  tokens: () => call<TokenInfo[]>('GET', '/tokens'),
  newToken: (label: string) => call<TokenMade>('POST', '/tokens', { label }),
  endToken: (id: string) => call<unknown>('DELETE', `/tokens/${enc(id)}`),

  ladder: (game: string, pace: string, many: boolean) =>
    call<Ladder>('GET', `/ladders/${enc(game)}/${enc(pace)}${many ? '?many=true' : ''}`),
  person: (id: string) => call<Profile>('GET', `/people/${enc(id)}`),
  seek: (wish: NewSeek) => call<SeekInfo>('POST', '/seeks', { ...wish, salted: true }),
  sought: (id: string) => call<SeekInfo>('GET', `/seeks/${enc(id)}`),
  endSeek: (id: string) => call<unknown>('DELETE', `/seeks/${enc(id)}`),

  shuns: () => call<Shunned[]>('GET', '/me/shuns'),
  shun: (id: string, how: Shun) => call<Shunned[]>('PUT', `/people/${enc(id)}/shun`, { how }),
  shunAt: (id: string, wish: ShunAt, invite?: string) =>
    call<Shunned[]>('POST', `/tables/${enc(id)}/shun${by(invite)}`, wish),
  report: (id: string, wish: NewReport, invite?: string) =>
    call<unknown>('POST', `/tables/${enc(id)}/report${by(invite)}`, wish),
  readNotices: () => call<unknown>('POST', '/me/notices', {}),
  reports: (list: 'open' | 'done') => call<ReportCard[]>('GET', `/moderation/reports?list=${list}`),
  oneReport: (id: string) => call<ReportInfo>('GET', `/moderation/reports/${enc(id)}`),
  settle: (id: string, wish: NewMeasure) =>
    call<ReportCard>('POST', `/moderation/reports/${enc(id)}`, wish),

  tournaments: () => call<TournamentList>('GET', '/tournaments'),
  tournament: (id: string, after?: number) =>
    call<Tournament>(
      'GET',
      `/tournaments/${enc(id)}${after === undefined ? '' : `?after=${after}`}`,
    ),
  newTournament: (plan: NewTournament) => call<Tournament>('POST', '/tournaments', plan),
  joinTournament: (id: string, team?: string) =>
    call<Tournament>('POST', `/tournaments/${enc(id)}/join`, team ? { team } : {}),
  leaveTournament: (id: string) => call<Tournament>('POST', `/tournaments/${enc(id)}/leave`, {}),
  orderTournament: (id: string, order: TournamentOrder) =>
    call<Tournament>('POST', `/tournaments/${enc(id)}/orders`, order),

  tables: (list: 'open' | 'live' | 'mine' | 'over') =>
    call<TableList>('GET', `/tables?list=${list}`),
  watch: () => call<WatchList>('GET', '/watch'),
  table: (id: string, invite?: string) =>
    call<TableInfo>('GET', `/tables/${enc(id)}${invite ? `?invite=${enc(invite)}` : ''}`),
  // Every table this page opens seals and opens its own salts (state/keeper.ts).
  create: (plan: CreateTable) => call<TableInfo>('POST', '/tables', { ...plan, salted: true }),
  join: (id: string, how: JoinTable) =>
    call<TableInfo>('POST', `/tables/${enc(id)}/join`, { ...how, salted: true }),
  leave: (id: string, seat?: number) =>
    call<TableInfo>('POST', `/tables/${enc(id)}/leave`, seat === undefined ? {} : { seat }),
  start: (id: string) => call<TableInfo>('POST', `/tables/${enc(id)}/start`, {}),
  rematch: (id: string, swap: boolean) =>
    call<TableInfo>('POST', `/tables/${enc(id)}/rematch`, { swap, salted: true }),

  answers: (id: string) => call<StandingAnswers>('GET', `/tables/${enc(id)}/answers`),
  setAnswers: (id: string, answers: readonly StandingAnswer[]) =>
    call<StandingAnswers>('PUT', `/tables/${enc(id)}/answers`, { answers }),
  moment: (of: Of, as: As, at: number) =>
    call<Moment>('GET', `/${of}/moment?as=${enc(as)}&at=${at}`),
  /// How it stands, as far as whoever watches may see it.
  latest: (of: Of) => call<Moment>('GET', `/${of}/moment?as=spectator`),
  story: (of: Of, as: As, from: number, to: number) =>
    call<Story>('GET', `/${of}/story?as=${enc(as)}&from=${from}&to=${to}`),
  luck: (of: Of) => call<LuckInfo>('GET', `/${of}/luck`),
  /// Every call makes the curve surer.
  analysis: (of: Of, as: As) => call<Analysis>('GET', `/${of}/analysis?as=${enc(as)}`),
  thoughts: (of: Of, as: As, at: number, known: boolean) =>
    call<Thoughts>('GET', `/${of}/thoughts?as=${enc(as)}&at=${at}&known=${known}`),
  /// A new table that goes on from a moment.
  playOn: (of: Of, plan: PlayOn) =>
    call<TableInfo>('POST', `/${of}/play`, { ...plan, salted: true }),
  recordUrl: (of: Of) => `/api/${of}/record`,

  records: () => call<RecordCard[]>('GET', '/records'),
  record: (id: string) => call<RecordInfo>('GET', `/records/${enc(id)}`),
  bring: (name: string, text: string) => call<RecordInfo>('POST', '/records', { name, text }),
  endRecord: (id: string) => call<unknown>('DELETE', `/records/${enc(id)}`),

  dice: (id: string) => call<DiceProof>('GET', `/tables/${enc(id)}/dice`),
  notes: (id: string) => call<UserNote[]>('GET', `/tables/${enc(id)}/notes`),
  addNote: (id: string, at: number, text: string) =>
    call<UserNote>('POST', `/tables/${enc(id)}/notes`, { at, text }),
  recordText: async (id: string): Promise<string> => {
    const answer = await fetch(`/api/tables/${enc(id)}/record`);
    if (!answer.ok) throw new Error(t('error.status', { status: answer.status }));
    return answer.text();
  },
};

export type { ChatLine };
