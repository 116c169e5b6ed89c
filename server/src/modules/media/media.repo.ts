import type { Actor } from '@balcao/shared/contract/roles.ts';
import { FILE_WAITS_MS } from '@balcao/shared/features/media/limits.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { actorScopes, can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isVisible } from '../../platform/db/contact-scopes.ts';

export interface MediaRecord extends MediaView {
  sha256: Buffer | null;
  path: string | null;
  uploadedBy: number | null;
}

const columns = (tx: Tx) => tx`
  f.id, f.state, f.mime, f.size, f.name, f.width, f.height, f.seconds, f.voice, f.waveform, f.sha256, f.path,
  f.uploaded_by`;

export async function find(tx: Tx, companyId: number, id: string): Promise<MediaRecord | undefined> {
  const [row] = await tx<MediaRecord[]>`
    select ${columns(tx)} from media f where f.company_id = ${companyId} and f.id = ${id}`;
  return row;
}

/**
 * A file belongs to whoever uploaded it and to everybody who sees a ticket, a chat, a quick message, a file list, a
 * schedule or an article that carries it, or the contact whose picture it is; those of queues and their menus also to whoever manages queues.
 */
export async function findVisible(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<Pick<MediaRecord, 'state' | 'path' | 'mime' | 'name' | 'size'> | undefined> {
  const [row] = await tx<Pick<MediaRecord, 'state' | 'path' | 'mime' | 'name' | 'size'>[]>`
    select f.state, f.path, f.mime, f.name, f.size from media f
    where f.company_id = ${actor.companyId} and f.id = ${id}
      and (f.uploaded_by is not distinct from ${actor.userId}::bigint or exists (
        select from messages m
        join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
        where m.company_id = f.company_id and m.media_id = f.id
          and t.scopes && ${actorScopes(actor)}::text[])
        or ${isOffered(tx, actor)}
        or ${isPicture(tx, actor)}
        or ${isScheduled(tx, actor)}
        or ${isInChat(tx, actor)}
        or ${isInArticle(tx, actor)}
        ${can(actor, 'campaigns:manage') ? tx`or ${isOfCampaign(tx)}` : tx``}
        ${can(actor, 'queues:manage') ? tx`or ${isOfQueue(tx)}` : tx``})`;
  return row;
}

/** A quick message with this file `f` is the actor's to send, or a file list, which are everybody's. */
const isOffered = (tx: Tx, actor: Actor) => tx`(${isListed(tx)} or exists (
  select from quick_messages q
  where q.company_id = f.company_id and q.media_id = f.id and q.scopes && ${actorScopes(actor)}::text[]))`;

const isListed = (tx: Tx) => tx`exists (
  select from file_list_items i where i.company_id = f.company_id and i.media_id = f.id)`;

/** The profile picture `f` of a contact that the actor sees. */
const isPicture = (tx: Tx, actor: Actor) => tx`exists (
  select from contacts c
  where c.company_id = f.company_id and c.picture_id = f.id and ${isVisible(tx, actor)})`;

/** A schedule with this file `f` that the actor sees. */
const isScheduled = (tx: Tx, actor: Actor) => tx`exists (
  select from schedules s
  where s.company_id = f.company_id and s.media_id = f.id and s.scopes && ${actorScopes(actor)}::text[])`;

/** A chat in which this file `f` was sent, and of which the actor is a member. */
const isInChat = (tx: Tx, actor: Actor) => tx`exists (
  select from chat_messages s
  join chat_members own on own.company_id = s.company_id and own.chat_id = s.chat_id and own.user_id = ${actor.userId}
  where s.company_id = f.company_id and s.media_id = f.id)`;

/** An article that the actor sees has this file `f`; those who write them see their histories too. */
const isInArticle = (tx: Tx, actor: Actor) => tx`exists (
  select from article_files x
  join knowledge_articles a on a.company_id = x.company_id and a.id = x.article_id
  where x.company_id = f.company_id and x.media_id = f.id and a.scopes && ${actorScopes(actor)}::text[]
    ${can(actor, 'knowledge:write') ? tx`` : tx`and x.version = a.version`})`;

const isOfQueue = (tx: Tx) => tx`
  exists (select from queues q where q.company_id = f.company_id and q.media_id = f.id)
  or exists (select from queue_options o where o.company_id = f.company_id and o.media_id = f.id)`;

const isOfCampaign = (tx: Tx) => tx`
  exists (select from campaigns c where c.company_id = f.company_id and c.media_id = f.id)`;

/**
 * A queue, its menu, a quick message, a file list, a schedule, a campaign, a chat, a contact, an announcement or a version
 * of an article has this file `f`: it stays when the messages with it go.
 */
export const isAttached = (
  tx: Tx,
) => tx`(${isOfQueue(tx)} or ${isListed(tx)} or ${isOfCampaign(tx)} or exists (
  select from campaign_sends s where s.company_id = f.company_id and s.media_id = f.id) or exists (
  select from quick_messages q where q.company_id = f.company_id and q.media_id = f.id) or exists (
  select from schedules s where s.company_id = f.company_id and s.media_id = f.id) or exists (
  select from announcements a where a.media_company_id = f.company_id and a.media_id = f.id) or exists (
  select from chat_messages s where s.company_id = f.company_id and s.media_id = f.id) or exists (
  select from article_files x where x.company_id = f.company_id and x.media_id = f.id) or exists (
  select from contacts c where c.company_id = f.company_id and c.picture_id = f.id))`;

/** A stored file that the actor may send: their own, or one that comes with a quick message or a file list. */
export async function findSendable(tx: Tx, actor: Actor, id: string): Promise<MediaRecord | undefined> {
  const [row] = await tx<MediaRecord[]>`
    select ${columns(tx)} from media f
    where f.company_id = ${actor.companyId} and f.id = ${id}
      and (f.uploaded_by is not distinct from ${actor.userId}::bigint or ${isOffered(tx, actor)})`;
  return row;
}

/** False when the id is taken. */
export async function insertStored(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number | null },
  file: Pick<
    MediaRecord,
    'id' | 'name' | 'mime' | 'size' | 'width' | 'height' | 'voice' | 'seconds' | 'waveform'
  > & {
    sha256: Buffer;
    path: string;
  },
): Promise<boolean> {
  const added = await tx`
    insert into media ${tx({ ...file, companyId, state: 'stored', uploadedBy: userId })} on conflict do nothing`;
  return added.count === 1;
}

