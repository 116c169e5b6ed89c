import { given } from '@balcao/shared/contract/given.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { isBlockable } from '@balcao/shared/features/connections/channel.ts';
import type { ContactView } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_FIELDS_MAX, CONTACT_NOTES_MAX } from '@balcao/shared/features/contacts/limits.ts';
import { NOT_OUT, optOutAfter } from '@balcao/shared/features/contacts/opt-out.ts';
import {
  BLANK_FIELDS,
  type ContactFreeFields,
  contactName,
  WRITTEN_FIELDS,
} from '@balcao/shared/features/contacts/row.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import { isChosenName, phoneKey } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { InputError } from '../../platform/http/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import { assertNotHeld } from '../holds/holds.service.ts';
import { noteCause } from '../ticket-timeline/causes.service.ts';
import { presentContact } from './contacts.presenter.ts';
import * as repo from './contacts.repo.ts';
import { mergeContacts } from './merge.service.ts';

/**
 * What people do to contacts. All throw ERR_NO_CONTACT_FOUND for a missing contact, also one of another company, and
 * one that the actor does not see: those are the same to them.
 */

/** A number as WhatsApp knows it, or as it was typed when nobody could be asked. */
export interface CheckedNumber {
  number: string;
  lid: string | null;
  unchecked: boolean;
}

export type NewContact = ContactFreeFields & { name: string };
export type ContactChange = ContactFreeFields;

export async function get(tx: Tx, actor: Actor, id: number): Promise<ContactView> {
  return presentContact(orNotFound(await repo.find(tx, actor, id), 'ERR_NO_CONTACT_FOUND'));
}

/** Called by whoever names a contact in a call about something else. */
export async function assertSeen(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await repo.isSeen(tx, actor, id))) throw new AppError('ERR_NO_CONTACT_FOUND');
}

/**
 * ERR_VALIDATION for somebody with neither a number nor an address of e-mail; ERR_DUPLICATED_CONTACT for somebody whom
 * the actor sees: by the number, in either Brazilian spelling, by the WhatsApp account, or by the address. A contact whom
 * they do not see is theirs as well from now on, as by a ticket: who knows the number may serve the customer, and hears
 * nothing that a new number would not have answered.
 */
export async function create(
  tx: Tx,
  actor: Actor,
  { optedOut = false, ...fields }: NewContact,
  checked: CheckedNumber | null,
  at: string,
): Promise<ContactView> {
  const { companyId } = actor;
  const identities = checked ? identitiesOf(checked) : addressIn(fields);
  const typed: repo.Written = { ...BLANK_FIELDS, ...given(fields), ...optOutAfter(optedOut, NOT_OUT, at) };
  assertFits(typed, { ...typed, notes: '', extraInfo: [] });
  const [owner] = await repo.ownersOf(tx, companyId, identities);
  if (owner !== undefined) return presentContact(await join(tx, actor, owner, typed));
  const number = checked?.number ?? '';
  const nameEdited = isChosenName(typed.name, number);
  const made = {
    addedBy: actor.userId === null ? [] : [actor.userId],
    nameEdited,
    number,
    identities,
    numberUnchecked: checked?.unchecked ?? false,
  };
  const id = await unlessTaken(repo.insert(tx, companyId, { ...typed, ...made }));
  return presentContact(orNotFound(await repo.find(tx, actor, id), 'ERR_NO_CONTACT_FOUND'));
}

/**
 * Whoever has this number, for a program that writes to it: known, or a new contact. Two calls about one number come one
 * after the other. Somebody without a name of their own is called by this one; null: by the number.
 */
export async function contactOfProgram(
  tx: Tx,
  companyId: number,
  { checked, contactId }: { checked: CheckedNumber; contactId: number | null },
  name: string | null,
): Promise<number> {
  const { number } = checked;
  const identities = identitiesOf(checked);
  const find = async () => (await repo.ownersOf(tx, companyId, identities))[0];
  let owner = contactId ?? (await find());
  if (owner === undefined) {
    await repo.lockNumber(tx, companyId, phoneKey(number));
    owner = await find();
  }
  if (owner !== undefined) {
    if (name !== null) await repo.nameUnnamed(tx, companyId, owner, name);
    return owner;
  }
  return unlessTaken(
    repo.insert(tx, companyId, {
      ...BLANK_FIELDS,
      ...NOT_OUT,
      name: name ?? formatPhone(number),
      addedBy: [],
      nameEdited: name !== null,
      number,
      identities,
      numberUnchecked: checked.unchecked,
    }),
    'ERR_UNAVAILABLE',
  );
}

