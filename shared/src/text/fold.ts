/** A text as a search compares it: accents and case do not matter to who searches. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Normalises a typed search. A phone number finds its digits however it is written. */
export function foldQuery(text: string): string {
  const folded = fold(text.trim());
  return /^\+?[\d\s().-]+$/.test(folded) ? folded.replace(/\D/g, '') : folded;
}
