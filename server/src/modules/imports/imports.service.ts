import { createHash } from 'node:crypto';
import type { ImportView } from '@balcao/shared/api/contact-imports.ts';
import { guessMeanings, isExport } from '@balcao/shared/domain/contact-headings.ts';
import { type ColumnMeaning, type RowProblem, readContact } from '@balcao/shared/domain/contact-import.ts';
import { type Country, countryOf, phoneKey } from '@balcao/shared/domain/phone.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import * as repo from './imports.repo.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** Contacts from files: a draft to look at, then rows taken over in the background (imports.jobs.ts). */

export async function draft(
  tx: Tx,
  actor: Actor,
  fileName: string,
  { headings, rows }: Spreadsheet,
): Promise<ImportView> {
  const id = uuidv7();
  const guess = await guessed(tx, actor.companyId, headings);
  const what = { id, fileName, headings, ...guess, rows, digest: null };
  await repo.insert(tx, actor.companyId, { ...what, userId: actor.userId });
  await note(tx, actor, id, fileName);
  return get(tx, actor, id);
}

/**
 * Without a look at it first. Under an id that is taken it is the repetition of that call. ERR_IMPORT_NO_NUMBER,
 * ERR_IDEMPOTENCY_KEY_REUSED when that one brought something else.
 */
export async function takeOver(
  tx: Tx,
  actor: Actor,
  { id, fileName }: { id: string; fileName: string },
  { headings, rows }: Spreadsheet,
): Promise<ImportView> {
  const guess = await guessed(tx, actor.companyId, headings);
  if (!guess.meanings.includes('number')) throw new AppError('ERR_IMPORT_NO_NUMBER');
  await begin(tx, actor, { id, fileName, headings, ...guess, rows });
  return get(tx, actor, id);
}

async function guessed(
  tx: Tx,
  companyId: number,
  headings: readonly string[],
): Promise<Pick<repo.NewImport, 'meanings' | 'country'>> {
  const country = isExport(headings) ? null : countryOf((await repo.ownNumber(tx, companyId)) ?? '');
  return { meanings: guessMeanings(headings), country };
}

/** The phones' address books, started at once. */
export async function fromPhone(tx: Tx, actor: Actor, chosen: repo.Chosen): Promise<ImportView> {
  const { companyId } = actor;
  const people = await repo.phoneContacts(tx, companyId, chosen);
  const rows = people.map(({ name, number }) => [name, number]);
  const id = uuidv7();
  const meanings: ColumnMeaning[] = ['name', 'number'];
  await begin(tx, actor, { id, fileName: '', headings: meanings, meanings, country: null, rows });
  return get(tx, actor, id);
}

async function begin(tx: Tx, actor: Actor, made: Omit<repo.NewImport, 'userId' | 'digest'>): Promise<void> {
  const { companyId, userId } = actor;
  const { id, fileName, headings, rows } = made;
  const digest = createHash('sha256')
    .update(JSON.stringify([fileName, headings, rows]))
    .digest();
  if (!(await repo.insert(tx, companyId, { ...made, userId, digest }))) {
    if (!(await repo.isOf(tx, companyId, id, digest))) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
    return;
  }
  await repo.start(tx, companyId, id, { ...made, updateExisting: false });
  await takeFew(tx, companyId, id, rows.length);
  await note(tx, actor, id, made.fileName || 'WhatsApp');
}

export const presentImport = ({
  updateExisting: _,
  createdAt,
  finishedAt,
  ...found
}: repo.ImportRecord): Omit<ImportView, 'preview'> => ({
  ...found,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

export async function get(tx: Tx, actor: Actor, id: string): Promise<ImportView> {
  return view(
    tx,
    actor.companyId,
    orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_IMPORT_FOUND'),
  );
}

/** ERR_IMPORT_STATE when it is not a draft any more, ERR_IMPORT_NO_NUMBER. */
export async function start(
  tx: Tx,
  actor: Actor,
  id: string,
  choice: { meanings: ColumnMeaning[]; country?: Country | undefined; updateExisting: boolean },
): Promise<ImportView> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_IMPORT_FOUND');
  if (before.state !== 'draft') throw new AppError('ERR_IMPORT_STATE');
  if (!choice.meanings.includes('number')) throw new AppError('ERR_IMPORT_NO_NUMBER');
  // What has none has its country codes.
  const country = before.country && (choice.country ?? before.country);
  await repo.start(tx, companyId, id, { ...choice, country });
  await takeFew(tx, companyId, id, before.total);
  await note(tx, actor, id, before.fileName);
  return get(tx, actor, id);
}

export async function cancel(tx: Tx, actor: Actor, id: string): Promise<ImportView> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_IMPORT_FOUND');
  if (before.state === 'draft' || before.state === 'running') {
    await repo.finish(tx, companyId, id, 'cancelled');
    const what = { action: 'delete', entity: 'contact', entityId: id, entityName: before.fileName } as const;
    await record(tx, { companyId, actor, ...what });
  }
  return get(tx, actor, id);
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
    contact: readContact(cells, found),
  }));
  const keys = read.flatMap(({ contact }) => (typeof contact === 'string' ? [] : [phoneKey(contact.number)]));
  const owners = await repo.owners(tx, companyId, keys);
  const created = new Map<string, repo.KeyedContact>();
  const updated = new Map<number, Parameters<typeof repo.updateContacts>[2][number]>();
  const outcomes = read.map(({ row, contact }): repo.RowOutcome => {
    const failed = (problem: RowProblem) => ({ row, outcome: 'failed', problem }) as const;
    if (typeof contact === 'string') return failed(contact);
    const key = phoneKey(contact.number);
    const owner = owners.get(key);
    if (owner !== undefined && found.updateExisting) {
      updated.set(owner, { ...contact, id: owner });
      return { row, outcome: 'updated', problem: null };
    }
    if (owner !== undefined || created.has(key)) return { row, outcome: 'skipped', problem: 'duplicate' };
    created.set(key, { ...contact, key });
    return { row, outcome: 'created', problem: null };
  });
  // Without a file it comes from a phone, whose people WhatsApp knows.
  await repo.insertContacts(tx, companyId, [...created.values()], found.fileName !== '');
  await repo.updateContacts(tx, companyId, [...updated.values()]);
  await repo.record(tx, companyId, id, outcomes);
  return true;
}

/** Whatever was taken over stays. */
export async function failImport(tx: Tx, companyId: number, id: string): Promise<void> {
  const found = await repo.lock(tx, companyId, id);
  if (found?.state === 'running') await repo.finish(tx, companyId, id, 'failed');
}

async function view(tx: Tx, companyId: number, found: repo.ImportRecord): Promise<ImportView> {
  return { ...presentImport(found), preview: await repo.preview(tx, companyId, found.id) };
}

function note(tx: Tx, actor: Actor, id: string, fileName: string): Promise<void> {
  const { companyId } = actor;
  const what = { action: 'import', entity: 'contact', entityId: id, entityName: fileName } as const;
  return record(tx, { companyId, actor, ...what });
}
