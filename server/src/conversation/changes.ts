import { createHash } from 'node:crypto';
import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { ChangedRef, ChannelSession, ChatAddress, MessageChange } from '../channels/channel.ts';
import { lockTicketOf, refreshLastMessage } from '../modules/ticket-timeline/last-message.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { StoredPoll, StoredReaction } from '../platform/db/message-json.ts';
import { identityRows, isOneOf } from './contacts.ts';

/** What happens to messages that are stored, or will be in a moment. */

/** Where a message is. */
export interface Target {
  companyId: number;
  connectionId: number;
  chat: ChatAddress;
  ref: ChangedRef;
}

type ReadVote = ChannelSession['readVote'];

/** A change that came before its message, as early_changes keeps it. */
export interface EarlyChange {
  kind: MessageChange['kind'];
  body: string | null;
  author: string;
  authorName: string;
}

/** What is changed before it is here waits for it. None of this makes a ticket, or an old one new. */
export async function applyChange(
  tx: Tx,
  target: Target,
  change: MessageChange,
  readVote: ReadVote,
): Promise<void> {
  switch (change.kind) {
    case 'edit':
      return applyEdit(tx, target, change);
    case 'delete':
      return applyDeletion(tx, target, change);
    case 'react':
      return applyReaction(tx, target, change);
    case 'vote':
      return applyVote(tx, target, change, readVote);
  }
}

/** What came before a message that has just been stored, in order. */
export async function applyEarly(
  tx: Tx,
  target: Target,
  changes: readonly EarlyChange[],
  readVote: ReadVote,
): Promise<void> {
  if (changes.length === 0) return;
  for (const early of changes) await applyChange(tx, target, changeOf(early), readVote);
  await tx`delete from early_changes e where ${isEarlyFor(tx, target)}`;
}

/** Condition on early_changes `e`. */
export function isEarlyFor(tx: Tx, { companyId, connectionId, chat, ref }: Target) {
  return tx`e.company_id = ${companyId} and e.connection_id = ${connectionId} and e.wa_id = ${ref.id}
    and (e.from_me is null or e.from_me = ${ref.fromMe}) and (e.participant = ${ref.participant} or e.kind in ('react', 'vote'))
    and e.identities && ${names(chat)}::text[]`;
}

/** The earlier text is kept for agents. Of a card, only its words are changed: what it showed beside them is old. */
async function applyEdit(tx: Tx, target: Target, change: MessageChange & { kind: 'edit' }): Promise<void> {
  const { companyId } = target;
  const id = await lockThis(tx, target, tx`not m.placeholder`);
  if (!id) return wait(tx, target, change);
  const edited = await tx`
    update messages m set earlier_bodies = m.earlier_bodies || m.body, body = ${change.text}, card = null, is_edited = true
    where m.company_id = ${companyId} and m.id = ${id} and m.body <> ${change.text}`;
  if (edited.count > 0) await refreshLastMessage(tx, companyId, id);
}

/** Once. Words that its author has changed since then stay. */
export async function completeCard(
  tx: Tx,
  target: Target,
  { text, card }: { text: string; card: MessageCard },
): Promise<void> {
  const { companyId } = target;
  const id = await lockThis(tx, target, tx`m.card ->> 'kind' = ${card.kind} and m.card -> 'items' = '[]'`);
  if (!id) return;
  await tx`
    update messages set body = ${text}, card = ${JSON.stringify(card)}::text::jsonb
    where company_id = ${companyId} and id = ${id}`;
  await refreshLastMessage(tx, companyId, id);
}

/** Deleted for everybody by its author; agents go on seeing what it said, marked as deleted. */
async function applyDeletion(tx: Tx, target: Target, change: MessageChange): Promise<void> {
  const { companyId } = target;
  const id = await lockThis(tx, target, tx`true`);
  if (!id) return wait(tx, target, change);
  const deleted = await tx`
    update messages m set is_deleted = true
    where m.company_id = ${companyId} and m.id = ${id} and not m.is_deleted`;
  if (deleted.count > 0) await refreshLastMessage(tx, companyId, id);
}

/** Its ticket first, like everybody who changes a conversation, so that two never wait for each other. */
async function lockThis(
  tx: Tx,
  target: Target,
  condition: ReturnType<typeof isThis>,
): Promise<string | undefined> {
  const [known] = await tx<{ id: string }[]>`
    select m.id from messages m where ${isThis(tx, target)} and ${condition} limit 1`;
  if (!known || !(await lockTicketOf(tx, target.companyId, known.id))) return;
  return known.id;
}

