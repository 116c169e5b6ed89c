/** What differs from what a form began with: saving it undoes nothing that somebody else has changed meanwhile. */
export function changedFields<T extends object>(
  fields: T,
  before: { readonly [K in keyof T]?: unknown },
): Partial<T> {
  const entries = Object.entries(fields) as [keyof T, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<T>;
}
