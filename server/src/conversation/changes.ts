import type { ChatAddress, MessageRef } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import { isOneOf } from './contacts.ts';
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

/** The earlier text is kept for agents. */
export async function applyEdit(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
  text: string,
): Promise<void> {
  await tx`update messages m set earlier_bodies = m.earlier_bodies || m.body, body = ${text}, is_edited = true
    where ${target(tx, companyId, connectionId, chat, ref)} and m.body <> ${text}`;
}

/** Deleted for everybody by its author; agents go on seeing what it said, marked as deleted. */
export async function applyDeletion(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  ref: MessageRef,
): Promise<void> {
  await tx`update messages m set is_deleted = true
    where ${target(tx, companyId, connectionId, chat, ref)} and not m.is_deleted`;
}

function target(tx: Tx, companyId: number, connectionId: number, chat: ChatAddress, ref: MessageRef) {
  return tx`m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.wa_id = ${ref.id}
    and m.from_me = ${ref.fromMe} and m.participant = ${ref.participant}
    and m.contact_id in (select i.contact_id from contact_identities i
      where i.company_id = ${companyId} and ${isOneOf(tx, chat)})`;
}
