/// The colours of the two sides; shape and letter go with them wherever they stand.
import type { Side } from './view';

export const HUES: Record<Side, string> = { S: '#3f86bd', N: '#d9713a' };
/// Where text or a thin line stands on paper.
export const DARK: Record<Side, string> = { S: '#0072b2', N: '#c45200' };