/** One of each person, the newest last. */
async function applyReaction(
  tx: Tx,
  target: Target,
  change: MessageChange & { kind: 'react' },
): Promise<void> {
  const { by, emoji } = change;
  const given: StoredReaction[] = emoji
    ? [{ by: by.key, emoji, fromMe: by.key === 'me', name: by.name }]
    : [];
  const reaction = JSON.stringify(given);
  await tx`
    with known as (select m.id from messages m where ${isAnyones(tx, target)} limit 1),
    reacted as (
      update messages m set reactions = coalesce((
          select jsonb_agg(r order by place) from jsonb_array_elements(m.reactions) with ordinality as a (r, place)
          where r ->> 'by' <> ${by.key}), '[]') || ${reaction}::text::jsonb
      from known where m.company_id = ${target.companyId} and m.id = known.id
        and (select jsonb_path_query_array(m.reactions, '$[*] ? (@.by == $who)', ${JSON.stringify({ who: by.key })}::text::jsonb))
          is distinct from ${reaction}::text::jsonb)
    ${waitForMessage(tx, target, change)}`;
}

/** Each vote says all that its voter has chosen. One that cannot be read changes nothing. */
async function applyVote(
  tx: Tx,
  target: Target,
  change: MessageChange & { kind: 'vote' },
  readVote: ReadVote,
): Promise<void> {
  const { companyId } = target;
  const [known] = await tx<{ id: string; poll: StoredPoll | null }[]>`
    select m.id, m.poll from messages m where ${isAnyones(tx, target)} limit 1 for update`;
  if (!known) return wait(tx, target, change);
  const { id, poll } = known;
  const chosen = poll?.secret ? readVote(change.vote, Buffer.from(poll.secret, 'base64')) : null;
  if (!poll || !chosen) return;
  const places = poll.options.flatMap((option, place) =>
    chosen.some((hash) => hash.equals(createHash('sha256').update(option).digest())) ? place : [],
  );
  const votes = { ...poll.votes, [change.by.key]: places };
  await tx`update messages set poll = ${JSON.stringify({ ...poll, votes })}::text::jsonb
    where company_id = ${companyId} and id = ${id}`;
}

function changeOf({ kind, body, author, authorName }: EarlyChange): MessageChange {
  const by = { key: author, name: authorName };
  switch (kind) {
    case 'edit':
      return { kind, text: body ?? '' };
    case 'delete':
      return { kind };
    case 'react':
      return { kind, by, emoji: body ?? '' };
    case 'vote':
      return { kind, by, vote: Buffer.from(body ?? '', 'base64') };
  }
}

function earlyOf(change: MessageChange): EarlyChange {
  const { kind } = change;
  const by = 'by' in change ? change.by : { key: '', name: '' };
  const body =
    kind === 'edit'
      ? change.text
      : kind === 'react'
        ? change.emoji
        : kind === 'vote'
          ? Buffer.from(change.vote).toString('base64')
          : null;
  return { kind, body, author: by.key, authorName: by.name };
}

function waitForMessage(tx: Tx, { companyId, connectionId, chat, ref }: Target, change: MessageChange) {
  const { kind, body, author, authorName } = earlyOf(change);
  return tx`insert into early_changes
      (company_id, connection_id, wa_id, from_me, participant, identities, kind, body, author, author_name)
    select ${companyId}, ${connectionId}, ${ref.id}, ${ref.fromMe}, ${ref.participant}, ${names(chat)}::text[],
      ${kind}, ${body}::text, ${author}, ${authorName}
    where not exists (select from known)`;
}

async function wait(tx: Tx, target: Target, change: MessageChange): Promise<void> {
  await tx`with known as (select where false) ${waitForMessage(tx, target, change)}`;
}

const names = (chat: ChatAddress): string[] =>
  identityRows(chat).map(({ kind, value }) => `${kind}:${value}`);

/** Condition on messages `m`: the message of this author. */
function isThis(tx: Tx, target: Target) {
  return tx`${isAnyones(tx, target)} and m.participant = ${target.ref.participant}`;
}

/** Condition on messages `m`: whoever wrote it. */
function isAnyones(tx: Tx, { companyId, connectionId, chat, ref }: Target) {
  return tx`m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.wa_id = ${ref.id}
    and (${ref.fromMe}::boolean is null or m.from_me = ${ref.fromMe})
    and m.contact_id in (select i.contact_id from contact_identities i
      where i.company_id = ${companyId} and ${isOneOf(tx, chat)})`;
}
