import type { Channel } from '../connections/channel.ts';
import type { DeadlineKind } from '../deadlines/deadline.ts';
import type { ReferralKind } from '../messages/referral.ts';
import type { RatingLevel } from '../ratings/scale.ts';
import type { TicketStatus } from '../tickets/row.ts';
import type { CauseKind, DeadlineCause, Effect, TimedCause } from './rule.ts';

type MessageCause = 'message' | 'ourMessage' | 'botMessage';

/** What has happened to a ticket. @property text what was said @property minutes since when it stands like this */
export type Occurrence =
  | {
      kind: Exclude<
        CauseKind,
        TimedCause | DeadlineCause | MessageCause | 'rated' | 'referred' | 'tagged' | 'untagged'
      >;
    }
  | { kind: MessageCause; text: string }
  | { kind: 'rated'; level: RatingLevel }
  | { kind: 'referred'; origin: ReferralKind; text: string }
  | { kind: 'tagged' | 'untagged'; tagIds: readonly number[] }
  | { kind: TimedCause; minutes: number }
  | { kind: DeadlineCause; deadline: DeadlineKind };

/** How a ticket stands: what effects change. */
export interface Standing {
  status: TicketStatus;
  queueId: number | null;
  userId: number | null;
  isSnoozed: boolean;
  /** A bot leads. */
  chatbot: boolean;
  tagIds: readonly number[];
}

/** All that rules may ask of a ticket. */
export interface Facts extends Standing {
  connectionId: number;
  channel: Channel;
  /** The message that is the cause; of another cause, the customer's last. */
  text: string;
  contact: {
    name: string;
    number: string;
    email: string;
    extraInfo: readonly { name: string; value: string }[];
  };
  /** It is business hours. */
  isOpen: boolean;
  isNewCustomer: boolean;
  /** Of the customer, in this service cycle. */
  messages: number;
  /** Of the service cycle. */
  ageMinutes: number;
  origin: ReferralKind | null;
}

/** How a ticket stands after an effect, and what has happened by it. Null: it changes nothing. */
export function foresee<S extends Standing>(
  facts: S,
  effect: Effect,
): { facts: S; happened: readonly Occurrence[] } | null {
  const isClosed = facts.status === 'closed';
  switch (effect.kind) {
    case 'addTags': {
      const tagIds = effect.tagIds.filter((tagId) => !facts.tagIds.includes(tagId));
      if (tagIds.length === 0) return null;
      return after(facts, { tagIds: [...facts.tagIds, ...tagIds] }, { kind: 'tagged', tagIds });
    }
    case 'removeTags': {
      const tagIds = effect.tagIds.filter((tagId) => facts.tagIds.includes(tagId));
      if (tagIds.length === 0) return null;
      const left = facts.tagIds.filter((tagId) => !tagIds.includes(tagId));
      return after(facts, { tagIds: left }, { kind: 'untagged', tagIds });
    }
    case 'queue':
      if (isClosed || facts.queueId === effect.queueId) return null;
      return after(
        facts,
        { ...AWAKE, status: 'pending', queueId: effect.queueId, userId: null },
        { kind: 'transferred' },
      );
    case 'agent':
      if (isClosed || (facts.status === 'open' && facts.userId === effect.userId)) return null;
      return after(facts, { ...AWAKE, status: 'open', userId: effect.userId }, { kind: 'transferred' });
    case 'accept':
      if (facts.status !== 'pending') return null;
      return after(facts, { ...AWAKE, status: 'open', userId: effect.userId }, { kind: 'accepted' });
    case 'finish':
      return isClosed ? null : after(facts, { ...AWAKE, status: 'closed' }, { kind: 'finished' });
    case 'snooze':
      return isClosed ? null : after(facts, { isSnoozed: true });
    case 'prompt':
    case 'integration':
      return facts.status === 'pending' ? after(facts, { isSnoozed: false, chatbot: true }) : null;
    case 'stopBot':
      return facts.chatbot ? after(facts, { chatbot: false }) : null;
    default:
      return after(facts, {});
  }
}

/** Whoever gives a ticket to somebody brings it back, and no bot answers any more. */
const AWAKE = { isSnoozed: false, chatbot: false } as const;

const after = <S extends Standing>(facts: S, change: Partial<Standing>, ...happened: Occurrence[]) => ({
  facts: { ...facts, ...change },
  happened,
});
