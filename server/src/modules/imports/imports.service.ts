import { createHash } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { type ImportedContact, readContact } from '@balcao/shared/features/contacts/import-columns.ts';
import { cardHeadings, guessMeanings, isExport } from '@balcao/shared/features/contacts/import-headings.ts';
import {
  CONTACT_NAMING,
  type ColumnMeaning,
  LIST_MEANINGS,
  LIST_NAMING,
  type RowProblem,
} from '@balcao/shared/features/contacts/import-meanings.ts';
import type { ImportDraft, ImportView } from '@balcao/shared/features/contacts/imports.ts';
import type { Country } from '@balcao/shared/phone/countries.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { countryOf } from '@balcao/shared/phone/phone.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Page } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import { MAX_NUMBERS } from './card-rows.ts';
import { placeOf } from './import-places.ts';
import * as repo from './imports.repo.ts';
import type { Spreadsheet } from './spreadsheet.ts';

type ImportTarget = repo.ImportTarget;

/**
 * People from files, among the contacts or into a list: a draft to look at, then rows taken over in the background
 * (imports.jobs.ts). All that name a list throw ERR_NO_CONTACT_LIST_FOUND, and ERR_CONTACT_LIST_FULL where rows are
 * taken over.
 */

export async function draft(
  tx: Tx,
  actor: Actor,
  target: ImportTarget,
  fileName: string,
  sheet: Spreadsheet,
): Promise<ImportDraft> {
  const { rows, hasFormulas } = sheet;
  const headings = await headingsOf(tx, actor.companyId, sheet);
  await placeOf(target).assertRoom(tx, actor.companyId, 0);
  const id = uuidv7();
  const guess = await guessed(tx, actor.companyId, target, headings);
  const what = { id, contactListId: target, fileName, headings, ...guess, rows, hasFormulas, digest: null };
  await repo.insert(tx, actor.companyId, { ...what, userId: actor.userId });
  await note(tx, actor, target, { id, fileName });
  return { ...(await get(tx, actor, target, id)), sheets: sheet.sheets, sheet: sheet.sheet };
}

/**
 * Without a look at it first. Under an id that is taken it is the repetition of that call. ERR_IMPORT_NO_NUMBER,
 * ERR_IDEMPOTENCY_KEY_REUSED when that one brought something else.
 */
export async function takeOver(
  tx: Tx,
  actor: Actor,
  target: ImportTarget,
  { id, fileName }: ImportName,
  sheet: Spreadsheet,
): Promise<ImportView> {
  const { rows, hasFormulas } = sheet;
  const headings = await headingsOf(tx, actor.companyId, sheet);
  const guess = await guessed(tx, actor.companyId, target, headings);
  if (!namePeople(target, guess.meanings)) throw new AppError('ERR_IMPORT_NO_NUMBER');
  await begin(tx, actor, { id, contactListId: target, fileName, headings, ...guess, rows, hasFormulas });
  return get(tx, actor, target, id);
}

/** What a file of cards has for them is said in the company's language. */
async function headingsOf(tx: Tx, companyId: number, { kind, headings }: Spreadsheet): Promise<string[]> {
  return kind === 'cards' ? cardHeadings(await repo.languageOf(tx, companyId), MAX_NUMBERS) : headings;
}

interface ImportName {
  id: string;
  fileName: string;
}

async function guessed(
  tx: Tx,
  companyId: number,
  target: ImportTarget,
  headings: readonly string[],
): Promise<Pick<repo.NewImport, 'meanings' | 'country'>> {
  const country = isExport(headings) ? null : countryOf((await repo.ownNumber(tx, companyId)) ?? '');
  const meanings = guessMeanings(headings);
  if (target === null) return { meanings, country };
  return { meanings: meanings.map((one) => (LIST_MEANINGS.includes(one) ? one : 'skip')), country };
}

/** The phones' address books, started at once. */
export async function fromPhone(tx: Tx, actor: Actor, chosen: repo.Chosen): Promise<ImportView> {
  const { companyId } = actor;
  const chosenOnes = await repo.phoneContacts(tx, companyId, chosen);
  const rows = chosenOnes.map(({ name, number }) => [name, number]);
  const id = uuidv7();
  const meanings: ColumnMeaning[] = ['name', 'number'];
  const people = { headings: meanings, meanings, country: null, rows, hasFormulas: false };
  await begin(tx, actor, { id, contactListId: null, fileName: '', ...people });
  return get(tx, actor, null, id);
}

