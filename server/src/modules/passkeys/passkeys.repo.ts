import type { Tx } from '../../platform/db/client.ts';

interface Person {
  companyId: number;
  userId: number;
}

export interface PasskeyRecord {
  id: string;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export async function listOf(tx: Tx, { companyId, userId }: Person): Promise<PasskeyRecord[]> {
  return tx<PasskeyRecord[]>`
    select id, name, created_at, used_at from passkeys
    where company_id = ${companyId} and user_id = ${userId} order by created_at, id`;
}

export async function credentialsOf(tx: Tx, { companyId, userId }: Person): Promise<string[]> {
  const rows = await tx<{ credentialId: string }[]>`
    select credential_id from passkeys where company_id = ${companyId} and user_id = ${userId}`;
  return rows.map(({ credentialId }) => credentialId);
}

export interface StoredKey {
  id: string;
  userId: number;
  publicKey: Buffer;
  counter: number;
}

/** The key with this name, which stays locked: its counter goes on with one sign-in after the other. */
export async function lockKey(
  tx: Tx,
  companyId: number,
  credentialId: string,
): Promise<StoredKey | undefined> {
  const [key] = await tx<StoredKey[]>`
    select id, user_id, public_key, counter from passkeys
    where company_id = ${companyId} and credential_id = ${credentialId} for update`;
  return key;
}

export async function noteUse(
  tx: Tx,
  companyId: number,
  id: string,
  { counter, at }: { counter: number; at: Date },
): Promise<void> {
  await tx`
    update passkeys set counter = ${counter}, used_at = ${at} where company_id = ${companyId} and id = ${id}`;
}

/** @returns false when the person has it already */
export async function insert(
  tx: Tx,
  { companyId, userId }: Person,
  key: { credentialId: string; publicKey: Uint8Array; counter: number; name: string; at: Date },
): Promise<boolean> {
  const { at, publicKey, ...row } = key;
  const made = await tx`
    insert into passkeys ${tx({ companyId, userId, id: crypto.randomUUID(), ...row, publicKey: Buffer.from(publicKey), createdAt: at })}
    on conflict do nothing`;
  return made.count === 1;
}

/** @returns the key's name; undefined when the person has no such key */
export async function remove(tx: Tx, { companyId, userId }: Person, id: string): Promise<string | undefined> {
  const [removed] = await tx<{ name: string }[]>`
    delete from passkeys where company_id = ${companyId} and id = ${id} and user_id = ${userId} returning name`;
  return removed?.name;
}

export async function insertLink(
  tx: Tx,
  link: Person & { hash: Buffer; challenge: string; expiresAt: Date },
): Promise<void> {
  await tx`insert into passkey_links ${tx(link)}`;
}

export interface Maker extends Person {
  challenge: string;
  name: string;
  email: string;
}

/** Whose key a link that works is to make. */
export async function findLink(
  tx: Tx,
  companyId: number,
  hash: Buffer,
  now: Date,
): Promise<Maker | undefined> {
  const [maker] = await tx<Maker[]>`
    select l.company_id, l.user_id, l.challenge, u.name, u.email
    from passkey_links l join users u on u.company_id = l.company_id and u.id = l.user_id
    where l.company_id = ${companyId} and l.hash = ${hash} and l.expires_at > ${now}`;
  return maker;
}

/** Uses the link up. @returns false when it did not work any more */
export async function takeLink(tx: Tx, companyId: number, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx`
    delete from passkey_links where company_id = ${companyId} and hash = ${hash} and expires_at > ${now}`;
  return taken.count === 1;
}
