/**
 * What becomes of a person's rows when everything that a company has about that person must go. Every table of a
 * company stands either here or among `NOTHING_OF_PERSONS` of the test beside it, which fails for whoever brings a new table
 * without a word on it. `erase.repo.ts` carries it out; `each-table.pg.test.ts` fills every table and compares.
 */
type Fate =
  /** By the database: its keys lead to the contact. */
  | { fate: 'withContact' }
  /** By a statement of its own: no key leads from it to the contact. */
  | { fate: 'deleted'; foundBy: string }
  /** The row stays for its figures, without what tells who it was. */
  | { fate: 'anonymised'; foundBy: string; why: string }
  | { fate: 'kept'; why: string };

const withContact = { fate: 'withContact' } as const;

export const PERSON_TABLES = {
  contacts: withContact,
  contact_identities: withContact,
  contact_links: withContact,
  contact_sight: withContact,
  bill_lookups: withContact,
  block_orders: withContact,
  holds: withContact,
  picture_checks: withContact,
  schedules: withContact,
  outgoing_changes: withContact,

  tickets: withContact,
  automation_clocks: withContact,
  automation_runs: withContact,
  automation_silences: withContact,
  bot_sessions: withContact,
  bot_turns: withContact,
  deadlines: withContact,
  ai_requests: withContact,
  ticket_pins: withContact,
  ticket_sortings: withContact,
  ticket_tags: withContact,
  ticket_tokens: withContact,
  ticket_tracking: withContact,
  unanswered_questions: withContact,

  messages: withContact,
  evaluation_questions: withContact,
  evaluation_answers: withContact,
  mail_pages: withContact,
  mentions: withContact,
  message_receipts: withContact,
  message_steps: withContact,
  message_translations: withContact,
  rating_messages: withContact,
  read_receipts_due: withContact,

  media: { fate: 'deleted', foundBy: 'the messages and schedules that carry the file, if nothing else does' },
  transcripts: { fate: 'deleted', foundBy: 'the file of which it is the text' },
  removed_files: { fate: 'deleted', foundBy: 'its job, once the file is gone from the disk' },
  phone_contacts: { fate: 'deleted', foundBy: 'number' },
  number_checks: { fate: 'deleted', foundBy: 'number' },
  contact_list_items: { fate: 'deleted', foundBy: 'number' },
  campaign_replies: { fate: 'deleted', foundBy: 'the recipient' },
  contact_import_rows: { fate: 'deleted', foundBy: 'number, among the cells' },
  inbound_journal: { fate: 'deleted', foundBy: 'the address of the chat, or who wrote in it' },
  early_changes: { fate: 'deleted', foundBy: 'the identities' },
  session_keys: { fate: 'deleted', foundBy: 'the address, in the id of the key or in its value' },
  web_visitors: { fate: 'deleted', foundBy: 'the identities, with which a trigger takes it' },
  channel_notices: { fate: 'deleted', foundBy: 'the address, in what the messenger told' },
  deliveries: { fate: 'deleted', foundBy: 'the contact; in a group, the message' },
  idempotency_keys: { fate: 'deleted', foundBy: 'the contact or an address, in the answer' },
  import_files: { fate: 'deleted', foundBy: 'the contact or message that was to carry the file' },
  erasure_targets: { fate: 'deleted', foundBy: 'the erasure, when all else is gone' },
  import_notes: { fate: 'deleted', foundBy: 'what was brought in as this contact' },
  data_exports: {
    fate: 'deleted',
    foundBy: 'its job, once neither contact nor number is named there any more',
  },
  data_export_parts: { fate: 'deleted', foundBy: 'the export, with its file' },

  campaign_recipients: {
    fate: 'anonymised',
    foundBy: 'number',
    why: 'the campaign goes on counting whom it reached',
  },
  campaign_sends: {
    fate: 'anonymised',
    foundBy: 'the recipient',
    why: 'the campaign goes on counting what it sent',
  },

  opt_outs: {
    fate: 'kept',
    why: 'who asked to be left alone must stay so; it is a keyed hash of the address',
  },
  wishes: { fate: 'kept', why: 'a keyed hash of the address, until it stands beside the backups' },
  audit_log: { fate: 'kept', why: 'each entry is sealed by the next one, and goes by its own retention' },
  chat_messages: {
    fate: 'kept',
    why: 'what colleagues tell each other is theirs, and goes by its own retention',
  },
  import_origins: { fate: 'kept', why: 'a number of the former system, so that nobody is brought in again' },
  erasures: { fate: 'kept', why: 'the certificate, which names nobody as soon as it has begun' },
  early_acks: { fate: 'kept', why: "the messenger's id of a message, which names nobody, for a week" },
  change_log: { fate: 'kept', why: 'ids alone, until consoles have followed' },
  dashboard_deltas: { fate: 'kept', why: 'figures without the person' },
} as const satisfies Record<string, Fate>;
