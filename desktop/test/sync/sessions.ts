import { expect, test } from 'vitest';
import { addTicket } from '../../../server/src/sync/testing/data.ts';
import type { SyncWorld } from './sync-world.ts';

/** Tokens end, and so does a session that is begun elsewhere. */
export function sessions(world: SyncWorld): void {
  test('an access token that has ended is replaced without anybody noticing', async () => {
    const { server, company, live } = world();
    const ana = await live(company.ana);
    server.advance(20 * 60_000);
    ana.shut();
    ana.open();
    const phases: string[] = [];
    ana.sync.on('status', ({ phase }) => void phases.push(phase));
    ana.sync.start();
    await ana.settle();
    expect(phases).not.toContain('stopped');
  });

  test('a sign-in elsewhere ends this console, which keeps its commands for the next time', async () => {
    const { server, company, live } = world();
    const ticket = await addTicket(server.db, company, { queueId: company.queues.support, name: 'Iara' });
    const ana = await live(company.ana);
    const stopped = ana.phase('stopped');
    await server.seat(company.ana);
    await stopped;
    expect(ana.sync.status()).toMatchObject({ layer: 'session', reason: 'ERR_SESSION_TAKEN_OVER' });
    ana.sync.enqueue('ticket.accept', { ticketId: ticket.id });
    expect(ana.sync.status()).toMatchObject({ phase: 'stopped', queued: 1 });
  });
}
