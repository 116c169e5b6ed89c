import type { Tx } from '../../platform/db/client.ts';

export interface Person {
  companyId: number;
  userId: number;
}

export async function lock(
  tx: Tx,
  { companyId, userId }: Person,
): Promise<{ secret: Buffer | null; confirmed: boolean } | undefined> {
  const [factor] = await tx<{ secret: Buffer | null; confirmed: boolean }[]>`
    select totp_secret as secret, totp_confirmed_at is not null as confirmed from users
    where company_id = ${companyId} and id = ${userId} for update`;
  return factor;
}

/** @returns the person's e-mail; undefined when a confirmed secret is there already. */
export async function offerSecret(
  tx: Tx,
  { companyId, userId }: Person,
  sealed: Buffer,
): Promise<string | undefined> {
  const [user] = await tx<{ email: string }[]>`
    update users set totp_secret = ${sealed}
    where company_id = ${companyId} and id = ${userId} and totp_confirmed_at is null
    returning email`;
  return user?.email;
}

export async function confirm(
  tx: Tx,
  { companyId, userId }: Person,
  { at, step }: { at: Date; step: number },
): Promise<void> {
  await tx`
    update users set totp_confirmed_at = ${at}, totp_step = ${step}
    where company_id = ${companyId} and id = ${userId}`;
}

/** @returns false when this step's code, or a newer one, has been used. */
export async function takeStep(tx: Tx, { companyId, userId }: Person, step: number): Promise<boolean> {
  const taken = await tx`
    update users set totp_step = ${step}
    where company_id = ${companyId} and id = ${userId} and (totp_step is null or totp_step < ${step})`;
  return taken.count === 1;
}

export async function takeRecoveryCode(
  tx: Tx,
  { companyId, userId }: Person,
  hash: Buffer,
): Promise<boolean> {
  const taken = await tx`
    delete from recovery_codes where company_id = ${companyId} and user_id = ${userId} and hash = ${hash}`;
  return taken.count === 1;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { companyId, userId }: Person,
  hashes: Buffer[],
): Promise<void> {
  await tx`delete from recovery_codes where company_id = ${companyId} and user_id = ${userId}`;
  await tx`
    insert into recovery_codes ${tx(hashes.map((hash) => ({ companyId, userId, hash })))}`;
}

/** @returns false when there is no such person. */
export async function remove(tx: Tx, { companyId, userId }: Person): Promise<boolean> {
  await tx`delete from recovery_codes where company_id = ${companyId} and user_id = ${userId}`;
  const cleared = await tx`
    update users set totp_secret = null, totp_confirmed_at = null, totp_step = null
    where company_id = ${companyId} and id = ${userId}`;
  return cleared.count === 1;
}
