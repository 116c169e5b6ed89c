import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';

/**
 * The address book of Outlook has a hundred columns, and people fill a few: a table that is too wide keeps the columns in
 * which something stands below the headings.
 */
export function fitColumns(rows: string[][]): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width <= IMPORT_LIMITS.columns) return rows;
  const first = rows.findIndex((row) => row.some(isFilled));
  const filled = new Set<number>();
  for (const row of rows.slice(first + 1))
    for (const [at, cell] of row.entries()) if (isFilled(cell)) filled.add(at);
  const kept = [...filled].toSorted((a, b) => a - b).slice(0, IMPORT_LIMITS.columns);
  return rows.map((row) => kept.map((at) => row[at] ?? ''));
}

const isFilled = (cell: string): boolean => cell.trim() !== '';
