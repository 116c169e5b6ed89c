import type { PromptRow } from '@balcao/shared/model/prompt.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

export type PromptFields = Pick<PromptRow, 'name'>;

export async function find(tx: Tx, companyId: number, id: number): Promise<PromptRow | undefined> {
  const [found] = await tx<PromptRow[]>`
    select id, name, queue_id, max_tokens from prompts where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<PromptRow | undefined> {
  const [found] = await tx<PromptRow[]>`
    select id, name, queue_id, max_tokens from prompts where company_id = ${companyId} and id = ${id} for update`;
  return found;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<PromptRow[]> {
  return tx<PromptRow[]>`
    select id, name, queue_id, max_tokens from prompts where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

/** By name. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<PromptRow[]> {
  const matching = searchParam ? tx`and plain(name) like ${containing(tx, searchParam)}` : tx``;
  return tx<PromptRow[]>`
    select id, name, queue_id, max_tokens from prompts where company_id = ${companyId} ${matching}
    order by plain(name) offset ${page.offset} limit ${page.limit}`;
}

export async function insert(tx: Tx, companyId: number, fields: PromptFields): Promise<number> {
  return insertInto(tx, 'prompts', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<PromptFields>,
): Promise<void> {
  await updateIn<PromptFields>(tx, 'prompts', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from prompts where company_id = ${companyId} and id = ${id}`;
}
