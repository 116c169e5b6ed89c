/** Length of a tag's name. */
export const TAG_NAME = { min: 3, max: 255 } as const;
/** Tags on one ticket. */
export const MAX_TAGS = 50;
