import type { ScheduleView } from '@balcao/shared/features/schedules/calls.ts';
import type { ScheduleRow } from '@balcao/shared/features/schedules/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { attachedFile, carriedMedia } from '../media/media.presenter.ts';

/** As the database has it. */
export type ScheduleRecord = Omit<ScheduleRow, 'sendAt' | 'sentAt'> & { sendAt: Date; sentAt: Date | null };

/** Columns of schedules `s` and their contact `k`. */
export const scheduleColumns = (tx: Tx) => tx`
  s.id, s.contact_id, jsonb_build_object('name', k.name) as contact, s.user_id, s.body, ${carriedMedia(tx, 's')},
  s.send_at, s.sent_at, s.status, s.error_code`;

export const presentSchedule = ({ sendAt, sentAt, ...row }: ScheduleRecord): ScheduleRow => ({
  ...row,
  sendAt: sendAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
});

/** As API clients get it. */
export const withAttachedFile = (row: ScheduleRow): ScheduleView => ({ ...row, ...attachedFile(row.media) });

async function loadSchedules(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<ScheduleRow>[]> {
  const records = await tx<(ScheduleRecord & { scopes: string[] })[]>`
    select ${scheduleColumns(tx)}, s.scopes from schedules s
    join contacts k on k.company_id = s.company_id and k.id = s.contact_id
    where s.company_id = ${companyId} and s.id = any (${ids as string[]}::uuid[])`;
  return records.map(({ scopes, ...record }) => ({ row: presentSchedule(record), scopes }));
}

export const scheduleEntity = {
  table: 'schedules',
  key: 'id',
  strategy: 'instant',
  load: loadSchedules,
  view: async () => withAttachedFile,
} satisfies SyncedEntity<'schedule'>;
