/**
 * The list as it stood, with what the new one knows about each row. While somebody aims at a row it must not move away
 * under the pointer: new rows wait, and rows that are gone stay, until the pointer rests.
 */
export function holdOrder<T extends { id: number }>(shown: readonly T[], next: readonly T[]): T[] {
  const fresh = new Map(next.map((row) => [row.id, row]));
  return shown.map((row) => fresh.get(row.id) ?? row);
}
