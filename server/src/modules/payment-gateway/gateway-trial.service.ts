import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { OUTSIDE_CODES } from '../../platform/outgoing/outside-code.ts';
import { OutsideError, type OutsideProblem } from '../../platform/outgoing/outside-error.ts';
import type { Efi } from '../../services/efi.ts';
import {
  type GatewayDeps,
  get,
  keepTold,
  openEfi,
  openGateway,
  wantedNotices,
} from './payment-gateway.service.ts';

interface Deps extends GatewayDeps {
  db: Database;
}

/** What the operator is told, where Efí has a word of its own for it. */
const CODES: Readonly<Record<OutsideProblem, ErrorCode>> = {
  ...OUTSIDE_CODES,
  refused: 'ERR_PAYMENT_REFUSED',
  nonsense: 'ERR_PAYMENT_NONSENSE',
  unknown: 'ERR_PAYMENT_NO_ANSWER',
};

/** Asks the gateway whether it lets us in, and arranges that it tells us of payments. Whatever comes of it is an answer. */
export async function tryGateway(deps: Deps): Promise<{ ok: boolean; error: ErrorCode | null }> {
  const { db, clock } = deps;
  const [gateway, efi, { certificateUntil }] = await db.asSystem(async (tx) => [
    await openGateway(tx, deps),
    await openEfi(tx, deps),
    await get(tx, deps),
  ]);
  if (!gateway) return { ok: false, error: 'ERR_PAYMENT_NOT_SET_UP' };
  if (gateway.name !== 'efi' || !efi) return { ok: true, error: null };
  if (certificateUntil !== null && new Date(certificateUntil) <= clock())
    return { ok: false, error: 'ERR_PAYMENT_CERTIFICATE_EXPIRED' };
  const error = (await problemOf(efi.test())) ?? (await arrangeNotices(deps, efi));
  return { ok: error === null, error };
}

/** Has Efí tell this server of payments, where it can. Where it cannot, the server asks. @returns why Efí does not */
export async function arrangeNotices(deps: Deps, efi: Efi): Promise<ErrorCode | null> {
  const wanted = await deps.db.asSystem((tx) => wantedNotices(tx, deps));
  if (!wanted) return null;
  const problem = await problemOf(efi.tell(wanted.url));
  if (problem !== null) return problem === 'ERR_PAYMENT_REFUSED' ? 'ERR_PAYMENT_NOT_REACHED' : problem;
  await deps.db.asSystem((tx) => keepTold(tx, wanted.told));
  return null;
}

async function problemOf(asking: Promise<void>): Promise<ErrorCode | null> {
  try {
    await asking;
    return null;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return CODES[error.problem];
  }
}
