import { expect, test } from 'vitest';
import { addTicket, insertMessage, joinQueue } from '../../../server/src/sync/testing/data.ts';
import { withoutEntity } from '../../src/core/store/testing/temp-store.ts';
import { shownRows } from '../live/console.ts';
import { bodies, frameTypes, type SyncWorld, send } from './sync-world.ts';

/** What the log cannot answer costs one bootstrap. */
export function startingOver(world: SyncWorld): void {
  otherRights(world);
  hugeWrite(world);
  oneEntityMore(world);
}

function otherRights(world: SyncWorld): void {
  test('I9: other rights bring another view, while it is connected and while it is not', async () => {
    const { server, company, live, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.sales,
      name: 'Gabi',
      messages: ['oi'],
    });
    const ana = await live(company.ana);
    const before = ana.frames.length;
    await joinQueue(server.db, company, company.ana.id, company.queues.sales, true);
    await ana.until(() => bodies(ana, ticket.id).length === 1, 'the other queue');
    await ana.settle();
    ana.shut();
    await joinQueue(server.db, company, company.ana.id, company.queues.sales, false);
    ana.open();
    expect(ana.store.tickets.byId(ticket.id)).not.toBeNull();
    ana.sync.start();
    await ana.settle();
    expect(ana.store.tickets.byId(ticket.id)).toBeNull();
    const types = frameTypes(ana, before);
    expect(types.filter((type) => type === 'resync')).toHaveLength(2);
    expect(types.filter((type) => type === 'bootstrap.end')).toHaveLength(2);
    await expectFresh(ana);
  });
}

function hugeWrite(world: SyncWorld): void {
  test('I11: after a huge write that the log does not contain, every console has the rows', async () => {
    const { server, company, live, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Gina',
      messages: ['oi'],
    });
    const [ana, boss] = [await live(company.ana), await live(company.admin)];
    const draft = send(ticket.id, 'escrita enquanto isso');
    boss.shut();
    const before = ana.frames.length;
    const missed = boss.frames.length;
    await server.db.withCompany(company.companyId, async (tx) => {
      await tx`select set_config('app.feed_muted', 'on', true)`;
      await tx`update tickets set last_message = 'aviso geral', status = 'open', user_id = ${company.ana.id}
        where id = ${ticket.id}`;
      for (let n = 0; n < 40; n++) await insertMessage(tx, company, ticket, `importada ${n}`);
      await tx`delete from messages where ticket_id = ${ticket.id} and body = 'oi'`;
    });
    ana.sync.enqueue('message.send', draft);
    await ana.until(() => bodies(ana, ticket.id).includes('importada 39'), 'the imported messages');
    boss.open();
    boss.sync.start();
    for (const [console, from] of [
      [ana, before],
      [boss, missed],
    ] as const) {
      await expectFresh(console);
      const types = frameTypes(console, from);
      expect(types.filter((type) => type === 'resync')).toHaveLength(1);
    }
    expect(ana.store.messages.byId(draft.id)?.delivery).toBe('accepted');
  });
}

function oneEntityMore(world: SyncWorld): void {
  test('a console with a version that knows one entity more is given its rows', async () => {
    const { server, company, live } = world();
    await server.db.withCompany(
      company.companyId,
      (tx) => tx`insert into tags ${tx({ companyId: company.companyId, name: 'Freguês', color: '#808080' })}`,
    );
    const ana = await live(company.ana);
    const before = shownRows(ana);
    expect(before).toMatchObject({ tag: [{ name: 'Freguês' }] });
    ana.shut();
    withoutEntity(ana.dir, 'tag');
    ana.open();
    const first = ana.frames.length;
    expect(shownRows(ana)).toEqual({ ...before, tag: [] });
    ana.sync.start();
    await ana.settle();
    expect(frameTypes(ana, first)).toContain('bootstrap.end');
    expect(shownRows(ana)).toEqual(before);
  });
}
