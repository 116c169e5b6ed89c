import { NAME } from '@balcao/shared/contract/limits.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { known, remember } from './origins.repo.ts';
import { belonging, idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { emailOf, isOn, line } from './values.ts';

const COLUMNS = ['name', 'email', 'passwordHash', 'profile', 'super', 'allTicket', 'whatsappId'];

/** A dearer one would hold up everybody's sign-in. */
const CARRIED_HASH = /^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/;

interface UserThere {
  row: SourceRow;
  queueIds: (string | null | undefined)[];
}

/** People sign in with the password that they have, which gets a hash of ours then. Nobody becomes an operator. */
export const users: Step<UserThere> = {
  kind: 'user',
  table: 'Users',
  async read(work, after, most) {
    const rows = await page(work, 'Users', COLUMNS, after, most);
    const queues = await belonging(work, 'UserQueues', ['queueId'], 'userId', rows.map(idOf));
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
      'user',
      rows.map(({ row }) => idOf(row)),
    );
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const one of rows) if (!before.has(idOf(one.row))) await bring(tx, work, one, outcome);
    return outcome;
  },
};

async function bring(tx: Tx, work: Work, { row, queueIds }: UserThere, outcome: Outcome): Promise<void> {
  const { companyId } = work;
  const origin = idOf(row);
  const wanted = emailOf(row.email);
  const hasPassword = CARRIED_HASH.test(row.passwordHash ?? '');
  const connections = await known(tx, work, 'connection', [row.whatsappId]);
  const { id: userId, email } = await insert(tx, wanted || `user-${origin}@import.invalid`, {
    companyId,
    name: line(row.name, NAME.max).padEnd(NAME.min, '.'),
    passwordHash: hasPassword ? row.passwordHash : work.noPassword,
    profile: PROFILES[(row.profile ?? '') as keyof typeof PROFILES] ?? 'user',
    allTicket: isOn(row.allTicket),
    connectionId: connections.get(row.whatsappId ?? '') ?? null,
  });
  await remember(tx, work, 'user', [{ origin, id: userId }]);
  const queues = await known(tx, work, 'queue', queueIds);
  const own = [...new Set([...queues.values()].filter((id) => id !== null))];
  await insertAll(
    tx,
    'user_queues',
    own.map((queueId) => ({ companyId, userId, queueId })),
  );
  outcome.brought += 1;
  const kind = { kind: 'user', origin };
  if (!wanted) outcome.notes.push({ ...kind, what: 'noEmail', detail: email });
  else if (email !== wanted) outcome.notes.push({ ...kind, what: 'otherEmail', detail: email });
  if (!hasPassword) outcome.notes.push({ ...kind, what: 'noPassword', detail: email });
  if (isOn(row.super)) outcome.notes.push({ ...kind, what: 'noOperator', detail: email });
}

const PROFILES = { admin: 'admin', supervisor: 'supervisor', user: 'user' } as const;

/** Addresses are unique over all companies. One that is taken gets a number that mail still finds: `ana+2@…`. */
async function insert(
  tx: Tx,
  wanted: string,
  fields: Record<string, string | number | boolean | null | undefined>,
): Promise<{ id: number; email: string }> {
  for (let count = 1; ; count += 1) {
    const email = count === 1 ? wanted : wanted.replace('@', `+${count}@`);
    const [made] = await tx<{ id: number }[]>`
      insert into users ${tx({ ...fields, email } as Record<string, string>)} on conflict (email) do nothing returning id`;
    if (made) return { id: made.id, email };
  }
}
