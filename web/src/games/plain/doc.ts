/// Reading a view that nobody has described.
export type Doc = Record<string, unknown>;
export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const doc = (value: unknown): Doc => (isDoc(value) ? value : {});
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const places = (value: unknown): string[] =>
  list(value).filter((one): one is string => typeof one === 'string');
