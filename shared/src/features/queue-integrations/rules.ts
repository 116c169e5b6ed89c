import type { IntegrationType } from './row.ts';

/** The languages that an agent of Dialogflow may be asked in. */
export const INTEGRATION_LANGUAGES = ['pt-BR', 'en', 'es'] as const;

/** Typebot's own: minutes until a conversation begins anew, and milliseconds of writing before each message. */
export const TYPEBOT_EXPIRES = { min: 0, max: 43_200, initial: 1 } as const;
export const TYPEBOT_DELAY = { min: 0, max: 10_000, initial: 1_000 } as const;

/** The fields without which an integration of this type cannot answer anybody. */
export const REQUIRED_FIELDS = {
  dialogflow: ['projectName', 'jsonContent'],
  n8n: ['urlN8N'],
  webhook: ['urlN8N'],
  typebot: ['urlN8N', 'typebotSlug'],
} as const satisfies Record<IntegrationType, readonly string[]>;

/** What those that are told hear of: a ticket came to them, or its customer has written. */
export const INTEGRATION_EVENTS = ['ticket.entered', 'message.received'] as const;
export type IntegrationEvent = (typeof INTEGRATION_EVENTS)[number];

/** It is told of what happens, in signed messages that the delivery log keeps. */
export const isTold = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook';

/** How long the signing secret from before the last change still signs too. */
export const OLD_SECRET_HOURS = 24;

/** The names that a header may have, without those that say how a message is sent, and ours. */
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/;
const TAKEN_HEADERS =
  /^(?:connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$/i;

/** Whether a receiver may ask for a header of this name. */
export const isOwnHeader = (name: string): boolean => HEADER.test(name) && !TAKEN_HEADERS.test(name);

/** Whether a header can hold this: printable ASCII. */
export const isHeaderValue = (value: string): boolean => /^[ -~]*$/.test(value);
