import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** Told on the bus when people have changed a chat, with its key; may be lost. */
export const CHAT_CHANGED = 'web-chat-changed';

/** A chat, whoever's it is. */
export interface ChatPlace {
  companyId: number;
  connectionId: number;
}

/** What pages name a chat by. It is no secret, and signed so that whoever counts them up asks the database nothing. */
export interface ChatKeys {
  of(chat: ChatPlace): string;
  /** Null for a key that was not made here. */
  open(key: string): ChatPlace | null;
}

const KEY = /^(\d{1,15})\.(\d{1,15})\.([\w-]{22})$/;
const SIGNATURE_BYTES = 16;

export function createChatKeys(secrets: Pick<Secrets, 'derive'>): ChatKeys {
  const secret = secrets.derive('keys of web chats');
  const sign = ({ companyId, connectionId }: ChatPlace) =>
    createHmac('sha256', secret).update(`${companyId}.${connectionId}`).digest().subarray(0, SIGNATURE_BYTES);
  return {
    of: (chat) => `${chat.companyId}.${chat.connectionId}.${sign(chat).toString('base64url')}`,
    open(key) {
      const [, company, connection, signature = ''] = KEY.exec(key) ?? [];
      const chat = { companyId: Number(company), connectionId: Number(connection) };
      const given = Buffer.from(signature, 'base64url');
      return given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(chat)) ? chat : null;
    },
  };
}
