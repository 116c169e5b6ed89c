import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Erasure, listErasures } from '@balcao/shared/features/data-subjects/erasures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import * as settings from '../settings/settings.service.ts';
import { type Described, describe, type Subject } from './data-file.service.ts';
import * as erase from './erase.repo.ts';
import { presentErasure } from './erasures.presenter.ts';
import * as repo from './erasures.repo.ts';
import { aim, type Whom } from './targets.repo.ts';

/**
 * In which it can be taken back. So long a second person is asked for, too, after the company has switched that off: nobody
 * does both in one sitting, and the others see who has done it.
 */
const GRACE_MS = 24 * 60 * 60_000;

type Listed = RouteOutput<typeof listErasures>;

/** Newest first. */
export async function list(tx: Tx, actor: Actor, pageNumber: number | undefined, now: Date): Promise<Listed> {
  const { shown, hasMore } = pageOf(await repo.list(tx, actor.companyId, pageAt(pageNumber)));
  const approval = await approvalAt(tx, actor, now);
  return { erasures: shown.map((row) => presentErasure(row, actor)), hasMore, approval };
}

/** Whether a second person has to agree to what is asked for now, and who has ended that for when. */
async function approvalAt(tx: Tx, actor: Actor, now: Date): Promise<Listed['approval']> {
  const { value } = await settings.get(tx, actor, 'erasureApproval');
  if (value === 'enabled') return { isNeeded: true, endedBy: null, endsAt: null };
  const since = new Date(now.getTime() - GRACE_MS);
  const off = await settings.switchedOff(tx, actor.companyId, 'erasureApproval', since);
  if (!off) return { isNeeded: false, endedBy: null, endsAt: null };
  const endsAt = new Date(off.at.getTime() + GRACE_MS).toISOString();
  return { isNeeded: true, endedBy: off.userName, endsAt };
}

/**
 * ERR_NO_CONTACT_FOUND, ERR_NO_DATA_SUBJECT_FOUND, ERR_CONTACT_IS_GROUP; ERR_ERASURE_UNDER_WAY, ERR_ON_HOLD;
 * ERR_ERASURE_OUTDATED where there is something else than the caller has seen.
 */
export async function ask(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  digest: string,
  now: Date,
): Promise<Erasure> {
  const { companyId } = actor;
  const file = await describe(tx, companyId, subject);
  if (file.erasure) throw new AppError('ERR_ERASURE_UNDER_WAY');
  assertSeen(file, digest);
  const { isNeeded } = await approvalAt(tx, actor, now);
  const dueAt = isNeeded ? null : new Date(now.getTime() + GRACE_MS);
  const whom = { contactId: file.contactId, number: file.numbers[0] ?? null };
  const id = await repo.insert(tx, actor, whom, dueAt);
  if (id === undefined) throw new AppError('ERR_ERASURE_UNDER_WAY');
  await aim(tx, { companyId, id }, whomOf(file));
  return noted(tx, actor, id, 'create');
}

/** ERR_NO_ERASURE_FOUND, ERR_ERASURE_OWN, ERR_ERASURE_DECIDED; ERR_ERASURE_OUTDATED, ERR_ON_HOLD. */
export async function approve(tx: Tx, actor: Actor, id: number, digest: string, now: Date): Promise<Erasure> {
  const { companyId } = actor;
  const asked = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_ERASURE_FOUND');
  if (asked.state !== 'asked') throw new AppError('ERR_ERASURE_DECIDED');
  if (asked.askedById === actor.userId) throw new AppError('ERR_ERASURE_OWN');
  const file = await found(tx, companyId, asked);
  if (!file) throw new AppError('ERR_ERASURE_OUTDATED');
  assertSeen(file, digest);
  await aim(tx, { companyId, id }, whomOf(file));
  await repo.approve(tx, actor, id, new Date(now.getTime() + GRACE_MS));
  return noted(tx, actor, id, 'update');
}

/** ERR_NO_ERASURE_FOUND, ERR_ERASURE_DECIDED once it has begun. */
export async function withdraw(tx: Tx, actor: Actor, id: number, now: Date): Promise<Erasure> {
  const { companyId } = actor;
  const asked = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_ERASURE_FOUND');
  if (asked.state !== 'asked' && asked.state !== 'due') throw new AppError('ERR_ERASURE_DECIDED');
  await repo.withdraw(tx, companyId, id, now);
  return noted(tx, actor, id, 'delete');
}

/**
 * Cuts the person off from what the company has, if the day is over and nothing is on hold.
 *
 * @returns whether it has begun
 */
export async function begin(tx: Tx, { companyId, id }: repo.DueErasure, now: Date): Promise<boolean> {
  const erasure = await repo.lock(tx, companyId, id);
  if (!erasure) return false;
  const { state, dueAt } = erasure;
  if (state !== 'due' || dueAt === null || dueAt > now) return state === 'running';
  const file = await found(tx, companyId, erasure);
  if (file?.contacts.some(({ held }) => held)) return false;
  await erase.begin(tx, { companyId, id }, file ? whomOf(file) : NOBODY, file?.counts ?? null);
  return true;
}

/** What there is now; undefined when somebody has deleted the contact by hand meanwhile, and nothing else has the number. */
async function found(
  tx: Tx,
  companyId: number,
  { contactId, number }: repo.StoredErasure,
): Promise<Described | undefined> {
  const subjects: Subject[] = [
    ...(contactId === null ? [] : [{ contactId }]),
    ...(number === null ? [] : [{ number }]),
  ];
  for (const subject of subjects) {
    const file = await describe(tx, companyId, subject).catch(unlessGone);
    if (file) return file;
  }
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError && GONE.has(error.code))) throw error;
}

const GONE: ReadonlySet<string> = new Set(['ERR_NO_CONTACT_FOUND', 'ERR_NO_DATA_SUBJECT_FOUND']);

const NOBODY: Whom = { ids: [], numbers: [] };
const whomOf = ({ contacts, numbers }: Described): Whom => ({ ids: contacts.map(({ id }) => id), numbers });

function assertSeen({ digest, contacts }: Described, seen: string): void {
  if (contacts.some(({ held }) => held)) throw new AppError('ERR_ON_HOLD');
  if (digest !== seen) throw new AppError('ERR_ERASURE_OUTDATED');
}

/** The log names no person: it outlives the erasure. */
async function noted(
  tx: Tx,
  actor: Actor,
  id: number,
  action: 'create' | 'update' | 'delete',
): Promise<Erasure> {
  const { companyId } = actor;
  const row = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_ERASURE_FOUND');
  const what = { action, entity: 'erasure', entityId: id, entityName: String(id) } as const;
  await record(tx, { companyId, actor, ...what });
  return presentErasure(row, actor);
}
