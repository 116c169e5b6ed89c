import type { ChatAddress, MessageRef } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import { identityRows, isOneOf } from './contacts.ts';
import type { Ticks } from './ticks.ts';

/** What happens to messages that are stored, or will be in a moment. */

/**
 * Ticks only move forward. One that comes before its message waits for it. A message that we count as on its way or
 * failed has gone out after all when somebody received it.
 */
export async function applyTicks(
  tx: Tx,
  companyId: number,
  connectionId: number,
  ticks: Ticks,
): Promise<void> {
  await tx`
    with given as (
      select * from unnest(${[...ticks.keys()]}::text[], ${[...ticks.values()]}::smallint[]) as g (wa_id, ack)),
    here as (
      select m.id, given.wa_id, given.ack from messages m join given on given.wa_id = m.wa_id
      where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.from_me),
    forward as (
      update messages m set ack = here.ack, state = 'sent', error_code = null
      from here where m.company_id = ${companyId} and m.id = here.id and m.ack < here.ack)
    insert into early_acks as early (company_id, connection_id, wa_id, ack)
    select ${companyId}, ${connectionId}, wa_id, ack from given
    where wa_id not in (select wa_id from here)
    on conflict (company_id, connection_id, wa_id) do update set ack = greatest(early.ack, excluded.ack)`;
}

/** The earlier text is kept for agents. What is edited before it is here waits for it. */
export async function applyEdit(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
  text: string,
): Promise<void> {
  await tx`
    with known as (
      select m.id from messages m where ${target(tx, companyId, connectionId, chat, ref)} and not m.placeholder),
    edited as (
      update messages m set earlier_bodies = m.earlier_bodies || m.body, body = ${text}, is_edited = true
      from known where m.company_id = ${companyId} and m.id = known.id and m.body <> ${text})
    ${waitForMessage(tx, companyId, connectionId, chat, ref, text)}`;
}

/** Deleted for everybody by its author; agents go on seeing what it said, marked as deleted. */
export async function applyDeletion(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
): Promise<void> {
  await tx`
    with known as (select m.id from messages m where ${target(tx, companyId, connectionId, chat, ref)}),
    deleted as (
      update messages m set is_deleted = true
      from known where m.company_id = ${companyId} and m.id = known.id and not m.is_deleted)
    ${waitForMessage(tx, companyId, connectionId, chat, ref, null)}`;
}

/** What came before a message that has just been stored, in order: edits by their text, a deletion as null. */
export async function applyEarly(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
  changes: readonly (string | null)[],
): Promise<void> {
  if (changes.length === 0) return;
  for (const text of changes)
    if (text === null) await applyDeletion(tx, companyId, connectionId, chat, ref);
    else await applyEdit(tx, companyId, connectionId, chat, ref, text);
  await tx`delete from early_changes e where ${isEarlyFor(tx, companyId, connectionId, chat, ref)}`;
}

/** Condition on early_changes `e`. */
export function isEarlyFor(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
) {
  return tx`e.company_id = ${companyId} and e.connection_id = ${connectionId} and e.wa_id = ${ref.id}
    and e.from_me = ${ref.fromMe} and e.participant = ${ref.participant}
    and e.identities && ${names(chat)}::text[]`;
}

function waitForMessage(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
  text: string | null,
) {
  return tx`insert into early_changes (company_id, connection_id, wa_id, from_me, participant, identities, kind, body)
    select ${companyId}, ${connectionId}, ${ref.id}, ${ref.fromMe}, ${ref.participant}, ${names(chat)}::text[],
      ${text === null ? 'delete' : 'edit'}, ${text}::text
    where not exists (select from known)`;
}

const names = (chat: ChatAddress): string[] =>
  identityRows(chat).map(({ kind, value }) => `${kind}:${value}`);

function target(tx: Tx, companyId: number, connectionId: number, chat: ChatAddress, ref: MessageRef) {
  return tx`m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.wa_id = ${ref.id}
    and m.from_me = ${ref.fromMe} and m.participant = ${ref.participant}
    and m.contact_id in (select i.contact_id from contact_identities i
      where i.company_id = ${companyId} and ${isOneOf(tx, chat)})`;
}
