import { retryMessage } from '@balcao/shared/features/messages/calls.ts';
import type { MutationResult } from '@balcao/shared/sync/frames.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Session, startApi } from '../../test/api.ts';
import { type FaultProxy, startFaultProxy } from '../../test/fault-proxy.ts';
import type { CompanyFixture } from '../../test/fixtures.ts';
import type { Tx } from '../platform/db/client.ts';
import type { TestConsole } from './testing/console.ts';
import { addMessage, addTicket, type TicketFixture } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

let server: SyncApi;
let company: CompanyFixture;
let ana: Session;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  ana = await server.openSession(company.ana);
  // Faults where they happen: a message that the database refuses, for good or while `faults` has turns left.
  await server.admin.unsafe(`
    create sequence faults;
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.body = 'bug' then raise exception 'a bug of ours'; end if;
      if new.body = 'busy' and nextval('faults') <= 2 then
        raise exception 'try again' using errcode = 'lock_not_available';
      end if;
      return null;
    end $$;
    create constraint trigger refuse after insert on messages
      deferrable initially deferred for each row execute function refuse();
    grant usage on sequence faults to balcao_app`);
});
afterAll(() => server.stop());

const support = () => company.queues.support;
const openTicket = (name: string) =>
  addTicket(server.db, company, { queueId: support(), name, status: 'open', userId: company.ana.id });
const send = (ticketId: number, body: string) => ({
  id: uuidv7(),
  ticketId,
  body,
  mediaId: null,
  quotedMsgId: null,
});
const sentBodies = async (ticketId: number) => {
  const rows =
    await server.admin`select body from messages where ticket_id = ${ticketId} and state <> 'local' order by created_at, id`;
  return rows.map((row) => row.body as string);
};
async function fileMessage(ticket: TicketFixture, fileState: string): Promise<string> {
  const mediaId = uuidv7();
  await server.admin`insert into media (company_id, id, state, mime)
    values (${company.companyId}, ${mediaId}, ${fileState}, 'image/jpeg')`;
  const id = await addMessage(server.db, company, ticket, '');
  await server.admin`update messages set media_id = ${mediaId}, media_type = 'image' where id = ${id}`;
  return id;
}
const resultsOf = (desk: TestConsole): MutationResult[] =>
  desk.frames.flatMap((frame) => (frame.type === 'batch' ? frame.mutations.results : []));
const acked = (desk: TestConsole, seq: number) =>
  desk.next('batch', (batch) => batch.mutations.acked >= seq, 0);

