import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { MessageReferral, TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import type { StoredPoll, StoredReaction } from '../platform/db/message-json.ts';
import type { Person } from './accounts.ts';
import type { QueueKey, TagKey } from './catalog.ts';
import type { FileKey } from './files.ts';

/** What exists before anybody writes. */
export interface Shop {
  companyId: number;
  connectionId: number;
  timezone: string;
  people: Record<Person, number>;
  queues: Record<QueueKey, number>;
  tags: Record<TagKey, number>;
  now: Date;
}

export interface MessageRow {
  id: string;
  userId: number | null;
  fromMe: boolean;
  saidBy: 'bot' | 'automatic' | null;
  body: string;
  mediaType: MessageType;
  mediaId: string | null;
  quotedId: string | null;
  viewOnce: boolean;
  forwarded: boolean;
  reactions: StoredReaction[];
  poll: StoredPoll | null;
  card: MessageCard | null;
  referral: MessageReferral | null;
  mentions: { userId: number; name: string }[];
  earlierBodies: string[];
  isEdited: boolean;
  isDeleted: boolean;
  waId: string | null;
  state: 'received' | 'sent' | 'failed' | 'local';
  ack: number;
  errorCode: string | null;
  read: boolean;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  playedAt: Date | null;
}

/** The rows of one ticket, as its conversation would have left them. */
export interface Enacted {
  ticket: {
    uuid: string;
    status: 'pending' | 'open' | 'closed';
    queueId: number;
    userId: number | null;
    lastMessage: string;
    lastMessageAt: Date;
    waitingSince: Date | null;
    answerer: 'nobody' | 'optionTree';
    botEnded: 'done' | 'failed' | null;
    unreadMessages: number;
    createdAt: Date;
    updatedAt: Date;
    closedAt: Date | null;
    ratingUntil: Date | null;
    snoozedUntil: Date | null;
    referral: TicketReferral | null;
    referredAt: Date | null;
  };
  messages: MessageRow[];
  files: { mediaId: string; key: FileKey; by: number | null; at: Date }[];
  cycle: {
    userId: number | null;
    createdAt: Date;
    queuedAt: Date;
    startedAt: Date | null;
    answeredAt: Date | null;
    askedAt: Date | null;
    finishedAt: Date | null;
    finishedBy: number | null;
    queueId: number | null;
    ratedAt: Date | null;
    rate: number | null;
    ratingScale: RatingScale;
    commentedAt: Date | null;
  };
  tagIds: number[];
  /** The messages that comment its mark. */
  commentIds: string[];
}
