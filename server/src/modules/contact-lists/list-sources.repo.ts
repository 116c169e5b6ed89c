import { CONTACT_LIST_MAX } from '@balcao/shared/features/contact-lists/rules.ts';
import { CONTACT_NAME, CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import type { Tx } from '../../platform/db/client.ts';

/** People who are contacts already, into a list. */

type Query = ReturnType<Tx>;

/**
 * Each once: a contact by the key of its number, which no other has. Whoever has written to us is known to WhatsApp; of
 * the others it is asked.
 *
 * @param chosen contacts `c`
 */
async function fill(tx: Tx, companyId: number, listId: number, chosen: Query): Promise<void> {
  await tx`
    insert into contact_list_items (company_id, contact_list_id, name, number, email, is_whatsapp_valid,
      whatsapp_number, check_due)
    select ${companyId}, ${listId},
      case when length(trim(c.name)) < ${CONTACT_NAME.min} then phone.value else left(trim(c.name), ${CONTACT_NAME.max}) end,
      phone.value, c.email,
      not c.number_unchecked or k.exists,
      case when c.number_unchecked then k.whatsapp_number else c.number end,
      c.number_unchecked and k.number is null
    from (${chosen}) c
    cross join lateral (
      select value from contact_identities i
      where i.company_id = c.company_id and i.contact_id = c.id and i.kind = 'phone'
        and length(value) between ${CONTACT_NUMBER.min} and ${CONTACT_NUMBER.max}
      order by value <> c.number, value limit 1) phone
    left join number_checks k on k.company_id = c.company_id and k.number = phone.value
    order by c.sort_name, c.id
    limit greatest(0, ${CONTACT_LIST_MAX} - (
      select contacts_count from contact_lists where company_id = ${companyId} and id = ${listId}))
    on conflict (company_id, contact_list_id, number) do nothing`;
}

/** Those whose tickets carry the tag. */
export function fillFromTag(tx: Tx, companyId: number, listId: number, tagId: number): Promise<void> {
  return fill(
    tx,
    companyId,
    listId,
    tx`
      select c.* from contacts c
      join (
        select distinct t.contact_id from ticket_tags g
        join tickets t on t.company_id = g.company_id and t.id = g.ticket_id
        where g.company_id = ${companyId} and g.tag_id = ${tagId}) tagged on tagged.contact_id = c.id
      where c.company_id = ${companyId} and not c.is_group`,
  );
}

/** Those whom the page of contacts finds under this text; everybody without one. */
export function fillFromContacts(
  tx: Tx,
  companyId: number,
  listId: number,
  text: string | undefined,
): Promise<void> {
  const matching = text ? tx`and c.terms @@ (select contact_query(${companyId}, ${text}))` : tx``;
  return fill(
    tx,
    companyId,
    listId,
    tx`select c.* from contacts c where c.company_id = ${companyId} and not c.is_group ${matching}`,
  );
}
