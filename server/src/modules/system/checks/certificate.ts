import { ENDS_SOON_MS } from '@balcao/shared/features/payments/calls.ts';
import type { Finding } from '@balcao/shared/features/system/findings.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { findCertificateEnd } from '../../payment-gateway/payment-gateway.service.ts';
import { readCertificate } from '../certificate.ts';
import { type Check, found } from './check.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do it earlier. */
const SOON_MS = 14 * DAY_MS;

/** The certificate at the address by which consoles come, and the one by which companies pay. */
export const certificate: Check = async ({ tx, config: { publicUrl }, now }) => [
  await findOwn(tx, publicUrl, now),
  ...(await findPayments(tx, now)),
];

async function findOwn(tx: Tx, publicUrl: string | null, now: Date): Promise<Finding> {
  if (!publicUrl?.startsWith('https:')) return found('certificateNone');
  const name = new URL(publicUrl).host;
  const seen = await readCertificate(tx, name);
  if (!seen?.until) return found('certificateUnseen', { name });
  const left = Date.parse(seen.until) - now.getTime();
  const facts = { name, until: seen.until };
  if (left > 0 && seen.refused) return found('certificateRefused', { name: `${name} (${seen.refused})` });
  if (left > SOON_MS) return found('certificateValid', facts);
  return found(left > 0 ? 'certificateEnds' : 'certificateEnded', facts);
}

async function findPayments(tx: Tx, now: Date): Promise<Finding[]> {
  const end = await findCertificateEnd(tx);
  if (!end) return [];
  const left = end.getTime() - now.getTime();
  const facts = { until: end.toISOString() };
  if (left > ENDS_SOON_MS) return [found('paymentCertificateValid', facts)];
  return [found(left > 0 ? 'paymentCertificateEnds' : 'paymentCertificateEnded', facts)];
}
