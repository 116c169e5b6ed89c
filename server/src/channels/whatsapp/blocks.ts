import { bothSpellings, phoneKey } from '@balcao/shared/phone/digits.ts';
import { jidDecode, jidNormalizedUser, S_WHATSAPP_NET, type WASocket } from '@whiskeysockets/baileys';
import { ChannelError, type ChatAddress } from '../channel.ts';
import { jidOfIdentity } from './identity.ts';
import { sendingError } from './outgoing.ts';

/**
 * Sends the order for every account of a person. It fails only when WhatsApp follows it for none: an account that is
 * gone, or whose number is no longer known, leaves the others blocked.
 */
export async function setBlocked(sock: WASocket, person: ChatAddress, blocked: boolean): Promise<void> {
  let refusal: unknown;
  let isDone = false;
  try {
    for (const account of await accountsOf(sock, person, blocked)) {
      try {
        await order(sock, account);
        isDone = true;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal = error;
      }
    }
  } catch (error) {
    throw isTooMuch(error)
      ? new ChannelError('rate_limited', (error as Error).message, { cause: error })
      : sendingError(error);
  }
  if (!isDone) throw new ChannelError('recipient_not_found', 'block refused', { cause: refusal });
}

interface BlockItem extends Record<string, string> {
  action: 'block' | 'unblock';
  /** The LID of the account. */
  jid: string;
}

/** The library's own call treats silence as success. */
async function order(sock: WASocket, item: BlockItem): Promise<void> {
  const answer: unknown = await sock.query({
    tag: 'iq',
    attrs: { xmlns: 'blocklist', to: S_WHATSAPP_NET, type: 'set' },
    content: [{ tag: 'item', attrs: item }],
  });
  if (!answer) throw new ChannelError('not_accepted_in_time');
}

/**
 * A block names LID and number of an account, and only WhatsApp knows which belong together. So accounts go by their
 * numbers, and the library finds the LID. Unblocking needs the LID only, even for an account that has no number now.
 */
async function accountsOf(sock: WASocket, person: ChatAddress, blocked: boolean): Promise<BlockItem[]> {
  const lids = person.identities.filter(({ kind }) => kind === 'lid').map(jidOfIdentity);
  const { lidMapping } = sock.signalRepository;
  const numbers = await numbersOf(sock, person, lids);
  const pairs = (await lidMapping.getLIDsForPNs(numbers)) ?? [];
  // Each of them exists: a missing LID means that the query was not answered.
  if (pairs.length < numbers.length) throw new ChannelError('not_accepted_in_time');
  const accounts = pairs.map(({ lid, pn }) => ({
    jid: jidNormalizedUser(lid),
    pn_jid: jidNormalizedUser(pn),
  }));
  if (blocked) return accounts.map((account) => ({ action: 'block', ...account }));
  const all = new Set([...lids, ...accounts.map(({ jid }) => jid)]);
  return [...all].map((jid) => ({ action: 'unblock', jid }));
}

/** The numbers in WhatsApp's spelling. Those that the session has not learned are queried: a fresh one knows none. */
async function numbersOf(sock: WASocket, { identities }: ChatAddress, lids: string[]): Promise<string[]> {
  const pairs = (await sock.signalRepository.lidMapping.getPNsForLIDs(lids)) ?? [];
  const known = pairs.map(({ pn }) => jidNormalizedUser(pn));
  const keys = new Set(known.map((jid) => phoneKey(jidDecode(jid)?.user ?? '')));
  const unknown = identities.filter(({ kind, value }) => kind === 'phone' && !keys.has(phoneKey(value)));
  if (unknown.length === 0) return known;
  const found = await sock.onWhatsApp(...unknown.flatMap(({ value }) => bothSpellings(value)));
  // The library returns nothing at all when the query was not answered.
  if (!found) throw new ChannelError('not_accepted_in_time');
  return [...new Set([...known, ...found.filter(({ exists }) => exists).map(({ jid }) => jid)])];
}

const codeOf = (error: unknown) => (error as { data?: unknown }).data;

const isTooMuch = (error: unknown) => codeOf(error) === 429;

/** A final answer of WhatsApp; errors on its side and rate limits are retried. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'number' && code >= 400 && code < 500 && !isTooMuch(error);
}
