/**
 * The query of the trigram indexes for a part of a text. Null: it is too short for them, and every row is scanned.
 */
export const trigramQuery = (text: string): string | null =>
  [...text].length < 3 ? null : `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
