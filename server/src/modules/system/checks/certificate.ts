import { readCertificate } from '../certificate.ts';
import { type Check, found } from './check.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do it earlier. */
const SOON_MS = 14 * DAY_MS;

/** The certificate at the address by which consoles come. */
export const certificate: Check = async ({ tx, config: { publicUrl }, now }) => {
  if (!publicUrl?.startsWith('https:')) return [found('certificateNone')];
  const name = new URL(publicUrl).host;
  const seen = await readCertificate(tx, name);
  if (!seen?.until) return [found('certificateUnseen', { name })];
  const left = Date.parse(seen.until) - now.getTime();
  const facts = { name, until: seen.until };
  if (left > 0 && seen.refused) return [found('certificateRefused', { name: `${name} (${seen.refused})` })];
  if (left > SOON_MS) return [found('certificateValid', facts)];
  return [found(left > 0 ? 'certificateEnds' : 'certificateEnded', facts)];
};
