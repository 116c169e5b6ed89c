/** The fields that differ from a form's start: saving them undoes no change that a colleague made meanwhile. */
export function changedFields<T extends object>(
  fields: T,
  before: { readonly [K in keyof T]?: unknown },
): Partial<T> {
  const entries = Object.entries(fields) as [keyof T, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<T>;
}
