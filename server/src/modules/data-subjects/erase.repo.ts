import type { DataKind } from '@balcao/shared/features/data-subjects/kinds.ts';
import { deletesFor } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';
import { rowNames } from '../../platform/db/row-names.ts';
import { forgetRecipients } from '../campaigns/old-recipients.service.ts';
import { refreshLastMessage } from '../ticket-timeline/last-message.service.ts';
import type { DueErasure } from './erasures.repo.ts';
import { aim, carriedBy, targets, tellingAddresses, type Whom } from './targets.repo.ts';

/**
 * How everything about one person goes. First what messengers know the person by is cut off: whoever writes from then on is
 * a new contact. Then each statement takes what it finds by the targets, so that all of it can be done again at any time.
 */

/** Words that go in one transaction: each is told to the consoles. */
const MESSAGES_AT_ONCE = 500;

/** What waits to be sent does not go out any more. @param at since when; now, if nothing is said */
export async function begin(
  tx: Tx,
  erasure: DueErasure,
  whom: Whom,
  counts: Record<DataKind, number> | null,
  at: Date | null = null,
): Promise<void> {
  const { companyId, id: erasureId } = erasure;
  const these = tx`any (${whom.ids as number[]}::bigint[])`;
  await tx`select from contacts where company_id = ${companyId} and id = ${these} order by id for update`;
  await aim(tx, erasure, whom);
  await tx`
    update erasures set state = 'running', began_at = coalesce(${at}, now()), contact_id = null, number = null,
      counts = ${counts && JSON.stringify(counts)}::text::jsonb
    where company_id = ${companyId} and id = ${erasureId}`;
  // What the trigger of a deleted contact does, which finds no names any more when its turn comes.
  await tx`
    insert into opt_outs (company_id, hash, person, opted_out_at, opted_out_by)
    select i.company_id, address_hash(i.company_id, i.kind, i.value), c.person, c.opted_out_at, c.opted_out_by
    from (
      select id, gen_random_uuid() as person, opted_out_at, opted_out_by from contacts
      where company_id = ${companyId} and id = ${these} and opted_out_at is not null) c
    join contact_identities i on i.company_id = ${companyId} and i.contact_id = c.id
    on conflict do nothing`;
  await tx`delete from contact_identities where company_id = ${companyId} and contact_id = ${these}`;
  await tx`
    with carried as (${carriedBy(
      tx,
      erasure,
      tx`
        select media_id from schedules where company_id = ${companyId} and contact_id = ${these}
        union select media_id from messages
        where company_id = ${companyId} and contact_id = ${these} and ${isWaiting(tx)}`,
    )}),
    unsaid as (delete from messages where company_id = ${companyId} and contact_id = ${these} and ${isWaiting(tx)})
    delete from schedules where company_id = ${companyId} and contact_id = ${these}`;
  await tx`
    delete from campaign_recipients
    where company_id = ${companyId} and number = any (${targets(tx, erasure, 'number')})
      and state in ('queued', 'asked', 'sending')`;
}

const isWaiting = (tx: Tx) => tx`state in ('queued', 'sending')`;

const beganAt = (tx: Tx, { companyId, id }: DueErasure) =>
  tx`(select began_at from erasures where company_id = ${companyId} and id = ${id})`;

/** What was told to services outside, and what waits to be. What an AI was told of a conversation goes with that. */
export async function takeDeliveries(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  await takeGroupRequests(tx, companyId);
  const gone = await tx`
    delete from deliveries
    where company_id = ${companyId} and contact_id = any (${targets(tx, erasure, 'contact')}::bigint[])`;
  return gone.count;
}

/** Nobody can tell whose words of a group an AI was told, so what is kept of that goes whoever it was. */
const takeGroupRequests = (tx: Tx, companyId: number) => tx`
  delete from ai_requests r using tickets t
  where r.company_id = ${companyId} and t.company_id = r.company_id and t.id = r.ticket_id and t.is_group`;

