import { color as aColor } from '@balcao/shared/contract/fields.ts';
import { NAME } from '@balcao/shared/contract/limits.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { PALETTE } from '@balcao/shared/features/tags/palette.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';
import { hoursOf } from './business-hours.ts';
import { expectFile } from './files.repo.ts';
import { freeName } from './free-name.ts';
import { known, remember } from './origins.repo.ts';
import { idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, line, whole } from './values.ts';

const COLUMNS = [
  'name',
  'color',
  'greetingMessage',
  'outOfHoursMessage',
  'schedules',
  'orderQueue',
  'mediaPath',
];

export const queues: Step<SourceRow> = {
  kind: 'queue',
  table: 'Queues',
  read: (work, after, most) => page(work, 'Queues', COLUMNS, after, most),
  placeOf: idOf,
  async write(tx, work, rows) {
    const before = await known(tx, work, 'queue', rows.map(idOf));
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const row of rows) if (!before.has(idOf(row))) await bring(tx, work, row, outcome);
    return outcome;
  },
};

async function bring(tx: Tx, work: Work, row: SourceRow, outcome: Outcome): Promise<void> {
  const { companyId } = work;
  const origin = idOf(row);
  const taken = await tx<{ name: string; color: string }[]>`
    select name, color from queues where company_id = ${companyId}`;
  const wanted = line(row.name, NAME.max).padEnd(NAME.min, '.');
  const name = await freeName(wanted, NAME.max, (one) => taken.some((queue) => queue.name === one));
  const wish = aColor.safeParse(row.color).data;
  const isFree = (one: string) => !taken.some(({ color }) => color === one);
  const color =
    wish && isFree(wish) ? wish : (PALETTE.find(isFree) ?? `#${origin.padStart(6, '0').slice(-6)}`);
  const id = await insertInto(tx, 'queues', {
    companyId,
    name,
    color,
    orderQueue: Math.max(0, whole(row.orderQueue) ?? 0),
    greetingMessage: clean(row.greetingMessage, MESSAGE_MAX_CHARS),
    outOfHoursMessage: clean(row.outOfHoursMessage, MESSAGE_MAX_CHARS),
    schedules: JSON.stringify(hoursOf(row.schedules)),
  });
  await remember(tx, work, 'queue', [{ origin, id }]);
  await expectFile(tx, work, { carrier: 'queues', carrierId: String(id), place: row.mediaPath });
  outcome.brought += 1;
  if (name !== wanted) outcome.notes.push({ kind: 'queue', origin, what: 'renamed', detail: name });
  if (color !== wish) outcome.notes.push({ kind: 'queue', origin, what: 'recoloured', detail: color });
}
