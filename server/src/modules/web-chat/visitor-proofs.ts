import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ProvenUser } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { ChatPlace } from './chat-keys.ts';

/** A chat with the number of its secret. */
export type SignedChat = ChatPlace & { secretVersion: number };

/** Somebody on a page of the chat: a browser, and whom the page has proven to be there. */
export interface Visitor {
  /** Made here, and kept by the page in its token. */
  id: string;
  /** The person as the shop names them; null: nobody has signed in there. */
  user: string | null;
}

/** How visitors prove who they are. A token that was stolen from a page opens that one visitor's conversation alone. */
export interface VisitorProofs {
  tokenOf(chat: SignedChat, visitor: Visitor): string;
  /** Null for one that was not made here for this chat, is too old, or went with the secret. */
  open(chat: SignedChat, token: string): Visitor | null;
  /** What the shop's server signs with. */
  secretOf(chat: SignedChat): string;
  isProven(chat: SignedChat, user: Pick<ProvenUser, 'id' | 'hash'>): boolean;
  /** The id under which a visitor's file is stored: nobody else's message can name it. */
  fileOf(chat: ChatPlace, visitor: Visitor, fileId: string): string;
}

/** Whoever comes back within that time has the same conversation. Every visit renews it. */
const KEPT_S = 180 * 86_400;

export function createVisitorProofs(deps: {
  secrets: Pick<Secrets, 'derive'>;
  clock(): Date;
}): VisitorProofs {
  const key = deps.secrets.derive('visitors of web chats');
  const hmac = (...parts: (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const placeOf = ({ companyId, connectionId, secretVersion }: SignedChat) =>
    [companyId, connectionId, secretVersion] as const;
  const seconds = () => Math.floor(deps.clock().getTime() / 1_000);
  const secretOf = (chat: SignedChat) => hmac('secret', ...placeOf(chat)).toString('hex');
  const sign = (chat: SignedChat, said: string) => hmac('token', ...placeOf(chat), said);

  return {
    secretOf,
    tokenOf(chat, { id, user }) {
      const said = Buffer.from(JSON.stringify([id, user, seconds()])).toString('base64url');
      return `${said}.${sign(chat, said).toString('base64url')}`;
    },
    open(chat, token) {
      const [said = '', signature = ''] = token.split('.');
      if (!isSame(Buffer.from(signature, 'base64url'), sign(chat, said))) return null;
      const [id, user, at] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
        string,
        string | null,
        number,
      ];
      return at + KEPT_S > seconds() ? { id, user } : null;
    },
    isProven(chat, { id, hash }) {
      const real = createHmac('sha256', secretOf(chat)).update(id).digest();
      return isSame(Buffer.from(hash, 'hex'), real);
    },
    fileOf({ companyId, connectionId }, { id }, fileId) {
      const hex = hmac('file', companyId, connectionId, id, fileId).toString('hex').slice(0, 32);
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

export const newVisitor = (user: string | null): Visitor => ({ id: randomUUID(), user });

/** The names of a visitor's contact, the preferred one first. They mean something within one chat. */
export function namesOf({ connectionId }: ChatPlace, { id, user }: Visitor): string[] {
  const visitor = `${connectionId}/visitor/${id}`;
  return user === null ? [visitor] : [`${connectionId}/user/${user}`, visitor];
}

const isSame = (given: Buffer, real: Buffer) => given.length === real.length && timingSafeEqual(given, real);
