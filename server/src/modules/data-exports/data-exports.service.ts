import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { DataExport } from '@balcao/shared/features/data-subjects/exports.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import { spokenLanguage } from '@balcao/shared/phone/spoken-language.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import { describe, type Subject } from '../data-subjects/data-file.service.ts';
import * as repo from './data-exports.repo.ts';
import { languageOf } from './record.repo.ts';

/** What is asked for while it is made is the same one. ERR_NO_CONTACT_FOUND, ERR_NO_DATA_SUBJECT_FOUND, ERR_CONTACT_IS_GROUP. */
export async function ask(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  wished: Language | undefined,
  now: Date,
): Promise<DataExport> {
  const { companyId } = actor;
  const file = await describe(tx, companyId, subject);
  const { counts, numbers, contacts } = file;
  const ids = contacts.map((contact) => contact.id);
  const made = (await repo.list(tx, companyId, ids, numbers, now)).find(({ state }) => state === 'making');
  if (made) return present(made);
  const [number = null] = numbers;
  const language =
    wished ?? (number === null ? null : spokenLanguage(number)) ?? (await languageOf(tx, companyId));
  const messagesTotal = counts.messages + counts.calls + counts.notes + counts.groupMessages;
  const whom = { contactId: file.contactId, number: file.contactId === null ? number : null };
  const id = await repo.insert(tx, actor, whom, { language, messagesTotal });
  // Somebody has been faster: the next attempt finds theirs.
  if (id === undefined)
    return present(
      orNotFound((await repo.list(tx, companyId, ids, numbers, now))[0], 'ERR_NO_DATA_EXPORT_FOUND'),
    );
  await noted(tx, actor, id, 'create');
  return present(orNotFound(await repo.find(tx, companyId, id, now), 'ERR_NO_DATA_EXPORT_FOUND'));
}

/** Newest first. Empty for a person who is gone. */
export async function list(
  tx: Tx,
  { companyId }: Actor,
  ids: readonly number[],
  numbers: readonly string[],
  now: Date,
): Promise<{ exports: DataExport[] }> {
  return { exports: (await repo.list(tx, companyId, ids, numbers, now)).map(present) };
}

/** ERR_NO_DATA_EXPORT_FOUND. */
export async function remove(tx: Tx, actor: Actor, id: number, now: Date): Promise<void> {
  const { companyId } = actor;
  orNotFound(await repo.find(tx, companyId, id, now), 'ERR_NO_DATA_EXPORT_FOUND');
  await noted(tx, actor, id, 'delete');
  await repo.end(tx, companyId, id);
}

export interface Download {
  path: string;
  size: number;
  name: string;
  language: Language;
}

/** It is noted first: without a note there is no file. ERR_NO_DATA_EXPORT_FOUND. */
export async function take(tx: Tx, actor: Actor, id: number, part: number, now: Date): Promise<Download> {
  const { companyId } = actor;
  const { language } = orNotFound(await repo.find(tx, companyId, id, now), 'ERR_NO_DATA_EXPORT_FOUND');
  const file = orNotFound(await repo.findPart(tx, companyId, id, part), 'ERR_NO_DATA_EXPORT_FOUND');
  await noted(tx, actor, id, 'download');
  return { ...file, language, name: await repo.nameOf(tx, companyId, id) };
}

const present = ({ askedAt, endsAt, ...row }: repo.StoredExport): DataExport => ({
  ...row,
  askedAt: askedAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
});

/** The log outlives the person's rows, so it names the person as only who knows the name knows it again. */
async function noted(
  tx: Tx,
  actor: Actor,
  entityId: number,
  action: 'create' | 'download' | 'delete',
): Promise<void> {
  const { companyId } = actor;
  const entityName = maskName(await repo.nameOf(tx, companyId, entityId));
  await record(tx, { companyId, actor, action, entity: 'dataExport', entityId, entityName });
}
