/**
 * By these words customers ask to be left alone, whatever the language of the company. A short message that has one of the
 * first kind says so; of the second kind one stands alone, because it is part of other sentences too. Words by which people
 * cancel an order are in neither.
 */
export const STOP_WORDS = {
  anywhere: ['sair', 'descadastrar', 'stop', 'unsubscribe', 'baja'],
  alone: ['parar', 'pare', 'quit', 'salir', 'detener'],
} as const;

/** By these, alone, whoever was left alone wants to hear from the company again. `/start` is how one begins with a bot. */
export const RETURN_WORDS: readonly string[] = [
  'voltar',
  'quero voltar',
  'start',
  'unstop',
  'volver',
  'quiero volver',
  'alta',
];

/** A longer message says something else, whatever words are in it. */
const SHORT_WORDS = 3;

/** @param words in small letters, without accents */
export function asksToStop(words: readonly string[]): boolean {
  const has = (some: readonly string[]) => words.some((word) => some.includes(word));
  return (
    (words.length <= SHORT_WORDS && has(STOP_WORDS.anywhere)) || (words.length === 1 && has(STOP_WORDS.alone))
  );
}

/** @param words in small letters, without accents */
export const asksToReturn = (words: readonly string[]): boolean => RETURN_WORDS.includes(words.join(' '));
