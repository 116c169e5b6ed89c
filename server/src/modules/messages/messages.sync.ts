import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { MessageContact } from '@balcao/shared/features/messages/calls.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import { actorScopes, type Scoped, sightOf } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import {
  type MessageRecord,
  messageColumns,
  messageMedia,
  presentMessage,
  presentMessageView,
  presentScoped,
} from './messages.presenter.ts';

/** A message is seen by whoever sees its ticket, followed or not. */
export async function loadMessages(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<MessageRow>[]> {
  const rows = await tx<MessageRecord[]>`
    select ${messageColumns(tx)} from messages m ${messageMedia(tx)}
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${companyId} and m.id = any (${ids as string[]}::uuid[])`;
  return rows.map(presentScoped);
}

/**
 * The newest messages of each contact, oldest first, with the scopes of their tickets: not everybody sees all of them.
 *
 * @param limit of each contact
 */
export async function loadMessageTails(
  tx: Tx,
  companyId: number,
  contactIds: readonly number[],
  limit: number,
): Promise<Scoped<MessageRow>[]> {
  if (contactIds.length === 0) return [];
  const rows = await tx<MessageRecord[]>`
    select ${messageColumns(tx)}
    from unnest(${contactIds as number[]}::bigint[]) as contact (id)
    cross join lateral (
      select * from messages last
      where last.company_id = ${companyId} and last.contact_id = contact.id
      order by last.created_at desc, last.id desc limit ${limit}) m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    ${messageMedia(tx)}
    order by m.contact_id, m.created_at, m.id`;
  return rows.map(presentScoped);
}

/** Messages of a contact in the tickets that the actor sees, before a key (null: the newest), newest first. */
export async function listMessagesBefore(
  tx: Tx,
  actor: Actor,
  contactId: number,
  before: MessageKey | null,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await tx<MessageRecord[]>`
    select ${messageColumns(tx)} from messages m ${messageMedia(tx)}
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${actor.companyId} and m.contact_id = ${contactId}
      and t.scopes && ${actorScopes(actor)}::text[]
      ${before ? tx`and (m.created_at, m.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : tx``}
    order by m.created_at desc, m.id desc limit ${limit}`;
  const sees = sightOf(actor);
  return rows.map((row) => presentMessage(row, sees));
}

/** The contacts of messages, by id. */
export async function loadMessageContacts(
  tx: Tx,
  companyId: number,
  ids: Iterable<number>,
): Promise<Map<number, MessageContact>> {
  const wanted = [...ids];
  if (wanted.length === 0) return new Map();
  const rows = await tx<MessageContact[]>`
    select id, name, number, email, profile_pic_url from contacts
    where company_id = ${companyId} and id = any (${wanted}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export const messageEntity = {
  table: 'messages',
  key: 'id',
  strategy: 'partial',
  load: loadMessages,
  madeAt: 'stored_at',
  dependents: ['media'],
  async view(tx, companyId, rows, links) {
    const contacts = await loadMessageContacts(
      tx,
      companyId,
      new Set(rows.map(({ contactId }) => contactId)),
    );
    return (row) => presentMessageView(row, contacts, links.of(companyId, row.media));
  },
} satisfies SyncedEntity<'message'>;
