import { createHmac, timingSafeEqual } from 'node:crypto';
import { isWrite, type RouteContract } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../db/client.ts';
import { endWith } from '../db/last-statement.ts';
import type { Secrets } from '../secrets.ts';
import { InputError } from './errors.ts';

/** A request as its route understands it. */
export interface Call {
  contract: RouteContract;
  /** Whose key it is, among those of the company; absent for public routes. */
  owner: { companyId: number; name: string } | undefined;
  /** The header `Idempotency-Key`. */
  key: string | string[] | undefined;
  /** Path, query and body, parsed. */
  input: unknown;
}

export interface Outcome {
  status: number;
  answer: unknown;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Longer than anybody waits for an answer (`WORK_MS`): until then whoever has claimed a key may still be at work. */
const CLAIM_S = 15;

/** @param header `Idempotency-Key`, if it came; ERR_VALIDATION for what is none */
export function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || (typeof header === 'string' && KEY.test(header))) return header;
  throw new InputError([{ location: 'headers.idempotency-key', code: 'invalid_format' }]);
}

/** What is remembered of one call under its key. */
export interface Memory {
  /**
   * What the same call was answered; or nothing: then it is this one's to be done. Waits for a transaction that has
   * claimed the key and is not over. ERR_IDEMPOTENCY_KEY_REUSED for the key of another request, ERR_UNAVAILABLE while
   * somebody who has claimed it in an earlier transaction may be at work.
   */
  claim(tx: Tx): Promise<Outcome | undefined>;
  /**
   * Keeps the answer, as the last thing in its transaction. ERR_UNAVAILABLE when another call has claimed the key
   * meanwhile: then its work counts.
   */
  keep(tx: Tx, outcome: Outcome): Promise<void>;
  /** What has failed may be tried again at once. */
  release(tx: Tx): Promise<void>;
}

/**
 * Repeats of a write with the same `Idempotency-Key` have the answer of the first and no other effect. What fails is not
 * stored, so it may be tried again. Keys are a person's or a token's own, and are forgotten after two days (housekeeping.ts).
 *
 * Left out: files, which have ids that the caller or the key makes; and public routes, because a key has no owner
 * there: a stranger who guessed one would be told another's answer, tokens included. Those may be repeated as they are: a sign-up finds
 * its e-mail taken, a set-up or reset its token used, signing in and refreshing have rules of their own.
 *
 * @returns the memory of a call that has one; ERR_VALIDATION for a key that is none
 */
export function createMemories(secrets: Secrets): (call: Call) => Memory | undefined {
  const hashKey = secrets.derive('idempotency');
  /** A dump of the database must not allow to try passwords that were in a request. */
  const hashOf = ({ contract, input }: Call): Buffer =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([contract.method, contract.path, input]))
      .digest();

  return (call) => {
    const { contract, owner } = call;
    if (!owner || !isWrite(contract) || contract.rawBody) return undefined;
    const key = keyOf(call.key);
    if (key === undefined) return undefined;
    const { companyId, name } = owner;
    const place = placeOf({ companyId, owner: name, key });
    return memoryOf({ companyId, owner: name, key }, hashOf(call), {
      seal: (answer) => secrets.seal(Buffer.from(JSON.stringify(answer ?? null)), place),
      open: (sealed) => JSON.parse(secrets.open(sealed, place).toString()),
    });
  };
}

interface Owner {
  companyId: number;
  owner: string;
  key: string;
}

const placeOf = ({ companyId, owner, key }: Owner) => `idempotency_keys.answer/${companyId}/${owner}/${key}`;

/** So many answers are opened at once. */
const OPENED_AT_ONCE = 500;

/**
 * Forgets the keys whose answers say something, given as JSON: a repeat is done as if it were the first.
 *
 * @param before when they were given
 */
export async function forgetAnswers(
  tx: Tx,
  secrets: Secrets,
  companyId: number,
  { says, before }: { says: (answer: string) => boolean; before: Date },
): Promise<void> {
  const answers = tx<{ owner: string; key: string; answer: Buffer }[]>`
    select owner, key, answer from idempotency_keys
    where company_id = ${companyId} and answer is not null and created_at < ${before}`;
  const saying: { owner: string; key: string }[] = [];
  // Nothing else can be asked while a cursor is open.
  for await (const some of answers.cursor(OPENED_AT_ONCE))
    for (const { owner, key, answer } of some)
      if (says(secrets.open(answer, placeOf({ companyId, owner, key })).toString()))
        saying.push({ owner, key });
  for (const { owner, key } of saying)
    await tx`delete from idempotency_keys where company_id = ${companyId} and owner = ${owner} and key = ${key}`;
}

interface Envelope {
  seal(answer: unknown): Buffer;
  open(sealed: Buffer): unknown;
}

function memoryOf({ companyId, owner, key }: Owner, hash: Buffer, envelope: Envelope): Memory {
  /** When this call's own claim ends, to the microsecond: another claim has another deadline. */
  let deadline: string | undefined;
  let claimedIn: Tx | undefined;
  const ours = (tx: Tx) => tx`company_id = ${companyId} and owner = ${owner} and key = ${key}`;

  return {
    async claim(tx) {
      const [claimed] = await tx<{ deadline: string }[]>`
        insert into idempotency_keys as known (company_id, owner, key, request_hash, deadline)
        values (${companyId}, ${owner}, ${key}, ${hash}, clock_timestamp() + ${`${CLAIM_S}s`}::interval)
        on conflict (company_id, owner, key) do update set deadline = excluded.deadline
        where known.answer is null and known.deadline < clock_timestamp() and known.request_hash = ${hash}
        returning deadline::text`;
      deadline = claimed?.deadline;
      claimedIn = tx;
      if (claimed) return undefined;
      const [stored] = await tx<{ requestHash: Buffer; status: number; answer: Buffer | null }[]>`
        select request_hash, status, answer from idempotency_keys where ${ours(tx)}`;
      // Pruned in this very moment.
      if (!stored) throw new AppError('ERR_UNAVAILABLE');
      if (!timingSafeEqual(stored.requestHash, hash)) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
      if (!stored.answer) throw new AppError('ERR_UNAVAILABLE');
      return { status: stored.status, answer: envelope.open(stored.answer) };
    },

    async keep(tx, { status, answer }) {
      const keeping = tx`
        update idempotency_keys set status = ${status}, answer = ${envelope.seal(answer)}, deadline = null
        where ${ours(tx)} and deadline::text = ${deadline ?? null}`;
      // Nobody else can have it before the commit.
      if (claimedIn === tx) endWith(tx, keeping);
      else if ((await keeping).count === 0) throw new AppError('ERR_UNAVAILABLE');
    },

    async release(tx) {
      if (deadline === undefined) return;
      await tx`delete from idempotency_keys where ${ours(tx)} and deadline::text = ${deadline}`;
    },
  };
}
