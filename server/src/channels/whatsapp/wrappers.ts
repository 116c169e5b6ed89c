import type { proto } from '@whiskeysockets/baileys';

/**
 * Fields that hold a message and show nothing themselves. The library opens nine of them and no more than five deep; a
 * test compares these with its own definition. An animated sticker stays closed: its file is no picture.
 */
export const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'groupMentionedMessage',
  'botInvokeMessage',
  'eventCoverImage',
  'statusMentionMessage',
  'pollCreationOptionImageMessage',
  'groupStatusMentionMessage',
  'pollCreationMessageV4',
  'statusAddYours',
  'limitSharingMessage',
  'botTaskMessage',
  'questionMessage',
  'botForwardedMessage',
  'questionReplyMessage',
] as const satisfies readonly (keyof proto.IMessage)[];

export const CLOSED_WRAPPERS = ['lottieStickerMessage'] as const satisfies readonly (keyof proto.IMessage)[];

/** Nobody packs deeper; whoever does wants to keep us busy. */
const MAX_WRAPPERS = 20;

interface Unwrapped {
  message: proto.IMessage;
  /** It may be opened once, on the phone. */
  viewOnce: boolean;
}

/** A message without what it is packed in, in whatever order. */
export function unwrap(outer: proto.IMessage | null | undefined): Unwrapped {
  let message = outer ?? {};
  let viewOnce = false;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const wrapper = WRAPPERS.find((name) => message[name]?.message);
    if (!wrapper) break;
    viewOnce ||= wrapper.startsWith('viewOnce');
    message = message[wrapper]?.message ?? {};
  }
  return { message, viewOnce };
}
