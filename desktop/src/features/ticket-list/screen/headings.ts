/** Headings, which are rows among the ids of a list. */
export const HEADINGS = { here: -1, server: -2, loading: -3, unreachable: -4 } as const;
export type Heading = keyof typeof HEADINGS;

const BY_ID = new Map<number, Heading>(
  Object.entries(HEADINGS).map(([heading, id]) => [id, heading as Heading]),
);

export const headingOf = (id: number): Heading | undefined => BY_ID.get(id);
