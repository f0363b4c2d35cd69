/// Applies what changed in a view, as `crates/protocol/src/patch.rs` writes it.
/// The old view stays as it was: what did not change is shared.

type Json = unknown;

const isMap = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function applyPatch(view: Json, patch: Json): Json {
  if (!isMap(patch)) return patch;
  if (Array.isArray(view)) {
    const items: Json[] = [...(view as Json[])];
    const field = namedBy(items, patch);
    if (field) return patchNamed(items, field, patch);
    for (const [key, change] of steps(patch)) {
      if (key === 'length') items.length = Math.min(items.length, Number(change) || 0);
      else if (/^\d+$/.test(key)) {
        const i = Number(key);
        while (items.length < i) items.push(null);
        items[i] = applyPatch(items[i] ?? null, change);
      }
    }
    return items;
  }
  const fields: Record<string, Json> = isMap(view) ? { ...view } : {};
  for (const [key, change] of steps(patch)) {
    if (change === null) delete fields[key];
    else fields[key] = applyPatch(fields[key] ?? null, change);
  }
  return fields;
}

/// Keys are paths, JSON pointers without their first slash: each with what is to be done there.
function steps(patch: Record<string, Json>): [string, Json][] {
  return Object.entries(patch).map(([path, change]) => {
    const end = path.indexOf('/');
    const first = (end < 0 ? path : path.slice(0, end)).replaceAll('~1', '/').replaceAll('~0', '~');
    return [first, end < 0 ? change : { [path.slice(end + 1)]: change }];
  });
}

/// The field by which a patch names the things of a list; none if by index.
function namedBy(items: Json[], patch: Record<string, Json>): string | undefined {
  const field = patch['@'];
  if (typeof field === 'string') return field;
  const first = items[0];
  if (!isMap(first) || Object.keys(patch).every((key) => /^(\d+|length)(\/|$)/.test(key)))
    return undefined;
  return ['id', 'token'].find((name) => name in first);
}

/// A list of things with names: changed by name, then moved to their places.
function patchNamed(items: Json[], field: string, patch: Record<string, Json>): Json[] {
  const find = (name: string) => items.findIndex((item) => isMap(item) && item[field] === name);
  for (const [name, change] of steps(patch)) {
    if (name === '@' || name === '#') continue;
    const at = find(name);
    if (at < 0) items.push(applyPatch(null, change));
    else if (change === null) items.splice(at, 1);
    else items[at] = applyPatch(items[at], change);
  }
  const moves = Array.isArray(patch['#']) ? (patch['#'] as [string, number][]) : [];
  for (const [name, to] of moves) {
    const at = find(name);
    if (at >= 0) items.splice(to, 0, ...items.splice(at, 1));
  }
  return items;
}
