/// Where the planned speeds bring the ships of a seat, as the rules have reckoned it.
import { shownOf } from './fleet';
import { lay, type Laid } from './lay';
import { outline } from './land';
import type { Play } from './play.svelte';
import type { Course } from './types';

export interface End {
  key: string;
  /// The last point that is sure: where nothing is in the way, the end.
  at: string;
  ghosts: readonly Laid[];
  /// Of the squadron in hand: where its guns will bear from there.
  shown: boolean;
  near: string;
  far: string;
}

/// The courses of the speeds that are planned.
export const coursesOf = ({ view, plan }: Pick<Play, 'view' | 'plan'>): Course[] =>
  (view?.courses ?? []).filter(
    ({ squad, speed }) => plan.get(squad)?.path[1]?.key === String(speed),
  );

/// How many moves are made before something is in the way.
export const sureOf = ({ way, risks = [] }: Pick<Course, 'way' | 'risks'>): number =>
  Math.min(way.length, ...risks.map(({ n }) => n - 1));

export function endsOf(play: Pick<Play, 'view' | 'plan' | 'selected'>): End[] {
  const { view, selected } = play;
  if (!view) return [];
  const ships = new Map(shownOf(view).map((ship) => [ship.code, ship]));
  const ends = coursesOf(play).flatMap((course) => {
    const sure = sureOf(course);
    const at = course.way[sure - 1];
    if (course.off || !at || at === course.from) return [];
    // On the way she may not have turned yet.
    const whole = sure === course.way.length;
    const those = course.ships.flatMap((code) => ships.get(code) ?? []);
    const ghosts = those.map(({ axis: _axis, ...ship }) => ({
      ...ship,
      at,
      ...(whole ? { heading: course.heading, ...(course.axis && { axis: course.axis }) } : {}),
    }));
    return [{ course, whole, at, ghosts }];
  });
  // Those that come to one point lie beside each other there.
  const laid = lay(ends.flatMap((end) => end.ghosts));
  return ends.map(({ course, whole, at, ghosts }) => {
    const shown = whole && course.squad === selected;
    return {
      key: course.ships[0]!,
      at,
      ghosts: laid.filter((one) => ghosts.some((ship) => ship.code === one.code)),
      shown,
      near: shown ? outline(course.arc.near) : '',
      far: shown ? outline(course.arc.far) : '',
    };
  });
}
