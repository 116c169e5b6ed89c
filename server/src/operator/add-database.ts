import { setTimeout as sleep } from 'node:timers/promises';
import { currentRange, giveIds, takeRange } from '../databases/ids.ts';
import { assertSameVersion, type Owner, openOwner } from '../databases/owner.ts';
import { nameOf } from '../databases/ready.ts';
import {
  dropSubscription,
  ensureSlot,
  ensureSubscription,
  hasSlot,
  isCopied,
} from '../databases/replication.ts';
import { assertCanReplicate } from '../databases/rights.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type Command, namedDatabases } from './command.ts';

const LOOK_MS = 100;
/** What is the operator's and all companies read. The operator's own company is there to be referred to. */
const SHARED: { table: string; which?: string }[] = [
  { table: 'companies', which: `id = ${OPERATOR}` },
  { table: 'settings', which: `company_id = ${OPERATOR}` },
  { table: 'users', which: `company_id = ${OPERATOR}` },
  { table: 'plans' },
  { table: 'helps' },
  { table: 'announcements' },
  { table: 'payment_settings' },
  { table: 'payment_gateway' },
  { table: 'reminder_settings' },
];
const PUBLICATION = 'balcao_shared';

export const addDatabase: Command = {
  usage: 'NAME',
  purpose:
    'makes a database of DATABASES ready for companies: its tables, its ids, and what all companies share',
  async run(args, { config, say }) {
    const [name, ...more] = args;
    if (name === undefined || more.length > 0) return false;
    const [first, ...others] = namedDatabases(config);
    const added = others.find((one) => one.name === name);
    if (!first || !added) throw new Error(`DATABASES names no ${name}: add it there, to every process.`);
    await migrate(added.url);
    const [from, to] = [openOwner(first), openOwner(added)];
    try {
      await assertCanReplicate(from, to);
      await assertSameVersion(from, to);
      await takeName(to);
      await giveIds(to, (await currentRange(from, name)) || (await takeRange(from, name)));
      await follow(from, to, say);
    } finally {
      await Promise.all([from.sql.end({ timeout: 5 }), to.sql.end({ timeout: 5 })]);
    }
    say(`${name} is ready`);
    return true;
  },
};

async function takeName({ name, sql }: Owner): Promise<void> {
  const known = await nameOf(sql);
  if (known === name) return;
  if (known !== null) throw new Error(`This database was made as ${known}: name it so in DATABASES.`);
  const [used] = await sql`select from companies limit 1`;
  if (used) throw new Error('This database has companies already: give an empty one.');
  await sql`insert into this_database (name) values (${name})`;
}

async function follow(from: Owner, to: Owner, say: (line: string) => void): Promise<void> {
  const [published] = await from.sql`select from pg_publication where pubname = ${PUBLICATION}`;
  if (!published) {
    const tables = SHARED.map(({ table, which }) => (which ? `${table} where (${which})` : table));
    await from.sql.unsafe(`create publication ${PUBLICATION} for table ${tables.join(', ')}`);
  }
  const name = `${PUBLICATION}_${to.name}`;
  // What happened since it was lost nobody knows.
  if (!(await hasSlot(from, name))) await dropSubscription(to, name);
  const [begun] = await to.sql`select from pg_subscription where subname = ${name}`;
  if (!begun) await forgetShared(to);
  await ensureSlot(from, name);
  await ensureSubscription(to, { name, publication: PUBLICATION, from });
  say('copying what all companies share');
  while (!(await isCopied(to, name))) await sleep(LOOK_MS);
}

async function forgetShared({ sql }: Owner): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { table, which = 'true' } of SHARED) await tx.unsafe(`delete from ${table} where ${which}`);
  });
}