/** Whoever is known by an address of e-mail; nobody yet: this contact, who is from now on. */
export async function contactAtAddress(
  tx: Tx,
  companyId: number,
  id: number,
  address: string,
): Promise<number> {
  const identities = [{ kind: 'email', value: address }] as const;
  const [owner] = await repo.ownersOf(tx, companyId, identities);
  if (owner !== undefined) return owner;
  await unlessTaken(repo.addIdentities(tx, companyId, id, identities), 'ERR_UNAVAILABLE');
  return id;
}

/** What colleagues wrote stays; what they left empty is as the actor has typed it. ERR_DUPLICATED_CONTACT. */
async function join(tx: Tx, actor: Actor, id: number, typed: repo.Written): Promise<repo.ContactRecord> {
  await assertUnseen(tx, actor, id);
  await repo.addAdder(tx, actor, id);
  const before = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
  const empty = WRITTEN_FIELDS.filter((field) =>
    field === 'name'
      ? !before.nameEdited && isChosenName(typed.name, before.number)
      : isLeftEmpty(before[field], BLANK_FIELDS[field]),
  );
  await repo.update(tx, actor.companyId, id, Object.fromEntries(empty.map((field) => [field, typed[field]])));
  return orNotFound(await repo.find(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
}

/** Whether bots are silent is a decision, not something that was left empty. */
const isLeftEmpty = (value: unknown, blank: unknown): boolean =>
  typeof blank !== 'boolean' && JSON.stringify(value) === JSON.stringify(blank);

/**
 * Another contact has the number that the actor wants to give: that one is the actor's as well from now on, as in
 * `create`, or it could not be told whom to merge.
 */
export async function meet(tx: Tx, actor: Actor, checked: CheckedNumber): Promise<void> {
  const [owner] = await repo.ownersOf(tx, actor.companyId, identitiesOf(checked));
  if (owner !== undefined && !(await repo.isSeen(tx, actor, owner))) await repo.addAdder(tx, actor, owner);
}

/**
 * ERR_DUPLICATED_CONTACT, ERR_CONTACT_IS_GROUP for a number; ERR_VALIDATION for another name that is too short or too
 * long, and for more notes or extra fields than there may be.
 */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { optedOut, ...change }: ContactChange,
  at: string,
  checked: CheckedNumber | null = null,
): Promise<ContactView> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
  assertFits(change, before);
  if (checked && checked.number !== before.number) {
    // What its owner says in private would come into the group's conversation.
    if (before.isGroup) throw new AppError('ERR_CONTACT_IS_GROUP');
    const identities = identitiesOf(checked);
    await assertFree(tx, actor, identities, id);
    await unlessTaken(repo.setNumber(tx, companyId, before, checked, identities));
  }
  const { optedOutAt, optedOutBy } = optOutAfter(optedOut, before, at);
  const changed = differing({ ...change, optedOutAt, optedOutBy }, before);
  await repo.update(tx, companyId, id, changed);
  if (checked || Object.keys(changed).length > 0) noteCause(tx, { contactId: id });
  return presentContact(orNotFound(await repo.find(tx, actor, id), 'ERR_NO_CONTACT_FOUND'));
}

export const { listContacts, nameByAddress, uncheckedNumber } = repo;

/** What WhatsApp says of a number that was saved unchecked; whoever is there under another name already is the same. */
export async function confirmNumber(
  tx: Tx,
  companyId: number,
  id: number,
  known: { number: string; lid: string | null },
): Promise<void> {
  const identities = identitiesOf(known);
  const owners = await repo.ownersOf(tx, companyId, identities);
  for (const other of owners) if (other !== id) await mergeContacts(tx, companyId, id, other);
  await repo.confirmNumber(tx, companyId, id, known.number, identities);
}

/** ERR_ON_HOLD. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
  await assertNotHeld(tx, companyId, { contactId: id });
  await repo.remove(tx, companyId, id);
  const what = { action: 'delete', entity: 'contact', entityId: id } as const;
  await record(tx, { companyId, actor, ...what, entityName: maskName(before.name) });
}

/** ERR_CONTACT_IS_GROUP: people only are blocked. ERR_CHANNEL_CANNOT where no messenger of the contact's does it. */
export async function block(tx: Tx, actor: Actor, id: number, blocked: boolean): Promise<ContactView> {
  const contact = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
  if (contact.isGroup) throw new AppError('ERR_CONTACT_IS_GROUP');
  if (!isBlockable(contact)) throw new AppError('ERR_CHANNEL_CANNOT');
  // Also where it is so already but for a connection that refused: it is asked again.
  if (contact.blocked !== blocked || contact.blockExceptions.length > 0)
    await repo.setBlocked(tx, actor.companyId, id, blocked);
  if (contact.blocked !== blocked) noteCause(tx, { contactId: id });
  return presentContact({ ...contact, blocked, blockExceptions: [] });
}

