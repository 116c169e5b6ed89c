import type { proto } from '@whiskeysockets/baileys';

/**
 * How a field of a message is shown:
 * - `words`, `file`, `place`, `contacts`, `poll`, `card` (`cards/`);
 * - `envelope` and `carrier`: by the message in it, of a type of its own or of the library's general one;
 * - `silent`: not at all, for the reason that stands beside it;
 * - `unread`: as a message that is not supported, with whatever words are found in it.
 *
 * The rest follows. Previews, quotes, search, exports and webhooks have the words in `body`: a caption, the question of a
 * poll, where a place is, the vCards of contacts, and of a card everything that stands on it. The bot hears the body of
 * words and cards; to the others it answers as to what no menu understands.
 */
type Shown =
  | 'words'
  | 'file'
  | 'place'
  | 'contacts'
  | 'poll'
  | 'card'
  | 'envelope'
  | 'carrier'
  | { silent: string }
  | { unread: string };

/** Every field that the library knows; the compiler asks for those of a newer version. */
export const MESSAGE_KINDS = {
  conversation: 'words',
  extendedTextMessage: 'words',
  // What is tapped reads as if it had been written.
  buttonsResponseMessage: 'words',
  listResponseMessage: 'words',
  templateButtonReplyMessage: 'words',
  interactiveResponseMessage: 'words',
  questionResponseMessage: 'words',
  statusQuestionAnswerMessage: 'words',
  statusQuotedMessage: 'words',
  // What an AI of WhatsApp says in a group.
  richResponseMessage: 'words',

  imageMessage: 'file',
  videoMessage: 'file',
  ptvMessage: 'file',
  audioMessage: 'file',
  documentMessage: 'file',
  stickerMessage: 'file',

  locationMessage: 'place',
  liveLocationMessage: 'place',
  contactMessage: 'contacts',
  contactsArrayMessage: 'contacts',

  pollCreationMessage: 'poll',
  pollCreationMessageV2: 'poll',
  pollCreationMessageV3: 'poll',
  pollCreationMessageV5: 'poll',

  buttonsMessage: 'card',
  listMessage: 'card',
  templateMessage: 'card',
  highlyStructuredMessage: 'card',
  interactiveMessage: 'card',
  orderMessage: 'card',
  productMessage: 'card',
  requestPaymentMessage: 'card',
  sendPaymentMessage: 'card',
  declinePaymentRequestMessage: 'card',
  cancelPaymentRequestMessage: 'card',
  paymentInviteMessage: 'card',
  invoiceMessage: 'card',
  eventMessage: 'card',
  scheduledCallCreationMessage: 'card',
  callLogMesssage: 'card',
  groupInviteMessage: 'card',
  newsletterAdminInviteMessage: 'card',
  newsletterFollowerInviteMessageV2: 'card',
  stickerPackMessage: 'card',
  pollResultSnapshotMessage: 'card',
  pollResultSnapshotMessageV3: 'card',
  requestPhoneNumberMessage: 'card',
  // An envelope whose file is mostly no picture.
  lottieStickerMessage: 'card',

  ephemeralMessage: 'envelope',
  viewOnceMessage: 'envelope',
  viewOnceMessageV2: 'envelope',
  viewOnceMessageV2Extension: 'envelope',
  documentWithCaptionMessage: 'envelope',
  editedMessage: 'envelope',
  associatedChildMessage: 'envelope',
  groupStatusMessage: 'envelope',
  groupStatusMessageV2: 'envelope',
  groupMentionedMessage: 'envelope',
  botInvokeMessage: 'envelope',
  eventCoverImage: 'envelope',
  statusMentionMessage: 'envelope',
  pollCreationOptionImageMessage: 'envelope',
  groupStatusMentionMessage: 'envelope',
  pollCreationMessageV4: 'envelope',
  statusAddYours: 'envelope',
  limitSharingMessage: 'envelope',
  botTaskMessage: 'envelope',
  questionMessage: 'envelope',
  botForwardedMessage: 'envelope',
  questionReplyMessage: 'envelope',
  deviceSentMessage: 'carrier',
  commentMessage: 'carrier',

  protocolMessage: { silent: 'changes an earlier message, or is for programs' },
  reactionMessage: { silent: 'is shown at the message that it is about' },
  encReactionMessage: { silent: 'is a reaction that only phones open' },
  pollUpdateMessage: { silent: 'is a vote, which is counted at its poll' },
  keepInChatMessage: { silent: 'keeps a message that would vanish' },
  pinInChatMessage: { silent: 'pins a message on phones' },
  encEventResponseMessage: { silent: 'is an answer, which is counted at its appointment' },
  encCommentMessage: { silent: 'is a comment that only phones open' },
  secretEncryptedMessage: { silent: 'changes an earlier message, and only phones open it' },
  senderKeyDistributionMessage: { silent: 'is a key' },
  fastRatchetKeySenderKeyDistributionMessage: { silent: 'is a key' },
  messageContextInfo: { silent: 'describes the message beside it' },
  stickerSyncRmrMessage: { silent: 'brings stickers from device to device' },
  albumMessage: { silent: 'announces pictures, which come by themselves' },
  messageHistoryBundle: { silent: 'brings the past to a new member of a group' },
  messageHistoryNotice: { silent: 'says that the past was brought to somebody' },

  call: { unread: 'is where a call came from' },
  chat: { unread: 'names a chat' },
  bcallMessage: { unread: 'is a call to many' },
  scheduledCallEditMessage: { unread: 'changes a call without saying which' },
  placeholderMessage: { unread: 'stays on the phone' },
  statusNotificationMessage: { unread: 'tells of a status' },
  statusStickerInteractionMessage: { unread: 'is a sticker on a status' },
} as const satisfies Record<keyof proto.IMessage, Shown>;

type FieldShown<How> = {
  [Field in keyof typeof MESSAGE_KINDS]: (typeof MESSAGE_KINDS)[Field] extends How ? Field : never;
}[keyof typeof MESSAGE_KINDS];

/** Fields that hold a message and show nothing themselves. */
export const ENVELOPES = Object.entries(MESSAGE_KINDS).flatMap(([field, shown]) =>
  shown === 'envelope' || shown === 'carrier' ? [field as FieldShown<'envelope' | 'carrier'>] : [],
);

/** Whether a field shows nothing by itself. */
export function isSilent(field: string): boolean {
  const shown: Shown | undefined = MESSAGE_KINDS[field as keyof typeof MESSAGE_KINDS];
  return typeof shown === 'object' && 'silent' in shown;
}
