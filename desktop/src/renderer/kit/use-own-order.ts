import { useState } from 'react';

/** Rows in the order that this person has just given them; the server's own again when it has come, or refuses. */
export function useOwnOrder<R extends { id: number }>(
  read: readonly R[],
  save: (ids: number[]) => Promise<unknown>,
) {
  const [wanted, setWanted] = useState<{ from: string; ids: number[] } | null>(null);
  const ids = read.map(({ id }) => id);
  const isLate = wanted !== null && wanted.from !== ids.join();
  if (isLate) setWanted(null);
  const shown = wanted && !isLate ? wanted.ids : ids;
  const byId = new Map(read.map((row) => [row.id, row]));
  const place = (id: number, index: number) => {
    const others = shown.filter((other) => other !== id);
    const at = Math.min(Math.max(index, 0), others.length);
    const next = [...others.slice(0, at), id, ...others.slice(at)];
    if (next.join() === shown.join()) return;
    setWanted({ from: ids.join(), ids: next });
    save(next).catch(() => setWanted(null));
  };
  return { rows: shown.flatMap((id) => byId.get(id) ?? []), place };
}
