/// Applies what changed in a view, as `crates/protocol/src/patch.rs` writes it.
/// The old view stays as it was: what did not change is shared.

type Json = unknown;

const isMap = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function applyPatch(view: Json, patch: Json): Json {
  if (!isMap(patch)) return patch;
  if (Array.isArray(view)) {
    const items: Json[] = [...(view as Json[])];
    for (const [key, change] of Object.entries(patch)) {
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
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete fields[key];
    else fields[key] = applyPatch(fields[key] ?? null, change);
  }
  return fields;
}
