/** Length of passwords. */
export const PASSWORD = { min: 5, max: 50 } as const;
