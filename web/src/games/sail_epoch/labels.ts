/// How places with what is on them are spoken.
import { t } from './text';
import type { Wreck } from './losses';
import { nameOf, spot, unitsAt, type Direction, type View } from './view';

/// A place with everything on it: `R4, brig Mercury of Player 2, bow north-west, strength 3 of 3, one gun left`.
export function spoken(view: View, at: string, wrecks: readonly Wreck[] = []): string {
  const said: string[] = [];
  const { column, row } = spot(at);
  const port = Object.entries(view.royal_ports ?? {}).find(([, place]) => place === at)?.[0];
  const fort = view.forts[`@${at}`];
  const sign = view.field.terrain[row]?.[column];
  if (port) said.push(t('sail.port.of', { at, name: view.names[port] ?? port }));
  else if (fort?.ruin) said.push(t('sail.ruin', { at }));
  else if (fort) {
    const n = 3 - (fort.hull ?? 0);
    const name = fort.owner === 'pirates' ? t('sail.pirates') : view.names[fort.owner];
    said.push(
      name
        ? t('sail.fort', { at, name, left: n, shots: fort.shots ?? 2 })
        : t('sail.fortFree', { at, left: n }),
    );
    if (fort.goods)
      said.push(
        t('sail.stored', { count: fort.goods, goods: t(`sail.goods.${view.setup.scenario}`) }),
      );
  } else if (view.reefs?.includes(at)) said.push(t('sail.reef', { at }));
  else if (sign === '#') said.push(t('sail.land', { at }));
  else if (sign === 'c') said.push(t('sail.coast', { at }));
  else if (view.field.harbours.includes(at)) said.push(t('sail.harbour', { at }));
  else said.push(t('sail.sea', { at }));
  const spits = view.field.spits[at];
  if (spits?.length)
    said.push(
      t('sail.spit', { to: spits.map((to) => t(`sail.dir.${to as Direction}`)).join(', ') }),
    );
  const ships = unitsAt(view, at).filter((unit) => !unit.startsWith('@'));
  if (ships.length && !fort && !port) said[0] = at;
  for (const ship of ships) said.push(view.crews[ship]?.says ?? ship);
  const goods = view.goods[at];
  if (goods)
    said.push(t('sail.lies', { count: goods, goods: t(`sail.goods.${view.setup.scenario}`) }));
  if (view.own?.mines?.[at]) said.push(t('sail.ownMine'));
  if (view.own?.map === at) said.push(t('sail.map'));
  if (view.blown?.includes(at)) said.push(t('sail.blown'));
  for (const one of wrecks)
    if (one.at === at) said.push(t('sail.wreck', { name: nameOf(view, one.ship) }));
  return said.join(', ');
}
