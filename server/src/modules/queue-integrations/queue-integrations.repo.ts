import type { IntegrationType, QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

/** What people write about one, as its row holds it. */
export interface IntegrationColumns {
  name: string;
  projectName: string;
  language: 'pt-BR' | 'en' | 'es';
  url: string;
  headerName: string;
  typebotSlug: string;
  typebotExpires: number;
  typebotDelayMessage: number;
  typebotKeywordFinish: string;
  typebotKeywordRestart: string;
  typebotUnknownMessage: string;
  typebotRestartMessage: string;
  waitSeconds: number;
}

/** What is sealed in it. */
interface SealedColumns {
  jsonContent: Buffer | null;
  headerValue: Buffer | null;
  secret: Buffer | null;
  previousSecret: Buffer | null;
}

export interface IntegrationRecord extends IntegrationColumns, SealedColumns {
  id: number;
  type: IntegrationType;
  previousSecretUntil: Date | null;
}

const columns = (tx: Tx) => tx`
  id, type, name, project_name, json_content, language, url, secret, previous_secret, previous_secret_until, header_name,
  header_value, typebot_slug, typebot_expires, typebot_delay_message, typebot_keyword_finish, typebot_keyword_restart,
  typebot_unknown_message, typebot_restart_message, wait_seconds`;

export async function find(tx: Tx, companyId: number, id: number): Promise<IntegrationRecord | undefined> {
  const [found] = await tx<IntegrationRecord[]>`
    select ${columns(tx)} from queue_integrations where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Nobody else changes it, and no ticket comes to it, until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<IntegrationRecord | undefined> {
  const [found] = await tx<IntegrationRecord[]>`
    select ${columns(tx)} from queue_integrations where company_id = ${companyId} and id = ${id} for update`;
  return found;
}

export async function load(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<QueueIntegrationRow[]> {
  return tx<QueueIntegrationRow[]>`
    select id, type, name from queue_integrations
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

const matching = (tx: Tx, searchParam: string | undefined) =>
  searchParam ? tx`and plain(name) like ${containing(tx, searchParam)}` : tx``;

/** By name. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: Page,
): Promise<IntegrationRecord[]> {
  return tx<IntegrationRecord[]>`
    select ${columns(tx)} from queue_integrations
    where company_id = ${companyId} ${matching(tx, searchParam)}
    order by plain(name) offset ${page.offset} limit ${page.limit}`;
}

export async function count(tx: Tx, companyId: number, searchParam: string | undefined): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from queue_integrations
    where company_id = ${companyId} ${matching(tx, searchParam)}`;
  return row?.count ?? 0;
}

export async function insert(
  tx: Tx,
  companyId: number,
  fields: Change<IntegrationColumns> & { type: IntegrationType },
): Promise<number> {
  return insertInto(tx, 'queue_integrations', { companyId, ...fields });
}

export type IntegrationChange = Change<
  IntegrationColumns & SealedColumns & { previousSecretUntil: Date | null }
>;

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: IntegrationChange,
): Promise<void> {
  await updateIn(tx, 'queue_integrations', { companyId, id }, change);
}

/** As programs outside are told of it. */
export async function findCompany(tx: Tx, companyId: number): Promise<{ id: number; name: string }> {
  const [company] = await tx<{ id: number; name: string }[]>`
    select id, name from companies where id = ${companyId}`;
  return company ?? { id: companyId, name: '' };
}

/** Customers whom it answers wait for people, from this moment on. */
export async function leaveTicketsToPeople(tx: Tx, companyId: number, id: number, at: Date): Promise<void> {
  await tx`
    with answered as (
      select id from tickets where company_id = ${companyId} and integration_id = ${id} order by id for update),
    cycles as (
      update ticket_tracking k set queued_at = ${at} from answered
      where k.company_id = ${companyId} and k.ticket_id = answered.id and k.finished_at is null)
    update tickets t
    set answerer = 'nobody', integration_id = null, bot_ended = 'off', waiting_since = ${at}, updated_at = ${at}
    from answered where t.company_id = ${companyId} and t.id = answered.id`;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from queue_integrations where company_id = ${companyId} and id = ${id}`;
}

/**
 * Makes a delivery due now, unless its call is on its way already; one that was given up begins anew.
 *
 * @returns whether it will be told again
 */
export async function callAgain(
  tx: Tx,
  { companyId, integrationId, id }: { companyId: number; integrationId: number; id: string },
  at: Date,
): Promise<boolean> {
  const called = await tx`
    insert into outgoing_calls as c (company_id, id, kind, lane, due_at)
    values (${companyId}, ${id}, 'delivery', ${`integration:${integrationId}`}, ${at})
    on conflict (company_id, id) do update
    set state = 'waiting', due_at = excluded.due_at, retry_at = null, attempts = 0, reason = ''
    where c.state = 'dead'`;
  return called.count === 1;
}
