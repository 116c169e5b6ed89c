import type { Quality } from '@balcao/shared/features/connections/row.ts';
import type { MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { type Lease, whileHeld } from './lease.ts';

/** What a messenger thinks of an account. */
export interface Standing {
  quality: Quality | null;
  /** So many customers may be written to first in a day; null: no limit, or it is not known. */
  dailyCustomers: number | null;
}

/** What a messenger has told of an account. Null is what it could not be asked: what is known of that stays. */
export interface AccountNews {
  standing: Standing | null;
  /** All that may be sent. */
  templates: readonly MessageTemplate[] | null;
}

/** Writes it down while the lease is held. Consoles hear of it only when something is another. */
export async function storeAccountNews(db: Database, lease: Lease, news: AccountNews): Promise<void> {
  await db.withCompany(lease.companyId, async (tx) => {
    const [held] = await tx<{ held: boolean | null }[]>`select ${whileHeld(tx, lease)} as held`;
    if (!held?.held) return;
    const [before] = await tx<Standing[]>`
      select quality, daily_customers from connections
      where company_id = ${lease.companyId} and id = ${lease.connectionId} for update`;
    if (!before) return;
    const { quality, dailyCustomers } = news.standing ?? before;
    const isOther = before.quality !== quality || before.dailyCustomers !== dailyCustomers;
    const changed = news.templates === null ? 0 : await replaceTemplates(tx, lease, news.templates);
    if (!isOther && changed === 0) return;
    await tx`update connections
      set quality = ${quality}, daily_customers = ${dailyCustomers}, updated_at = now()
      where company_id = ${lease.companyId} and id = ${lease.connectionId}`;
    if (before.quality !== quality && quality !== null)
      await tx`insert into connection_events (company_id, connection_id, kind, details)
        values (${lease.companyId}, ${lease.connectionId}, 'quality', ${tx.json({ quality })})`;
  });
}

/** @returns how many are new, gone or another */
async function replaceTemplates(
  tx: Tx,
  { companyId, connectionId }: Lease,
  templates: readonly MessageTemplate[],
): Promise<number> {
  const given = tx`jsonb_to_recordset(${tx.json(templates as MessageTemplate[])}::jsonb) as given (
    name text, language text, category text, header text, body text, footer text, buttons text[])`;
  const gone = await tx`
    delete from message_templates t
    where t.company_id = ${companyId} and t.connection_id = ${connectionId} and not exists (
      select from ${given} where given.name = t.name and given.language = t.language)`;
  const stored = await tx`
    insert into message_templates as t (company_id, connection_id, name, language, category, header, body, footer, buttons)
    select ${companyId}, ${connectionId}, given.* from ${given}
    on conflict (company_id, connection_id, name, language) do update set
      category = excluded.category, header = excluded.header, body = excluded.body, footer = excluded.footer,
      buttons = excluded.buttons
    where (t.category, t.header, t.body, t.footer, t.buttons)
      is distinct from (excluded.category, excluded.header, excluded.body, excluded.footer, excluded.buttons)`;
  return gone.count + stored.count;
}
