import { listMentions, readMentions } from '@balcao/shared/features/mentions/calls.ts';
import { addTicketNote, deleteTicketNote } from '@balcao/shared/features/ticket-notes/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  type TicketFixture,
} from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let other: CompanyFixture;
let tokens: Record<'admin' | 'ana' | 'bruno', string>;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  other = await createCompany(api.database.admin, 'Oficina');
  tokens = {
    admin: await api.signIn(company.admin),
    ana: await api.signIn(company.ana),
    bruno: await api.signIn(company.bruno),
  };
});
afterAll(() => api.stop());

const write = (who: keyof typeof tokens, { id: ticketId }: TicketFixture, mentionedIds: number[]) =>
  api.call(addTicketNote, {
    body: { ticketId, body: `veja, @Ana`, mentionedIds },
    token: tokens[who],
  });
const inbox = async (who: keyof typeof tokens) =>
  (await api.call(listMentions, { query: {}, token: tokens[who] })).mentions;

it('tells whom a note names, and nobody who may not see its ticket', async () => {
  const ticket = await createTicket(api.database.admin, company);
  const note = await write('admin', ticket, [
    company.ana.id,
    company.ana.id,
    company.bruno.id,
    company.admin.id,
    other.ana.id,
  ]);
  expect(note.mentions).toEqual([{ userId: company.ana.id, name: 'Ana' }]);
  expect(await inbox('ana')).toMatchObject([
    { source: 'note', messageId: note.id, ticketId: ticket.id, authorId: company.admin.id, readAt: null },
  ]);
  expect([await inbox('bruno'), await inbox('admin')]).toEqual([[], []]);
});

it('is read by the one who is meant alone, and goes with its note', async () => {
  const ticket = await createTicket(api.database.admin, company);
  const note = await write('admin', ticket, [company.ana.id]);
  const [mention] = await inbox('ana');
  const read = (who: keyof typeof tokens) =>
    api.call(readMentions, { body: { mentionIds: [mention?.id ?? ''] }, token: tokens[who] });
  await read('admin');
  expect((await inbox('ana'))[0]?.readAt).toBeNull();
  await read('ana');
  expect((await inbox('ana'))[0]?.readAt).not.toBeNull();
  await api.call(deleteTicketNote, { params: { noteId: note.id }, token: tokens.admin });
  expect((await inbox('ana')).map(({ messageId }) => messageId)).not.toContain(note.id);
});

it('is out of sight while its ticket is', async () => {
  const ticket = await createTicket(api.database.admin, company);
  const { id } = await write('admin', ticket, [company.ana.id]);
  const sees = async () => (await inbox('ana')).some(({ messageId }) => messageId === id);
  const move = (queueId: number) =>
    api.call(updateTicket, {
      params: { ticketId: ticket.id },
      body: { userId: null, queueId },
      token: tokens.admin,
    });
  expect(await sees()).toBe(true);
  await move(company.queues.sales);
  expect(await sees()).toBe(false);
  await move(company.queues.support);
  expect(await sees()).toBe(true);
});
