import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';
import type { MailHead } from './heads.ts';

/**
 * Tags in the address that an answer goes to (`contact+tag@shop.example`): each names the mail that is answered, for
 * programs that say it nowhere else. It is signed for the mailbox, so nobody makes up one.
 */
export interface AnswerTags {
  /** Where the answer to a mail of ours goes; null where an address has no room for a tag. */
  addressFor(messageId: string): string | null;
  /** The head of a mail that came, with what its tags say, and without them. */
  read(head: MailHead): MailHead;
}

/** Characters before the @, by RFC 5321. */
const LOCAL_CHARS = 64;
const ID_CHARS = 25;
const SIGNATURE_CHARS = 13;
const TAG = new RegExp(`^\\+([\\da-z]{${ID_CHARS}})([\\da-z]{${SIGNATURE_CHARS}})$`);

/** @param own the mailbox's address */
export function createAnswerTags(
  secrets: Pick<Secrets, 'derive'>,
  { companyId, connectionId }: { companyId: number; connectionId: number },
  own: string,
): AnswerTags {
  const key = secrets.derive('answers to mails');
  const sign = (id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([companyId, connectionId, id]))
      .digest()
      .readBigUInt64BE()
      .toString(36)
      .padStart(SIGNATURE_CHARS, '0');
  const [local, domain] = [own.slice(0, own.lastIndexOf('@')), own.slice(own.lastIndexOf('@'))];

  /** The Message-ID of ours that an address names. */
  function answeredAt(address: string): string | null {
    if (!address.startsWith(`${local}+`) || !address.endsWith(domain)) return null;
    const [, id = '', given = ''] = TAG.exec(address.slice(local.length, -domain.length)) ?? [];
    if (id === '' || !timingSafeEqual(Buffer.from(given), Buffer.from(sign(id)))) return null;
    return `${uuidOf(id)}${domain}`;
  }

  return {
    addressFor(messageId) {
      const id = shortOf(messageId.slice(0, messageId.lastIndexOf('@')));
      const tagged = `${local}+${id}${sign(id)}`;
      return tagged.length > LOCAL_CHARS ? null : `${tagged}${domain}`;
    },
    read({ to, cc, answers, ...head }) {
      const named = [...to, ...cc].flatMap((address) => answeredAt(address) ?? []);
      const untagged = (addresses: string[]) => [
        ...new Set(addresses.map((address) => (answeredAt(address) === null ? address : own))),
      ];
      return {
        ...head,
        to: untagged(to),
        cc: untagged(cc),
        // What its program says itself comes first.
        answers: [...new Set([...answers, ...named])],
      };
    },
  };
}

/** A UUID in small letters and digits alone, for mail servers that change the others. */
const shortOf = (uuid: string): string =>
  BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(36)
    .padStart(ID_CHARS, '0');

const uuidOf = (short: string): string => {
  const number = [...short].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
