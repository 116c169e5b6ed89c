/** The scales on which customers may be asked for a mark, the first one where nobody has chosen. */
export const RATING_SCALES = ['satisfaction', 'stars', 'nps'] as const;
export type RatingScale = (typeof RATING_SCALES)[number];

/** The worst and the best mark. */
export const RATING_RANGES: Record<RatingScale, { least: number; most: number }> = {
  satisfaction: { least: 1, most: 3 },
  stars: { least: 1, most: 5 },
  nps: { least: 0, most: 10 },
};

/** How satisfied a customer is: marks of several scales are compared by this alone. */
export const RATING_LEVELS = [1, 2, 3] as const;
export type RatingLevel = (typeof RATING_LEVELS)[number];

/** The lowest marks of the second and of the third level. */
const LEVELS_BEGIN: Record<RatingScale, readonly [number, number]> = {
  satisfaction: [2, 3],
  stars: [3, 4],
  nps: [7, 9],
};

/** 1 dissatisfied, 2 satisfied, 3 very satisfied; as `rating_level` in the database. */
export function ratingLevel(scale: RatingScale, mark: number): RatingLevel {
  const [second, third] = LEVELS_BEGIN[scale];
  return mark >= third ? 3 : mark >= second ? 2 : 1;
}

/** All marks of a scale, the worst first. */
export function marksOf(scale: RatingScale): number[] {
  const { least, most } = RATING_RANGES[scale];
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}
