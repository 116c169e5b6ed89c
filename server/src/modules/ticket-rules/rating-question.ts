import { marksOf, type RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import { AUTOMATIC_TEXTS, type VariableValues } from '@balcao/shared/text/variables.ts';
import type { StoredMenu } from '../../platform/db/message-json.ts';

type Language = VariableValues['language'];

/**
 * The question for a mark, and what may be tapped where the messenger shows it.
 *
 * @param words of the queue or the connection; empty: the ones that everybody has
 */
export function ratingQuestion(
  language: Language,
  scale: RatingScale,
  words: string,
): { body: string; menu: StoredMenu } {
  const { rating, ratingNps, ratingNpsEnds, ratingGoOn, ratingButton } = AUTOMATIC_TEXTS[language];
  const question = words || (scale === 'nps' ? ratingNps : rating);
  const labels = marksOf(scale).map((mark) => ({ mark, label: labelOf(language, scale, mark) }));
  const choices =
    scale === 'nps' ? ratingNpsEnds : labels.map(({ mark, label }) => `*${mark}* - ${label}`).join('\n');
  return {
    body: `${question}\n\n${choices}\n\n${ratingGoOn}`,
    menu: {
      lead: `${question}\n\n${ratingGoOn}`,
      button: ratingButton,
      place: { answerer: 'rating', queueId: null, optionId: null },
      choices: labels.map(({ mark, label }) => ({ to: { kind: 'mark', mark }, name: label, label })),
    },
  };
}

/** What a mark is called where it is tapped. */
export function labelOf(language: Language, scale: RatingScale, mark: number): string {
  if (scale === 'stars') return '⭐'.repeat(mark);
  const levels: Partial<Record<string, string>> = AUTOMATIC_TEXTS[language].ratingLevels;
  return (scale === 'satisfaction' && levels[mark]) || String(mark);
}
