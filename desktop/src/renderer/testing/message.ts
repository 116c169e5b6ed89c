import type { MessageItem } from '@balcao/shared/features/messages/item.ts';

/** A message of the customer; `minute` counts from noon of an ordinary day here. */
export function messageAt(minute: number, patch: Partial<MessageItem> = {}): MessageItem {
  return {
    id: `00000000-0000-7000-8000-${String(minute).padStart(12, '0')}`,
    ticketId: 1,
    contactId: 1,
    participantName: '',
    userId: null,
    fromMe: false,
    origin: 'contact',
    body: `message ${minute}`,
    mediaType: 'chat',
    media: null,
    quotedMsgId: null,
    quotedSnippet: '',
    ack: 0,
    errorCode: null,
    read: true,
    isDeleted: false,
    isEdited: false,
    reactions: [],
    poll: null,
    card: null,
    referral: null,
    viewOnce: false,
    forwarded: false,
    mentions: [],
    createdAt: new Date(2026, 4, 12, 12, minute).toISOString(),
    delivery: 'accepted',
    channel: 'whatsapp',
    mediaUrl: null,
    thumbnailUrl: null,
    quoted: null,
    userName: null,
    ...patch,
  };
}