async function begin(tx: Tx, actor: Actor, made: Omit<repo.NewImport, 'userId' | 'digest'>): Promise<void> {
  const { companyId, userId } = actor;
  const { id, contactListId: target, fileName, headings, rows } = made;
  const digest = createHash('sha256')
    .update(JSON.stringify([fileName, headings, rows]))
    .digest();
  if (!(await repo.insert(tx, companyId, { ...made, userId, digest }))) {
    if (!(await repo.isOf(tx, companyId, id, digest))) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
    return;
  }
  await placeOf(target).assertRoom(tx, companyId, rows.length);
  await repo.start(tx, companyId, id, { ...made, updateExisting: false });
  await takeFew(tx, companyId, id, rows.length);
  await note(tx, actor, target, { id, fileName: fileName || 'WhatsApp' });
}

export const presentImport = ({
  updateExisting: _,
  contactListId: _list,
  createdAt,
  finishedAt,
  ...found
}: repo.ImportRecord): Omit<ImportView, 'preview'> => ({
  ...found,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

export async function get(tx: Tx, actor: Actor, target: ImportTarget, id: string): Promise<ImportView> {
  return view(tx, actor.companyId, into(target, await repo.find(tx, actor.companyId, id)));
}

/** Called by whoever is about to read a file for it. */
export async function assertPlace(tx: Tx, { companyId }: Actor, target: ImportTarget): Promise<void> {
  await placeOf(target).assertRoom(tx, companyId, 0);
}

/** An import of another list is as good as none. */
const into = (target: ImportTarget, found: repo.ImportRecord | undefined): repo.ImportRecord =>
  orNotFound(found?.contactListId === target ? found : undefined, 'ERR_NO_IMPORT_FOUND');

/** Newest first. */
export async function list(
  tx: Tx,
  { companyId }: Actor,
  target: ImportTarget,
  page: Page<string>,
): Promise<repo.ImportRecord[]> {
  await placeOf(target).assertRoom(tx, companyId, 0);
  return repo.list(tx, companyId, target, page);
}

/** Rows that were not taken over, in the order of the file. */
export async function problems(
  tx: Tx,
  { companyId }: Actor,
  target: ImportTarget,
  id: string,
  page: Parameters<typeof repo.problems>[3],
): ReturnType<typeof repo.problems> {
  into(target, await repo.find(tx, companyId, id));
  return repo.problems(tx, companyId, id, page);
}

/** Whether columns say who somebody is. */
const namePeople = (target: ImportTarget, meanings: readonly ColumnMeaning[]): boolean =>
  (target === null ? CONTACT_NAMING : LIST_NAMING).some((meaning) => meanings.includes(meaning));

/** ERR_IMPORT_STATE when it is not a draft any more, ERR_IMPORT_NO_NUMBER. */
export async function start(
  tx: Tx,
  actor: Actor,
  target: ImportTarget,
  id: string,
  choice: { meanings: ColumnMeaning[]; country?: Country | undefined; updateExisting: boolean },
): Promise<ImportView> {
  const { companyId } = actor;
  const before = into(target, await repo.lock(tx, companyId, id));
  if (before.state !== 'draft') throw new AppError('ERR_IMPORT_STATE');
  if (!namePeople(target, choice.meanings)) throw new AppError('ERR_IMPORT_NO_NUMBER');
  await placeOf(target).assertRoom(tx, companyId, before.total);
  // What has none has its country codes.
  const country = before.country && (choice.country ?? before.country);
  await repo.start(tx, companyId, id, { ...choice, country });
  await takeFew(tx, companyId, id, before.total);
  await note(tx, actor, target, before);
  return get(tx, actor, target, id);
}

export async function cancel(tx: Tx, actor: Actor, target: ImportTarget, id: string): Promise<ImportView> {
  const { companyId } = actor;
  const before = into(target, await repo.lock(tx, companyId, id));
  if (before.state === 'draft' || before.state === 'running') {
    await repo.finish(tx, companyId, id, 'cancelled');
    await note(tx, actor, target, before, 'delete');
  }
  return get(tx, actor, target, id);
}

/** Consoles read whole transactions: small ones keep them quick. */
const CHUNK_ROWS = 250;

/** What is few is done when the answer comes. ERR_UNAVAILABLE when one of them wrote to us in this moment. */
async function takeFew(tx: Tx, companyId: number, id: string, total: number): Promise<void> {
  if (total > CHUNK_ROWS) return;
  try {
    while (await takeRows(tx, companyId, id));
  } catch (error) {
    throw isUniqueViolation(error, 'contact_identities_pkey') ? new AppError('ERR_UNAVAILABLE') : error;
  }
}

/** Takes over the next rows of a running import; false when there is nothing left, or somebody else does it. */
export async function takeRows(tx: Tx, companyId: number, id: string): Promise<boolean> {
  const found = await repo.lock(tx, companyId, id);
  if (found?.state !== 'running') return false;
  const rows = await repo.waiting(tx, companyId, id, CHUNK_ROWS);
  if (rows.length === 0) {
    await repo.finish(tx, companyId, id, 'done');
    return false;
  }
  const read = rows.map(({ row, cells }) => ({
    row,
    contact: inPlace(found.contactListId, readContact(cells, found)),
  }));
  const keys = read.flatMap(({ contact }) => (typeof contact === 'string' ? [] : [keyOf(contact)]));
  const place = placeOf(found.contactListId);
  const owners = await place.owners(tx, companyId, keys);
  const optedOut = await repo.optedOut(tx, companyId, keys);
  const created = new Map<string, repo.KeyedContact>();
  const updated = new Map<number, repo.KnownContact>();
  const outcomes = read.map(({ row, contact }): repo.RowOutcome => {
    const failed = (problem: RowProblem) => ({ row, outcome: 'failed', problem }) as const;
    if (typeof contact === 'string') return failed(contact);
    const key = keyOf(contact);
    const skipped = (problem: RowProblem) => ({ row, outcome: 'skipped', problem }) as const;
    if (!place.takesOptedOut && optedOut.has(key)) return skipped('optedOut');
    const owner = owners.get(key);
    if (owner !== undefined && found.updateExisting) {
      updated.set(owner, { ...contact, id: owner });
      return { row, outcome: 'updated', problem: null };
    }
    if (owner !== undefined || created.has(key)) return skipped('duplicate');
    created.set(key, { ...contact, key });
    return { row, outcome: 'created', problem: null };
  });
  // Without a file it comes from a phone, whose people WhatsApp knows.
  await place.insert(tx, companyId, [...created.values()], found.fileName !== '');
  await place.update(tx, companyId, [...updated.values()]);
  await repo.record(tx, companyId, id, outcomes, optedOut.size);
  return true;
}

/** What somebody is known by: the number, else the e-mail. */
const keyOf = ({ number, email }: ImportedContact): string => (number ? phoneKey(number) : email);

/** The people of a list are known by their numbers alone. */
const inPlace = (
  target: ImportTarget,
  contact: ImportedContact | RowProblem,
): ImportedContact | RowProblem =>
  target !== null && typeof contact !== 'string' && contact.number === '' ? 'noNumber' : contact;

/** Whatever was taken over stays. */
export async function failImport(tx: Tx, companyId: number, id: string): Promise<void> {
  const found = await repo.lock(tx, companyId, id);
  if (found?.state === 'running') await repo.finish(tx, companyId, id, 'failed');
}

async function view(tx: Tx, companyId: number, found: repo.ImportRecord): Promise<ImportView> {
  return { ...presentImport(found), preview: await repo.preview(tx, companyId, found.id) };
}

function note(
  tx: Tx,
  actor: Actor,
  target: ImportTarget,
  { id, fileName }: ImportName,
  action: 'import' | 'delete' = 'import',
): Promise<void> {
  const { companyId } = actor;
  const entity = target === null ? 'contact' : 'contactList';
  return record(tx, { companyId, actor, action, entity, entityId: id, entityName: fileName });
}
