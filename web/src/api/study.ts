/// Requests about studies; loaded with their pages.
import { call } from './rest';
import type {
  ChapterOf,
  NewStudy,
  StudyEdit,
  StudyHears,
  StudyInfo,
  StudyList,
  StudySay,
} from './types';

const enc = encodeURIComponent;

export const studies = {
  list: () => call<StudyList>('GET', '/studies'),
  make: (plan: NewStudy) => call<StudyInfo>('POST', '/studies', plan),
  /// With `after` the answer waits for a later version.
  one: (id: string, after?: number) =>
    call<StudyInfo>('GET', `/studies/${enc(id)}${after === undefined ? '' : `?after=${after}`}`),
  join: (id: string, pen: string) => call<StudyInfo>('POST', `/studies/${enc(id)}/join`, { pen }),
  edit: (id: string, change: StudyEdit) =>
    call<StudyInfo>('POST', `/studies/${enc(id)}/edits`, change),
  say: (id: string, said: StudySay) => call<StudyHears>('POST', `/studies/${enc(id)}/try`, said),
  end: (id: string) => call<unknown>('DELETE', `/studies/${enc(id)}`),
  file: (id: string) => `/api/studies/${enc(id)}/file`,
  lesson: (id: string) => `/api/studies/${enc(id)}/lesson`,
};

export type { ChapterOf };
