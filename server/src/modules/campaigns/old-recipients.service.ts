import type { PendingQuery, Row } from 'postgres';
import { type Aging, countOld, isOfPerson, listOld } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Recipients whose names go in one transaction. */
const AT_ONCE = 500;
/** Stands in the place of a number, which is unique in its campaign. */
const NOBODY = '#';

const isNamed = (tx: Tx) => tx`r.number <> ${NOBODY} || r.id`;

/** Whether the recipient `r` is a contact who must not go, or of whom a conversation must not. */
const isHeld = (tx: Tx) => tx`exists (
  select from contact_identities i
  join holds h on h.company_id = i.company_id
  left join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
  where i.company_id = r.company_id and i.kind in ('phone', 'lid', 'email') and i.value = r.number
    and (t.contact_id = i.contact_id or ${isOfPerson(tx, tx`i.contact_id`)}))`;

const finished = (tx: Tx, companyId: number, before: string) => tx`
  from campaigns c
  where c.company_id = ${companyId} and c.status = 'FINALIZADA' and not c.is_nameless and c.completed_at < ${before}`;

const old = (tx: Tx, companyId: number, before: string) => tx`
  ${finished(tx, companyId, before)} and exists (
    select from campaign_recipients r
    where r.company_id = c.company_id and r.campaign_id = c.id and ${isNamed(tx)} and not ${isHeld(tx)})`;

/** The people of finished campaigns, with what was sent to them. The figures of the report stay, without the persons. */
export const oldRecipients: Aging = {
  list: (tx, companyId, before, after, limit) =>
    listOld(tx, { old: old(tx, companyId, before), at: tx`c.completed_at`, id: tx`c.id` }, after, limit),
  count: (tx, companyId, before, most) => countOld(tx, old(tx, companyId, before), most),
  async take(tx, companyId, id, before) {
    // Whoever tries again those that failed waits, and finds none with a name.
    const locked = await tx`select ${finished(tx, companyId, before)} and c.id = ${id} for update`;
    if (locked.count === 0) return 0;
    // From the end: there those come first who have a number still.
    const recipients = await tx<{ id: number }[]>`
      select r.id from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = ${id} and ${isNamed(tx)} and not ${isHeld(tx)}
      order by r.number desc limit ${AT_ONCE}`;
    const ids = recipients.map((recipient) => recipient.id);
    await forgetRecipients(tx, companyId, tx`select unnest(${ids}::bigint[])`);
    if (ids.length === AT_ONCE) return 'more';
    await tx`
      update campaigns set is_nameless = true
      where company_id = ${companyId} and id = ${id} and not exists (
        select from campaign_recipients r
        where r.company_id = ${companyId} and r.campaign_id = ${id} and ${isNamed(tx)})`;
    return 1;
  },
};

/** They stay for the figures, without what tells who it was. @param which selects their ids @returns how many */
export async function forgetRecipients(
  tx: Tx,
  companyId: number,
  which: PendingQuery<Row[]>,
): Promise<number> {
  await tx`delete from campaign_replies where company_id = ${companyId} and recipient_id in (${which})`;
  await tx`
    update campaign_sends set payload = '', body = '', message_id = null
    where company_id = ${companyId} and recipient_id in (${which})`;
  const reached = await tx`
    update campaign_recipients
    set name = '', number = ${NOBODY} || id, whatsapp_number = '', body = null, confirmation_body = null, template = null
    where company_id = ${companyId} and id in (${which})`;
  return reached.count;
}