/** What only knows a number, or how a messenger spells an address. */
export async function takeAddresses(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  const numbers = targets(tx, erasure, 'number');
  const addresses = targets(tx, erasure, 'address');
  const since = beganAt(tx, erasure);
  const telling = tellingAddresses(tx, erasure);
  const numbersIn = (text: ReturnType<Tx>) => tx`regexp_split_to_array(${text}, '[^0-9]+')`;
  const gone = [
    await tx`delete from contact_list_items
      where company_id = ${companyId} and number = any (${numbers}) and created_at < ${since}`,
    await tx`delete from phone_contacts where company_id = ${companyId} and key = any (${numbers}) and at < ${since}`,
    // Their files go by a job.
    await tx`update data_exports set contact_id = null, number = null, claim = null, claimed_until = null
      where company_id = ${companyId} and (number = any (${numbers})
        or contact_id = any (${targets(tx, erasure, 'contact')}::bigint[]))`,
    // Also what was asked before and answered since: whoever comes back is asked about again.
    await tx`delete from number_checks where company_id = ${companyId} and number = any (${numbers})`,
    await tx`delete from contact_import_rows r using contact_imports i
      where r.company_id = ${companyId} and i.company_id = r.company_id and i.id = r.import_id
        and i.created_at < ${since} and ${rowNames(tx, tx`r.cells`, telling)}`,
    await tx`delete from inbound_journal
      where company_id = ${companyId} and split_part(chat, '@', 1) = any (${addresses}) and received_at < ${since}`,
    await tx`delete from early_changes
      where company_id = ${companyId} and at < ${since}
        and (array[participant, author] || array(select substr(name, strpos(name, ':') + 1) from unnest(identities) name) && ${addresses}
          or ${numbersIn(tx`array_to_string(identities, ' ') || ' ' || participant || ' ' || author`)} && ${telling})`,
    await tx`delete from session_keys where company_id = ${companyId} and ${numbersIn(tx`id`)} && ${telling}`,
    await tx`delete from channel_notices n
      where company_id = ${companyId} and at < ${since} and exists (
        select from unnest(${addresses}) as value
        where encode(n.body, 'escape') ~ case when value = any (${telling})
          then whole_address(encode(convert_to(value, 'UTF8'), 'escape'))
          when value ~ '^[0-9]+$' then '"id": ?"?' || value || '"?[,}]' end)`,
  ];
  return gone.reduce((sum, { count }) => sum + count, 0);
}

/** A campaign goes on counting whom it has reached. */
export async function takeCampaigns(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  const theirs = tx`
    select id from campaign_recipients
    where company_id = ${companyId} and number = any (${targets(tx, erasure, 'number')})`;
  return forgetRecipients(tx, companyId, theirs);
}

/** In a group the person was one of several: the words go, with what others quoted of them. One on hold keeps them. */
export async function takeGroupMessages(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  const gone = await tx<{ id: string; contactId: number; ticketId: number }[]>`
    with said as (
      select id from find_group_messages(
        ${targets(tx, erasure, 'address')}, ${beganAt(tx, erasure)}, ${MESSAGES_AT_ONCE}, false) as found (id)),
    carried as (${carriedBy(tx, erasure, tx`select media_id from messages where company_id = ${companyId} and id in (select id from said)`)})
    delete from messages where company_id = ${companyId} and id in (select id from said)
    returning id, contact_id, ticket_id`;
  if (gone.length === 0) return 0;
  const of = <K extends 'contactId' | 'ticketId'>(key: K) => [
    ...new Set(gone.map((message) => message[key])),
  ];
  await tx`
    update messages set quoted_id = null, quoted_snippet = ''
    where company_id = ${companyId} and contact_id = any (${of('contactId')}::bigint[])
      and quoted_id = any (${gone.map(({ id }) => id)}::uuid[])`;
  await tx`
    delete from deliveries
    where company_id = ${companyId} and ticket_id = any (${of('ticketId')}::bigint[])
      and payload::json #>> '{data,message,id}' = any (${gone.map(({ id }) => id)}::text[])`;
  for (const ticketId of of('ticketId')) await showLastOf(tx, companyId, ticketId);
  return gone.length;
}

/** Reactions, votes and ticks on what others said in groups, and the number by which they were called there. */
export async function takeGroupMarks(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  const addresses = targets(tx, erasure, 'address');
  const since = beganAt(tx, erasure);
  const isOthers = (who: ReturnType<Tx>) => tx`split_part(${who}, '@', 1) <> all (${addresses})`;
  const telling = tellingAddresses(tx, erasure);
  const uncalled = (text: ReturnType<Tx>) => tx`regexp_replace(${text}, calling(${telling}), '@…', 'g')`;
  const marked = await tx`
    update messages set
      reactions = coalesce((
        select jsonb_agg(r order by place) from jsonb_array_elements(reactions) with ordinality as a (r, place)
        where ${isOthers(tx`r ->> 'by'`)}), '[]'),
      poll = poll || jsonb_build_object('votes', coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(poll -> 'votes') where ${isOthers(tx`key`)}), '{}'))
    where company_id = ${companyId}
      and id in (select find_marked_messages(${addresses}, ${since}, ${MESSAGES_AT_ONCE}))`;
  const called = await tx<{ ticketId: number }[]>`
    update messages set body = ${uncalled(tx`body`)},
      earlier_bodies = array(
        select ${uncalled(tx`earlier`)} from unnest(earlier_bodies) with ordinality as e (earlier, place) order by place)
    where company_id = ${companyId}
      and id in (select find_calling_messages(${telling}, ${since}, ${MESSAGES_AT_ONCE}))
    returning ticket_id`;
  for (const ticketId of new Set(called.map((message) => message.ticketId)))
    await showLastOf(tx, companyId, ticketId);
  const ticks = await tx`
    delete from message_receipts r using find_member_receipts(${addresses}, ${MESSAGES_AT_ONCE}) as theirs
    where r.company_id = ${companyId} and r.message_id = theirs.message_id and r.participant = theirs.participant`;
  return marked.count + called.length + ticks.count;
}

