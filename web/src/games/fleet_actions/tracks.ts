/// The ways of ships over the chart, as they are planned, and what they would run into on them.
import { coursesOf, sureOf } from './ends';
import { sideOf, type Group } from './fleet';
import type { Leaf, Play } from './play.svelte';
import { ahead, centre, DIRS, type Dir } from './sea';
import { folded } from './targets';
import { t } from './text';
import type { Lead, Risk } from './types';
import type { Word } from './Words.svelte';

interface Dot {
  x: number;
  y: number;
  n: number;
}
export interface Track {
  key: string;
  /// As far as it is sure, and beyond what is in the way.
  d: string;
  beyond: string;
  dots: Dot[];
  side: string;
  strong: boolean;
}

const KINDS = ['head', 'speed', 'squads', 'singles', 'frigates', 'light', 'flag'];

/// Which way a Group is to go, as it is planned.
function course(leaf: Leaf | undefined, heading: Dir): Dir | undefined {
  const key = leaf?.path[1]?.key;
  if (!key || key === 'steady') return heading;
  if (key === 'tack' || key === 'follow' || key === 'divide') return undefined;
  return key as Dir;
}

/// The two parts of a Group that divides: who goes ahead, and who comes after or waits.
function parts(leaf: Leaf | undefined, heading: Dir): Dir[] | undefined {
  if (leaf?.path[1]?.key !== 'divide') return undefined;
  const [head, tail] = leaf.path.slice(3).map((choice) => choice.key as Dir);
  return [head && DIRS.includes(head) ? head : heading, tail].filter(
    (dir): dir is Dir => dir !== undefined && DIRS.includes(dir),
  );
}

function drawn(
  key: string,
  from: string,
  way: readonly string[],
  strong = true,
  sure = way.length,
): Track {
  const path = (list: readonly string[]): string =>
    list.map(centre).reduce((d, { x, y }, i) => `${d}${i ? 'L' : 'M'}${x} ${y}`, '');
  return {
    key,
    d: path([from, ...way.slice(0, sure)]),
    beyond: sure < way.length ? path([[from, ...way][sure]!, ...way.slice(sure)]) : '',
    // Who waits for a move stays where she is.
    dots: way.flatMap((at, i) =>
      at === (way[i - 1] ?? from) ? [] : [{ ...centre(at), n: i + 1 }],
    ),
    side: sideOf(key),
    strong,
  };
}

/// The heading that each Group is to be ordered, with where it leads.
const leadsOf = ({ view, kind, plan, byUnit }: Play): Lead[] =>
  kind !== 'head' || !view
    ? []
    : view.groups.flatMap((group) => {
        if (!byUnit.has(group.unit)) return [];
        const leaf = plan.get(group.unit);
        const heading = group.heading as Dir;
        const dirs = parts(leaf, heading) ?? [course(leaf, heading)];
        return (view.leads ?? []).filter(
          (one) => one.unit === group.unit && dirs.includes(one.heading),
        );
      });

export function tracksOf(play: Play, open: boolean): Track[] {
  const { view, kind } = play;
  if (!view || play.stage.telling || !KINDS.includes(kind)) return [];
  const extent = { columns: view.map[0], rows: view.map[1] };
  const speedOf = (dir: Dir): number => view.sailing.find((one) => one.dir === dir)?.speed ?? 0;
  const sails = kind === 'head' || kind === 'speed' || kind === 'light' || kind === 'flag';
  const own = open && kind === 'speed' ? coursesOf(play) : [];
  const mine = new Set(own.map((one) => one.squad));
  const others = view.groups.flatMap((group: Group): Track[] => {
    if (group.melee || !sails || mine.has(group.squad)) return [];
    const order = view.ships[group.ships[0] ?? '']?.order ?? '';
    if (order.startsWith('tack') || order.startsWith('hold') || order.startsWith('follow'))
      return [];
    const asked = open && play.byUnit.has(group.unit);
    const plan = asked ? play.plan.get(group.unit) : undefined;
    const heading = group.heading as Dir;
    const leads = (view.leads ?? []).filter((one) => one.unit === group.unit);
    const divided = parts(plan, heading);
    if (divided)
      return divided.map((dir) =>
        drawn(group.unit + dir, group.at, ahead(extent, group.at, dir, 1)),
      );
    const dir = course(plan, heading);
    if (!dir) return [];
    const lead = asked ? leads.find((one) => one.heading === dir) : undefined;
    const way = lead?.way ?? ahead(extent, group.at, dir, speedOf(dir));
    return way.length
      ? [drawn(group.unit, group.at, way, asked, lead ? sureOf(lead) : way.length)]
      : [];
  });
  return [
    ...others,
    ...own
      .filter(({ way, from }) => way.some((at) => at !== from))
      .map((one) => drawn(one.ships[0]!, one.from, one.way, true, sureOf(one))),
  ];
}

/// What the ships of a seat would run into as it is planned, once for each point.
export function risksOf(play: Play): Risk[] {
  const all = [...leadsOf(play), ...(play.kind === 'speed' ? coursesOf(play) : [])];
  // What lies beyond the first of them may never be reached.
  const first = all.flatMap(({ risks = [] }) => risks.filter(({ n }) => n === risks[0]?.n));
  return [...new Map(first.map((risk) => [risk.at + risk.sign, risk])).values()];
}

/// The same as signs on the chart: in a word or two, and in full for whoever points at one.
export const warnings = (
  risks: readonly Risk[],
  opened: string | undefined,
  px: number,
  look: (key: string | undefined) => void,
): Word[] =>
  risks.map((risk) => {
    const key = risk.at + risk.sign;
    const on = opened === key;
    const about = centre(risk.at);
    const text = t('fa.risk', { sign: risk.sign });
    return {
      key,
      text,
      more: on ? folded(risk.says) : [],
      label: `${text}: ${risk.says}`,
      warns: true,
      at: { x: about.x + 60 * px, y: about.y - 44 - 20 * px },
      about,
      pick: () => look(on ? undefined : key),
    };
  });
