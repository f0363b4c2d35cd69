/// Whose phase begins, as the list of moments heads it.
export default function phase(
  _view: unknown,
  tells: readonly { s?: string; d: Record<string, unknown> }[],
): string | undefined {
  return tells.findLast((tell) => tell.d.kind === 'phase')?.s;
}
