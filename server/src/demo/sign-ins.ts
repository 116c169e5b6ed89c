import { randomUUID } from 'node:crypto';
import type { Tx } from '../platform/db/client.ts';
import type { Person } from './accounts.ts';
import type { Shop } from './enacted.ts';

const HOUR_MS = 3_600_000;
const PROGRAM = 'Balcão 0.1.0';

/** Days on which people came and left, in hours before now; one of them worked from home. */
const DAYS: readonly {
  person: Person;
  device: string;
  system: string;
  address: string;
  from: number;
  to: number;
}[] = [
  { person: 'ana', device: 'BALCAO-01', system: 'Windows', address: '203.0.113.20', from: 26, to: 18 },
  { person: 'ana', device: 'notebook-da-ana', system: 'macOS', address: '198.51.100.7', from: 51, to: 48 },
  { person: 'ana', device: 'BALCAO-01', system: 'Windows', address: '203.0.113.20', from: 74, to: 66 },
  { person: 'bruno', device: 'SUPORTE', system: 'Linux', address: '203.0.113.20', from: 25, to: 17 },
  { person: 'bruno', device: 'SUPORTE', system: 'Linux', address: '203.0.113.20', from: 73, to: 65 },
];

/** From where the shop's people have worked in the last days. */
export async function writeSignIns(
  tx: Tx,
  { companyId, people, now }: Pick<Shop, 'companyId' | 'people' | 'now'>,
): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const rows = DAYS.map(({ person, from, to, ...place }) => ({
    companyId,
    id: randomUUID(),
    userId: people[person],
    ...place,
    program: PROGRAM,
    way: 'password',
    createdAt: ago(from),
    usedAt: ago(to),
    endedAt: ago(to),
    endedBy: 'logout',
  }));
  await tx`insert into sessions ${tx(rows)}`;
}
