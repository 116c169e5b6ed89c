import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Channel } from '@balcao/shared/features/connections/channel.ts';
import type { ListedContact, MEDIA_KINDS } from '@balcao/shared/features/contacts/calls.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isVisible } from '../../platform/db/contact-scopes.ts';
import type { Page } from '../../platform/db/page.ts';
import {
  type TicketViewRecord,
  ticketRelations,
  ticketViewColumns,
} from '../ticket-list/ticket-list.presenter.ts';

/** Conversations of these contacts that the actor sees, newest first. */
export async function listTickets(
  tx: Tx,
  actor: Actor,
  contactIds: readonly number[],
  { offset, limit, after }: Page<readonly [lastMessageAt: string, id: number]>,
): Promise<TicketViewRecord[]> {
  const isBehind = after
    ? tx`and (t.last_message_at, t.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`
    : tx``;
  return tx<TicketViewRecord[]>`
    select ${ticketViewColumns(tx)}
    from unnest(${contactIds as number[]}::bigint[]) as one (contact_id)
    cross join lateral (
      select t.* from tickets t
      where t.company_id = ${actor.companyId} and t.contact_id = one.contact_id
        and t.scopes && ${actorScopes(actor)}::text[] ${isBehind}
      order by t.last_message_at desc, t.id desc limit ${offset + limit}) t ${ticketRelations(tx)}
    order by t.last_message_at desc, t.id desc offset ${offset} limit ${limit}`;
}

/** Each with when the newest conversation that the actor sees was last spoken in, and with its tags. */
export async function withNewest<C extends { id: number }>(
  tx: Tx,
  actor: Actor,
  contacts: readonly C[],
): Promise<(C & Newest)[]> {
  const rows = await tx<{ contactId: number; lastMessageAt: Date; tags: Newest['tags'] }[]>`
    select t.contact_id, t.last_message_at, array(
      select jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color)
      from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id
      where k.company_id = ${actor.companyId} and k.ticket_id = t.id order by plain(g.name)) as tags
    from unnest(${contacts.map(({ id }) => id)}::bigint[]) as one (contact_id)
    cross join lateral (
      select t.id, t.contact_id, t.last_message_at from tickets t
      where t.company_id = ${actor.companyId} and t.contact_id = one.contact_id
        and t.scopes && ${actorScopes(actor)}::text[]
      order by t.last_message_at desc, t.id desc limit 1) t`;
  const newest = new Map(rows.map((row) => [row.contactId, row]));
  return contacts.map((contact) => {
    const found = newest.get(contact.id);
    return {
      ...contact,
      lastMessageAt: found?.lastMessageAt.toISOString() ?? null,
      tags: found?.tags ?? [],
    };
  });
}

type Newest = Pick<ListedContact, 'lastMessageAt' | 'tags'>;

interface FileRecord extends Pick<MessageRow, 'id' | 'ticketId' | 'contactId' | 'mediaType' | 'fromMe'> {
  channel: Channel;
  createdAt: Date;
  caption: string;
  media: MediaView;
}

const TYPES: Record<(typeof MEDIA_KINDS)[number], MessageRow['mediaType'][]> = {
  visual: ['image', 'video'],
  audio: ['audio'],
  document: ['application'],
};

/** Files of these contacts' messages that are not deleted, of tickets that the actor sees, newest first. */
export async function listFiles(
  tx: Tx,
  actor: Actor,
  contactIds: readonly number[],
  kind: keyof typeof TYPES | undefined,
  { offset, limit, after }: Page<string>,
): Promise<FileRecord[]> {
  const { companyId } = actor;
  const isBehind = after
    ? tx`and (m.created_at, m.id) < (
        select created_at, id from messages where company_id = ${companyId} and id = ${after})`
    : tx``;
  const types = kind ? TYPES[kind] : Object.values(TYPES).flat();
  return tx<FileRecord[]>`
    select m.id, m.ticket_id, m.contact_id, w.channel, m.media_type, m.from_me, m.created_at, m.body as caption,
      json_build_object('id', f.id, 'state', f.state, 'mime', f.mime, 'size', f.size, 'name', f.name,
        'width', f.width, 'height', f.height, 'seconds', f.seconds, 'voice', f.voice, 'waveform', f.waveform) as media
    from unnest(${contactIds as number[]}::bigint[]) as one (contact_id)
    cross join lateral (
      select m.* from messages m
      join media f on f.company_id = m.company_id and f.id = m.media_id
      join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
      where m.company_id = ${companyId} and m.contact_id = one.contact_id and m.media_id is not null ${isBehind}
        and m.media_type = any (${types}::text[]) and not m.is_deleted and f.state <> 'gone'
        and t.scopes && ${actorScopes(actor)}::text[]
      order by m.created_at desc, m.id desc limit ${offset + limit}) m
    join media f on f.company_id = m.company_id and f.id = m.media_id
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    order by m.created_at desc, m.id desc offset ${offset} limit ${limit}`;
}

/** Groups that the actor sees and this person has written in, by any of their names. */
export async function listGroups(
  tx: Tx,
  actor: Actor,
  contactId: number,
): Promise<Pick<ContactRow, 'id' | 'name' | 'profilePicUrl'>[]> {
  return tx<Pick<ContactRow, 'id' | 'name' | 'profilePicUrl'>[]>`
    select c.id, c.name, c.profile_pic_url
    from contacts c
    where c.company_id = ${actor.companyId} and c.is_group and ${isVisible(tx, actor)}
      and c.id = any (array(
        select m.contact_id from messages m
        where m.company_id = ${actor.companyId} and m.participant <> ''
          and split_part(m.participant, '@', 1) = any (array(
            select i.value from contact_identities i
            where i.company_id = ${actor.companyId} and i.contact_id = ${contactId} and i.kind in ('phone', 'lid')
            union
            select nullif(n.number, '') from contacts n
            where n.company_id = ${actor.companyId} and n.id = ${contactId}))))
    order by c.sort_name, c.id limit 200`;
}
