/// What tells classes apart from the side: length, turrets, funnels, towers, masts.
import type { Card } from './view';

export interface Look {
  length: number;
  /// Along the hull from the stern (0) to the bow (1), and half the size.
  turrets: [number, number][];
  /// Where, width, height, rake.
  funnels: [number, number, number, number][];
  towers: [number, number, number][];
  masts: [number, number][];
  island?: boolean;
  aft?: boolean;
}

const BB: Look = {
  length: 176,
  turrets: [
    [0.15, 6],
    [0.24, 5],
    [0.73, 5.4],
    [0.83, 6],
  ],
  funnels: [[0.46, 11, 15, 1]],
  towers: [
    [0.56, 15, 24],
    [0.36, 10, 12],
  ],
  masts: [[0.4, 23]],
};

const LOOKS: Record<string, Partial<Look>> = {
  // Three triple turrets, none of the four of older ships.
  Iowa: {
    length: 190,
    turrets: [
      [0.18, 6],
      [0.7, 5.6],
      [0.8, 6],
    ],
    funnels: [
      [0.42, 9, 16, 1],
      [0.52, 9, 18, 1],
    ],
    towers: [[0.58, 10, 27]],
  },
  'North Carolina': {
    turrets: [
      [0.17, 6],
      [0.72, 5.6],
      [0.82, 6],
    ],
    funnels: [
      [0.43, 7, 16, 1],
      [0.5, 7, 17, 1],
    ],
    towers: [[0.56, 9, 28]],
  },
  'South Dakota': {
    length: 160,
    turrets: [
      [0.17, 6],
      [0.72, 5.6],
      [0.83, 6],
    ],
    funnels: [[0.47, 11, 19, 1]],
    towers: [[0.55, 12, 27]],
  },
  Colorado: {
    length: 156,
    masts: [
      [0.38, 27],
      [0.6, 28],
    ],
  },
  Nelson: {
    turrets: [
      [0.56, 5.6],
      [0.67, 6],
      [0.79, 5.8],
    ],
    funnels: [[0.27, 9, 16, 0]],
    towers: [[0.37, 15, 28]],
    masts: [[0.22, 20]],
  },
  'King George V': {
    funnels: [
      [0.38, 9, 15, 0],
      [0.5, 9, 16, 0],
    ],
  },
  Hood: {
    length: 194,
    funnels: [
      [0.42, 9, 17, 0],
      [0.5, 9, 17, 0],
    ],
    masts: [
      [0.34, 27],
      [0.57, 27],
    ],
  },
  Renown: {
    length: 184,
    turrets: [
      [0.17, 6],
      [0.73, 5.4],
      [0.82, 6],
    ],
    funnels: [
      [0.42, 9, 18, 0],
      [0.51, 9, 20, 0],
    ],
  },
  Yamato: {
    length: 188,
    turrets: [
      [0.18, 7.4],
      [0.7, 6.8],
      [0.81, 7.4],
    ],
    funnels: [[0.43, 15, 21, 8]],
    towers: [[0.54, 12, 31]],
  },
  Nagato: {
    funnels: [[0.43, 10, 16, 2]],
    towers: [
      [0.54, 17, 31],
      [0.34, 10, 14],
    ],
  },
  Fuso: {
    turrets: [
      [0.13, 5.4],
      [0.22, 4.8],
      [0.39, 4.8],
      [0.53, 4.8],
      [0.76, 5],
      [0.85, 5.4],
    ],
    towers: [
      [0.62, 11, 34],
      [0.29, 9, 17],
    ],
    funnels: [[0.46, 8, 15, 1]],
  },
  Kongo: {
    length: 182,
    funnels: [
      [0.4, 9, 16, 1],
      [0.48, 9, 16, 1],
    ],
    towers: [[0.58, 12, 29]],
  },
  Bismarck: {
    length: 184,
    funnels: [[0.44, 12, 18, 1]],
    towers: [
      [0.55, 12, 24],
      [0.32, 9, 13],
    ],
  },
  Scharnhorst: {
    length: 178,
    turrets: [
      [0.17, 5.6],
      [0.73, 5.2],
      [0.83, 5.6],
    ],
    funnels: [[0.45, 11, 17, 0]],
    masts: [[0.33, 26]],
  },
  Littorio: {
    length: 182,
    turrets: [
      [0.2, 6.4],
      [0.72, 5.6],
      [0.83, 6],
    ],
    funnels: [
      [0.4, 9, 14, 0],
      [0.48, 9, 15, 0],
    ],
    towers: [[0.57, 10, 27]],
  },
  Duilio: {
    length: 156,
    funnels: [
      [0.43, 8, 15, 0],
      [0.5, 8, 15, 0],
    ],
  },
  Deutschland: {
    length: 150,
    turrets: [
      [0.2, 6],
      [0.8, 6],
    ],
    funnels: [[0.45, 11, 16, 0]],
    towers: [[0.57, 10, 25]],
  },
  'Admiral Hipper': { funnels: [[0.44, 13, 17, 1]], towers: [[0.56, 10, 21]] },
  Takao: {
    towers: [[0.55, 18, 23]],
    funnels: [
      [0.4, 12, 16, 5],
      [0.5, 6, 14, 1],
    ],
  },
  Mogami: { funnels: [[0.42, 14, 15, 6]], towers: [[0.56, 10, 19]] },
  Tone: {
    turrets: [
      [0.6, 4],
      [0.68, 4.2],
      [0.76, 4.2],
      [0.85, 4.2],
    ],
    funnels: [[0.4, 12, 16, 5]],
    towers: [[0.5, 10, 20]],
  },
  Omaha: {
    funnels: [
      [0.34, 4, 15, 0],
      [0.4, 4, 15, 0],
      [0.46, 4, 15, 0],
      [0.52, 4, 15, 0],
    ],
  },
  Clemson: {
    length: 116,
    funnels: [
      [0.36, 4, 14, 0],
      [0.43, 4, 14, 0],
      [0.5, 4, 14, 0],
      [0.57, 4, 14, 0],
    ],
    towers: [[0.66, 8, 12]],
  },
  Sendai: {
    funnels: [
      [0.36, 4, 15, 0],
      [0.42, 4, 15, 0],
      [0.48, 4, 15, 0],
      [0.54, 4, 15, 0],
    ],
  },
  Mahan: {
    funnels: [
      [0.42, 6, 15, 1],
      [0.52, 6, 15, 1],
    ],
  },
  Sims: { funnels: [[0.47, 8, 16, 1]] },
  Hunt: { funnels: [[0.5, 7, 13, 2]] },
  Flower: { length: 84, turrets: [[0.82, 3]], funnels: [[0.42, 6, 14, 1]], masts: [[0.66, 24]] },
};

