import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { CONTACT_LINKS_MAX } from '@balcao/shared/features/contacts/limits.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import * as links from './contact-links.repo.ts';
import * as repo from './contacts.repo.ts';

/**
 * Contacts on several messengers who are one person, because one of the company's people says so. Nothing is mixed: each
 * keeps its tickets, messages and names, and a link that was a mistake is taken away again. Repeated, both change nothing.
 */

export { idsOfPerson } from './contact-links.repo.ts';

/**
 * ERR_NO_CONTACT_FOUND, ERR_SAME_CONTACT, ERR_CONTACT_IS_GROUP; ERR_CONTACT_LINKED {name} when each is linked to others
 * already; ERR_CONTACT_LINKS_FULL {max}.
 */
export async function link(
  tx: Tx,
  actor: Actor,
  { contactId, otherId, personId }: MutationArgs<'contact.link'>,
): Promise<void> {
  const { companyId } = actor;
  if (contactId === otherId) throw new AppError('ERR_SAME_CONTACT');
  await links.lockPersons(tx, companyId, [contactId, otherId]);
  const one = orNotFound(await repo.find(tx, actor, contactId), 'ERR_NO_CONTACT_FOUND');
  const other = orNotFound(await repo.find(tx, actor, otherId), 'ERR_NO_CONTACT_FOUND');
  if (one.isGroup || other.isGroup) throw new AppError('ERR_CONTACT_IS_GROUP');
  if (one.personId !== null && other.personId !== null) {
    if (one.personId === other.personId) return;
    throw new AppError('ERR_CONTACT_LINKED', { name: other.name });
  }
  const person = one.personId ?? other.personId ?? (await unused(tx, companyId, personId));
  const added = [one, other].filter((contact) => contact.personId === null);
  if ((await links.countOf(tx, companyId, person)) + added.length > CONTACT_LINKS_MAX)
    throw new AppError('ERR_CONTACT_LINKS_FULL', { max: CONTACT_LINKS_MAX });
  await links.add(
    tx,
    companyId,
    person,
    added.map(({ id }) => id),
  );
  await recordLink(tx, actor, 'link', one, { from: null, to: maskName(other.name) });
}

/** ERR_NO_CONTACT_FOUND. The others stay linked to each other. */
export async function unlink(
  tx: Tx,
  actor: Actor,
  { contactId }: MutationArgs<'contact.unlink'>,
): Promise<void> {
  const { companyId } = actor;
  await links.lockPersons(tx, companyId, [contactId]);
  const contact = orNotFound(await repo.find(tx, actor, contactId), 'ERR_NO_CONTACT_FOUND');
  if (contact.personId === null) return;
  const others = await links.listLinked(tx, actor, contactId);
  await links.remove(tx, companyId, contactId);
  const names = others.map(({ name }) => maskName(name)).join(', ');
  await recordLink(tx, actor, 'unlink', contact, { from: names, to: null });
}

/** A console names a person anew. A name that somebody has would let a contact in among strangers. */
async function unused(tx: Tx, companyId: number, personId: string): Promise<string> {
  return (await links.countOf(tx, companyId, personId)) === 0 ? personId : crypto.randomUUID();
}

async function recordLink(
  tx: Tx,
  actor: Actor,
  action: 'link' | 'unlink',
  { id, name }: Pick<repo.ContactRecord, 'id' | 'name'>,
  change: { from: string | null; to: string | null },
): Promise<void> {
  const { companyId } = actor;
  const what = { action, entity: 'contact', entityId: id, entityName: maskName(name) } as const;
  await record(tx, { companyId, actor, ...what, changes: [{ field: 'linked', ...change }] });
}
