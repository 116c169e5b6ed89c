import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { Tx } from '../platform/db/client.ts';
import { expectFile } from './files.repo.ts';
import { madeId } from './made-ids.ts';
import { known } from './origins.repo.ts';
import { idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, EARLIEST_INSTANT, instant } from './values.ts';

const COLUMNS = ['body', 'sendAt', 'sentAt', 'contactId', 'userId', 'status', 'mediaPath', 'createdAt'];
/** Nobody means a time further ahead. */
const AHEAD_MS = 5 * 366 * 86_400_000;

/** Messages for later. One whose time has passed there is never sent from here. */
export const schedules: Step<SourceRow> = {
  kind: 'schedule',
  table: 'Schedules',
  read: (work, after, most) => page(work, 'Schedules', COLUMNS, after, most),
  placeOf: idOf,
  async write(tx, work, rows) {
    const contacts = await known(
      tx,
      work,
      'contact',
      rows.map(({ contactId }) => contactId),
    );
    const users = await known(
      tx,
      work,
      'user',
      rows.map(({ userId }) => userId),
    );
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const row of rows) {
      const kind = { kind: 'schedule', origin: idOf(row) };
      const contactId = contacts.get(row.contactId ?? '');
      const sendAt = instant(row.sendAt, Date.now() + AHEAD_MS);
      if (!contactId || !sendAt) {
        outcome.notes.push({ ...kind, what: contactId ? 'noTime' : 'noContact' });
        continue;
      }
      const fate = fateOf(row, sendAt);
      const schedule = {
        companyId: work.companyId,
        id: scheduleId(work, row),
        contactId,
        userId: users.get(row.userId ?? '') ?? null,
        body: clean(row.body, MESSAGE_MAX_CHARS),
        sendAt,
        dueAt: sendAt,
        ...fate,
      };
      const made = await tx`insert into schedules ${tx(schedule as never)} on conflict do nothing`;
      if (made.count === 0) {
        if (fate.status === 'ENVIADA') await endSent(tx, schedule);
        continue;
      }
      outcome.brought += 1;
      if (fate.status === 'ERRO')
        outcome.notes.push({ ...kind, what: 'overdue', detail: sendAt.toISOString() });
      await expectFile(tx, work, { carrier: 'schedules', carrierId: schedule.id, place: row.mediaPath });
    }
    return outcome;
  },
};

/** What has been sent there since it came is not sent once more, unless people have given it another time here. */
async function endSent(
  tx: Tx,
  { companyId, id, sendAt, sentAt }: { companyId: number; id: string; sendAt: Date; sentAt: Date | null },
): Promise<void> {
  await tx`
    update schedules set status = 'ENVIADA', sent_at = ${sentAt}, error_code = null, waiting_since = null
    where company_id = ${companyId} and id = ${id} and status = 'PENDENTE' and send_at = ${sendAt}`;
}

const scheduleId = (work: Work, row: SourceRow) =>
  madeId(instant(row.createdAt) ?? EARLIEST_INSTANT, work.source, 'schedule', idOf(row));

function fateOf(
  row: SourceRow,
  sendAt: Date,
): { status: 'PENDENTE' | 'ENVIADA' | 'ERRO'; sentAt: Date | null } {
  if (row.status === 'ENVIADA' || row.sentAt)
    return { status: 'ENVIADA', sentAt: instant(row.sentAt) ?? sendAt };
  const isWanted = row.status === 'PENDENTE' || row.status === 'AGENDADA';
  return { status: isWanted && sendAt.getTime() > Date.now() ? 'PENDENTE' : 'ERRO', sentAt: null };
}