const TYPES: Record<string, Look> = {
  BB,
  BC: { ...BB, length: 186 },
  CA: {
    length: 158,
    turrets: [
      [0.17, 4.4],
      [0.26, 4],
      [0.74, 4],
      [0.83, 4.4],
    ],
    funnels: [
      [0.4, 8, 16, 2],
      [0.5, 8, 17, 2],
    ],
    towers: [[0.58, 11, 19]],
    masts: [[0.34, 22]],
  },
  CL: {
    length: 142,
    turrets: [
      [0.16, 3.6],
      [0.25, 3.4],
      [0.74, 3.4],
      [0.83, 3.6],
    ],
    funnels: [
      [0.4, 7, 15, 1],
      [0.5, 7, 15, 1],
    ],
    towers: [[0.58, 9, 17]],
    masts: [[0.33, 21]],
  },
  DD: {
    length: 112,
    turrets: [
      [0.13, 3],
      [0.24, 3],
      [0.84, 3.2],
    ],
    funnels: [
      [0.42, 6, 13, 1],
      [0.54, 6, 14, 1],
    ],
    towers: [[0.66, 9, 14]],
    masts: [[0.62, 24]],
  },
  CV: { length: 178, turrets: [], funnels: [], towers: [], masts: [], island: true },
  SS: { length: 96, turrets: [], funnels: [], towers: [], masts: [] },
  TR: { length: 132, turrets: [], funnels: [], towers: [], masts: [] },
};

/// Carriers that were flush from stem to stern.
const FLUSH = new Set(['Ryujo', 'Audacity', 'Eagle']);

/// How a card looks from the side.
export function looks(card: Pick<Card, 'type' | 'class' | 'sp'>): Look {
  const base = TYPES[card.type] ?? BB;
  const own = LOOKS[card.class] ?? {};
  const small =
    card.type === 'CV'
      ? 178 - (6 - card.sp) * 17
      : card.type === 'SS'
        ? 78 + card.sp * 12
        : base.length;
  return {
    ...base,
    length: small,
    ...own,
    ...(card.type === 'CV' ? { island: !FLUSH.has(card.class) || card.class === 'Eagle' } : {}),
    ...(card.class === 'Fleet tanker' ? { aft: true } : {}),
  };
}
