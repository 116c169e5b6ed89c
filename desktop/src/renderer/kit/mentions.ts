/** The newest mentions are read together wherever one is shown: one answer serves all. */
export const MENTIONS_SHOWN = 100;
