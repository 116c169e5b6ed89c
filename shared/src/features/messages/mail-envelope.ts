import { z } from 'zod';
import { email } from '../../contract/fields.ts';
import { CARD_LIMITS, type MessageCard } from './card.ts';

/** What an agent says of a mail besides its words. Without it an answer keeps the subject, and everybody who had a copy gets it. */
export const mailEnvelope = z.object({
  subject: z.string().trim().max(CARD_LIMITS.title),
  cc: z.array(email).max(CARD_LIMITS.addresses),
  bcc: z.array(email).max(CARD_LIMITS.addresses),
});
export type MailEnvelope = z.output<typeof mailEnvelope>;

/** The same as it is typed, before it is sent. */
export const mailDraft = z.object({ subject: z.string(), cc: z.string(), bcc: z.string() });
export type MailDraft = z.output<typeof mailDraft>;

/** What is in front of an answer's subject in other languages than ours. */
const ANSWERED = /^(?:re|res|rv|aw|sv|antw)\s*:/i;

/** The subject of an answer. */
export const answerSubject = (subject: string): string =>
  subject === '' || ANSWERED.test(subject) ? subject : `Re: ${subject}`;

/** What was typed; null when an address is none, or there are too many. */
export function envelopeOf({ subject, cc, bcc }: MailDraft): MailEnvelope | null {
  const parsed = mailEnvelope.safeParse({ subject, cc: addressesIn(cc), bcc: addressesIn(bcc) });
  return parsed.success ? parsed.data : null;
}

/** As it was typed. */
export const draftOfEnvelope = ({ subject, cc, bcc }: MailEnvelope): MailDraft => ({
  subject,
  cc: cc.join(', '),
  bcc: bcc.join(', '),
});

const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[,;\s]+/).flatMap((one) => one.toLowerCase() || [])),
];

/** Whether every address can be one. */
export const areAddresses = (text: string): boolean =>
  z.array(email).max(CARD_LIMITS.addresses).safeParse(addressesIn(text)).success;

/** A mail of ours as its conversation shows it. */
export const cardOfMail = ({ subject, cc, bcc }: MailEnvelope): MessageCard => ({
  kind: 'mail',
  title: subject,
  text: '',
  footer: '',
  items: [],
  itemCount: null,
  total: null,
  keys: [],
  startsAt: null,
  endsAt: null,
  place: '',
  seconds: null,
  actions: [],
  parts: [],
  mail: { from: '', to: [], cc, bcc, quoted: '', signature: '', notes: [] },
});
