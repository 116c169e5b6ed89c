import { TITLE } from '@balcao/shared/contract/limits.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';
import { expectFile } from './files.repo.ts';
import { known, remember } from './origins.repo.ts';
import { idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, isOn, line, whole } from './values.ts';

/** Menus. One line keeps them in `QueueOptions`, another in `Chatbots`, with other names for the same. */
interface Names {
  table: string;
  title: string;
  message: string;
  parent: string;
  leadsTo: string;
}

const OPTIONS: Names = {
  table: 'QueueOptions',
  title: 'title',
  message: 'message',
  parent: 'parentId',
  leadsTo: 'forwardQueueId',
};
const CHATBOTS: Names = {
  table: 'Chatbots',
  title: 'name',
  message: 'greetingMessage',
  parent: 'chatbotId',
  leadsTo: 'optQueueId',
};

const menu = (names: Names): Step<SourceRow> => ({
  kind: names.table === 'Chatbots' ? 'chatbot' : 'queueOption',
  table: names.table,
  // Of all companies: an option below another one names neither queue nor company.
  read: (work, after, most) => {
    const { title, message, parent, leadsTo } = names;
    const columns = [title, message, parent, leadsTo, 'option', 'queueId', 'closeTicket', 'mediaPath'];
    return page(work, names.table, columns, after, most);
  },
  placeOf: idOf,
  async write(tx, work, rows) {
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const row of rows) await bring(tx, work, names, row, outcome);
    return outcome;
  },
});

export const queueOptions = menu(OPTIONS);
export const chatbots = menu(CHATBOTS);

/** Parents are older, so they have the lower ids. */
async function bring(tx: Tx, work: Work, names: Names, row: SourceRow, outcome: Outcome): Promise<void> {
  const { companyId } = work;
  const parent = row[names.parent] ?? null;
  const origin = originOf(names, idOf(row));
  const options = await known(tx, work, 'queueOption', [origin, parent && originOf(names, parent)]);
  if (options.has(origin)) return;
  const parentId = parent === null ? null : (options.get(originOf(names, parent)) ?? null);
  const queues = await known(tx, work, 'queue', [row.queueId, row[names.leadsTo]]);
  const queueId = parentId
    ? await queueOf(tx, companyId, parentId)
    : parent === null
      ? (queues.get(row.queueId ?? '') ?? null)
      : null;
  if (!queueId) {
    // Another company's is no news.
    if (queues.has(row.queueId ?? ''))
      outcome.notes.push({ kind: 'queueOption', origin: idOf(row), what: 'noParent' });
    return;
  }
  const forwardQueueId = queues.get(row[names.leadsTo] ?? '') ?? null;
  const action = isOn(row.closeTicket) ? 'close' : forwardQueueId ? 'queue' : 'people';
  const id = await insertInto(tx, 'queue_options', {
    companyId,
    queueId,
    parentId,
    title: line(row[names.title], TITLE.max) || '…',
    message: clean(row[names.message], MESSAGE_MAX_CHARS),
    option: await freeOption(tx, companyId, queueId, parentId, whole(row.option)),
    action,
    forwardQueueId: action === 'queue' ? forwardQueueId : null,
  });
  await remember(tx, work, 'queueOption', [{ origin, id }]);
  await expectFile(tx, work, { carrier: 'queue_options', carrierId: String(id), place: row.mediaPath });
  outcome.brought += 1;
}

/** The two tables count their rows apart. */
const originOf = ({ table }: Names, id: string) => (table === 'Chatbots' ? `c${id}` : id);

async function queueOf(tx: Tx, companyId: number, optionId: number): Promise<number | null> {
  const [row] = await tx<{ queueId: number }[]>`
    select queue_id from queue_options where company_id = ${companyId} and id = ${optionId}`;
  return row?.queueId ?? null;
}

/** What customers type: as it was, or the next number of its level. */
async function freeOption(
  tx: Tx,
  companyId: number,
  queueId: number,
  parentId: number | null,
  wanted: number | null,
): Promise<number> {
  const taken = await tx<{ option: number }[]>`
    select option from queue_options
    where company_id = ${companyId} and queue_id = ${queueId} and parent_id is not distinct from ${parentId}::bigint`;
  const isFree = wanted !== null && wanted > 0 && !taken.some(({ option }) => option === wanted);
  return isFree ? wanted : Math.max(0, ...taken.map(({ option }) => option)) + 1;
}
