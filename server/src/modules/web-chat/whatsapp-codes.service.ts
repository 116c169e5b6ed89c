import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { link } from '../contacts/contact-links.service.ts';

/**
 * Codes by which visitors go on elsewhere: whoever writes one there is the visitor to whom it was shown. It names the
 * visitor's contact, and is signed for a company and a day, so that it is kept nowhere and nobody guesses another's.
 */

type Signing = Pick<Secrets, 'derive'>;

interface Visited {
  companyId: number;
  contactId: number;
}

const CODE = /\bCHAT-([\dA-Z]{1,11})-([\dA-Z]{8})\b/i;
const DAY_MS = 86_400_000;
const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

export const codeFor = (secrets: Signing, visited: Visited, now: Date): string =>
  `CHAT-${visited.contactId.toString(36)}-${sign(secrets, visited, dayOf(now))}`.toUpperCase();

/** Links whoever has written these words to the visitor whose code is in them, if it is one of today or of yesterday. */
export async function goOn(
  tx: Tx,
  secrets: Signing,
  writer: Visited,
  { text, now }: { text: string; now: Date },
): Promise<void> {
  const [, id = '', signature = ''] = CODE.exec(text) ?? [];
  if (id === '') return;
  const { companyId, contactId } = writer;
  const otherId = Number.parseInt(id, 36);
  const days = [dayOf(now), dayOf(now) - 1];
  const isReal = days.some((day) =>
    isSame(signature.toLowerCase(), sign(secrets, { companyId, contactId: otherId }, day)),
  );
  if (!isReal) return;
  try {
    await link(tx, chatOf(companyId), { contactId, otherId, personId: crypto.randomUUID() });
  } catch (error) {
    // Each is linked to others already, or the visitor was deleted: people decide.
    if (!(error instanceof AppError)) throw error;
  }
}

function sign(secrets: Signing, { companyId, contactId }: Visited, day: number): string {
  const signed = createHmac('sha256', secrets.derive('codes of web chats')).update(
    JSON.stringify([companyId, contactId, day]),
  );
  return signed.digest().readBigUInt64BE().toString(36).slice(-8).padStart(8, '0');
}

const isSame = (given: string, real: string) =>
  given.length === real.length && timingSafeEqual(Buffer.from(given), Buffer.from(real));

/** Who links them, in the audit log: the person who wrote the code. */
const chatOf = (companyId: number): Actor => ({
  companyId,
  userId: null,
  program: 'Chat → WhatsApp',
  profile: 'admin',
  super: false,
  allTicket: true,
  queueIds: [],
});