/** ERR_SAME_CONTACT, ERR_CONTACT_IS_GROUP. */
export async function merge(tx: Tx, actor: Actor, id: number, duplicateId: number): Promise<ContactView> {
  const { companyId } = actor;
  if (id === duplicateId) throw new AppError('ERR_SAME_CONTACT');
  const keep = orNotFound(await repo.find(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
  const drop = orNotFound(await repo.find(tx, actor, duplicateId), 'ERR_NO_CONTACT_FOUND');
  if (keep.isGroup || drop.isGroup) throw new AppError('ERR_CONTACT_IS_GROUP');
  if (!(await mergeContacts(tx, companyId, id, duplicateId))) throw new AppError('ERR_NO_CONTACT_FOUND');
  const merged = orNotFound(await repo.find(tx, actor, id), 'ERR_NO_CONTACT_FOUND');
  const changes = [{ field: 'duplicate', from: maskName(drop.name), to: null }];
  const what = { action: 'merge', entity: 'contact', entityId: id } as const;
  await record(tx, { companyId, actor, ...what, entityName: maskName(keep.name), changes });
  return presentContact(merged);
}

/** What is written again as it was would only wake the consoles up. */
function differing(
  change: Partial<Record<keyof repo.Written, unknown>>,
  before: repo.ContactRecord,
): Partial<repo.Written> {
  const entries = Object.entries(change) as [keyof repo.Written, unknown][];
  const had = { ...before, name: before.name.trim() };
  return Object.fromEntries(
    entries.filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(had[field]),
    ),
  );
}

function identitiesOf({ number, lid }: Pick<CheckedNumber, 'number' | 'lid'>): repo.ContactIdentity[] {
  const phone = { kind: 'phone', value: phoneKey(number) } as const;
  return lid ? [phone, { kind: 'lid', value: lid }] : [phone];
}

/** Who has no number is known by the address. ERR_VALIDATION without either. */
function addressIn({ email }: ContactFreeFields): repo.ContactIdentity[] {
  if (!email) throw new InputError([{ location: 'body.number', code: 'invalid_type' }]);
  return [{ kind: 'email', value: email }];
}

async function assertFree(
  tx: Tx,
  actor: Actor,
  identities: readonly repo.ContactIdentity[],
  own: number,
): Promise<void> {
  const [owner] = await repo.ownersOf(tx, actor.companyId, identities);
  if (owner === undefined || owner === own) return;
  await assertUnseen(tx, actor, owner);
  throw new AppError('ERR_DUPLICATED_CONTACT');
}

/** ERR_DUPLICATED_CONTACT {contactId, name}. */
async function assertUnseen(tx: Tx, actor: Actor, id: number): Promise<void> {
  const seen = await repo.find(tx, actor, id);
  if (seen) throw new AppError('ERR_DUPLICATED_CONTACT', { contactId: seen.id, name: seen.name });
}

/**
 * What WhatsApp calls somebody may be of any length, and what two contacts had is one contact's after a merge and may
 * be more than fits: it stays as it is, or becomes what fits.
 */
function assertFits(
  { name, notes = '', extraInfo = [] }: ContactChange,
  before: Pick<repo.Written, 'name' | 'notes' | 'extraInfo'>,
): void {
  const isRenamed = name !== undefined && name !== before.name.trim();
  const { error } = isRenamed ? contactName.safeParse(name) : {};
  if (error) throw new InputError(error.issues.map(({ code }) => ({ location: 'body.name', code })));
  const notesFit = notes.length <= Math.max(CONTACT_NOTES_MAX, before.notes.length);
  const pairsFit = extraInfo.length <= Math.max(CONTACT_FIELDS_MAX, before.extraInfo.length);
  if (!notesFit || !pairsFit) throw new AppError('ERR_VALIDATION');
}

/** Somebody else was faster. */
async function unlessTaken<T>(writing: Promise<T>, code: ErrorCode = 'ERR_DUPLICATED_CONTACT'): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'contact_identities_pkey') ? new AppError(code) : error;
  }
}
