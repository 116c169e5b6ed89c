import { z } from 'zod';

/**
 * What led a customer here: an advertisement, a post, a link or a code that somebody has put somewhere, our profile or
 * catalogue, our number in a text, a search, a status, a group, or something that is known by name only.
 */
export const REFERRAL_KINDS = [
  'ad',
  'post',
  'link',
  'qrCode',
  'profile',
  'catalogue',
  'number',
  'search',
  'status',
  'group',
  'other',
] as const;
export type ReferralKind = (typeof REFERRAL_KINDS)[number];

/** Nobody reads more. The customer's messenger wrote all of it, and whoever writes to us may imitate one. */
export const REFERRAL_LIMITS = {
  title: 300,
  text: 2_000,
  url: 2_000,
  sourceId: 200,
  clickId: 500,
  app: 40,
  entryPoint: 60,
  /** Of a small JPEG, written as Base64. */
  picture: 64_000,
  /** Of a kind, and an id or a title. */
  source: 320,
} as const;
const MOST = REFERRAL_LIMITS;

/** Where a customer came from, as the message tells with which they came. */
export const messageReferral = z.object({
  kind: z.enum(REFERRAL_KINDS),
  /** The words of the advertisement. All texts are empty where the messenger does not tell them. */
  title: z.string().max(MOST.title),
  text: z.string().max(MOST.text),
  /** Leads to it. */
  url: z
    .string()
    .max(MOST.url)
    .regex(/^https?:\/\//i)
    .nullable(),
  /** A small JPEG as Base64, which came with the message: nobody fetches the pictures of strangers. */
  picture: z.base64().max(MOST.picture).nullable(),
  /** The advertisement's or the post's id at the platform, the word that the link carries, or the name of another way. */
  sourceId: z.string().max(MOST.sourceId),
  /** Meta's id of the click (`ctwa_clid`), to which conversions are reported. */
  clickId: z.string().max(MOST.clickId),
  /** Where it was tapped, in small letters: `instagram`. */
  app: z.string().max(MOST.app),
  /** What the messenger calls this way to come, for example `ctwa_ad`. */
  entryPoint: z.string().max(MOST.entryPoint),
});
export type MessageReferral = z.output<typeof messageReferral>;

/** What its ticket keeps of the first one: lists and figures go by `source`. */
export const ticketReferral = messageReferral.omit({ text: true, picture: true }).extend({
  /** The same for all who came by the same: the kind, a colon, and the id of the source or else its title. */
  source: z.string().max(MOST.source),
});
export type TicketReferral = z.output<typeof ticketReferral>;

export function referralOfTicket({
  text: _text,
  picture: _picture,
  ...kept
}: MessageReferral): TicketReferral {
  return { ...kept, source: `${kept.kind}:${kept.sourceId || kept.title}` };
}

/** What a list is narrowed to: one source, or a kind, which stands for all of its sources. */
export const referralSource = z.union([
  z.enum(REFERRAL_KINDS),
  z
    .string()
    .max(MOST.source)
    .regex(new RegExp(`^(${REFERRAL_KINDS.join('|')}):`)),
]);

/** Whether a ticket came by one of these. */
export const cameBy = (referral: TicketReferral | null, sources: readonly string[]): boolean =>
  referral !== null && (sources.includes(referral.kind) || sources.includes(referral.source));
