import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PERSON_TABLES } from '../data-subjects/person-tables.ts';

/** Where an erasure finds something of a person, and why the ZIP does not read it. */
const LEFT_OUT: Record<string, string> = {
  contact_links: 'the contacts that are one person stand side by side',
  contact_sight: 'which of our people see the contact',
  bill_lookups: 'a hash, so that nobody guesses documents',
  block_orders: 'on its way to the messenger; the contact says that it is blocked',
  picture_checks: 'when the picture is fetched again',
  outgoing_changes: 'on its way to the messenger; the message has it',
  automation_clocks: 'when a rule of the company looks at the conversation again',
  automation_runs: 'how often a rule has answered; the answers are messages',
  automation_silences: 'which rule of the company is silent',
  bot_sessions: 'where the bot stands; what it said are messages',
  bot_turns: 'an answer under way',
  evaluation_questions: 'words of the conversation, which is there',
  evaluation_answers: 'what an AI would have said, which nobody was told',
  deadlines: 'by when the company wants to answer',
  ticket_pins: 'what one of our people has on top of a list',
  ticket_sortings: 'that a rule lets the AI tag it; what the AI chose is on the ticket',
  ticket_tokens: 'keys of programs',
  mentions: 'which of our people a note calls',
  rating_messages: 'which message asked for the rating',
  read_receipts_due: 'on its way to the messenger',
  removed_files: 'files that are about to go',
  inbound_journal: 'becomes a message within moments',
  early_changes: 'becomes a change of a message within moments',
  session_keys: 'keys of the messenger',
  channel_notices: 'becomes a message within moments',
  idempotency_keys: 'answers to programs, of what is in the ZIP, for a day',
  import_files: 'where a file of a message is to come from',
  erasure_targets: 'what an erasure looks for',
  import_notes: 'what could not be brought in',
  data_exports: 'the ZIP itself',
  data_export_parts: 'the ZIP itself',
  campaign_sends: 'how the words of the campaign, which are there, went out',
  opt_outs: 'a hash; that there is one is told',
  wishes: 'a hash',
  audit_log: 'what our people have done; it names nobody else',
  chat_messages: 'what our people tell each other',
  import_origins: 'a number of the former system',
  erasures: 'the certificate, which names nobody',
  early_acks: 'which names nobody',
  change_log: 'which names nobody',
  dashboard_deltas: 'which names nobody',
};

const QUERIES = [
  './record.repo.ts',
  '../conversation-documents/conversation-documents.repo.ts',
  '../messages/message-steps.service.ts',
].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));

const isRead = (table: string): boolean =>
  QUERIES.some((query) => new RegExp(`(from|join|tx\`)\\s+${table}\\s`).test(query));

it('whatever an erasure takes is in the ZIP, or it is said why not', () => {
  const tables = Object.keys(PERSON_TABLES);
  expect([...Object.keys(LEFT_OUT), ...tables.filter(isRead)].toSorted()).toEqual(tables.toSorted());
});
