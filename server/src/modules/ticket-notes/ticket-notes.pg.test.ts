import type { Person } from '@balcao/shared/contract/roles.ts';
import { listMessages } from '@balcao/shared/features/messages/calls.ts';
import {
  addTicketNote,
  deleteTicketNote,
  listTicketNotes,
} from '@balcao/shared/features/ticket-notes/calls.ts';
import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  type TicketFixture,
} from '../../../test/fixtures.ts';
import { createTicketNotesService } from './ticket-notes.service.ts';

let api: TestApi;
let company: CompanyFixture;
let tokens: Record<'admin' | 'ana' | 'bruno', string>;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  tokens = {
    admin: await api.signIn(company.admin),
    ana: await api.signIn(company.ana),
    bruno: await api.signIn(company.bruno),
  };
});
afterAll(() => api.stop());

const add = (who: keyof typeof tokens, ticket: TicketFixture, body: string) =>
  api.call(addTicketNote, { body: { ticketId: ticket.id, body }, token: tokens[who] });
const list = async (who: keyof typeof tokens, { contactId }: TicketFixture, more: object = {}) => {
  const query = { contactId: String(contactId), ...more };
  const { notes } = await api.call(listTicketNotes, { query, token: tokens[who] });
  return notes.map(({ body }) => body);
};

it('stands in the conversation, and neither the customer nor the ticket list hears of it', async () => {
  const ticket = await createTicket(api.database.admin, company, { userId: company.ana.id });
  const shown = async () =>
    (await api.call(listTickets, { query: { status: 'open' }, token: tokens.ana })).tickets;
  const before = await shown();
  const note = await add('admin', ticket, 'cliente antigo');
  expect(note).toMatchObject({ mediaType: 'note', userId: company.admin.id, fromMe: true, read: true });
  const page = await api.call(listMessages, { params: { ticketId: ticket.id }, token: tokens.ana });
  expect(page.messages.map(({ body }) => body)).toEqual(['Olá', 'cliente antigo']);
  expect(await shown()).toEqual(before);
  const [stored] = await api.database.admin`select state, wa_id from messages where id = ${note.id}`;
  expect(stored).toEqual({ state: 'local', wa_id: null });
});

it('is written in tickets of colleagues and in closed ones, not in those that one does not see', async () => {
  const { admin } = api.database;
  const closed = await createTicket(admin, company, { status: 'closed' });
  await add('ana', closed, 'pagou em dinheiro');
  const foreign = { body: { ticketId: closed.id, body: 'x' }, token: tokens.bruno };
  await api.refused('ERR_TICKET_FOREIGN_QUEUE', addTicketNote, foreign);
  await api.refused('ERR_VALIDATION', addTicketNote, {
    ...foreign,
    body: { ticketId: closed.id, body: ' ' },
  });
});

it('is one note, however often a console sends it, and no note under the id of something else', async () => {
  const ticket = await createTicket(api.database.admin, company);
  const notes = createTicketNotesService({ clock: api.deps.clock });
  const actor: Person = {
    companyId: company.companyId,
    userId: company.ana.id,
    profile: 'user',
    super: false,
    allTicket: false,
    queueIds: [company.queues.support],
  };
  const send = (id: string, body: string) =>
    api.db.withCompany(company.companyId, (tx) => notes.add(tx, actor, { id, ticketId: ticket.id, body }));
  const id = uuidv7();
  for (let time = 0; time < 2; time++) await send(id, 'uma vez');
  expect(await list('ana', ticket)).toEqual(['uma vez']);
  await expect(send(id, 'outra')).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_KEY_REUSED' });
});

it("lists a contact's notes, newest first, of the tickets that one sees", async () => {
  const { admin } = api.database;
  const [first, second] = [
    await createTicket(admin, company, { status: 'closed' }),
    await createTicket(admin, company, { status: 'closed', queueId: company.queues.sales }),
  ];
  await admin`update tickets set contact_id = ${first.contactId} where id = ${second.id}`;
  const theirs = { ...second, contactId: first.contactId };
  await add('ana', first, 'primeira');
  await add('ana', first, 'segunda');
  await add('bruno', theirs, 'das vendas');
  await admin`update messages set contact_id = ${first.contactId} where ticket_id = ${second.id}`;
  expect(await list('admin', first)).toEqual(['das vendas', 'segunda', 'primeira']);
  expect(await list('ana', first)).toEqual(['segunda', 'primeira']);
  expect(await list('admin', first, { ticketId: String(second.id) })).toEqual(['das vendas']);
});

it('is deleted by its author alone', async () => {
  const ticket = await createTicket(api.database.admin, company);
  const { id: noteId } = await add('ana', ticket, 'engano');
  const remove = (who: keyof typeof tokens) => ({ params: { noteId }, token: tokens[who] });
  await api.refused('ERR_NO_PERMISSION', deleteTicketNote, remove('admin'));
  await api.refused('ERR_NO_MESSAGE_FOUND', deleteTicketNote, remove('bruno'));
  await api.admin`insert into holds (company_id, ticket_id, reason, user_name)
    select company_id, ticket_id, 'processo', 'Admin' from messages where id = ${remove('ana').params.noteId}`;
  await api.refused('ERR_ON_HOLD', deleteTicketNote, remove('ana'));
  await api.admin`delete from holds`;
  await api.call(deleteTicketNote, remove('ana'));
  expect(await list('ana', ticket)).toEqual([]);
  await api.refused('ERR_NO_MESSAGE_FOUND', deleteTicketNote, remove('ana'));
  const [message] = (await api.call(listMessages, { params: { ticketId: ticket.id }, token: tokens.ana }))
    .messages;
  // A customer's message is no note.
  const other = { params: { noteId: message?.id }, token: tokens.ana };
  await api.refused('ERR_NO_MESSAGE_FOUND', deleteTicketNote, other);
});
