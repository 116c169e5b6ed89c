/** What a company may have of a person, as the person's file counts it. */
export const DATA_KINDS = [
  'tickets',
  'messages',
  'groupMessages',
  'files',
  'notes',
  'calls',
  'ratings',
  /** Which the team's articles could not answer. */
  'questions',
  /** What an AI was asked about their conversations, where the company keeps that. */
  'aiRequests',
  'schedules',
  'lists',
  'campaigns',
  'phoneBooks',
  /** Whether WhatsApp knows the number, as it said when it was asked. */
  'numberChecks',
  /** Rows of files from which contacts were brought in. */
  'imports',
  'deliveries',
  'visits',
  /** Of these contacts and conversations: while there is one nothing is deleted. */
  'holds',
] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** What stays behind when everything about a person is deleted. */
export const KEPT_KINDS = [
  'optOut',
  'audit',
  'figures',
  'groups',
  'holds',
  'others',
  'chats',
  'backups',
] as const;
