/** Length of passwords. */
export const PASSWORD = { min: 5, max: 50 } as const;

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;
