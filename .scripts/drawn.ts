import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const note = z.object({ what: z.string(), names: z.array(z.string()), of: z.int().optional() });

/**
 * Tells what tests drew by the commit, a line for each list, from the notes that they wrote (`server/test/sample.ts`).
 * Whoever drew twice, as a repeated file does, is told of once.
 */
export function drawnLines(notes: string): string[] {
  if (!existsSync(notes)) return [];
  const lists = new Map<string, { names: Set<string>; of: number | undefined }>();
  for (const line of readFileSync(notes, 'utf8').split('\n').filter(Boolean)) {
    const { what, names, of } = note.parse(JSON.parse(line));
    const list = lists.get(what) ?? { names: new Set(), of };
    for (const name of names) list.names.add(name);
    lists.set(what, list);
  }
  return [...lists]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([what, { names, of }]) => {
      const count = of === undefined ? names.size : `${names.size} of ${of}`;
      return `drawn: ${what}: ${count}: ${[...names].join(', ')}`;
    });
}
