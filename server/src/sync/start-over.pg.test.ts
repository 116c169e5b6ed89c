import { describe, expect, test } from 'vitest';
import { addTicket, joinQueue } from './testing/data.ts';
import { ana, bruno, company, prepare, sales, server, support } from './testing/sync.ts';

prepare();

describe('I9: what the log cannot answer starts the console over, once', () => {
  const resyncs = (frames: { type: string; reason?: string }[]) =>
    frames.filter((frame) => frame.type === 'resync').map((frame) => frame.reason);

  const cases: [string, () => Promise<void>, Record<string, unknown>][] = [
    [
      'epoch',
      async () => {
        await server.admin`update sync_state set epoch = gen_random_uuid() where company_id = ${company.companyId}`;
      },
      {},
    ],
    [
      'too_old',
      async () => {
        await addTicket(server.db, company, { queueId: support(), name: 'Later' });
        await server.admin`update sync_state set floor = (select max(seq) from change_log where company_id = ${company.companyId})
        where company_id = ${company.companyId}`;
      },
      {},
    ],
    ['ahead', async () => {}, { ahead: true }],
    ['view_changed', () => joinQueue(server.db, company, company.ana.id, sales(), true), {}],
    ['schema', async () => {}, { schema: 99 }],
  ];
  test.each(cases)('%s', async (reason, change, hello) => {
    const desk = server.console(ana);
    await desk.live();
    desk.cut();
    await desk.closed;
    await change();
    if (hello.ahead && desk.store.cursor) desk.store.cursor.seq += 1_000;
    const again = server.console(ana, { store: desk.store, hello });
    await again.live();
    expect(resyncs(again.frames)).toEqual([reason]);
    expect(again.frames.filter((frame) => frame.type === 'bootstrap.end')).toHaveLength(1);
    again.cut();
  });

  test('one that is ahead of a restored database starts everybody over, whenever they come', async () => {
    const [away, ahead, made] = [server.console(ana), server.console(ana), server.console(ana)];
    for (const desk of [away, ahead, made]) await desk.live();
    away.cut();
    await away.closed;
    const { companyId } = company;
    const [kept] = await server.admin`select max(seq) as seq from change_log where company_id = ${companyId}`;
    // So far ahead that nobody who comes and goes meanwhile brings the log to where they stand.
    for (let left = 10; left > 0; left -= 1)
      await addTicket(server.db, company, { queueId: support(), name: `Depois da cópia ${left}` });
    for (const desk of [ahead, made]) await desk.settle();
    for (const desk of [ahead, made]) desk.cut();
    await Promise.all([ahead.closed, made.closed]);
    await server.admin`delete from change_log where company_id = ${companyId} and seq > ${kept?.seq}`;

    const here = server.console(bruno);
    await here.live();
    // What anybody can write down proves nothing, and is nobody else's business.
    if (made.store.cursor) made.store.cursor.seq += 1;
    const alone = server.console(ana, { store: made.store });
    await alone.live();
    await here.settle();
    expect([alone, here].map((desk) => resyncs(desk.frames))).toEqual([['ahead'], []]);
    alone.cut();

    const anew = here.next('bootstrap.end');
    const first = server.console(ana, { store: ahead.store });
    await first.live();
    const later = server.console(ana, { store: away.store });
    await Promise.all([later.live(), anew]);
    expect([first, later, here].map((desk) => resyncs(desk.frames))).toEqual([
      ['ahead'],
      ['epoch'],
      ['epoch'],
    ]);
    for (const desk of [first, later, here]) desk.cut();
  });

  test('rights that change while the console is connected', async () => {
    const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Perdida' });
    const desk = server.console(ana);
    await desk.live();
    const end = desk.next('bootstrap.end');
    await joinQueue(server.db, company, company.ana.id, support(), false);
    await end;
    await desk.settle();
    expect(resyncs(desk.frames)).toEqual(['view_changed']);
    expect(desk.store.get('ticket', ticket.id)).toBeUndefined();
    await joinQueue(server.db, company, company.ana.id, support(), true);
    await desk.next('bootstrap.end');
    await desk.settle();
    expect(desk.store.get('ticket', ticket.id)).toBeDefined();
    desk.cut();
  });
});
