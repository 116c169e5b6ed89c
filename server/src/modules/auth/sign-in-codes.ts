import { createHash, randomBytes } from 'node:crypto';
import type { SignInWay } from '@balcao/shared/features/auth/calls.ts';
import { SIGN_IN_CODE_SECONDS } from '@balcao/shared/features/auth/limits.ts';
import type { Tx } from '../../platform/db/client.ts';

interface Person {
  companyId: number;
  userId: number;
}

/** What a page has proven the person by. */
interface Proof {
  way: Exclude<SignInWay, 'password'>;
  /** It is worth a second factor. */
  strong: boolean;
}

const CODE_BYTES = 32;
/** The company's number leads to its database. */
const CODE = /^(\d{1,15})\.[\w-]{43}$/;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * What a page gives to the console that has sent a person there: it is worth a session, once and for a minute, to whoever
 * has the word of which `challenge` is the hash.
 */
export async function giveCode(
  tx: Tx,
  { companyId, userId }: Person,
  { challenge, at, ...proof }: Proof & { challenge: string; at: Date },
): Promise<string> {
  const code = `${companyId}.${randomBytes(CODE_BYTES).toString('base64url')}`;
  const expiresAt = new Date(at.getTime() + SIGN_IN_CODE_SECONDS * 1_000);
  const row = { companyId, userId, hash: hashOf(code), challenge, ...proof, expiresAt };
  await tx`insert into sign_in_codes ${tx(row)}`;
  return code;
}

/** Empty for what no code looks like. */
export const companyOfCode = (code: string): number => Number(CODE.exec(code)?.[1] ?? 0);

/** Uses the code up, also when the word is wrong. @returns whom it proves; undefined: nobody */
export async function takeCode(
  tx: Tx,
  code: string,
  { verifier, at }: { verifier: string; at: Date },
): Promise<(Person & Proof) | undefined> {
  const companyId = companyOfCode(code);
  const [taken] = await tx<(Proof & { userId: number; challenge: string })[]>`
    delete from sign_in_codes where company_id = ${companyId} and hash = ${hashOf(code)} and expires_at > ${at}
    returning user_id, challenge, way, strong`;
  if (!taken || taken.challenge !== hashOf(verifier).toString('base64url')) return undefined;
  const { userId, way, strong } = taken;
  return { companyId, userId, way, strong };
}
