/**
 * What the indexes of letters are asked for a part of a text. Null: it is too short for them, and everything is looked at.
 */
export const trigramQuery = (text: string): string | null =>
  [...text].length < 3 ? null : `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
