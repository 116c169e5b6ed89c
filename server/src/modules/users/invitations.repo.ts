import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface Guest {
  companyId: number;
  userId: number;
  name: string;
  email: string;
  companyName: string;
  language: Language;
}

const guests = (tx: Tx) => tx`
  select i.company_id, i.user_id, u.name, u.email, c.name as company_name, c.language
  from invitations i
  join users u on u.company_id = i.company_id and u.id = i.user_id
  join companies c on c.id = i.company_id`;

interface Link {
  hash: Buffer;
  at: Date;
  expiresAt: Date;
}

/** Invites a person who has no password that anybody knows. */
export async function insert(tx: Tx, companyId: number, userId: number, link: Link): Promise<Guest> {
  const { hash, at, expiresAt } = link;
  await tx`insert into invitations ${tx({ companyId, userId, invitedAt: at, hash, expiresAt })}`;
  return orFail(await findGuest(tx, companyId, userId));
}

/** Another link in the place of the last one. @returns undefined for somebody who has a password */
export async function renew(
  tx: Tx,
  companyId: number,
  userId: number,
  { hash, at, expiresAt }: Link,
): Promise<Guest | undefined> {
  await tx`
    update invitations set hash = ${hash}, invited_at = ${at}, expires_at = ${expiresAt}, mailed_at = null
    where company_id = ${companyId} and user_id = ${userId}`;
  return findGuest(tx, companyId, userId);
}

/** The link works no more. @returns undefined for somebody who has a password, false when it was withdrawn before */
export async function withdraw(tx: Tx, companyId: number, userId: number): Promise<boolean | undefined> {
  const withdrawn = await tx`
    update invitations set hash = null, expires_at = null, mailed_at = null
    where company_id = ${companyId} and user_id = ${userId} and hash is not null`;
  if (withdrawn.count === 1) return true;
  return (await findGuest(tx, companyId, userId)) ? false : undefined;
}

async function findGuest(tx: Tx, companyId: number, userId: number): Promise<Guest | undefined> {
  const [guest] = await tx<Guest[]>`
    ${guests(tx)} where i.company_id = ${companyId} and i.user_id = ${userId}`;
  return guest;
}

/** Whom a link that works invites. */
export async function findOpen(
  tx: Tx,
  companyId: number,
  hash: Buffer,
  now: Date,
): Promise<Guest | undefined> {
  const [guest] = await tx<Guest[]>`
    ${guests(tx)} where i.company_id = ${companyId} and i.hash = ${hash} and i.expires_at > ${now}`;
  return guest;
}

/** Uses the link up. @returns false when it did not work any more */
export async function redeem(tx: Tx, companyId: number, hash: Buffer, now: Date): Promise<boolean> {
  const redeemed = await tx`
    delete from invitations where company_id = ${companyId} and hash = ${hash} and expires_at > ${now}`;
  return redeemed.count === 1;
}

/** They have come by another way than the link. */
export async function remove(tx: Tx, companyId: number, userId: number): Promise<void> {
  await tx`delete from invitations where company_id = ${companyId} and user_id = ${userId}`;
}

/** Unless there is another link by now. */
export async function noteMailed(tx: Tx, companyId: number, hash: Buffer, at: Date): Promise<void> {
  await tx`update invitations set mailed_at = ${at} where company_id = ${companyId} and hash = ${hash}`;
}

function orFail(guest: Guest | undefined): Guest {
  if (!guest) throw new Error('nobody was invited');
  return guest;
}
