import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { PauseReason } from '@balcao/shared/features/campaigns/row.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../platform/db/client.ts';

/** How many wait for a person. */
export interface Held {
  messages: number;
  schedules: number;
  campaigns: number;
}

const CODE = 'ERR_SEND_RESTORED' satisfies ErrorCode;
const REASON = 'restored' satisfies PauseReason;

/** Nobody else looks or holds meanwhile: until the end of the transaction. */
export async function lock(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(4215, 2)`;
}

/** To which moment PostgreSQL was told to recover, if it was and nobody has noticed that yet. */
export async function noteTarget(tx: Tx): Promise<void> {
  await tx`
    insert into restores (target, messages, schedules, campaigns, under_way, wishes_due)
    select target, 0, 0, 0, true, true from (select current_setting('recovery_target_time') as target) now where target <> ''
    on conflict do nothing`;
}

export async function note(tx: Tx, target: string): Promise<void> {
  await tx`
    insert into restores (target, messages, schedules, campaigns, under_way, wishes_due)
    values (${target}, 0, 0, 0, true, true)
    on conflict do nothing`;
}

export async function isUnderWay(tx: Tx): Promise<boolean> {
  return (await tx`select from restores where under_way limit 1`).count > 0;
}

export async function count(tx: Tx, { messages, schedules, campaigns }: Held): Promise<void> {
  await tx`
    update restores set messages = messages + ${messages}, schedules = schedules + ${schedules},
      campaigns = campaigns + ${campaigns}
    where under_way`;
}

/** All of them at once: what one holds the other would. */
export async function finish(tx: Tx): Promise<(Held & { target: string })[]> {
  return tx<(Held & { target: string })[]>`
    update restores set under_way = false where under_way returning target, messages, schedules, campaigns`;
}

/** Those that have something to send. */
export async function companies(tx: Tx): Promise<number[]> {
  const rows = await tx<{ companyId: number }[]>`
    select company_id from messages where state in ('queued', 'sending')
    union select company_id from schedules where status = 'PENDENTE' and due_at <= now()
    union select company_id from campaigns where status in ('EM_ANDAMENTO', 'PROGRAMADA')
    order by company_id`;
  return rows.map(({ companyId }) => companyId);
}

/** What has got its id before goes out under it, once; what has none would get another one than it had. */
export async function hold(tx: Tx, companyId: number): Promise<Held> {
  const messages = await tx`
    update messages set state = 'failed', ack = ${ACK.error}, error_code = ${CODE}, not_before = null
    where company_id = ${companyId} and state = 'queued' and wa_id is null`;
  const schedules = await tx`
    update schedules set status = 'ERRO', error_code = ${CODE}, waiting_since = null
    where company_id = ${companyId} and status = 'PENDENTE' and due_at <= now()`;
  const running = await tx`
    update campaigns set paused_reason = ${REASON}, paused_until = null, updated_at = now()
    where company_id = ${companyId} and status = 'EM_ANDAMENTO'`;
  const late = await tx`
    update campaigns set status = 'CANCELADA', paused_reason = ${REASON}, updated_at = now()
    where company_id = ${companyId} and status = 'PROGRAMADA' and scheduled_at <= now()`;
  return { messages: messages.count, schedules: schedules.count, campaigns: running.count + late.count };
}
