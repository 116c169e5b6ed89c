import { listMessages, sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { getTicket, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  type TicketFixture,
  type UserFixture,
} from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
/** A second agent of Ana's queue. */
let carla: UserFixture;
let tokens: Record<'admin' | 'ana' | 'bruno' | 'carla', string>;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  carla = await createUser(api.database.admin, company.companyId, 'Carla', [company.queues.support]);
  tokens = {
    admin: await api.signIn(company.admin),
    ana: await api.signIn(company.ana),
    bruno: await api.signIn(company.bruno),
    carla: await api.signIn(carla),
  };
});
afterAll(() => api.stop());

const ticket = (options?: Parameters<typeof createTicket>[2]) =>
  createTicket(api.database.admin, company, options);
const set = (who: keyof typeof tokens, { id }: TicketFixture, status: TicketStatus) => ({
  params: { ticketId: id },
  body: { status },
  token: tokens[who],
});
const stored = async ({ id }: TicketFixture) => {
  const [row] = await api.database.admin`
    select status, user_id::int, unread_messages,
      (select count(*)::int from messages m where m.ticket_id = t.id and not m.from_me and not m.read) as unread
    from tickets t where id = ${id}`;
  return row;
};

describe('messages', () => {
  const send = (who: keyof typeof tokens, { id }: TicketFixture, body: object) => ({
    params: { ticketId: id },
    body,
    token: tokens[who],
  });

  it('are queued once for each id, even after the ticket was closed', async () => {
    const target = await ticket({ userId: company.ana.id });
    const id = uuidv7();
    const first = await api.call(sendMessage, send('ana', target, { id, body: 'Bom dia!' }));
    expect(first).toMatchObject({
      id,
      fromMe: true,
      ack: 1,
      userId: company.ana.id,
      mediaType: 'chat',
      read: true,
    });
    await api.call(updateTicket, set('ana', target, 'closed'));
    expect(await api.call(sendMessage, send('ana', target, { id, body: 'Bom dia!' }))).toEqual(first);
    const otherText = send('ana', target, { id, body: 'Boa noite!' });
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', sendMessage, otherText);
    await api.refused('ERR_TICKET_CLOSED', sendMessage, send('ana', target, { body: 'Tarde' }));
    const other = await ticket({ userId: carla.id });
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', sendMessage, send('carla', other, { id, body: 'x' }));
    const rows = await api.database.admin`select state, wa_id from messages where id = ${id}`;
    expect(rows).toEqual([{ state: 'queued', wa_id: null }]);
  });

  it('are refused when their id is used for two tickets at once', async () => {
    const targets = [await ticket({ userId: company.ana.id }), await ticket({ userId: company.ana.id })];
    for (let round = 0; round < 10; round += 1) {
      const id = uuidv7();
      const answers = await Promise.all(
        targets.map((target) => api.send(sendMessage, send('ana', target, { id, body: 'x' }))),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    }
  });

  it('show in the ticket and count as reading', async () => {
    const target = await ticket({ userId: company.ana.id, unread: 3 });
    await api.call(sendMessage, send('ana', target, { body: 'Já  vejo\nisso' }));
    expect(await stored(target)).toMatchObject({ unread_messages: 0, unread: 0 });
    const view = await api.call(getTicket, { params: { ticketId: target.id }, token: tokens.ana });
    expect(view).toMatchObject({ lastMessage: 'Já vejo isso', unreadMessages: 0 });
  });

  it('are refused where the agent may not write', async () => {
    const waiting = await ticket();
    const colleagues = await ticket({ userId: carla.id });
    await api.refused('ERR_TICKET_NOT_ACCEPTED', sendMessage, send('ana', waiting, { body: 'x' }));
    await api.refused('ERR_OTHER_OPEN_TICKET', sendMessage, send('ana', colleagues, { body: 'x' }));
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', sendMessage, send('bruno', waiting, { body: 'x' }));
    await api.refused(
      'ERR_NO_TICKET_FOUND',
      sendMessage,
      send('ana', { ...waiting, id: 987_654 }, { body: 'x' }),
    );
    const mine = await ticket({ userId: company.ana.id });
    await api.refused('ERR_VALIDATION', sendMessage, send('ana', mine, { body: '  ' }));
    const absent = crypto.randomUUID();
    await api.refused('ERR_NO_MEDIA_FOUND', sendMessage, send('ana', mine, { mediaId: absent }));
    await api.refused(
      'ERR_NO_MESSAGE_FOUND',
      sendMessage,
      send('ana', mine, { body: 'x', quotedMsgId: absent }),
    );
    // What is quoted is told, so it must be the sender's to read.
    const hidden = await ticket({ queueId: company.queues.sales, status: 'closed' });
    await api.database.admin`
      update tickets set contact_id = ${mine.contactId} where id = ${hidden.id}`;
    const [theirs] = await api.database.admin`
      update messages set contact_id = ${mine.contactId} where ticket_id = ${hidden.id} returning id`;
    const quoting = { body: 'x', quotedMsgId: String(theirs?.id) };
    await api.refused('ERR_NO_MESSAGE_FOUND', sendMessage, send('ana', mine, quoting));
  });

  it('are listed in pages from the newest, each oldest first', async () => {
    const target = await ticket({ userId: company.ana.id });
    await api.database.admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select ${company.companyId}, gen_random_uuid(), ${target.id}, ${target.contactId}, ${company.connectionId}, false,
        'n' || n, 'received', now() + make_interval(secs => n) from generate_series(1, 89) n`;
    const page = (pageNumber: string) =>
      api.call(listMessages, { params: { ticketId: target.id }, query: { pageNumber }, token: tokens.ana });
    const pages = [await page('1'), await page('2'), await page('3'), await page('4')];
    expect(pages.map(({ messages, hasMore }) => [messages.length, hasMore])).toEqual([
      [40, true],
      [40, true],
      [10, false],
      [0, false],
    ]);
    const bodies = pages.toReversed().flatMap(({ messages }) => messages.map((message) => message.body));
    expect(bodies).toEqual(['Olá', ...Array.from({ length: 89 }, (_, index) => `n${index + 1}`)]);
    await api.refused('ERR_TICKET_FOREIGN_QUEUE', listMessages, {
      params: { ticketId: target.id },
      token: tokens.bruno,
    });
  });
});
