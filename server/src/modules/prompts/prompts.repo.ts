import type { PromptView } from '@balcao/shared/features/prompts/calls.ts';
import type { PromptRow } from '@balcao/shared/features/prompts/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

/** A prompt as it is stored: its keys are sealed. */
export type PromptRecord = Omit<PromptView, 'apiKey' | 'voiceKey'> & SealedKeys;
export interface SealedKeys {
  apiKey: Buffer | null;
  voiceKey: Buffer | null;
}

const records = (tx: Tx, companyId: number) => tx`
  select p.id, p.name, p.prompt, p.queue_id, p.base_url, p.model, p.transcription_model, p.api_key, p.voice, p.voice_key,
    p.voice_region, p.max_tokens, p.max_messages, p.temperature, p.wait_seconds,
    p.only_articles,
    case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name) end as queue
  from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id
  where p.company_id = ${companyId}`;

export async function find(tx: Tx, companyId: number, id: number): Promise<PromptRecord | undefined> {
  const [found] = await tx<PromptRecord[]>`${records(tx, companyId)} and p.id = ${id}`;
  return found;
}

/** Nobody else changes it, or gives it to a queue, a connection or a ticket, until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<PromptRecord | undefined> {
  await tx`select from prompts where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<PromptRecord[]> {
  return tx<PromptRecord[]>`${records(tx, companyId)} and p.id = any (${[...ids]}::bigint[])`;
}

export async function loadRows(tx: Tx, companyId: number, ids: readonly string[]): Promise<PromptRow[]> {
  return tx<PromptRow[]>`
    select id, name, queue_id, max_tokens from prompts
    where company_id = ${companyId} and id = any (${[...ids]}::bigint[])`;
}

/** Lists them by name. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
): Promise<PromptRecord[]> {
  const matching = searchParam ? tx`and plain(p.name) like ${containing(tx, searchParam)}` : tx``;
  return tx<PromptRecord[]>`${records(tx, companyId)} ${matching} order by plain(p.name)`;
}

export type NewPrompt = Pick<PromptRecord, 'name'> & { queueId: number } & PromptChange;
export type PromptChange = Change<Omit<PromptRecord, 'id' | 'queue'>>;

export async function insert(tx: Tx, companyId: number, fields: NewPrompt): Promise<number> {
  return insertInto(tx, 'prompts', { companyId, ...fields });
}

export async function update(tx: Tx, companyId: number, id: number, change: PromptChange): Promise<void> {
  await updateIn<PromptChange>(tx, 'prompts', { companyId, id }, change);
}

/** Customers whom it answers wait for people from now on. */
export async function leaveToPeople(tx: Tx, companyId: number, id: number, at: Date): Promise<void> {
  await tx`
    with cycles as (
      update ticket_tracking k set queued_at = ${at} from tickets t
      where t.company_id = ${companyId} and t.prompt_id = ${id}
        and k.company_id = ${companyId} and k.ticket_id = t.id and k.finished_at is null)
    update tickets set answerer = 'nobody', prompt_id = null, bot_option_id = null, bot_ended = 'off',
      waiting_since = ${at}, updated_at = ${at}
    where company_id = ${companyId} and prompt_id = ${id}`;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from prompts where company_id = ${companyId} and id = ${id}`;
  await tx`delete from prompt_usage where company_id = ${companyId} and prompt_id = ${id}`;
}
