/** What reports count, and by what. */

export const GRAINS = ['day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

/**
 * What is counted, each once and at its own moment: conversations as they begin (of those `newContacts` came for the first
 * time), get their first answer and end, ratings at the end of their conversation, and deadlines as they are decided.
 */
export const MEASURES = ['begun', 'newContacts', 'answered', 'finished', 'rated', 'met', 'missed'] as const;
export type Measure = (typeof MEASURES)[number];

/** By what a report may be divided, and to which of each it may be narrowed. */
export const PARTS = ['queue', 'agent', 'tag', 'connection', 'channel', 'origin'] as const;
export type Part = (typeof PARTS)[number];

/** The key of what has none of them: no queue, nobody, no tag, a connection that is gone, or a customer whom nothing brought. */
export const NONE = 'none';

/** The most of one part that a report shows: the largest. */
export const MAX_PARTS = 50;
/** The most of one part that plots tell apart: the largest. */
export const MAX_LINES = 5;
export const REPORT_PAGE = 50;

/** What is mailed: the week before, on Mondays, or the month before, on its first day. */
export const MAILED_PERIODS = ['week', 'month'] as const;
export type MailedPeriod = (typeof MAILED_PERIODS)[number];
