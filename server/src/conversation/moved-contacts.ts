import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { ChatAddress, Identity } from '../channels/channel.ts';
import { noteCause } from '../modules/ticket-timeline/causes.service.ts';
import { addTicketEvent } from '../modules/ticket-timeline/ticket-events.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { findContacts, identityRows, type KnownContact } from './contacts.ts';

/** People who have another number, or another name at the messenger, than before. */

export interface Move {
  from: ChatAddress;
  to: ChatAddress;
  at: Date;
}

interface Line {
  companyId: number;
  connectionId: number;
}

/** Messengers count whole seconds. */
const A_SECOND_MS = 1_000;

/**
 * The contact goes on under the new names, with all that was said. Where those are somebody else's here, nothing is
 * mixed: both conversations say so, and people link the two. Told again, nothing changes: nobody has the old names then, or
 * somebody who came later.
 */
export async function moveContact(tx: Tx, line: Line, { from, to, at }: Move): Promise<void> {
  const { companyId } = line;
  const contact = await findMover(tx, companyId, from, at);
  if (!contact) return;
  const others = (await findContacts(tx, companyId, to)).filter(({ id }) => id !== contact.id);
  const told = { from: shownNumber(from), to: shownNumber(to) };
  const [other] = others;
  if (other) {
    await tell(tx, line, contact.id, { kind: 'movedToOther', ...told, name: other.name }, at);
    await tell(tx, line, other.id, { kind: 'movedHere', ...told, name: contact.name }, at);
    return;
  }
  if (!(await rename(tx, companyId, contact, { from, to, at }))) return;
  if (told.to !== null && told.to !== told.from)
    await tell(tx, line, contact.id, { kind: 'moved', ...told }, at);
}

/** Nobody who came here after the change: an old number may be given to somebody new. */
async function findMover(
  tx: Tx,
  companyId: number,
  from: ChatAddress,
  at: Date,
): Promise<KnownContact | undefined> {
  const [contact] = await findContacts(tx, companyId, from);
  if (!contact) return undefined;
  const before = new Date(at.getTime() + A_SECOND_MS);
  const [found] = await tx`
    select from contacts where company_id = ${companyId} and id = ${contact.id} and created_at < ${before} for update`;
  return found && contact;
}

/** @returns false when it has had these names all along */
async function rename(
  tx: Tx,
  companyId: number,
  contact: KnownContact,
  { from, to }: Move,
): Promise<boolean> {
  const own = await tx<Identity[]>`
    select kind, value from contact_identities where company_id = ${companyId} and contact_id = ${contact.id}`;
  const arriving = without(identityRows(to), own);
  if (arriving.length === 0) return false;
  const hasOtherNumber = arriving.some(({ kind }) => kind === 'phone');
  // A LID belongs to the number.
  const gone = own.filter(({ kind }) => hasOtherNumber && kind === 'lid');
  const leaving = without([...identityRows(from), ...gone], identityRows(to));
  await tx`
    delete from contact_identities
    where company_id = ${companyId} and contact_id = ${contact.id} and (kind, value) in (
      select * from unnest(${leaving.map(({ kind }) => kind)}::text[], ${leaving.map(({ value }) => value)}::text[]))`;
  await tx`
    insert into contact_identities (company_id, kind, value, contact_id)
    select ${companyId}, kind, value, ${contact.id}
    from unnest(${arriving.map(({ kind }) => kind)}::text[], ${arriving.map(({ value }) => value)}::text[])
      as arriving (kind, value)`;
  if (hasOtherNumber) await writeNumber(tx, companyId, contact, { from, to });
  await sendAnew(tx, companyId, contact.id);
  return true;
}

const without = (some: readonly Identity[], others: readonly Identity[]): Identity[] =>
  some.filter(({ kind, value }) => !others.some((other) => other.kind === kind && other.value === value));

/** Another number of the contact's stays, and so does a name that is more than the number. */
async function writeNumber(
  tx: Tx,
  companyId: number,
  contact: KnownContact,
  { from, to }: Pick<Move, 'from' | 'to'>,
): Promise<void> {
  const [before, after] = [numberOf(from), numberOf(to)];
  if (after === null) return;
  const isMain = contact.number === '' || (before !== null && phoneKey(contact.number) === phoneKey(before));
  if (!isMain) return;
  const isNamed = contact.nameEdited || contact.name !== formatPhone(contact.number);
  await tx`
    update contacts set number = ${after}, number_unchecked = false,
      name = ${isNamed ? contact.name : formatPhone(after)}, updated_at = now()
    where company_id = ${companyId} and id = ${contact.id}`;
  noteCause(tx, { contactId: contact.id });
}

/** What waits was prepared for the old address; who is blocked is blocked under the new one. */
async function sendAnew(tx: Tx, companyId: number, contactId: number): Promise<void> {
  await tx`
    update messages set payload = null
    where company_id = ${companyId} and contact_id = ${contactId} and state = 'queued' and wa_id is null`;
  await tx`
    insert into block_orders (company_id, connection_id, contact_id, blocked)
    select w.company_id, w.id, c.id, true from contacts c
    join connections w on w.company_id = c.company_id and w.deleted_at is null
    where c.company_id = ${companyId} and c.id = ${contactId} and c.blocked
    on conflict (company_id, connection_id, contact_id)
      do update set blocked = excluded.blocked, state = 'due', at = now()`;
}

const numberOf = ({ identities }: ChatAddress): string | null =>
  identities.find(({ kind }) => kind === 'phone')?.value ?? null;

function shownNumber(chat: ChatAddress): string | null {
  const number = numberOf(chat);
  return number && formatPhone(number);
}

/** Says it once, in the conversation that the contact had last: on this line, if there is one. */
async function tell(
  tx: Tx,
  { companyId, connectionId }: Line,
  contactId: number,
  event: TicketEvent,
  at: Date,
): Promise<void> {
  const [ticket] = await tx<{ id: number; at: Date }[]>`
    select t.id, greatest(t.last_message_at, ${at}) as at from tickets t
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and not exists (
      select from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.media_type = 'event'
        and m.body = ${JSON.stringify(event)})
    order by t.connection_id = ${connectionId} desc, t.status = 'closed', t.last_message_at desc limit 1`;
  if (ticket) await addTicketEvent(tx, { companyId, ticketId: ticket.id, userId: null }, event, ticket.at);
}
