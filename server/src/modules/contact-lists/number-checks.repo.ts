import { BY_NUMBER } from '@balcao/shared/features/connections/channel.ts';
import { NUMBER_CHECK } from '@balcao/shared/features/contact-lists/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { ItemRecord } from './list-items.repo.ts';

/** Companies that have numbers to check, and a connection that may be asked. */
export async function companiesDue(tx: Tx, limit: number): Promise<{ companyId: number; id: number }[]> {
  return tx<{ companyId: number; id: number }[]>`
    select up.company_id, up.company_id as id
    from (
      select distinct c.company_id from connections c
      join held_connections l on l.company_id = c.company_id and l.connection_id = c.id
      where c.deleted_at is null and c.status = 'connected') up
    where exists (select from contact_list_items i where i.company_id = up.company_id and i.check_due)
    order by up.company_id limit ${limit}`;
}

/** The connection whose turn it is, which has none again until the pause is over; undefined when all have had theirs. */
export async function takeTurn(tx: Tx, companyId: number, now: Date): Promise<number | undefined> {
  const next = new Date(now.getTime() + NUMBER_CHECK.pauseMs);
  const [taken] = await tx<{ connectionId: number }[]>`
    insert into number_check_turns as t (company_id, connection_id, next_at)
    select c.company_id, c.id, ${next}::timestamptz from connections c
    join held_connections l on l.company_id = c.company_id and l.connection_id = c.id
    left join number_check_turns had on had.company_id = c.company_id and had.connection_id = c.id
    where c.company_id = ${companyId} and c.deleted_at is null and c.status = 'connected'
      and c.kind = any (${BY_NUMBER.kinds})
      and (had.next_at is null or had.next_at <= ${now})
    order by not c.is_default, c.id limit 1
    on conflict (company_id, connection_id) do update set next_at = excluded.next_at where t.next_at <= ${now}
    returning connection_id`;
  return taken?.connectionId;
}

/** The next numbers to ask about, one list after the other. */
export async function nextNumbers(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await tx<{ number: string }[]>`
    select distinct number from (
      select number from contact_list_items where company_id = ${companyId} and check_due
      order by contact_list_id, id limit ${NUMBER_CHECK.atOnce}) next`;
  return rows.map(({ number }) => number);
}

export interface CheckedNumber {
  number: string;
  exists: boolean;
  whatsappNumber: string | null;
}

/** Keeps what WhatsApp has said, and tells it to all who wait for it. @returns these */
export async function settle(
  tx: Tx,
  companyId: number,
  checked: readonly CheckedNumber[],
  now: Date,
): Promise<ItemRecord[]> {
  const given = tx`
    jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as given (number text, "exists" boolean, "whatsappNumber" text)`;
  await tx`
    select from contact_lists
    where company_id = ${companyId} and id in (
      select contact_list_id from contact_list_items
      where company_id = ${companyId} and check_due and number = any (${checked.map(({ number }) => number)}::text[]))
    order by id for update`;
  await tx`
    insert into number_checks (company_id, number, exists, whatsapp_number, checked_at)
    select ${companyId}, given.number, given.exists, given."whatsappNumber", ${now} from ${given}
    on conflict (company_id, number) do update
      set exists = excluded.exists, whatsapp_number = excluded.whatsapp_number, checked_at = excluded.checked_at`;
  return tx<ItemRecord[]>`
    update contact_list_items i set is_whatsapp_valid = given.exists, whatsapp_number = given."whatsappNumber",
      check_due = false, updated_at = now()
    from ${given}
    where i.company_id = ${companyId} and i.number = given.number and i.check_due
    returning i.id, i.company_id, i.contact_list_id, i.name, i.number, i.email, i.is_whatsapp_valid, i.created_at,
      i.updated_at`;
}
