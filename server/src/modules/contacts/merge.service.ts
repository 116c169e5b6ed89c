import { BLANK_FIELDS, WRITTEN_FIELDS } from '@balcao/shared/features/contacts/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { followContact, followTicket } from '../holds/holds.service.ts';
import { refreshLastMessage } from '../ticket-timeline/last-message.service.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as links from './contact-links.repo.ts';

/**
 * Makes one contact of two that proved to be one person: messages, tickets and identities move to `keep`. Where both
 * have a conversation under way on one connection, the two become one.
 *
 * @returns false when one of them is gone: somebody else was faster, and nothing is left to do
 */
export async function mergeContacts(tx: Tx, companyId: number, keep: number, drop: number): Promise<boolean> {
  const both = await tx`select from contacts where company_id = ${companyId} and id in (${keep}, ${drop})
    order by id for update`;
  if (both.count < 2) return false;
  await joinTicketsUnderWay(tx, companyId, keep, drop);
  const readable = await leaveOneOfEach(tx, companyId, keep, drop);
  await tx`update messages set contact_id = ${keep} where company_id = ${companyId} and contact_id = ${drop}`;
  await tx`update outgoing_changes set contact_id = ${keep}
    where company_id = ${companyId} and contact_id = ${drop}`;
  await tx`update tickets set contact_id = ${keep}, updated_at = now()
    where company_id = ${companyId} and contact_id = ${drop}`;
  await tx`update schedules set contact_id = ${keep} where company_id = ${companyId} and contact_id = ${drop}`;
  await countUnread(tx, companyId, keep);
  for (const id of readable) await refreshLastMessage(tx, companyId, id);
  await tx`update contact_identities set contact_id = ${keep}
    where company_id = ${companyId} and contact_id = ${drop}`;
  await links.join(tx, companyId, keep, drop);
  await followContact(tx, companyId, drop, keep);
  await tx`update deliveries set contact_id = ${keep} where company_id = ${companyId} and contact_id = ${drop}`;
  // Whoever is to be forgotten still is.
  await tx`update erasures set contact_id = ${keep} where company_id = ${companyId} and contact_id = ${drop}
    and not exists (select from erasures where company_id = ${companyId} and contact_id = ${keep})`;
  // One that is still being made ends: what is already in it has moved.
  await tx`update data_exports set contact_id = ${keep}
    where company_id = ${companyId} and contact_id = ${drop} and state <> 'making'`;
  // A blocked contact is blocked under every name of both, and what is still due for the one that goes stays due.
  await tx`insert into block_orders (company_id, connection_id, contact_id, blocked)
    select w.company_id, w.id, ${keep}, one.blocked from connections w
    cross join (select bool_or(blocked) as blocked from contacts
      where company_id = ${companyId} and id in (${keep}, ${drop})) as one
    where w.company_id = ${companyId} and w.deleted_at is null and (one.blocked or exists (
      select from block_orders o where o.company_id = w.company_id and o.connection_id = w.id
        and o.contact_id = ${drop} and o.state = 'due'))
    on conflict (company_id, connection_id, contact_id)
      do update set blocked = excluded.blocked, state = 'due', at = now()`;
  await tx`update contacts k set
      name = case when d.name_edited and not k.name_edited or k.name = '' then d.name else k.name end,
      name_edited = k.name_edited or d.name_edited,
      number = coalesce(nullif(k.number, ''), d.number),
      -- What both say stays as the one that is kept says it.
      extra_info = k.extra_info || coalesce((
        select jsonb_agg(pair) from jsonb_array_elements(d.extra_info) pair
        where not exists (
          select from jsonb_array_elements(k.extra_info) known where known ->> 'name' = pair ->> 'name')), '[]'),
      notes = concat_ws(E'\n\n', nullif(k.notes, ''), nullif(d.notes, '')),
      ${otherFields(tx)},
      picture_id = coalesce(k.picture_id, d.picture_id),
      blocked = k.blocked or d.blocked,
      -- The first time that either was left out of campaigns.
      opted_out_at = least(k.opted_out_at, d.opted_out_at),
      opted_out_by = case when k.opted_out_at <= d.opted_out_at or d.opted_out_at is null
        then k.opted_out_by else d.opted_out_by end,
      returned_at = greatest(k.returned_at, d.returned_at),
      number_unchecked = k.number_unchecked and d.number_unchecked,
      added_by = array(select unnest(k.added_by || d.added_by) as adder group by adder order by adder),
      updated_at = now()
    from contacts d
    where k.company_id = ${companyId} and k.id = ${keep} and d.company_id = ${companyId} and d.id = ${drop}`;
  await tx`delete from contacts where company_id = ${companyId} and id = ${drop}`;
  return true;
}

const WITH_OWN_RULE = ['name', 'extraInfo', 'notes'];

/** A field without a rule of its own is what the duplicate had where the one that is kept has none. */
function otherFields(tx: Tx) {
  const others = WRITTEN_FIELDS.filter((field) => !WITH_OWN_RULE.includes(field));
  const sets = others.map((field) => {
    const [kept, dropped] = [tx(`k.${field}`), tx(`d.${field}`)];
    if (typeof BLANK_FIELDS[field] === 'boolean') return tx`${tx(field)} = ${kept} or ${dropped}`;
    const known = BLANK_FIELDS[field] === '' ? tx`nullif(${kept}, '')` : kept;
    return tx`${tx(field)} = coalesce(${known}, ${dropped})`;
  });
  return sets.reduce((some, set) => tx`${some}, ${set}`);
}

