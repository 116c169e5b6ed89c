import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import type { Person } from './accounts.ts';
import type { Customer } from './cast.ts';
import type { QueueKey, TagKey } from './catalog.ts';
import type { FileKey } from './files.ts';

/** What a message holds. A text alone is written as such. */
export type Content =
  | string
  | { file: FileKey; text?: string }
  | { place: { latitude: number; longitude: number; name: string } }
  | { vcard: string }
  | { poll: { question: string; options: string[] } }
  | { card: MessageCard }
  | { viewOnce: 'image' | 'video' }
  | { call: 'voice' | 'video' };

interface Told {
  /** A name for `quotes`. */
  id?: string;
  quotes?: string;
  /** What the other side answered with an emoji. */
  reaction?: string;
  forwarded?: boolean;
  /** What the customer came by. */
  referral?: MessageReferral;
  /** What it said before it was edited. */
  before?: string;
  deleted?: boolean;
}

export type Tick = 'failed' | 'sent' | 'delivered' | 'read' | 'played';

/** One step of a conversation, so many minutes before the shop is made. */
export type Stars = 1 | 2 | 3 | 4 | 5;

export type Line = { ago: number } & (
  | ({ kind: 'says'; content: Content } & Told)
  | ({ kind: 'answers'; by: Person; content: Content; tick?: Tick } & Told)
  /** A campaign had written before, and this is the answer. */
  | { kind: 'followsCampaign'; campaign: string }
  /** The bot, or whoever answers for it; it goes on. */
  | { kind: 'botSays'; text: string }
  /** The customer has chosen this queue, or an option that leads to it. */
  | { kind: 'chooses'; queue: QueueKey; option?: string }
  /** An AI calls people of this queue, with its three lines. */
  | ({ kind: 'handsOver'; queue: QueueKey } & Record<'wanted' | 'tried' | 'data', string>)
  /** What answered has failed, and people follow. */
  | { kind: 'fails'; code: ErrorCode }
  | { kind: 'notes'; by: Person; text: string; names: Person[] }
  | { kind: 'accepts'; by: Person }
  | { kind: 'transfers'; by: Person; queue: QueueKey; to?: Person }
  | { kind: 'tags'; by: Person; tags: TagKey[] }
  | { kind: 'snoozes'; by: Person; hours: number }
  | { kind: 'closes'; by: Person }
  /** The mark that was asked for when it was closed. */
  | { kind: 'rates'; stars: Stars; comment: string | null }
);

/** One ticket from its first word on; without `accepts` it waits. */
export interface Conversation {
  customer: Customer;
  lines: Line[];
}

export const says = (ago: number, content: Content, told: Told = {}): Line => ({
  kind: 'says',
  ago,
  content,
  ...told,
});
export const answers = (
  ago: number,
  by: Person,
  content: Content,
  told: Told & { tick?: Tick } = {},
): Line => ({ kind: 'answers', ago, by, content, ...told });
export const followsCampaign = (ago: number, campaign: string): Line => ({
  kind: 'followsCampaign',
  ago,
  campaign,
});
export const botSays = (ago: number, text: string): Line => ({ kind: 'botSays', ago, text });
export const chooses = (ago: number, queue: QueueKey, option?: string): Line => ({
  kind: 'chooses',
  ago,
  queue,
  ...(option ? { option } : {}),
});
export const handsOver = (
  ago: number,
  queue: QueueKey,
  lines: Record<'wanted' | 'tried' | 'data', string>,
): Line => ({ kind: 'handsOver', ago, queue, ...lines });
export const fails = (ago: number, code: ErrorCode): Line => ({ kind: 'fails', ago, code });
/** @param names the colleagues whom it calls by `@` and their name */
export const notes = (ago: number, by: Person, text: string, ...names: Person[]): Line => ({
  kind: 'notes',
  ago,
  by,
  text,
  names,
});
export const accepts = (ago: number, by: Person): Line => ({ kind: 'accepts', ago, by });
export const transfers = (ago: number, by: Person, queue: QueueKey, to?: Person): Line => ({
  kind: 'transfers',
  ago,
  by,
  queue,
  ...(to ? { to } : {}),
});
export const tags = (ago: number, by: Person, ...given: TagKey[]): Line => ({
  kind: 'tags',
  ago,
  by,
  tags: given,
});
export const snoozes = (ago: number, by: Person, hours: number): Line => ({
  kind: 'snoozes',
  ago,
  by,
  hours,
});
export const closes = (ago: number, by: Person): Line => ({ kind: 'closes', ago, by });
export const rates = (ago: number, stars: Stars, comment: string | null = null): Line => ({
  kind: 'rates',
  ago,
  stars,
  comment,
});