/** Until the end of the transaction nobody removes them. */
export async function holdStored(tx: Tx, companyId: number, ids: readonly string[]): Promise<number> {
  const found = await tx`
    select from media
    where company_id = ${companyId} and id = any (${ids as string[]}::uuid[]) and state = 'stored'
    order by id for key share`;
  return found.count;
}

/**
 * A person is about to show this file, or to send it: without a message or anything else that carries it, it goes after
 * that time (unused-files.ts). Said again when they ask for it again, which counts once half of it is over.
 */
export async function awaitCarrier(tx: Tx, companyId: number, id: string): Promise<void> {
  const day = FILE_WAITS_MS / 1_000;
  await tx`
    insert into media_let_go (company_id, media_id, at)
    values (${companyId}, ${id}, now() + make_interval(secs => ${day}))
    on conflict (company_id, media_id) do update set at = excluded.at
    where media_let_go.at > now() and media_let_go.at < now() + make_interval(secs => ${day / 2})`;
}

/** Has a file fetched again that its sender still has: the worker of its connection hears of the change. */
export async function fetchAgain(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`update media set state = 'pending', attempts = 0, next_attempt_at = now()
    where company_id = ${companyId} and id = ${id} and state = 'failed' and source is not null`;
}

export async function storedBytes(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx<{ bytes: number }[]>`
    select coalesce(sum(size), 0)::bigint as bytes from media
    where company_id = ${companyId} and state = 'stored'`;
  return row?.bytes ?? 0;
}
