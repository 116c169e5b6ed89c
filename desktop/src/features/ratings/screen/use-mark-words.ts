import { type RatingScale, ratingLevel } from '@balcao/shared/features/ratings/scale.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** How marks are written and read out. */
export function useMarkWords() {
  const { t } = useTexts();
  const named = (scale: RatingScale, mark: number) =>
    scale === 'stars'
      ? t('ratings:starsOf', { mark })
      : scale === 'nps'
        ? t('ratings:npsOf', { mark })
        : t(`ratings:level.${ratingLevel(scale, mark)}`);
  return { named };
}
