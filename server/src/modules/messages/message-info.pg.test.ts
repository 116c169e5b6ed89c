import {
  deleteMessage,
  editMessage,
  messageInfo,
  retryMessage,
  sendMessage,
} from '@balcao/shared/features/messages/calls.ts';
import { deleteTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  token = await api.signIn(company.ana);
});
afterAll(() => api.stop());

it('tells what happened to a message, why, and by whom, the oldest first', async () => {
  const { admin: sql } = api.database;
  const { id: ticketId } = await createTicket(sql, company, { userId: company.ana.id });
  const { id } = await api.call(sendMessage, { params: { ticketId }, body: { body: 'Bom dia' }, token });
  const info = () => api.call(messageInfo, { params: { messageId: id }, token });
  expect(await info()).toMatchObject({
    times: { queued: expect.any(String), sent: null },
    steps: [],
    waId: null,
  });

  // As the outbox does when the network refuses, and when it takes it.
  await sql`update messages set state = 'failed', error_code = 'ERR_SENDING_WAPP_MSG' where id = ${id}`;
  await api.call(retryMessage, { params: { messageId: id }, token });
  await sql`update messages set state = 'sent', ack = 2, wa_id = 'ABC123', sent_at = now() where id = ${id}`;
  await api.call(editMessage, { params: { messageId: id }, body: { body: 'Boa tarde' }, token });
  await api.call(deleteMessage, { params: { messageId: id }, token });

  const { steps, ...rest } = await info();
  expect(rest).toMatchObject({
    waId: 'ABC123',
    connection: expect.stringMatching(/./),
    times: { stored: expect.any(String), sent: expect.any(String), delivered: null },
    earlierBodies: ['Bom dia'],
  });
  expect(steps.map(({ kind, by, errorCode }) => [kind, by, errorCode])).toEqual([
    ['failed', null, 'ERR_SENDING_WAPP_MSG'],
    ['again', 'Ana', null],
    ['edited', 'Ana', null],
    ['deleted', 'Ana', null],
  ]);
  const times = steps.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));

  // What the customer or the phone does has no name.
  await sql`update messages set is_deleted = false, error_code = 'ERR_SENDING_WAPP_MSG' where id = ${id}`;
  expect((await info()).steps.at(-1)).toMatchObject({
    kind: 'undone',
    by: null,
    errorCode: 'ERR_SENDING_WAPP_MSG',
  });

  // Nobody else's company, and nobody who does not see the ticket.
  const other = await createCompany(sql, 'Outra');
  await api.refused('ERR_NO_MESSAGE_FOUND', messageInfo, {
    params: { messageId: id },
    token: await api.signIn(other.admin),
  });

  // They go with their conversation.
  await api.call(deleteTicket, { params: { ticketId }, token: await api.signIn(company.admin) });
  expect(await sql`select from message_steps`).toHaveLength(0);
});
