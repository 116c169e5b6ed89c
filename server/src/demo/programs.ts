import { createHash, randomBytes } from 'node:crypto';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import type { Shop } from './enacted.ts';

/** Minutes ago, and what the web shop was answered when it told customers of their orders. */
const CALLS: readonly [minutes: number, status: number, errorCode: ErrorCode | null, ms: number][] = [
  [1_544, 202, null, 38],
  [422, 202, null, 21],
  [420, 422, 'ERR_WAPP_INVALID_CONTACT', 312],
  [185, 202, null, 24],
  [64, 202, null, 19],
  [9, 202, null, 22],
];

/** What its programs may do, and when they last did: minutes ago. Nobody knows the keys. */
const KEYS: readonly [name: string, scopes: KeyScopes, lastUsed: number | null][] = [
  ['ERP da loja', { contacts: 'write', tags: 'write', tickets: 'read', messages: 'write' }, 12],
  ['Painel da diretoria', { figures: 'read', tickets: 'read' }, null],
];

/** The connection has a token, which nobody knows: whoever tries it makes another one, as after losing it. */
export async function letProgramsSend(tx: Tx, { companyId, connectionId }: Shop, now: Date): Promise<void> {
  await tx`
    update connections set api_token_hash = ${nobodysHash()} where company_id = ${companyId} and id = ${connectionId}`;
  const { method, path } = sendApiMessage;
  const calls = CALLS.map(([minutes, status, errorCode, durationMs]) => ({
    companyId,
    tokenClass: 'connectionToken',
    tokenId: connectionId,
    method,
    route: path,
    status,
    errorCode,
    durationMs,
    at: new Date(now.getTime() - minutes * 60_000),
  }));
  await insertAll(tx, 'token_calls', calls);
  for (const [name, scopes, minutes] of KEYS)
    await tx`
      insert into api_keys (company_id, name, key_hash, scopes, last_used_at)
      values (${companyId}, ${name}, ${nobodysHash()}, ${JSON.stringify(scopes)}::jsonb,
        ${minutes === null ? null : new Date(now.getTime() - minutes * 60_000)})`;
}

const nobodysHash = () => createHash('sha256').update(randomBytes(32)).digest();