interface Side {
  id: number;
  status: 'pending' | 'open';
  userId: number | null;
}

/** Joins two tickets under way: the one that an agent has goes on, else the older one. */
async function joinTicketsUnderWay(tx: Tx, companyId: number, keep: number, drop: number): Promise<void> {
  const pairs = await tx<{ keeps: Side; drops: Side; at: Date }[]>`
    select json_build_object('id', a.id, 'status', a.status, 'userId', a.user_id) as keeps,
      json_build_object('id', b.id, 'status', b.status, 'userId', b.user_id) as drops, now() as at
    from tickets a join tickets b on b.company_id = a.company_id and b.connection_id = a.connection_id
    where a.company_id = ${companyId} and a.contact_id = ${keep} and a.status <> 'closed'
      and b.contact_id = ${drop} and b.status <> 'closed'
    for update`;
  for (const { keeps, drops, at } of pairs) {
    const [to, from] =
      keeps.status === 'pending' && drops.status === 'open' ? [drops, keeps] : [keeps, drops];
    const [stays, goes] = [to.id, from.id];
    const names = await namesOf(tx, { companyId }, { fromUser: from.userId, toUser: to.userId }, {});
    await addTicketEvent(tx, { companyId, ticketId: stays, userId: null }, { kind: 'merged', ...names }, at);
    // What was finished, and may be rated, counts as before.
    await tx`update ticket_tracking set ticket_id = ${stays}
      where company_id = ${companyId} and ticket_id = ${goes} and finished_at is not null`;
    await tx`update deadlines set ticket_id = ${stays}
      where company_id = ${companyId} and ticket_id = ${goes} and ended_at is not null`;
    await tx`update messages set ticket_id = ${stays} where company_id = ${companyId} and ticket_id = ${goes}`;
    await tx`insert into ticket_tags (company_id, ticket_id, tag_id)
      select company_id, ${stays}, tag_id from ticket_tags where company_id = ${companyId} and ticket_id = ${goes}
      on conflict do nothing`;
    await tx`insert into ticket_pins (company_id, user_id, ticket_id)
      select company_id, user_id, ${stays} from ticket_pins where company_id = ${companyId} and ticket_id = ${goes}
      on conflict do nothing`;
    await followTicket(tx, companyId, goes, stays);
    await tx`with gone as (
        delete from tickets where company_id = ${companyId} and id = ${goes}
        returning id, uuid, joined, last_message, last_message_at, waiting_since, customer_wrote_at, marked_unread, snoozed_until,
          referral, referred_at)
      update tickets t set
        last_message = case when gone.last_message_at > t.last_message_at
          then gone.last_message else t.last_message end,
        last_message_at = greatest(t.last_message_at, gone.last_message_at),
        waiting_since = case when not t.chatbot then least(t.waiting_since, gone.waiting_since) end,
        customer_wrote_at = greatest(t.customer_wrote_at, gone.customer_wrote_at),
        referral = case when gone.referred_at < t.referred_at or t.referral is null then gone.referral else t.referral end,
        referred_at = least(t.referred_at, gone.referred_at),
        updated_at = now(),
        marked_unread = t.marked_unread or gone.marked_unread,
        snoozed_until = case when t.snoozed_until > gone.snoozed_until then gone.snoozed_until
          when gone.snoozed_until is not null then t.snoozed_until end,
        joined = t.joined || gone.joined || jsonb_build_object('id', gone.id, 'uuid', gone.uuid)
      from gone where t.company_id = ${companyId} and t.id = ${stays}`;
  }
}

/**
 * The same message may have come under both names, and under one of them nobody could read it.
 *
 * @returns messages that take the place of one that nobody could read
 */
async function leaveOneOfEach(tx: Tx, companyId: number, keep: number, drop: number): Promise<string[]> {
  const pairs = await tx<{ goes: string; stays: string; filled: boolean }[]>`
    select case when filled then kept.id else twice.id end as goes,
      case when filled then twice.id else kept.id end as stays, filled
    from messages twice join messages kept on kept.company_id = twice.company_id and kept.wa_id = twice.wa_id
      and kept.connection_id = twice.connection_id and kept.participant = twice.participant
      and kept.from_me = twice.from_me
    cross join lateral (select kept.placeholder and not twice.placeholder as filled) as one
    where twice.company_id = ${companyId} and twice.contact_id = ${drop} and twice.wa_id is not null
      and kept.contact_id = ${keep}`;
  await tx`delete from messages where company_id = ${companyId} and id = any (${pairs.map(({ goes }) => goes)}::uuid[])`;
  return pairs.flatMap(({ stays, filled }) => (filled ? stays : []));
}

/** Counted again: what came under both names is there only once now. */
async function countUnread(tx: Tx, companyId: number, contactId: number): Promise<void> {
  await tx`update tickets t set unread_messages = (select count(*) from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.read)
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.status <> 'closed'`;
}

/** Contacts that proved to be one, the oldest first, which stays. */
export async function mergeAll(
  tx: Tx,
  companyId: number,
  contacts: readonly { id: number }[],
): Promise<void> {
  const [keep, ...others] = contacts;
  if (keep) for (const other of others) await mergeContacts(tx, companyId, keep.id, other.id);
}
