import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { SHORTCODE_MAX_CHARS } from '@balcao/shared/features/quick-messages/limits.ts';
import { plainShortcode } from '@balcao/shared/features/quick-messages/row.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';
import { expectFile } from './files.repo.ts';
import { freeName } from './free-name.ts';
import { known, remember } from './origins.repo.ts';
import { idOf, page } from './pages.ts';
import type { Source, SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, isOn } from './values.ts';

const COLUMNS = ['shortcode', 'message', 'userId', 'geral', 'visao', 'mediaPath', 'isOficial'];

/** A company of Ticketz may have said that everybody has all of them. */
interface QuickMessageThere {
  row: SourceRow;
  isOfAll: boolean;
}

export const quickMessages: Step<QuickMessageThere> = {
  kind: 'quickMessage',
  table: 'QuickMessages',
  async read(work, after, most) {
    const rows = await page(work, 'QuickMessages', COLUMNS, after, most);
    const ofAll = rows.length > 0 && (await belongToAll(work));
    return rows.map((row) => ({ row, isOfAll: ofAll || isOn(row.geral) || isOn(row.visao) }));
  },
  placeOf: ({ row }) => idOf(row),
  async write(tx, work, rows) {
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const one of rows) await bring(tx, work, one, outcome);
    return outcome;
  },
};

/** The oldest line has one company, whose people share them, in a table of another name. */
export const quickAnswers: Step<QuickMessageThere> = {
  ...quickMessages,
  kind: 'quickAnswer',
  table: 'QuickAnswers',
  async read(work, after, most) {
    const rows = await page(work, 'QuickAnswers', ['shortcut', 'message'], after, most);
    return rows.map((row) => ({ row: { ...row, shortcode: row.shortcut ?? null }, isOfAll: true }));
  },
};

/** Left over from before an installation had companies: whose they are stands nowhere, so no company gets them. */
export const isNobodys = (source: Source, table: string): boolean =>
  table === quickAnswers.table && source.has('Companies') && !source.has(table, 'companyId');

async function belongToAll(work: Work): Promise<boolean> {
  const rows = await work.from.read(
    `select value from "Settings" where key = 'quickMessages' and "companyId" = $1::bigint order by id desc limit 1`,
    [work.origin],
  );
  return rows[0]?.value === 'company';
}

async function bring(
  tx: Tx,
  work: Work,
  { row, isOfAll }: QuickMessageThere,
  outcome: Outcome,
): Promise<void> {
  const { companyId } = work;
  const origin = idOf(row);
  if ((await known(tx, work, 'quickMessage', [origin])).has(origin)) return;
  if (isOn(row.isOficial)) {
    outcome.notes.push({ kind: 'quickMessage', origin, what: 'template', detail: row.shortcode ?? '' });
    return;
  }
  const users = await known(tx, work, 'user', [row.userId]);
  const userId = users.get(row.userId ?? '') ?? null;
  const geral = isOfAll || userId === null;
  const wanted = plainShortcode(clean(row.shortcode)).slice(0, SHORTCODE_MAX_CHARS) || '…';
  const shortcode = await freeName(wanted, SHORTCODE_MAX_CHARS, async (one) => {
    // Nobody is to see two of one name.
    const [taken] = await tx`
      select from quick_messages where company_id = ${companyId} and lower(shortcode) = lower(${one})
        and (${geral} or geral or user_id = ${userId})`;
    return taken !== undefined;
  });
  const message = clean(row.message, MESSAGE_MAX_CHARS);
  const id = await insertInto(tx, 'quick_messages', { companyId, userId, geral, shortcode, message });
  await remember(tx, work, 'quickMessage', [{ origin, id }]);
  await expectFile(tx, work, { carrier: 'quick_messages', carrierId: String(id), place: row.mediaPath });
  outcome.brought += 1;
  if (shortcode !== wanted)
    outcome.notes.push({ kind: 'quickMessage', origin, what: 'renamed', detail: shortcode });
}
