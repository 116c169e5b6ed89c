import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Session, startApi } from '../../test/api.ts';
import type { CompanyFixture } from '../../test/fixtures.ts';
import { DEEP, SEED } from '../../test/sample.ts';
import { leaveEveryEpoch } from './epoch.ts';
import type { TestConsole } from './testing/console.ts';
import { addMessage, addTicket, changeTicket, joinQueue, type TicketFixture } from './testing/data.ts';
import { comparable, createModelStore, type ModelStore } from './testing/model-store.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

let server: SyncApi;
beforeAll(async () => {
  server = await openSyncApi(await startApi());
});
afterAll(() => server.stop());

const ticket = fc.nat({ max: 4 });
const agent = fc.nat({ max: 1 });
const queue = fc.nat({ max: 2 });
/** What makes consoles start over is rare: it hides what the log alone has to get right. */
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('message'), ticket }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('newTicket'), queue }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('transfer'), ticket, queue }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('assign'),
      ticket,
      agent,
      status: fc.constantFrom('pending', 'open', 'closed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deleteTicket'), ticket }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rename'), ticket }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('command'),
      agent,
      ticket,
      name: fc.constantFrom('ticket.accept', 'ticket.close', 'ticket.reopen', 'message.send', 'message.send'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('disconnect'), agent }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('connect'), agent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('twin'), agent }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settle'), agent }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('member'), agent, queue: fc.nat({ max: 1 }), yes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('profile'),
      agent,
      profile: fc.constantFrom('user', 'supervisor'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('allTicket'), agent, yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prune') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restored') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface SimulatedAgent {
  session: Session;
  store: ModelStore;
  console: TestConsole | undefined;
  /** All that ever reached this agent. */
  texts: string[];
}

interface World {
  company: CompanyFixture;
  neighbour: CompanyFixture;
  tickets: TicketFixture[];
  desks: SimulatedAgent[];
}

let worlds = 0;

async function createWorld(): Promise<World> {
  worlds += 1;
  const [company, neighbour] = [
    await server.company(`Um ${worlds}`),
    await server.company(`CANARY ${worlds}`),
  ];
  const plans = [
    company.queues.support,
    company.queues.sales,
    null,
    company.queues.support,
    company.queues.sales,
  ];
  const tickets: TicketFixture[] = [];
  for (const [index, queueId] of plans.entries())
    tickets.push(
      await addTicket(server.db, company, { queueId, name: `Cliente ${index}`, messages: ['oi'] }),
    );
  const desks = await Promise.all(
    [company.ana, company.bruno].map(async (user): Promise<SimulatedAgent> => {
      const session = await server.openSession(user);
      return { session, store: createModelStore(), console: undefined, texts: [] };
    }),
  );
  for (const desk of desks) open(desk);
  return { company, neighbour, tickets, desks };
}

function open(desk: SimulatedAgent): TestConsole {
  desk.console ??= server.console(desk.session, { store: desk.store });
  return desk.console;
}

async function shut(desk: SimulatedAgent): Promise<void> {
  desk.console?.cut();
  await desk.console?.closed;
  desk.texts.push(...(desk.console?.texts ?? []));
  desk.console = undefined;
}

/** Each step is of one kind; the others have no case for it. */
async function perform(world: World, action: Step): Promise<void> {
  await performOnTickets(world, action);
  await performOnPeople(world, action);
  await performAtDesk(world, action);
  await performOnLog(world, action);
}

const deskOf = (world: World, action: Step) =>
  world.desks['agent' in action ? action.agent : 0] as SimulatedAgent;
const targetOf = ({ tickets }: World, action: Step) =>
  tickets['ticket' in action ? action.ticket % tickets.length : 0] as TicketFixture;
const queueIdsOf = ({ company }: World) => [company.queues.support, company.queues.sales, null];
const runSql = (
  { company }: World,
  work: Parameters<typeof server.db.withCompany<unknown>>[1],
): Promise<unknown> => server.db.withCompany(company.companyId, work);

