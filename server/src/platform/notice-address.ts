import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** A connection, whoever's it is. */
export interface NoticedConnection {
  companyId: number;
  connectionId: number;
}

/** Where messengers that call us tell of a connection: an address of its own, which nobody guesses. */
export interface NoticeAddresses {
  /** Null while this server has no address that others reach. */
  of(connection: NoticedConnection): string | null;
  /** What the account's owner types beside it, where the messenger asks for a word that only the two know. */
  wordOf(connection: NoticedConnection): string;
  /** Whether somebody who calls has that word. */
  isWordOf(connection: NoticedConnection, given: string): boolean;
  /** Null for a token that was not made here. */
  open(token: string): NoticedConnection | null;
}

const WORD_CHARS = 32;
const TOKEN = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/;

export function createNoticeAddresses(deps: {
  secrets: Pick<Secrets, 'derive'>;
  publicUrl: string | null;
}): NoticeAddresses {
  const key = deps.secrets.derive('notices of channels');
  const sign = (companyId: number, connectionId: number) =>
    createHmac('sha256', key).update(`${companyId}.${connectionId}`).digest();

  const wordOf = ({ companyId, connectionId }: NoticedConnection) =>
    createHmac('sha256', key).update(`word ${companyId}.${connectionId}`).digest('hex').slice(0, WORD_CHARS);

  return {
    of({ companyId, connectionId }) {
      if (deps.publicUrl === null) return null;
      const signature = sign(companyId, connectionId).toString('base64url');
      return `${deps.publicUrl}/webhooks/channels/${companyId}.${connectionId}.${signature}`;
    },
    wordOf,
    isWordOf(connection, given) {
      const [real, said] = [Buffer.from(wordOf(connection)), Buffer.from(given)];
      return said.length === real.length && timingSafeEqual(said, real);
    },
    open(token) {
      const [, company, connection, signature = ''] = TOKEN.exec(token) ?? [];
      const named = { companyId: Number(company), connectionId: Number(connection) };
      const given = Buffer.from(signature, 'base64url');
      const real = sign(named.companyId, named.connectionId);
      return given.length === real.length && timingSafeEqual(given, real) ? named : null;
    },
  };
}
