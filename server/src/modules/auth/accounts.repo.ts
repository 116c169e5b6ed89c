import type { Tx } from '../../platform/db/client.ts';

export interface SignInAccount {
  companyId: number;
  userId: number;
  passwordHash: string;
}

/** Across companies: people sign in by e-mail alone. */
export async function findAccount(tx: Tx, email: string): Promise<SignInAccount | undefined> {
  const [account] = await tx<SignInAccount[]>`
    select company_id, id as user_id, password_hash from users where email = ${email}`;
  return account;
}

/** Empty when the person is gone. */
export async function nameOf(tx: Tx, companyId: number, userId: number): Promise<string> {
  const [user] = await tx<{ name: string }[]>`
    select name from users where company_id = ${companyId} and id = ${userId}`;
  return user?.name ?? '';
}

export async function findPassword(tx: Tx, companyId: number, userId: number): Promise<string | null> {
  const [user] = await tx<{ passwordHash: string }[]>`
    select password_hash from users where company_id = ${companyId} and id = ${userId}`;
  return user?.passwordHash ?? null;
}

/** @returns the person's name; empty when the person is gone */
export async function storePassword(
  tx: Tx,
  companyId: number,
  userId: number,
  passwordHash: string,
): Promise<string> {
  const [user] = await tx<{ name: string }[]>`
    update users set password_hash = ${passwordHash} where company_id = ${companyId} and id = ${userId}
    returning name`;
  return user?.name ?? '';
}

/**
 * Sign-ins of one account one after the other: exactly one session stays alive.
 *
 * @returns the hash of the password as it is now; undefined when the person is gone.
 */
export async function lockUser(tx: Tx, companyId: number, userId: number): Promise<string | undefined> {
  const [user] = await tx<{ passwordHash: string }[]>`
    select password_hash from users where company_id = ${companyId} and id = ${userId} for update`;
  return user?.passwordHash;
}
