import type { PasswordReset } from '@balcao/shared/features/auth/calls.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface Forgetful {
  companyId: number;
  userId: number;
  name: string;
  email: string;
  language: Language;
}

/** Across companies: whoever has forgotten the password knows an e-mail and nothing else. */
export async function findForgetful(tx: Tx, email: string): Promise<Forgetful | undefined> {
  const [person] = await tx<Forgetful[]>`
    select u.company_id, u.id as user_id, u.name, u.email, c.language
    from users u join companies c on c.id = u.company_id
    where u.email = ${email}`;
  return person;
}

interface Ticket {
  hash: Buffer;
  expiresAt: Date;
}

/** Asked again: it is still one request. */
export async function request(tx: Tx, { companyId, userId }: Forgetful, at: Date): Promise<void> {
  const known = await tx`
    update password_resets set requested_at = ${at}
    where company_id = ${companyId} and user_id = ${userId} and hash is null and used_at is null`;
  if (known.count > 0) return;
  await tx`
    insert into password_resets (company_id, user_id, requested_at) values (${companyId}, ${userId}, ${at})`;
}

export async function requestWithLink(
  tx: Tx,
  { companyId, userId }: Pick<Forgetful, 'companyId' | 'userId'>,
  at: Date,
  { hash, expiresAt }: Ticket,
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into password_resets (company_id, user_id, requested_at, hash, expires_at)
    values (${companyId}, ${userId}, ${at}, ${hash}, ${expiresAt}) returning id`;
  if (!row) throw new Error('no request was made');
  return row.id;
}

export async function noteMailed(tx: Tx, companyId: number, id: number, at: Date): Promise<void> {
  await tx`update password_resets set mailed_at = ${at} where company_id = ${companyId} and id = ${id}`;
}

/** Across companies: the link is all that its bearer shows. */
export async function findOpen(
  tx: Tx,
  hash: Buffer,
  at: Date,
): Promise<{ companyId: number; userId: number } | undefined> {
  const [row] = await tx<{ companyId: number; userId: number }[]>`
    select company_id, user_id from password_resets
    where hash = ${hash} and used_at is null and expires_at > ${at}`;
  return row;
}

/** Uses the link up, and with it every other one of the person. @returns false when it was no longer open. */
export async function redeem(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const used = await tx`
    update password_resets set used_at = ${at}
    where company_id = ${companyId} and hash = ${hash} and used_at is null and expires_at > ${at}`;
  await tx`
    update password_resets set used_at = ${at}
    where company_id = ${companyId} and user_id = ${userId} and used_at is null`;
  return used.count === 1;
}

const SHOWN = 200;

/** Lists the requests of all companies that no mail has answered, for the operator; the newest first. */
export async function listOpen(tx: Tx): Promise<PasswordReset[]> {
  const rows = await tx<(Omit<PasswordReset, 'requestedAt'> & { requestedAt: Date })[]>`
    select r.id, u.name as user_name, u.email, c.name as company_name, r.requested_at
    from password_resets r
    join users u on u.company_id = r.company_id and u.id = r.user_id
    join companies c on c.id = r.company_id
    where r.used_at is null and r.mailed_at is null
    order by r.requested_at desc, r.id desc limit ${SHOWN}`;
  return rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() }));
}

/** Gives the request of an operator's list a link in the place of any earlier one. */
export async function giveLink(
  tx: Tx,
  id: number,
  { hash, expiresAt }: Ticket,
): Promise<Forgetful | undefined> {
  const [person] = await tx<Forgetful[]>`
    update password_resets r set hash = ${hash}, expires_at = ${expiresAt}
    from users u, companies c
    where r.id = ${id} and r.used_at is null and r.mailed_at is null
      and u.company_id = r.company_id and u.id = r.user_id and c.id = r.company_id
    returning u.company_id, u.id as user_id, u.name, u.email, c.language`;
  return person;
}
