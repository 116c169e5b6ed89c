import type { AiRequest } from '@balcao/shared/features/ai-requests/calls.ts';
import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

const DAYS: SettingKey = 'aiRequestDays';

export interface AiRequestRecord extends Omit<AiRequest, 'at'> {
  at: Date;
}
export interface SealedRequest extends AiRequestRecord {
  sealed: Buffer;
}

const columns = (tx: Tx) => tx`id, ticket_id, at, purpose, model, prompt_tokens, completion_tokens, ending`;

/** Nothing where the company keeps none, or the conversation is gone: both stay as they are until the transaction ends. */
export async function insert(tx: Tx, companyId: number, request: SealedRequest): Promise<void> {
  const { id, ticketId, at, purpose, model, promptTokens, completionTokens, ending, sealed } = request;
  await tx`
    insert into ai_requests (company_id, ${columns(tx)}, sealed)
    select t.company_id, ${id}, t.id, ${at}, ${purpose}, ${model}, ${promptTokens}, ${completionTokens}, ${ending}, ${sealed}
    from tickets t join settings s on s.company_id = t.company_id and s.key = ${DAYS} and s.value <> ''
    where t.company_id = ${companyId} and t.id = ${ticketId}
    for key share`;
}

/** The newest first. */
export const list = (
  tx: Tx,
  companyId: number,
  after: string | undefined,
  limit: number,
): Promise<AiRequestRecord[]> =>
  tx<AiRequestRecord[]>`
    select ${columns(tx)} from ai_requests
    where company_id = ${companyId} ${after === undefined ? tx`` : tx`and id < ${after}`}
    order by id desc limit ${limit}`;

export async function find(tx: Tx, companyId: number, id: string): Promise<SealedRequest | undefined> {
  const [found] = await tx<SealedRequest[]>`
    select ${columns(tx)}, sealed from ai_requests where company_id = ${companyId} and id = ${id}`;
  return found;
}

export async function removeAll(tx: Tx, companyId: number): Promise<void> {
  await tx`delete from ai_requests where company_id = ${companyId}`;
}

/** What each company keeps no longer. */
export async function removeOld(tx: Tx, now: Date): Promise<void> {
  await tx`
    delete from ai_requests r using settings s
    where s.company_id = r.company_id and s.key = ${DAYS} and s.value <> ''
      and r.at < ${now}::timestamptz - make_interval(days => s.value::int)`;
}
