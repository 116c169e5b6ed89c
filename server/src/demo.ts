import { createPasswords } from './modules/auth/passwords.ts';
import { claimInstallation } from './modules/companies/set-up.ts';
import type { Tx } from './platform/db/client.ts';
import type { Database } from './platform/db/database.ts';
import { orm } from './platform/db/orm.ts';
import {
  companies,
  connectionQueues,
  connections,
  plans,
  queues,
  userQueues,
  users,
} from './platform/db/schema.ts';

/** Only for demonstrations: whoever reads this knows it. */
const PASSWORD = 'balcao-demo';
const PEOPLE = [
  { name: 'Admin', email: 'admin@demo.balcao.test', profile: 'admin', super: true },
  { name: 'Ana', email: 'ana@demo.balcao.test', profile: 'user', super: false },
  { name: 'Bruno', email: 'bruno@demo.balcao.test', profile: 'user', super: false },
] as const;

/** What the sign-up page offers; the shop itself has the first. */
const PLANS = [
  { name: 'Profissional', value: 19_900, users: 15, connections: 5, queues: 15 },
  {
    name: 'Essencial',
    value: 9_900,
    users: 5,
    connections: 1,
    queues: 5,
    useCampaigns: false,
    useOpenAi: false,
  },
  { name: 'Empresarial', value: 49_900, users: 100, connections: 20, queues: 100 },
];

/**
 * A small shop to try everything with, made once in an empty database. Its connection already wants to run, so that
 * the QR code waits when the first person looks. False when there is a company already.
 */
export async function seedDemo(db: Database): Promise<boolean> {
  const passwordHash = await createPasswords().hash(PASSWORD);
  return db.asSystem(async (tx) => {
    if (!(await claimInstallation(tx))) return false;
    await seed(tx, passwordHash);
    return true;
  });
}

async function seed(tx: Tx, passwordHash: string): Promise<void> {
  const db = orm(tx);
  const [plan] = await db.insert(plans).values(PLANS).returning({ id: plans.id });
  const companyId = idOf(
    await db
      .insert(companies)
      .values({ name: 'Loja Demo', planId: plan?.id })
      .returning({ id: companies.id }),
  );
  const queueId = idOf(
    await db
      .insert(queues)
      .values({ companyId, name: 'Atendimento', color: '#f76707', orderQueue: 1 })
      .returning({ id: queues.id }),
  );
  const connectionId = idOf(
    await db
      .insert(connections)
      .values({
        companyId,
        name: 'WhatsApp Principal',
        isDefault: true,
        desired: 'running',
        status: 'OPENING',
      })
      .returning({ id: connections.id }),
  );
  await db.insert(connectionQueues).values({ companyId, connectionId, queueId });
  const people = await db
    .insert(users)
    .values(PEOPLE.map((person) => ({ ...person, companyId, passwordHash })))
    .returning({ id: users.id, profile: users.profile });
  await db
    .insert(userQueues)
    .values(
      people
        .filter(({ profile }) => profile === 'user')
        .map(({ id: userId }) => ({ companyId, userId, queueId })),
    );
}

function idOf(rows: { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}
