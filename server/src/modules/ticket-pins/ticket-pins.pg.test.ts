import { MAX_PINS } from '@balcao/shared/features/ticket-pins/limits.ts';
import { pinTicket, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, createTicket } from '../../../test/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('are a person’s own, as many as they may have, and end with their ticket', async () => {
  const { admin } = api.database;
  const company = await createCompany(admin, 'Padaria');
  const [ana, boss] = [await api.signIn(company.ana), await api.signIn(company.admin)];
  const pin = (ticketId: number, pinned = true, token = ana) =>
    api.call(pinTicket, { params: { ticketId }, body: { pinned }, token });
  const pins = async (userId: number) => {
    const rows =
      await admin`select ticket_id::int as id from ticket_pins where user_id = ${userId} order by 1`;
    return rows.map(({ id }) => id);
  };
  const ids: number[] = [];
  for (let index = 0; index < MAX_PINS + 1; index++) ids.push((await createTicket(admin, company)).id);
  const [first = 0, second = 0] = ids;
  const last = ids.at(-1) ?? 0;
  const refused = (code: Parameters<TestApi['refused']>[0], ticketId: number) =>
    api.refused(code, pinTicket, { params: { ticketId }, body: { pinned: true }, token: ana });

  for (const id of ids.slice(0, MAX_PINS)) await pin(id);
  await pin(first);
  await pin(first, true, boss);
  await refused('ERR_TOO_MANY_PINS', last);
  // What went out of sight takes no place.
  await admin`update tickets set queue_id = ${company.queues.sales} where id = ${second}`;
  await refused('ERR_TICKET_FOREIGN_QUEUE', second);
  await pin(last);
  await pin(last, false);
  await api.call(updateTicket, { params: { ticketId: first }, body: { status: 'closed' }, token: ana });
  expect([await pins(company.ana.id), await pins(company.admin.id)]).toEqual([ids.slice(1, MAX_PINS), []]);
  await refused('ERR_TICKET_CLOSED', first);
});
