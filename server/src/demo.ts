import { claimInstallation } from './modules/companies/set-up.ts';
import { createPasswords } from './modules/sessions/passwords.ts';
import type { Tx } from './platform/db/client.ts';
import type { Database } from './platform/db/database.ts';
import { insertInto } from './platform/db/rows.ts';

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
  const planIds: number[] = [];
  for (const plan of PLANS) planIds.push(await insertInto(tx, 'plans', plan));
  const companyId = await insertInto(tx, 'companies', { name: 'Loja Demo', planId: planIds[0] });
  const queue = { companyId, name: 'Atendimento', color: '#f76707', orderQueue: 1 };
  const queueId = await insertInto(tx, 'queues', queue);
  const connectionId = await insertInto(tx, 'connections', {
    companyId,
    name: 'WhatsApp Principal',
    isDefault: true,
    desired: 'running',
    status: 'OPENING',
  });
  await tx`insert into connection_queues ${tx({ companyId, connectionId, queueId })}`;
  for (const person of PEOPLE) {
    const userId = await insertInto(tx, 'users', { companyId, ...person, passwordHash });
    if (person.profile === 'user') await tx`insert into user_queues ${tx({ companyId, userId, queueId })}`;
  }
}
