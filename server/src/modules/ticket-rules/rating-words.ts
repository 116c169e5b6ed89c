import { marksOf, RATING_RANGES, type RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { labelOf } from './rating-question.ts';

const LANGUAGES = Object.keys(AUTOMATIC_TEXTS) as (keyof typeof AUTOMATIC_TEXTS)[];

/** Zero to ten, folded, in the three languages. */
const NUMBERS = [
  'zero cero',
  'um uma uno una one',
  'dois duas dos two',
  'tres three',
  'quatro cuatro four',
  'cinco five',
  'seis six',
  'sete siete seven',
  'oito ocho eight',
  'nove nueve nine',
  'dez diez ten',
].map((words) => words.split(' '));

const STARS = /^[⭐🌟★](?:[⭐🌟★]|\s)*[☆\s]*$/u;
const LEAD =
  '(?:(?:minha |mi |my )?(?:nota|calificacion|puntuacion|score|rating|dou|doy|i give)(?: e| es| is)?:? )?';
const UNIT = '(?: ?(?:estrelas?|estrellas?|stars?|pontos?|puntos?|points?))?';
const MARK = new RegExp(`^${LEAD}([a-z]+|\\d{1,2})(?: ?(?:/|de|of|out of|sobre) ?(\\d{1,2}))?${UNIT}$`);

/**
 * The mark that a customer's words say on a scale; null when they say anything else. On the first scale it is a digit, or
 * what a button says; on the others also words and stars, with nothing around them that might mean more.
 */
export function readMark(text: string, scale: RatingScale): number | null {
  const said = text.trim();
  const labelled = marksOf(scale).find((mark) => said === String(mark) || isLabel(said, scale, mark));
  if (labelled !== undefined || scale === 'satisfaction') return labelled ?? null;
  const { least, most } = RATING_RANGES[scale];
  const bare = said
    .replaceAll(/\u{FE0E}|\u{FE0F}|\u{20E3}|\u{200D}|\p{Emoji_Modifier}/gu, '')
    .replaceAll('🔟', '10');
  const mark = scale === 'stars' && STARS.test(bare) ? countStars(bare) : numberIn(bare, most);
  return mark !== null && mark >= least && mark <= most ? mark : null;
}

const isLabel = (said: string, scale: RatingScale, mark: number): boolean =>
  LANGUAGES.some((language) => fold(labelOf(language, scale, mark)) === fold(said));

const countStars = (stars: string): number => [...stars].filter((sign) => /[⭐🌟★]/u.test(sign)).length;

/** A number alone, in digits or as a word, at most called a mark, stars or points. */
function numberIn(said: string, most: number): number | null {
  const plain = fold(said.replaceAll(/\p{Extended_Pictographic}/gu, ' '))
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!]+$/, '')
    .trim();
  const [, number, of] = MARK.exec(plain) ?? [];
  if (number === undefined || (of !== undefined && Number(of) !== most)) return null;
  if (/^\d/.test(number)) return Number(number);
  const named = NUMBERS.findIndex((words) => words.includes(number));
  return named < 0 ? null : named;
}
