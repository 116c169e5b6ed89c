import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { CardKind, MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import type { MessageOrigin, MessageType, QuotedMessage } from '@balcao/shared/features/messages/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredPoll, StoredReaction } from '../../platform/db/message-json.ts';
import { queuedAt, type StepRow, stepsOf } from '../messages/message-steps.service.ts';

/** Who talks with whom, and who takes it along. */
export interface Heading {
  contact: { name: string; number: string; isGroup: boolean };
  company: string;
  timezone: string;
  language: Language;
  /** The name of the person, or the program's. */
  maker: string;
}

export async function findHeading(
  tx: Tx,
  { companyId, userId, program = '' }: Actor,
  contactId: number,
): Promise<Heading> {
  const [heading] = await tx<[Heading]>`
    select json_build_object('name', c.name, 'number', c.number, 'isGroup', c.is_group) as contact,
      co.name as company, co.timezone, co.language,
      coalesce((select name from users where company_id = co.id and id = ${userId}::bigint), ${program}) as maker
    from contacts c join companies co on co.id = c.company_id
    where c.company_id = ${companyId} and c.id = ${contactId}`;
  return heading;
}

/** A message with all that is known of it. */
export interface LedgerMessage {
  id: string;
  fromMe: boolean;
  origin: MessageOrigin;
  participantName: string;
  /** The agent who wrote it; null: nobody, or somebody who is gone. */
  userName: string | null;
  body: string;
  earlierBodies: string[];
  mediaType: MessageType;
  cardKind: CardKind | null;
  /** Without those who have a mail unbeknown to its reader. */
  card: MessageCard | null;
  referral: MessageReferral | null;
  viewOnce: boolean;
  forwarded: boolean;
  isDeleted: boolean;
  isEdited: boolean;
  reactions: StoredReaction[];
  poll: StoredPoll | null;
  isReply: boolean;
  quoted: Pick<QuotedMessage, 'body' | 'mediaType' | 'cardKind' | 'fromMe' | 'participantName'> | null;
  quotedSnippet: string;
  file: LedgerFile | null;
  /** What is said in the file. */
  transcript: string | null;
  /** What the AI has put into other languages for the team. */
  translations: { language: string; from: string | null; text: string }[];
  waId: string | null;
  connectionName: string;
  errorCode: ErrorCode | null;
  steps: StepRow[] | null;
  /** The members of a group who have confirmed it; null elsewhere. */
  members: { delivered: number; read: number } | null;
  createdAt: Date;
  storedAt: Date;
  queuedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  playedAt: Date | null;
}

export interface LedgerFile {
  id: string;
  state: 'pending' | 'stored' | 'failed' | 'gone';
  path: string | null;
  mime: string;
  name: string;
}

/** What a reader holds of a conversation at a time. */
const PAGE = 200;

/** The next messages of a contact in the tickets that the actor sees, the oldest first; what agents tell each other is not in it. */
export const listSaid = (tx: Tx, actor: Actor, contactId: number, after: MessageKey | null) =>
  select(
    tx,
    actor,
    tx`m.contact_id = ${contactId} and m.state <> 'local' ${behind(tx, after)}
      order by m.created_at, m.id limit ${PAGE}`,
  );

/** The same of what agents tell each other there. */
export const listNotes = (tx: Tx, actor: Actor, contactId: number, after: MessageKey | null) =>
  select(
    tx,
    actor,
    tx`m.contact_id = ${contactId} and m.media_type = 'note' ${behind(tx, after)}
      order by m.created_at, m.id limit ${PAGE}`,
  );

/** Those of these that the actor sees, the oldest first. */
export const findMessages = (tx: Tx, actor: Actor, ids: readonly string[]) =>
  select(tx, actor, tx`m.id = any (${ids as string[]}::uuid[]) order by m.created_at, m.id`);

/** How a mail looks, as cleaned HTML. */
export async function findMailPage(tx: Tx, companyId: number, messageId: string): Promise<string | null> {
  const [page] = await tx<{ html: string }[]>`
    select html from mail_pages where company_id = ${companyId} and message_id = ${messageId}`;
  return page?.html ?? null;
}

const behind = (tx: Tx, after: MessageKey | null) =>
  after ? tx`and (m.created_at, m.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)` : tx``;

function select(tx: Tx, actor: Actor, which: ReturnType<Tx>): Promise<LedgerMessage[]> {
  const scopes = actorScopes(actor);
  return tx<LedgerMessage[]>`
    select m.id, m.from_me, m.origin, m.participant_name, u.name as user_name, m.body, m.earlier_bodies, m.media_type,
      m.card ->> 'kind' as card_kind, m.card #- '{mail,bcc}' as card, m.referral, m.view_once, m.forwarded, m.is_deleted, m.is_edited, m.reactions, m.poll,
      m.quoted_id is not null as is_reply, ${quotedOf(tx, scopes)} as quoted, m.quoted_snippet,
      case when f.id is not null then json_build_object(
        'id', f.id, 'state', f.state, 'path', f.path, 'mime', f.mime, 'name', f.name) end as file, x.text as transcript,
      ${translationsOf(tx)} as translations,
      m.wa_id, w.name as connection_name, m.error_code, ${stepsOf(tx)} as steps, ${membersOf(tx)} as members,
      m.created_at, m.stored_at, ${queuedAt(tx)} as queued_at, m.sent_at, m.delivered_at, m.read_at, m.played_at
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join connections w on w.company_id = m.company_id and w.id = m.connection_id
    left join users u on u.company_id = m.company_id and u.id = m.user_id
    left join media f on f.company_id = m.company_id and f.id = m.media_id
    left join transcripts x on x.company_id = m.company_id and x.media_id = m.media_id
    where m.company_id = ${actor.companyId} and t.scopes && ${scopes}::text[] and ${which}`;
}

/** A quote may lie in an earlier ticket of the contact, which not everybody sees who sees the message. */
const quotedOf = (tx: Tx, scopes: readonly string[]) => tx`(
  select json_build_object('body', q.body, 'mediaType', q.media_type, 'cardKind', q.card ->> 'kind', 'fromMe', q.from_me,
    'participantName', q.participant_name)
  from messages q join tickets qt on qt.company_id = q.company_id and qt.id = q.ticket_id
  where q.company_id = m.company_id and q.id = m.quoted_id and qt.scopes && ${scopes as string[]}::text[])`;

const translationsOf = (tx: Tx) => tx`
  coalesce((
    select json_agg(json_build_object('language', l.language, 'from', l.from_language, 'text', l.text) order by l.language)
    from message_translations l where l.company_id = m.company_id and l.message_id = m.id), '[]')`;

const membersOf = (tx: Tx) => tx`(
  select json_build_object('delivered', count(r.delivered_at), 'read', count(r.read_at))
  from message_receipts r where r.company_id = m.company_id and r.message_id = m.id having count(*) > 0)`;
