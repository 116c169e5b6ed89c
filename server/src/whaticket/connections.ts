import { NAME } from '@balcao/shared/contract/limits.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { insertInto } from '../platform/db/rows.ts';
import { freeName } from './free-name.ts';
import { known, remember } from './origins.repo.ts';
import { belonging, idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, isOn, line } from './values.ts';

const COLUMNS = [
  ...['name', 'channel', 'isDefault', 'greetingMessage', 'complationMessage', 'outOfHoursMessage'],
  'ratingMessage',
];

/** Networks that are not WhatsApp. */
const ELSEWHERE = new Set(['facebook', 'instagram', 'telegram', 'webchat', 'email']);
export const isElsewhere = (channel: string | null | undefined): boolean =>
  ELSEWHERE.has((channel ?? '').toLowerCase());

interface ConnectionThere {
  row: SourceRow;
  queueIds: (string | null | undefined)[];
}

/**
 * Their names and texts alone. A session that two servers have is a session lost, so none is read: they come unlinked, and
 * people link the phone here. What a connection did by the clock stays behind, or it would begin with what is old.
 */
export const connections: Step<ConnectionThere> = {
  kind: 'connection',
  table: 'Whatsapps',
  async read(work, after, most) {
    const rows = await page(work, 'Whatsapps', COLUMNS, after, most);
    const queues = await belonging(work, 'WhatsappQueues', ['queueId'], 'whatsappId', rows.map(idOf));
    return rows.map((row) => ({
      row,
      queueIds: (queues.get(idOf(row)) ?? []).map(({ queueId }) => queueId),
    }));
  },
  placeOf: ({ row }) => idOf(row),
  async write(tx, work, rows) {
    const before = await known(
      tx,
      work,
      'connection',
      rows.map(({ row }) => idOf(row)),
    );
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const one of rows) {
      const origin = idOf(one.row);
      if (before.has(origin)) continue;
      if (isElsewhere(one.row.channel))
        outcome.notes.push({ kind: 'connection', origin, what: 'otherChannel', detail: one.row.name ?? '' });
      else await bring(tx, work, one, outcome);
    }
    return outcome;
  },
};

async function bring(
  tx: Tx,
  work: Work,
  { row, queueIds }: ConnectionThere,
  outcome: Outcome,
): Promise<void> {
  const { companyId } = work;
  const taken = await tx<{ name: string; isDefault: boolean }[]>`
    select name, is_default from connections where company_id = ${companyId} and deleted_at is null`;
  const wanted = line(row.name, NAME.max).padEnd(NAME.min, '.');
  const name = await freeName(wanted, NAME.max, (one) => taken.some((other) => other.name === one));
  const connectionId = await insertInto(tx, 'connections', {
    companyId,
    name,
    isDefault: isOn(row.isDefault) && !taken.some(({ isDefault }) => isDefault),
    greetingMessage: clean(row.greetingMessage, MESSAGE_MAX_CHARS),
    completionMessage: clean(row.complationMessage, MESSAGE_MAX_CHARS),
    outOfHoursMessage: clean(row.outOfHoursMessage, MESSAGE_MAX_CHARS),
    ratingMessage: clean(row.ratingMessage, MESSAGE_MAX_CHARS),
  });
  const origin = idOf(row);
  await remember(tx, work, 'connection', [{ origin, id: connectionId }]);
  const queues = await known(tx, work, 'queue', queueIds);
  const offered = [...new Set([...queues.values()].filter((id) => id !== null))];
  await insertAll(
    tx,
    'connection_queues',
    offered.map((queueId) => ({ companyId, connectionId, queueId })),
  );
  outcome.brought += 1;
  if (name !== wanted) outcome.notes.push({ kind: 'connection', origin, what: 'renamed', detail: name });
}

/** For conversations whose connection there is gone: the default one, else any; made when there is none. */
export async function standIn(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    select id from connections where company_id = ${companyId} and deleted_at is null
    order by is_default desc, id limit 1`;
  return row?.id ?? insertInto(tx, 'connections', { companyId, name: 'WhatsApp', isDefault: true });
}