describe('commands of a console', () => {
  test('I6: when a command is confirmed, its effects are there', async () => {
    const ticket = await addTicket(server.db, company, {
      queueId: support(),
      name: 'Clara',
      messages: ['oi'],
    });
    const desk = server.console(ana);
    await desk.live();
    const problems: string[] = [];
    const expected = new Map<number, () => boolean>();
    let confirmed = 0;
    const check = () => {
      const last = desk.frames.at(-1);
      if (last?.type === 'batch') confirmed = Math.max(confirmed, last.mutations.acked);
      for (const [seq, holds] of expected)
        if (seq <= confirmed && !holds()) problems.push(`${seq} without effect`);
    };
    desk.ws.on('message', check);
    expected.set(desk.push('ticket.accept', { ticketId: ticket.id }), () => {
      const { status, userId } = desk.store.get('ticket', ticket.id) ?? {};
      return status === 'open' && userId === company.ana.id;
    });
    let seq = 0;
    for (let index = 0; index < 10; index++) {
      const args = send(ticket.id, `resposta ${index}`);
      seq = desk.push('message.send', args);
      expected.set(seq, () => desk.store.get('message', args.id)?.body === args.body);
    }
    await acked(desk, seq);
    expect(problems).toEqual([]);
    expect(resultsOf(desk).filter((result) => result.status !== 'applied')).toEqual([
      { seq: 1, status: 'rejected', code: 'ERR_NO_TICKET_FOUND' },
    ]);
    desk.cut();
  });

  test('I6: a batch that does not reach its effects confirms no command', async () => {
    const ticket = await openTicket('Atrasada');
    const desk = server.console(ana);
    await desk.live();
    desk.cut();
    await desk.closed;
    const args = send(ticket.id, 'enquanto isso');
    for (let change = 0; change < 3; change++)
      await server.db.withCompany(company.companyId, (tx) => addTags(tx, company.companyId, change));
    // The same console from another place: what it did is kept, but this one has not heard of it.
    const twin = server.console(ana, { clientId: desk.clientId });
    await twin.next('welcome', undefined, 0);
    const seq = desk.store.pushed + 1;
    twin.pushMutations([twin.mutation(seq, 'message.send', args)]);
    await acked(twin, seq);
    twin.cut();

    const again = server.console(ana, { store: desk.store });
    const seen: object[] = [];
    again.ws.on('message', () => {
      const frame = again.frames.at(-1);
      if (frame?.type !== 'batch') return;
      const { more, mutations } = frame;
      seen.push({ more, confirmed: mutations.acked >= seq, there: !!again.store.get('message', args.id) });
    });
    await acked(again, seq);
    expect(seen).toEqual([
      { more: true, confirmed: false, there: false },
      { more: false, confirmed: true, there: true },
    ]);
    again.cut();
  });

  test('I5: any repetition of pushes gives the same state and the same results', async () => {
    const ticket = await openTicket('Repetida');
    const first = server.console(ana);
    await first.live();
    const base = first.store.pushed;
    const mutations = [1, 2, 3, 4].map((step) =>
      first.mutation(base + step, 'message.send', send(ticket.id, `texto ${step}`)),
    );
    mutations.push(first.mutation(base + 5, 'ticket.accept', { ticketId: 424_242 }));
    for (const count of [1, 3, 2, 5]) first.pushMutations(mutations.slice(0, count));
    await acked(first, base + 5);
    const results = resultsOf(first).filter((result) => result.seq > base);
    first.cut();
    await first.closed;

    const second = server.console(ana, { store: first.store });
    await second.next('welcome', undefined, 0);
    for (const count of [5, 2, 5]) second.pushMutations(mutations.slice(0, count));
    await acked(second, base + 5);
    expect(resultsOf(second).filter((result) => result.seq > base)).toEqual(results);
    expect(results.map((result) => result.status)).toEqual([
      'applied',
      'applied',
      'applied',
      'applied',
      'rejected',
    ]);
    expect(await sentBodies(ticket.id)).toEqual(['texto 1', 'texto 2', 'texto 3', 'texto 4']);
    second.cut();
  });

  test('a message of a console that took a new name stays sent, though its agent sees the ticket no more', async () => {
    const ticket = await openTicket('Levada');
    const args = send(ticket.id, 'uma vez');
    for (const { queueId, id } of [
      { queueId: support(), id: company.ana.id },
      { queueId: company.queues.sales, id: company.bruno.id },
    ]) {
      await server.admin`update tickets set queue_id = ${queueId}, user_id = ${id} where id = ${ticket.id}`;
      const desk = server.console(ana);
      await desk.live();
      await acked(desk, desk.push('message.send', args));
      expect(resultsOf(desk).at(-1)).toEqual({ seq: 2, status: 'applied' });
      desk.cut();
    }
    expect(await sentBodies(ticket.id)).toEqual(['uma vez']);
  });

  test('I7: a command that can never succeed leaves nothing behind and does not hold up the next', async () => {
    const ticket = await openTicket('Envenenada');
    const desk = server.console(ana);
    await desk.live();
    const [pending, failed] = [await fileMessage(ticket, 'pending'), await fileMessage(ticket, 'failed')];
    const forward = (ofId: string) => ({ id: uuidv7(), ticketId: ticket.id, ofId });
    const poison = [
      desk.push('message.send', send(ticket.id, 'bug')),
      desk.push('message.send', send(ticket.id, 'zero \u0000 byte')),
      desk.push('message.send', send(ticket.id, '   ')),
      desk.push('message.forward', forward(pending)),
      desk.push('message.forward', forward(failed)),
    ];
    const good = desk.push('message.send', send(ticket.id, 'boa'));
    await acked(desk, good);
    const outcome = resultsOf(desk).filter((result) => result.seq >= (poison[0] ?? 0));
    expect(outcome).toEqual([
      { seq: poison[0], status: 'rejected', code: 'ERR_INTERNAL' },
      { seq: poison[1], status: 'rejected', code: 'ERR_VALIDATION' },
      { seq: poison[2], status: 'rejected', code: 'ERR_VALIDATION' },
      { seq: poison[3], status: 'rejected', code: 'ERR_MEDIA_NOT_READY' },
      { seq: poison[4], status: 'rejected', code: 'ERR_WAPP_DOWNLOAD_MEDIA' },
      { seq: good, status: 'applied' },
    ]);
    expect(await sentBodies(ticket.id)).toEqual(['', '', 'boa']);
    desk.cut();
  });

  test('those about different tickets are kept at once, and by themselves when one of them can never succeed', async () => {
    const tickets = await Promise.all(['Um', 'Dois', 'Três'].map(openTicket));
    const desk = server.console(ana);
    await desk.live();
    const base = desk.store.pushed;
    const say = (bodies: string[], from: number) =>
      bodies.map((body, index) =>
        desk.mutation(base + from + index, 'message.send', send(tickets[index % 3]!.id, body)),
      );
    desk.store.pushed += 8;
    desk.pushMutations(say(['um', 'dois', 'três', 'ainda um'], 1));
    desk.pushMutations(say(['quatro', 'bug', 'cinco', 'seis'], 5));
    await acked(desk, base + 8);
    const outcome = resultsOf(desk).filter(({ seq }) => seq > base);
    expect(outcome.map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, (_, index) => (index === 5 ? 'rejected' : 'applied')),
    );
    expect(await Promise.all(tickets.map(({ id }) => sentBodies(id)))).toEqual([
      ['um', 'ainda um', 'quatro', 'seis'],
      ['dois'],
      ['três', 'cinco'],
    ]);
    const kept = await server.admin`
      select count(*)::int as messages, count(distinct xmin::text)::int as transactions
      from messages where ticket_id = any (${tickets.map(({ id }) => id)}) and body in ('um', 'dois', 'três')`;
    expect([...kept]).toEqual([{ messages: 3, transactions: 1 }]);
    desk.cut();
  });

  test('I7: one that cannot run now is asked for again, and those behind it wait', async () => {
    const ticket = await openTicket('Transitória');
    const desk = server.console(ana);
    await desk.live();
    const base = desk.store.pushed;
    const mutations = ['a', 'busy', 'c', 'd'].map((body, index) =>
      desk.mutation(base + 1 + index, 'message.send', send(ticket.id, body)),
    );
    desk.store.pushed += mutations.length;
    desk.pushMutations(mutations.slice(0, 2));
    desk.pushMutations(mutations.slice(2));
    for (const attempt of [1, 2]) {
      const error = await desk.next('error', (frame) => frame.mutationSeq === base + 2, 0);
      expect(error).toMatchObject({
        code: 'ERR_UNAVAILABLE',
        retryable: true,
        retryAfterMs: expect.any(Number),
      });
      const again = attempt === 1 ? desk.next('error') : acked(desk, base + 4);
      desk.pushMutations(mutations.slice(1));
      await again;
    }
    expect(await sentBodies(ticket.id)).toEqual(['a', 'busy', 'c', 'd']);
    desk.cut();
  });

  test('I7: one that was kept although its answer was lost holds up nothing behind it', async () => {
    let proxy: FaultProxy | undefined;
    const far = await openSyncApi(
      await startApi({
        route: async (url) => {
          proxy = await startFaultProxy(url);
          return proxy.url;
        },
      }),
    );
    const shop = await far.company('Longe');
    const ticket = await addTicket(far.db, shop, {
      queueId: shop.queues.support,
      name: 'Cometida',
      status: 'open',
      userId: shop.ana.id,
    });
    const desk = far.console(await far.openSession(shop.ana));
    await desk.live();
    let asking: object | undefined;
    if (proxy)
      proxy.watch = (direction, bytes, line) => {
        if (bytes.includes('kept all the same')) asking ??= line;
        else if (proxy && direction === 'down' && line === asking && bytes.includes('COMMIT\0')) {
          proxy.watch = null;
          proxy.set({ mode: 'pass' }, { mode: 'truncate', bytes: 0 });
          setImmediate(() => proxy?.set({ mode: 'pass' }));
        }
      };
    const [first = 0, second = 0, third = 0] = [1, 2, 3].map((n) => desk.store.pushed + n);
    desk.store.pushed = third;
    const [kept, behind, unaware] = [
      desk.mutation(first, 'message.send', send(ticket.id, 'kept all the same')),
      desk.mutation(second, 'message.send', send(ticket.id, 'and on')),
      desk.mutation(third, 'message.send', send(ticket.id, 'and further')),
    ];
    desk.pushMutations([kept, behind]);
    expect(await desk.next('error', undefined, 0)).toMatchObject({ mutationSeq: first, retryable: true });
    // Written before the console hears of it: the one in front was dropped.
    desk.pushMutations([unaware]);
    await addTicket(far.db, shop, { queueId: shop.queues.support, name: 'Notícia' });
    await acked(desk, first);
    desk.pushMutations([behind, unaware]);
    await acked(desk, third);
    await acked(desk, desk.push('message.send', send(ticket.id, 'to the end')));
    const said = await far.admin`select body from messages where state <> 'local' order by id`;
    expect(said.map(({ body }) => body)).toEqual([
      'kept all the same',
      'and on',
      'and further',
      'to the end',
    ]);
    await far.stop();
    await proxy?.stop();
  });

  test('the second of two agents is refused with the name of the first', async () => {
    const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Disputada' });
    const boss = await server.openSession(company.admin);
    const desks = [server.console(ana), server.console(boss)];
    await Promise.all(desks.map((desk) => desk.live()));
    const results = await Promise.all(
      desks.map(async (desk) => {
        const seq = desk.push('ticket.accept', { ticketId: ticket.id });
        await acked(desk, seq);
        return resultsOf(desk).find((result) => result.seq === seq);
      }),
    );
    const names = ['Ana', 'Admin'];
    const winner = results.findIndex((result) => result?.status === 'applied');
    expect(results[1 - winner]).toMatchObject({
      status: 'rejected',
      code: 'ERR_OTHER_OPEN_TICKET',
      params: { name: names[winner] },
    });
    for (const desk of desks) desk.cut();
  });

  test('a gap in the numbers is an error of the console, and runs nothing', async () => {
    const ticket = await openTicket('Lacuna');
    const desk = server.console(ana);
    await desk.live();
    const next = desk.store.pushed + 1;
    desk.pushMutations([desk.mutation(next + 1, 'message.send', send(ticket.id, 'cedo'))]);
    expect(await desk.next('error', undefined, 0)).toMatchObject({
      code: 'ERR_MUTATION_OUT_OF_ORDER',
      params: { expected: next },
    });
    expect(await desk.closed).toEqual({ code: 1002 });
    expect(await sentBodies(ticket.id)).toEqual([]);
  });

  test('message.retry: what the messenger refused goes out again under its id, and only that', async () => {
    const ticket = await openTicket('Recusada');
    const desk = server.console(ana);
    await desk.live();
    const args = send(ticket.id, 'de novo');
    const retry = { id: args.id, ticketId: ticket.id };
    const outbox = async () => {
      const [row] = await server.admin`
        select state, ack, error_code, wa_id, attempts from messages where id = ${args.id}`;
      return row;
    };
    await acked(desk, desk.push('message.send', args));
    const byProgram = { params: { messageId: args.id }, token: ana.token };
    for (const again of [
      () => acked(desk, desk.push('message.retry', retry)),
      () => server.call(retryMessage, byProgram),
    ]) {
      await server.admin`
        update messages set state = 'failed', ack = 0, error_code = 'ERR_SENDING_WAPP_MSG', wa_id = '3EB0A1', attempts = 3
        where id = ${args.id}`;
      await again();
      expect(await outbox()).toEqual({
        state: 'queued',
        ack: 1,
        error_code: null,
        wa_id: '3EB0A1',
        attempts: 0,
      });
    }
    await server.admin`update messages set state = 'sent', ack = 3 where id = ${args.id}`;
    const last = desk.push('message.retry', retry);
    const foreign = desk.push('message.retry', { ...retry, ticketId: (await openTicket('Outra')).id });
    await acked(desk, foreign);
    expect(await server.call(retryMessage, byProgram)).toMatchObject({ id: args.id, ack: 3 });
    expect(await outbox()).toMatchObject({ state: 'sent', ack: 3 });
    expect(resultsOf(desk).filter(({ seq }) => seq >= last)).toEqual([
      { seq: last, status: 'applied' },
      { seq: foreign, status: 'rejected', code: 'ERR_NO_MESSAGE_FOUND' },
    ]);
    desk.cut();
  });

  test("another agent's console id says nothing, whoever's it is", async () => {
    const own = server.console(ana);
    await own.live();
    const other = await server.company('Concorrente');
    const bruno = await server.openSession(company.bruno);
    const colleague = server.console(bruno, { clientId: own.clientId });
    expect(await colleague.closed).toEqual({ code: 1002 });
    expect(colleague.frames).toEqual([{ type: 'error', code: 'ERR_PROTOCOL', retryable: false }]);
    // In another company the same id is simply a new console.
    const stranger = server.console(await server.openSession(other.ana), { clientId: own.clientId });
    expect(await stranger.next('welcome', undefined, 0)).toMatchObject({ lastMutationSeq: 0 });
    stranger.cut();
    await own.settle();
    own.cut();
  });
});

/** Adds fewer tags than the 500 rows of a batch, so that a batch is full behind two of these. */
const addTags = (tx: Tx, companyId: number, change: number) =>
  tx`insert into tags (company_id, name, color)
    select ${companyId}, 'muitas ' || ${change}::int || ' ' || n, '#0c8599' from generate_series(1, 240) n`;
