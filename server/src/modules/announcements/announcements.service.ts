import { randomUUID } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { AnnouncementFields } from '@balcao/shared/features/announcements/calls.ts';
import type { AnnouncementRow } from '@balcao/shared/features/announcements/row.ts';
import { ANNOUNCEMENT_IMAGES, ANNOUNCEMENT_LIMITS } from '@balcao/shared/features/announcements/rules.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { CHOICES, pageAt, pageOf } from '../../platform/db/page.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { findSendable } from '../media/media.service.ts';
import { presentAnnouncement } from './announcements.presenter.ts';
import * as repo from './announcements.repo.ts';

/** Announcements belong to no company. All that name one throw ERR_NO_ANNOUNCEMENT_FOUND. */

const writes = (actor: Actor) => can(actor, 'announcements:manage');

/** The inactive ones are there for those alone who write them. */
export async function list(
  tx: Tx,
  actor: Actor,
  { searchParam, pageNumber }: { searchParam?: string | undefined; pageNumber?: number | undefined },
): Promise<{ records: AnnouncementRow[]; hasMore: boolean; count: number }> {
  const sought = { searchParam, activeOnly: !writes(actor) };
  const { shown, hasMore } = pageOf(await repo.list(tx, sought, pageAt(pageNumber)));
  return { records: shown.map(presentAnnouncement), hasMore, count: await repo.count(tx, sought) };
}

export async function listChoices(
  tx: Tx,
  actor: Actor,
  searchParam: string | undefined,
): Promise<AnnouncementRow[]> {
  const found = await repo.list(tx, { searchParam, activeOnly: !writes(actor) }, CHOICES);
  return found.map(presentAnnouncement);
}

export async function get(tx: Tx, actor: Actor, id: number): Promise<AnnouncementRow> {
  const found = await find(tx, id);
  if (!found.status && !writes(actor)) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND');
  return presentAnnouncement(found);
}

/** ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY, ERR_ANNOUNCEMENT_IMAGE, ERR_TOO_MANY_ANNOUNCEMENTS. */
export async function create(
  tx: Tx,
  actor: Actor,
  { mediaId, ...fields }: AnnouncementFields,
): Promise<AnnouncementRow> {
  if (fields.status !== false) await assertRoom(tx);
  const id = await repo.insert(tx, { ...fields, ...(await imageOf(tx, actor, mediaId)) });
  const created = await find(tx, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return presentAnnouncement(created);
}

/** ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY, ERR_ANNOUNCEMENT_IMAGE, ERR_TOO_MANY_ANNOUNCEMENTS. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { mediaId, ...fields }: Change<AnnouncementFields>,
  at: Date,
): Promise<AnnouncementRow> {
  const before = orNotFound(await repo.lock(tx, id), 'ERR_NO_ANNOUNCEMENT_FOUND');
  if (fields.status && !before.status) await assertRoom(tx);
  const image = mediaId === before.mediaId ? {} : await imageOf(tx, actor, mediaId);
  const change = { ...fields, ...image };
  if (!differs(before, change)) return presentAnnouncement(before);
  await repo.update(tx, id, { ...change, updatedAt: at });
  const after = await find(tx, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return presentAnnouncement(after);
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = orNotFound(await repo.lock(tx, id), 'ERR_NO_ANNOUNCEMENT_FOUND');
  await repo.remove(tx, id);
  await recordChange(tx, actor, AUDITED, before, null);
}

export async function find(tx: Tx, id: number): Promise<repo.AnnouncementRecord> {
  return orNotFound(await repo.find(tx, id), 'ERR_NO_ANNOUNCEMENT_FOUND');
}

const differs = (before: repo.AnnouncementRecord, change: Change<repo.AnnouncementRecord>) =>
  Object.entries(change).some(
    ([field, value]) => value !== undefined && value !== before[field as keyof repo.AnnouncementRecord],
  );

/** Every console has all active ones. */
async function assertRoom(tx: Tx): Promise<void> {
  const active = await repo.count(tx, { searchParam: undefined, activeOnly: true });
  if (active >= ANNOUNCEMENT_LIMITS.active) throw new AppError('ERR_TOO_MANY_ANNOUNCEMENTS');
}

const NO_IMAGE: repo.Image = { mediaCompanyId: null, mediaId: null, mediaName: null, imageName: null };

/** Another name for each picture: an address that was given away shows nothing else later, and may be kept for ever. */
async function imageOf(
  tx: Tx,
  actor: Actor,
  mediaId: string | null | undefined,
): Promise<repo.Image | Record<string, never>> {
  if (mediaId === undefined) return {};
  if (mediaId === null) return NO_IMAGE;
  const { mime, name } = await findSendable(tx, actor, mediaId);
  if (!ANNOUNCEMENT_IMAGES.some((type) => type === mime)) throw new AppError('ERR_ANNOUNCEMENT_IMAGE');
  return { mediaCompanyId: actor.companyId, mediaId, mediaName: name, imageName: randomUUID() };
}

const AUDITED: Audited<repo.AnnouncementRecord> = {
  entity: 'announcement',
  name: ({ title }) => title,
  fields: ({ title, text, priority, status, mediaName }) => ({ title, text, priority, status, mediaName }),
};
