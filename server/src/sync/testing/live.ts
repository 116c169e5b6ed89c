import { afterAll, beforeAll } from 'vitest';
import { type Session, startApi } from '../../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../../test/fixtures.ts';
import { addTicket, type TicketFixture } from './data.ts';
import { type Listener, openListener } from './listener.ts';
import { openSyncApi, type SyncApi } from './sync-api.ts';

export let server: SyncApi;
export let company: CompanyFixture;
export let other: CompanyFixture;
export let ana: Session;
const opened: Listener[] = [];

export function listen(session: Session, options?: Parameters<typeof openListener>[2]): Listener {
  const listener = openListener(server.url, session.token, options);
  opened.push(listener);
  return listener;
}

export async function live(
  session: Session,
  options?: Parameters<typeof openListener>[2],
): Promise<Listener> {
  const listener = listen(session, options);
  await listener.frame('subscribed');
  return listener;
}

export const waitingTicket = (firm: CompanyFixture, queueId: number, name: string): Promise<TicketFixture> =>
  addTicket(server.db, firm, { queueId, name });

/** Answered after everything that was committed until now. */
export async function settle(listener: Listener, firm: CompanyFixture): Promise<void> {
  const mark = await waitingTicket(firm, firm.queues.support, 'mark');
  await listener.event('ticket', ({ record }) => record.id === mark.id);
}

/** Ana has another session than the one that a test has ended. */
export async function signInAgain(): Promise<void> {
  ana = await server.openSession(company.ana);
}

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    server = await openSyncApi(await startApi());
    company = await server.company('Padaria');
    await givePlan(server.admin, company.companyId);
    other = await server.company('Concorrente');
    ana = await server.openSession(company.ana);
  });
  afterAll(async () => {
    for (const listener of opened) listener.cut();
    await server.stop();
  });
}
