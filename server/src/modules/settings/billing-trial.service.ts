import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { BillingService } from '@balcao/shared/features/settings/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { OUTSIDE_CODES } from '../../platform/outgoing/outside-code.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { test as testAsaas } from '../../services/asaas.ts';
import { test as testIxc } from '../../services/ixc.ts';
import { test as testMkauth } from '../../services/mkauth.ts';
import type { Outside } from '../../services/outside.ts';
import { readProviders } from './settings.service.ts';

interface Deps {
  db: Database;
  secrets: Secrets;
  outside: Outside;
}

/** Consoles give a call up after 15 seconds. */
const TIMEOUT_MS = 10_000;

/** Asks a billing system with the company's account whether it lets us in. Whatever comes of it is an answer. */
export async function tryBilling(
  { db, secrets, outside }: Deps,
  { companyId }: Pick<Actor, 'companyId'>,
  service: BillingService,
): Promise<{ ok: boolean; error: ErrorCode | null }> {
  const { ixc, mkauth, asaas } = await db.readCompany(companyId, (tx) =>
    readProviders(tx, companyId, secrets),
  );
  const limits = { timeoutMs: TIMEOUT_MS };
  const ask: Record<BillingService, (() => Promise<void>) | null> = {
    ixc: ixc && (() => testIxc(outside, ixc, limits)),
    mkauth: mkauth && (() => testMkauth(outside, mkauth, limits)),
    asaas: asaas && (() => testAsaas(outside, asaas, limits)),
  };
  try {
    const asking = ask[service];
    if (!asking) return { ok: false, error: 'ERR_BILLING_NOT_SET_UP' };
    await asking();
    return { ok: true, error: null };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { ok: false, error: OUTSIDE_CODES[error.problem] };
  }
}
