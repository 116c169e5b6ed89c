/** Text as it is searched: without accents, in lower case. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What a person typed to search for. A phone number finds its digits however it is written. */
export function foldQuery(text: string): string {
  const folded = fold(text.trim());
  return /^\+?[\d\s().-]+$/.test(folded) ? folded.replace(/\D/g, '') : folded;
}