async function showLastOf(tx: Tx, companyId: number, ticketId: number): Promise<void> {
  const [last] = await tx<{ id: string }[]>`
    select id from messages where company_id = ${companyId} and ticket_id = ${ticketId} and state <> 'local'
    order by created_at desc, id desc limit 1`;
  if (last) await refreshLastMessage(tx, companyId, last.id);
  else await tx`update tickets set last_message = '' where company_id = ${companyId} and id = ${ticketId}`;
}

/** One conversation, or a part of one that is large. */
export async function takeTicket(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  const [ticket] = await tx<{ id: number }[]>`
    select id from tickets
    where company_id = ${companyId} and contact_id = any (${targets(tx, erasure, 'contact')}::bigint[]) limit 1`;
  if (!ticket) return 0;
  const words = await tx`
    with said as (
      select id, media_id from messages where company_id = ${companyId} and ticket_id = ${ticket.id}
      order by created_at, id limit ${MESSAGES_AT_ONCE}),
    carried as (${carriedBy(tx, erasure, tx`select media_id from said`)})
    delete from messages where company_id = ${companyId} and id in (select id from said)`;
  await tx`
    delete from outgoing_calls o using bot_turns b
    where b.company_id = ${companyId} and b.ticket_id = ${ticket.id} and o.company_id = b.company_id and o.id = b.id`;
  await deletesFor(tx, 'erasure');
  if (words.count < MESSAGES_AT_ONCE)
    await tx`delete from tickets where company_id = ${companyId} and id = ${ticket.id}`;
  return 1;
}

/** With all that is theirs by the database's keys. */
export async function takeContacts(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  const these = tx`any (${targets(tx, erasure, 'contact')}::bigint[])`;
  await tx`
    with carried as (${carriedBy(
      tx,
      erasure,
      tx`select picture_id as media_id from contacts where company_id = ${companyId} and id = ${these}`,
    )})
    delete from import_notes n using import_origins o
    where n.company_id = ${companyId} and o.company_id = n.company_id and o.source = n.source and o.kind = n.kind
      and o.origin = n.origin and o.kind = 'contact' and o.id = ${these}`;
  await deletesFor(tx, 'erasure');
  const gone = await tx`delete from contacts where company_id = ${companyId} and id = ${these}`;
  return gone.count;
}

/** What it looks for in texts, and who came before it began. */
export async function named(
  tx: Tx,
  erasure: DueErasure,
): Promise<{ contacts: string[]; addresses: string[]; before: Date }> {
  const [row] = await tx<{ contacts: string[]; addresses: string[]; before: Date }[]>`
    select ${targets(tx, erasure, 'contact')} as contacts, ${tellingAddresses(tx, erasure)} as addresses,
      ${beganAt(tx, erasure)} as before`;
  if (!row) throw new Error('unreachable');
  return row;
}

/** Their bytes stay for no backup: they are taken at once. @returns how many are still there */
export async function hurryFiles(tx: Tx, erasure: DueErasure): Promise<number> {
  const { companyId } = erasure;
  await tx`
    update removed_files set at = '-infinity'
    where company_id = ${companyId} and path = any (${targets(tx, erasure, 'path')}) and at > '-infinity'`;
  const [left] = await tx<{ count: number }[]>`
    select (
      (select count(*) from media_let_go
        where company_id = ${companyId} and media_id = any (${targets(tx, erasure, 'media')}::uuid[]))
      + (select count(*) from removed_files
        where company_id = ${companyId} and path = any (${targets(tx, erasure, 'path')}))
      + (select count(*) from data_exports
        where company_id = ${companyId} and contact_id is null and number is null))::int as count`;
  return left?.count ?? 0;
}

export async function end(tx: Tx, { companyId, id }: DueErasure, at: Date): Promise<void> {
  await tx`
    delete from import_files
    where company_id = ${companyId} and media_id = any (${targets(tx, { companyId, id }, 'media')}::uuid[])`;
  // A check of the number that was under way may have been answered after its turn.
  await tx`
    delete from number_checks
    where company_id = ${companyId} and number = any (${targets(tx, { companyId, id }, 'number')})`;
  // So may an AI, about a group.
  await takeGroupRequests(tx, companyId);
  await tx`delete from erasure_targets where company_id = ${companyId} and erasure_id = ${id}`;
  await tx`
    update erasures set state = 'done', ended_at = ${at}, marks = null
    where company_id = ${companyId} and id = ${id} and state = 'running'`;
}
