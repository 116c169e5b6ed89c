import { isSettingKey, settingRule } from '@balcao/shared/features/settings/rules.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';

/** What some of them are called there. */
const OTHER_NAMES: Record<string, string> = {
  acceptCallWhatsapp: 'call',
  autoReopenTimeout: 'timeCreateNewTicket',
};
/** Columns of the one row that the newest line has for a company. */
const COLUMNS = [
  ...['userRating', 'scheduleType', 'CheckMsgIsGroup', 'acceptCallWhatsapp', 'sendGreetingAccepted'],
  'sendMsgTransfTicket',
];

/** Options that mean the same here. None that opens something, or that only the operator sets. */
export const settings: Step<SourceRow> = {
  kind: 'setting',
  table: 'Settings',
  // They are few.
  read: async (work, after) => (after === null ? [...(await byKey(work)), ...(await byColumn(work))] : []),
  placeOf: () => 'all',
  async write(tx, { companyId }, rows) {
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const { key, value } of rows) {
      const name = OTHER_NAMES[key ?? ''] ?? key ?? '';
      if (!isSettingKey(name)) continue;
      const rule = settingRule(name);
      const right = rule.value.safeParse(value ?? '');
      if (rule.provider || rule.secret || rule.operator || !right.success) continue;
      const made = await tx`
        insert into settings ${tx({ companyId, key: name, value: right.data })} on conflict do nothing`;
      outcome.brought += made.count;
    }
    return outcome;
  },
};

/** Nothing there forbids two of one key: the newest counts. */
function byKey({ from, origin }: Work): Promise<SourceRow[]> {
  const newest = from.has('Settings', 'id') ? ', x.id desc' : '';
  const ofCompany = origin === null ? '$1::text is null' : 'x."companyId" = $1::bigint';
  return from.read(
    `select distinct on (x.key) x.key::text as key, left(x.value::text, 500) as value from "Settings" x
    where ${ofCompany} order by x.key${newest}`,
    [origin],
  );
}

async function byColumn({ from, origin }: Work): Promise<SourceRow[]> {
  if (!from.has('CompaniesSettings', 'companyId')) return [];
  const [row] = await from.read(
    `select ${from.columns('CompaniesSettings', 'x', COLUMNS)} from "CompaniesSettings" x
    where x."companyId" = $1::bigint order by x.id desc limit 1`,
    [origin],
  );
  return Object.entries(row ?? {}).flatMap(([key, value]) => (value === null ? [] : { key, value }));
}
