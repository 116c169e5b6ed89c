import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';
import { hirePeople, type Person } from './accounts.ts';
import { COMPLETION, QUEUES } from './catalog.ts';

/** `shop`: a company at work; `empty`: the same before its first day. */
export type Demo = 'shop' | 'empty';

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

export const TIMEZONE = 'America/Sao_Paulo';

interface Queue {
  name: string;
  color: string;
  members: readonly Person[];
  isOffered: boolean;
}

/** Customers come to the first one, or choose between those that are offered where bots ask them. */
const QUEUES_OF: Record<Demo, readonly Queue[]> = {
  shop: Object.values(QUEUES),
  empty: [{ name: 'Atendimento', color: '#f76707', members: ['ana', 'bruno'], isOffered: true }],
};

/** The company with its people, and all that it needs before anybody writes. Ids of queues are in their order. */
export async function foundShop(tx: Tx, demo: Demo, passwordHash: string) {
  const planIds: number[] = [];
  for (const plan of PLANS) planIds.push(await insertInto(tx, 'plans', plan));
  const contact = { email: 'contato@demo.balcao.test', phone: '(11) 4000-1234' };
  const company = { name: 'Loja Demo', ...contact, planId: planIds[0], timezone: TIMEZONE };
  const companyId = await insertInto(tx, 'companies', company);
  const people = await hirePeople(tx, companyId, passwordHash);
  const connectionId = await insertInto(tx, 'connections', {
    companyId,
    name: 'WhatsApp Principal',
    isDefault: true,
    desired: 'running',
    status: 'OPENING',
    completionMessage: demo === 'shop' ? COMPLETION : undefined,
  });
  const queueIds: number[] = [];
  for (const { members, isOffered, ...queue } of QUEUES_OF[demo]) {
    const queueId = await insertInto(tx, 'queues', { companyId, ...queue, orderQueue: queueIds.length + 1 });
    if (isOffered) await tx`insert into connection_queues ${tx({ companyId, connectionId, queueId })}`;
    for (const member of members)
      await tx`insert into user_queues ${tx({ companyId, userId: people[member], queueId })}`;
    queueIds.push(queueId);
  }
  return { companyId, connectionId, timezone: TIMEZONE, people, queueIds };
}
