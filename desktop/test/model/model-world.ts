import type { ChannelListener, InboundContent } from '../../../server/src/channels/channel.ts';
import type { Tx } from '../../../server/src/platform/db/client.ts';
import { type CompanyFixture, createUser } from '../../../server/test/fixtures.ts';
import { createLiveChannel, createLiveIngest, type LiveChannel, phone } from '../live/channel.ts';
import type { LiveApi } from '../live/live-api.ts';
import type { DatabaseLine } from './database-line.ts';
import { createDesk, type Desk } from './desk.ts';

/** One company: three connections (to either queue, to none), its customers, its consoles. */
export interface ModelCompany {
  fixture: CompanyFixture;
  /** A word in every text of this company. */
  mark: string;
  channels: LiveChannel[];
  desks: Desk[];
  /** support, sales, none */
  queues: (number | null)[];
  tags: number[];
  sql(work: (tx: Tx) => PromiseLike<unknown>): Promise<void>;
  /** A customer writes; each has one number and one connection. */
  write(who: number, content: InboundContent | string): Promise<void>;
}

export interface ModelWorld {
  server: LiveApi;
  databaseLine: DatabaseLine;
  companies: ModelCompany[];
  /** The agents under test, of both companies. */
  desks: Desk[];
}

let worlds = 0;

/** @param seed of the faults on the lines */
export async function createModelWorld(
  server: LiveApi,
  databaseLine: DatabaseLine,
  seed: number,
): Promise<ModelWorld> {
  worlds += 1;
  const marks = [`alfa${worlds}x`, `beta${worlds}x`];
  const ingest = createLiveIngest(server);
  const random = mulberry32(seed);
  const companies: ModelCompany[] = [];
  for (const [index, mark] of marks.entries()) {
    const company = await createCompany(server, ingest, mark);
    const { fixture } = company;
    const both = Object.values(fixture.queues);
    const agents = [fixture.ana];
    if (index === 0)
      agents.push(fixture.bruno, await createUser(server.admin, fixture.companyId, 'Carla', both));
    const foreign = marks[1 - index] ?? '';
    for (const agent of agents)
      company.desks.push(createDesk({ url: server.url, seat: await server.seat(agent), random, foreign }));
    companies.push(company);
  }
  return { server, databaseLine, companies, desks: companies.flatMap(({ desks }) => desks) };
}

async function createCompany(server: LiveApi, ingest: ChannelListener, mark: string): Promise<ModelCompany> {
  const fixture = await server.company(mark);
  const { companyId, queues } = fixture;
  const connection = async (name: string, queueId: number | null): Promise<number> => {
    const [row] =
      await server.admin`insert into connections (company_id, name) values (${companyId}, ${name}) returning id`;
    if (queueId)
      await server.admin`insert into connection_queues (company_id, connection_id, queue_id)
        values (${companyId}, ${row?.id}, ${queueId})`;
    return Number(row?.id);
  };
  const connections = [
    fixture.connectionId,
    await connection(`${mark} 2`, queues.sales),
    await connection(`${mark} 3`, null),
  ];
  const tags = await server.admin<{ id: number }[]>`
    insert into tags (company_id, name, color)
    select ${companyId}, ${mark} || name, color from (values ('novo', '#e8590c'), ('vip', '#0c8599')) as made (name, color)
    returning id::int`;
  const channels = connections.map((id) => createLiveChannel(ingest, companyId, id));
  return {
    fixture,
    mark,
    channels,
    desks: [],
    queues: [queues.support, queues.sales, null],
    tags: tags.map(({ id }) => id),
    sql: (work) =>
      server.db
        .withCompany(companyId, async (tx) => {
          await work(tx);
        })
        .catch(ignoreConflict),
    async write(who, content) {
      const channel = channels[who % channels.length] as LiveChannel;
      await channel.receive(customer(who), content, { authorName: `${mark} ${who}` });
    },
  };
}

export const customer = (who: number) => phone(`551198000000${who}`);

/** Two steps that meet may refuse each other: a second ticket under way, a row that is gone, a deadlock. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && /^(23|40P01)/.test(String(error.code)))) throw error;
}

/** A small generator of random numbers in [0, 1), the same ones for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
