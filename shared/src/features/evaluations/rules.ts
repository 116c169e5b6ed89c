/** By whose words an AI answers in an evaluation: those of its prompt, or those that are to take their place. */
export const VARIANTS = ['today', 'changed'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What has become of a question; anything else is the code of what went wrong. */
export const OUTCOMES = ['waiting', 'answered', 'handedOver', 'noSource', 'stopped'] as const;

/** Questions of one evaluation, and the length of one from a file. */
export const QUESTIONS = { min: 5, most: 50, initial: 20, chars: 1_000 } as const;

/** After that an evaluation goes, with what customers have said in it. */
export const EVALUATIONS_KEPT_DAYS = 90;
