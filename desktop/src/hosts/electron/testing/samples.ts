import type { DeskStatus, Notice } from '../../host.ts';

/** What the tests of the desktop program speak of. */

/** A ticket. */
export const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const OPEN_TICKET = { kind: 'command', command: { kind: 'navigate', path: `/tickets/${UUID}` } };

export const NOTICE: Notice = {
  key: UUID,
  path: `/tickets/${UUID}`,
  title: 'Maria',
  body: 'Olá',
  answer: { ticketUuid: UUID, reply: 'Responder', snooze: 'Adiar 1 h', accept: 'Aceitar' },
};

export const STATUS: DeskStatus = {
  unread: 0,
  waiting: 0,
  longestWaitMin: null,
  phase: 'live',
  silent: false,
  language: 'pt',
  queued: 0,
  account: { serverUrl: 'http://server', person: 'Ana', company: 'Loja', companyId: 1 },
  accountName: null,
};