async function performOnTickets(world: World, action: Step): Promise<void> {
  const { company, tickets } = world;
  const queueIds = queueIdsOf(world);
  const target = targetOf(world, action);
  switch (action.do) {
    case 'message':
      await addTicket(server.db, world.neighbour, {
        queueId: world.neighbour.queues.support,
        name: 'CANARY',
        messages: ['CANARY'],
      });
      await addMessage(server.db, company, target, `texto ${uuidv7()}`).catch(ignoreDeleted);
      break;
    case 'newTicket':
      tickets.push(
        await addTicket(server.db, company, {
          queueId: queueIds[(action as { queue: number }).queue] ?? null,
          name: `Cliente ${tickets.length}`,
          messages: ['bom dia'],
        }),
      );
      break;
    case 'transfer':
      await changeTicket(server.db, company, target.id, {
        queueId: queueIds[(action as { queue: number }).queue] ?? null,
      });
      break;
    case 'assign': {
      const { status } = action as { status: string };
      await changeTicket(server.db, company, target.id, {
        status,
        userId: status === 'pending' ? null : deskOf(world, action).session.userId,
      });
      break;
    }
    case 'deleteTicket':
      await runSql(world, (tx) => tx`delete from tickets where id = ${target.id}`.then(() => undefined));
      break;
    case 'rename':
      await runSql(world, (tx) =>
        tx`update contacts set name = ${uuidv7()} where id = ${target.contactId}`.then(() => undefined),
      );
      break;
  }
}

async function performOnPeople(world: World, action: Step): Promise<void> {
  const { userId } = deskOf(world, action).session;
  switch (action.do) {
    case 'member': {
      const { queue: index, yes } = action as { queue: number; yes: boolean };
      await joinQueue(server.db, world.company, userId, queueIdsOf(world)[index] ?? 0, yes);
      break;
    }
    case 'profile':
      await runSql(world, (tx) =>
        tx`update users set profile = ${(action as { profile: string }).profile}
          where id = ${userId}`.then(() => undefined),
      );
      break;
    case 'allTicket':
      await runSql(world, (tx) =>
        tx`update users set all_ticket = ${(action as { yes: boolean }).yes}
          where id = ${userId}`.then(() => undefined),
      );
      break;
  }
}

async function performAtDesk(world: World, action: Step): Promise<void> {
  const desk = deskOf(world, action);
  const target = targetOf(world, action);
  switch (action.do) {
    case 'command': {
      const { name } = action as {
        name: 'ticket.accept' | 'ticket.close' | 'ticket.reopen' | 'message.send';
      };
      if (desk.console?.ws.readyState !== 1 || !desk.store.cursor) break;
      if (name === 'message.send')
        desk.console.push(name, {
          id: uuidv7(),
          ticketId: target.id,
          body: 'resposta',
          mediaId: null,
          quotedMsgId: null,
        });
      else desk.console.push(name, { ticketId: target.id });
      break;
    }
    case 'disconnect':
      await shut(desk);
      break;
    case 'connect':
      if (!desk.console) await resume(desk);
      break;
    case 'twin': {
      // The same greeting twice: the server lets the later one have the place.
      const twin = server.console(desk.session, { clientId: desk.store.clientId });
      await twin.next('welcome', undefined, 0);
      twin.cut();
      await shut(desk);
      break;
    }
    case 'settle':
      if (desk.console) await desk.console.live().catch(ignoreDeleted);
      break;
  }
}

async function performOnLog(world: World, action: Step): Promise<void> {
  switch (action.do) {
    case 'prune':
      await runSql(world, async (tx) => {
        const [row] = await tx<{ head: number }[]>`select max(seq) as head from change_log`;
        await tx`delete from change_log where seq <= ${row?.head ?? 0}`;
        await tx`update sync_state set floor = ${row?.head ?? 0}`;
      });
      break;
    case 'restored':
      await leaveEveryEpoch(server.db);
      break;
  }
}

/** A message for a ticket that an earlier step has deleted. */
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
}

/** Commands of a console that was cut off are lost here: the model has no outbox, so it starts again behind the last. */
async function resume(desk: SimulatedAgent): Promise<TestConsole> {
  const opened = open(desk);
  const { lastMutationSeq } = await opened.next('welcome', undefined, 0);
  desk.store.pushed = lastMutationSeq;
  return opened;
}

async function reopen(desk: SimulatedAgent): Promise<TestConsole> {
  await shut(desk);
  const opened = await resume(desk);
  await opened.live();
  return opened;
}

test(
  `I3: consoles converge with what a new one gets, whatever happened (SEED=${SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
        const world = await createWorld();
        for (const action of steps) await perform(world, action);
        for (const desk of world.desks) {
          const old = await reopen(desk);
          const fresh = server.console(desk.session);
          await fresh.live();
          await old.settle();
          const { userId } = desk.session;
          expect(comparable(desk.store, userId)).toEqual(comparable(fresh.store, userId));
          fresh.cut();
          await shut(desk);
          expect(desk.texts.filter((text) => text.includes('CANARY'))).toEqual([]);
        }
      }),
      { seed: SEED, numRuns: DEEP ? 60 : 6, endOnFailure: false },
    );
  },
  DEEP ? 3_600_000 : 120_000,
);
