import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RouteContract } from '@balcao/shared/api/contract.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../db/client.ts';
import type { Database } from '../db/database.ts';
import type { Secrets } from '../secrets.ts';
import type { Caller } from './admission.ts';
import { InputError } from './errors.ts';

/** A request as its route understands it. */
interface Call {
  contract: RouteContract;
  /** Absent for public routes. */
  caller: Pick<Caller, 'actor'> | undefined;
  /** The header `Idempotency-Key`. */
  key: string | string[] | undefined;
  /** Path, query and body, parsed. */
  input: unknown;
}

interface Outcome {
  status: number;
  answer: unknown;
}

/** Does the work of a call, or answers what the same call was answered before. */
export type Perform = (call: Call, work: () => Promise<unknown>) => Promise<Outcome>;

export const performAlways: Perform = async ({ contract }, work) => ({
  status: contract.status ?? 200,
  answer: await work(),
});

const KEY = /^[\x21-\x7e]{1,255}$/;

/** @param header `Idempotency-Key`, if it came; ERR_VALIDATION for what is none */
export function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || (typeof header === 'string' && KEY.test(header))) return header;
  throw new InputError([{ location: 'headers.idempotency-key', code: 'invalid_format' }]);
}

/**
 * Repeats of a write with the same `Idempotency-Key` have the answer of the first and no other effect. Claiming the
 * key, the work and storing its answer are one transaction: a crash leaves all or nothing, a second request waits for
 * the first. What fails is not stored, so it may be tried again. Keys are a person's own, and are forgotten after two
 * days (housekeeping.ts).
 *
 * Left out: files, which have ids that the caller makes; and public routes, because nobody owns a key there: whoever
 * guessed one would be told another's answer, tokens included. Those may be repeated as they are: a sign-up finds its
 * e-mail taken, a set-up or reset its token used, signing in and refreshing have rules of their own.
 *
 * ERR_IDEMPOTENCY_KEY_REUSED for the key of another request, ERR_VALIDATION for one that is none.
 */
export function createPerform({ db, secrets }: { db: Database; secrets: Secrets }): Perform {
  const hashKey = secrets.derive('idempotency');
  /** A dump of the database must not allow to try passwords that were in a request. */
  const hash = ({ contract, input }: Call): Buffer =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([contract.method, contract.path, input]))
      .digest();

  return async (call, work) => {
    const { contract, caller } = call;
    if (!caller || contract.method === 'GET' || contract.rawBody) return performAlways(call, work);
    const key = keyOf(call.key);
    if (key === undefined) return performAlways(call, work);

    const { companyId, userId } = caller.actor;
    const owner: Owner = { companyId, userId, key };
    const place = `idempotency_keys.answer/${companyId}/${userId}/${key}`;
    const inCompany = <T>(step: (tx: Tx) => Promise<T>) => db.withCompany(companyId, step);
    return db.together(companyId, async () => {
      const requestHash = hash(call);
      const known = await inCompany((tx) => claim(tx, owner, requestHash));
      if (known) {
        if (!timingSafeEqual(known.requestHash, requestHash))
          throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
        return { status: known.status, answer: JSON.parse(secrets.open(known.answer, place).toString()) };
      }
      const { status, answer } = await performAlways(call, work);
      const sealed = secrets.seal(Buffer.from(JSON.stringify(answer ?? null)), place);
      await inCompany((tx) => store(tx, owner, { status, answer: sealed }));
      return { status, answer };
    });
  };
}

interface Owner {
  companyId: number;
  userId: number;
  key: string;
}

interface Stored {
  requestHash: Buffer;
  status: number;
  answer: Buffer;
}

/** What was answered under this key, or nothing: then it is ours. Waits for whoever has claimed it and is not done. */
async function claim(tx: Tx, { companyId, userId, key }: Owner, hash: Buffer): Promise<Stored | undefined> {
  const claimed = await tx`
    insert into idempotency_keys (company_id, user_id, key, request_hash)
    values (${companyId}, ${userId}, ${key}, ${hash}) on conflict do nothing`;
  if (claimed.count === 1) return undefined;
  const [stored] = await tx<Stored[]>`
    select request_hash, status, answer from idempotency_keys
    where company_id = ${companyId} and user_id = ${userId} and key = ${key}`;
  // Pruned in this very moment.
  if (!stored) throw new AppError('ERR_UNAVAILABLE');
  return stored;
}

async function store(
  tx: Tx,
  { companyId, userId, key }: Owner,
  { status, answer }: Omit<Stored, 'requestHash'>,
): Promise<void> {
  await tx`
    update idempotency_keys set status = ${status}, answer = ${answer}
    where company_id = ${companyId} and user_id = ${userId} and key = ${key}`;
}
