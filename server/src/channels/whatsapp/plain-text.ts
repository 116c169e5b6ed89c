import type { proto } from '@whiskeysockets/baileys';

/** What somebody has typed: a text, or beside a file; '' for what is neither. */
export const plainTextOf = (message: proto.IMessage): string =>
  message.conversation ||
  message.extendedTextMessage?.text ||
  message.imageMessage?.caption ||
  message.videoMessage?.caption ||
  message.documentMessage?.caption ||
  '';
