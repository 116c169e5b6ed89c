import type { ErrorCode } from '@balcao/shared/errors.ts';
import { API_CALLS_KEPT } from '@balcao/shared/features/messages-api/rules.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { TokenRef } from './token-rate.ts';

/** A call that a program has made, as its log shows it. */
interface TokenCall extends TokenRef {
  method: string;
  path: string;
  status: number;
  errorCode: ErrorCode | null;
  durationMs: number;
  at: Date;
}

export type NoteCall = (call: TokenCall) => void;

const FLUSH_MS = 1_000;
/** A flood that is refused must cost the database less than it costs the caller: what is beyond is not noted. */
const MAX_GATHERED = 500;

/**
 * Notes the calls of programs for the people of their company. They are written together once a second, apart from the
 * calls themselves; of each token the newest stay. Nothing depends on them: a crash loses the last second.
 */
export function createTokenCalls(app: FastifyInstance, { db, log }: { db: Database; log: Log }): NoteCall {
  let gathered: TokenCall[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const calls = gathered;
    gathered = [];
    if (calls.length === 0) return;
    await write(db, calls).catch((err: unknown) => log.warn({ err, calls: calls.length }, 'calls not noted'));
  }

  app.addHook('onClose', flush);
  return (call) => {
    if (gathered.length >= MAX_GATHERED) return;
    gathered.push(call);
    timer ??= setTimeout(() => void flush(), FLUSH_MS);
  };
}

/** A company may be gone since. */
async function write(db: Database, calls: readonly TokenCall[]): Promise<void> {
  const given = JSON.stringify(calls);
  await db.asSystem(async (tx) => {
    await tx`
      insert into token_calls (company_id, token_class, token_id, method, route, status, error_code, duration_ms, at)
      select o.id, c."tokenClass", c.id, c.method, c.path, c.status, c."errorCode", c."durationMs", c.at
      from jsonb_to_recordset(${given}::jsonb) as c ("companyId" bigint, "tokenClass" text, id bigint, method text,
        path text, status int, "errorCode" text, "durationMs" int, at timestamptz)
      join companies o on o.id = c."companyId" order by c.at`;
    await tx`
      delete from token_calls k using (
        select distinct "companyId", "tokenClass", id from jsonb_to_recordset(${given}::jsonb)
          as c ("companyId" bigint, "tokenClass" text, id bigint)) of
      where k.company_id = of."companyId" and k.token_class = of."tokenClass" and k.token_id = of.id and k.id <= (
        select n.id from token_calls n
        where n.company_id = of."companyId" and n.token_class = of."tokenClass" and n.token_id = of.id
        order by n.id desc offset ${API_CALLS_KEPT} limit 1)`;
  });
}
