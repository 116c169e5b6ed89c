/** So many macros a person has, and so many the team: people find one by typing its name. */
export const MAX_MACROS = 100;
