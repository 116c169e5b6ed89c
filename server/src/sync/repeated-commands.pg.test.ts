import { MUTATION_NAMES, type MutationArgs, type MutationName } from '@balcao/shared/sync/commands.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Session, startApi } from '../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../test/fixtures.ts';
import type { TestConsole } from './testing/console.ts';
import { addChat, addTicket } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

let server: SyncApi;
let company: CompanyFixture;
let ana: Session;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  await givePlan(server.admin, company.companyId);
  ana = await server.openSession(company.ana);
});
afterAll(() => server.stop());

type Status = 'pending' | 'open' | 'closed';
const ticketOfAna = (status: Status = 'open') =>
  addTicket(server.db, company, {
    queueId: company.queues.support,
    name: 'Clara',
    status,
    ...(status === 'pending' ? {} : { userId: company.ana.id }),
    messages: ['oi'],
  });

async function said(state: 'sent' | 'failed' = 'sent') {
  const { id: ticketId, contactId } = await ticketOfAna();
  const id = uuidv7();
  await server.admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, state, wa_id,
      created_at)
    values (${company.companyId}, ${id}, ${ticketId}, ${contactId}, ${company.connectionId}, ${company.ana.id}, true,
      'bom dia', ${state}, ${id}, now())`;
  return { id, ticketId };
}

const planned = (contactId: number) => ({
  contactId,
  body: 'Seu pedido chegou',
  sendAt: new Date(Date.now() + 86_400_000).toISOString(),
  mediaId: null,
});

async function schedule() {
  const { contactId } = await ticketOfAna();
  const id = uuidv7();
  const { body, sendAt } = planned(contactId);
  await server.admin`
    insert into schedules (company_id, id, user_id, contact_id, body, send_at, due_at)
    values (${company.companyId}, ${id}, ${company.ana.id}, ${contactId}, ${body}, ${sendAt}, ${sendAt})`;
  return { id, contactId };
}

/** A note that names Ana. */
async function mention(): Promise<string> {
  const ticket = await ticketOfAna();
  const id = uuidv7();
  await server.admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, read,
      created_at)
    values (${company.companyId}, ${id}, ${ticket.id}, ${ticket.contactId}, ${company.connectionId}, true, 'veja',
      'note', 'local', true, now())`;
  const [row] = await server.admin<{ id: string }[]>`
    insert into mentions (company_id, source, message_id, ticket_id, user_id, created_at)
    values (${company.companyId}, 'note', ${id}, ${ticket.id}, ${company.ana.id}, now()) returning id`;
  return row?.id ?? '';
}

/** A chat of Ana's in which she has said something. */
const chat = () => addChat(server.db, company, [company.ana.id, company.bruno.id]);

async function tag(kanban = 0): Promise<number> {
  const [row] = await server.admin`
    insert into tags (company_id, name, color, kanban)
    values (${company.companyId}, ${uuidv7()}, '#0c8599', ${kanban}) returning id`;
  return Number(row?.id);
}

async function macro(): Promise<number> {
  const effects = [
    { kind: 'addTags', tagIds: [await tag()] },
    { kind: 'say', text: 'uma vez' },
    { kind: 'mention', userIds: [company.admin.id], text: 'só para nós' },
    { kind: 'snooze', minutes: 60 },
  ];
  const [row] = await server.admin`
    insert into macros (company_id, name, team, effects)
    values (${company.companyId}, ${uuidv7()}, true, ${server.admin.json(effects)}) returning id`;
  return Number(row?.id);
}

/** One of each, on rows of its own. A new command has its place here. */
const COMMANDS: { [N in MutationName]: () => Promise<MutationArgs<N>> } = {
  'ticket.accept': async () => ({ ticketId: (await ticketOfAna('pending')).id }),
  'ticket.close': async () => ({ ticketId: (await ticketOfAna()).id }),
  'ticket.reopen': async () => ({ ticketId: (await ticketOfAna('closed')).id }),
  'ticket.return': async () => ({ ticketId: (await ticketOfAna()).id }),
  'ticket.transfer': async () => ({
    ticketId: (await ticketOfAna()).id,
    userId: company.bruno.id,
    queueId: company.queues.sales,
  }),
  'ticket.snooze': async () => ({ ticketId: (await ticketOfAna()).id, until: '2040-01-01T12:00:00Z' }),
  'ticket.silenceBot': async () => ({ ticketId: (await ticketOfAna('pending')).id }),
  'ticket.startBot': async () => {
    await server.admin`insert into queue_options (company_id, queue_id, title, option)
      select ${company.companyId}, ${company.queues.support}, 'Preços', 1 where not exists (select from queue_options)`;
    return { ticketId: (await ticketOfAna()).id, queueId: null };
  },
  'ticket.markUnread': async () => ({ ticketId: (await ticketOfAna()).id }),
  'ticket.pin': async () => ({ ticketId: (await ticketOfAna()).id, pinned: true }),
  'ticket.markRead': async () => ({ ticketId: (await ticketOfAna()).id }),
  'ticket.setTags': async () => ({ ticketId: (await ticketOfAna()).id, tagIds: [await tag()] }),
  'ticket.moveToLane': async () => ({ ticketId: (await ticketOfAna()).id, tagId: await tag(1), from: null }),
  'message.send': async () => ({
    id: uuidv7(),
    ticketId: (await ticketOfAna()).id,
    body: 'uma vez',
    mediaId: null,
    quotedMsgId: null,
  }),
  'message.retry': () => said('failed'),
  'message.forward': async () => ({
    id: uuidv7(),
    ticketId: (await ticketOfAna()).id,
    ofId: (await said()).id,
  }),
  'message.forwardTo': async () => ({
    id: uuidv7(),
    contactId: (await ticketOfAna()).contactId,
    ofId: (await said()).id,
  }),
  'message.delete': () => said(),
  'message.edit': async () => ({ ...(await said()), body: 'boa tarde' }),
  'message.react': async () => ({ ...(await said()), emoji: '👍' }),
  'contact.update': async () => ({
    contactId: (await ticketOfAna()).contactId,
    change: { notes: 'prefere à tarde' },
  }),
  'contact.link': async () => ({
    contactId: (await ticketOfAna()).contactId,
    otherId: (await ticketOfAna()).contactId,
    personId: uuidv7(),
  }),
  'contact.unlink': async () => {
    const { contactId } = await ticketOfAna();
    const { contactId: otherId } = await ticketOfAna();
    await server.admin`
      insert into contact_links (company_id, contact_id, person_id)
      select ${company.companyId}, id, ${uuidv7()} from unnest(${[contactId, otherId]}::bigint[]) as id`;
    return { contactId };
  },
  'note.add': async () => ({
    id: uuidv7(),
    ticketId: (await ticketOfAna()).id,
    body: 'cuidado',
    mentionedIds: [company.admin.id],
  }),
  'macro.run': async () => ({
    id: uuidv7(),
    ticketId: (await ticketOfAna()).id,
    macroId: await macro(),
    version: 1,
    lines: [
      { id: uuidv7(), body: 'uma vez' },
      { id: uuidv7(), body: 'só para nós' },
    ],
  }),
  'audit.opened': async () => ({ ticketId: (await ticketOfAna()).id }),
  'audit.sought': async () => ({ document: '***.982.247-**' }),
  'mention.read': async () => ({ ids: [await mention()] }),
  'schedule.create': async () => ({ id: uuidv7(), ...planned((await ticketOfAna()).contactId) }),
  'schedule.update': async () => {
    const { id, contactId } = await schedule();
    return { id, ...planned(contactId), body: 'Seu pedido atrasou' };
  },
  'schedule.cancel': async () => ({ id: (await schedule()).id }),
  'chat.send': async () => ({
    id: uuidv7(),
    chatId: (await chat()).chatId,
    body: 'uma vez',
    mediaId: null,
    card: null,
    mentionedIds: [company.bruno.id],
  }),
  'chat.edit': async () => ({ ...(await chat()), body: 'oi, @Bruno', mentionedIds: [company.bruno.id] }),
  'chat.delete': chat,
  'chat.react': async () => ({ ...(await chat()), emoji: '👍' }),
  'chat.read': async () => ({ chatId: (await chat()).chatId, number: 1 }),
};

const TABLES = [
  'tickets',
  'messages',
  'mentions',
  'outgoing_changes',
  'contacts',
  'contact_links',
  'schedules',
  'ticket_tags',
  'ticket_pins',
  'ticket_tracking',
  'chats',
  'chat_members',
  'chat_messages',
];

/** Everything that commands change, but for what each write notes of itself. */
const state = () =>
  Promise.all(
    TABLES.map(async (table) => [
      table,
      await server.admin`select to_jsonb(t) - 'updated_at' as row from ${server.admin(table)} t order by t::text`,
    ]),
  );

type Command = { id?: string; name: MutationName; args: unknown };

/** A console that has just taken a new name. @returns what became of its commands, in their order */
async function run(commands: readonly Command[]) {
  const desk = server.console(ana);
  await desk.live();
  const first = desk.store.pushed + 1;
  const mutations = commands.map(({ name, args, id }, index) => ({
    ...desk.mutation(first + index, name, args as MutationArgs<typeof name>),
    ...(id ? { id } : {}),
  }));
  // No more at a time than a console has under way.
  for (let at = 0; at < mutations.length; at += 10) {
    const some = mutations.slice(at, at + 10);
    desk.pushMutations(some);
    await acked(desk, first + at + some.length - 1);
  }
  desk.cut();
  return resultsOf(desk)
    .filter(({ seq }) => seq >= first)
    .map(({ status, code }, index) => [commands[index]?.name, code ?? status]);
}

const acked = (desk: TestConsole, seq: number) =>
  desk.next('batch', (batch) => batch.mutations.acked >= seq, 0);
const resultsOf = (desk: TestConsole) =>
  desk.frames.flatMap((frame) => (frame.type === 'batch' ? frame.mutations.results : []));

const oneOfEach = (): Promise<Command[]> =>
  Promise.all(MUTATION_NAMES.map(async (name) => ({ name, args: await COMMANDS[name]() })));

test('I5: a command that comes again under another number does nothing, whatever others did meanwhile', async () => {
  const commands = (await oneOfEach()).map((command) => ({ ...command, id: uuidv7() }));
  commands.push({ id: uuidv7(), name: 'ticket.accept', args: { ticketId: 424_242 } });
  const results = await run(commands);
  expect(results).toEqual([
    ...MUTATION_NAMES.map((name) => [name, 'applied']),
    ['ticket.accept', 'ERR_NO_TICKET_FOUND'],
  ]);
  const { sales } = company.queues;
  await server.admin`update tickets set answerer = 'nobody', queue_id = ${sales}, user_id = ${company.bruno.id}, status = 'open'`;
  await server.admin`delete from messages where media_type = 'note'`;
  await server.admin`delete from schedules`;
  await server.admin`delete from ticket_tags`;
  await server.admin`delete from ticket_pins`;
  await server.admin`update tickets set snoozed_until = null, marked_unread = false`;
  await server.admin`update messages set body = 'outra', reactions = '[]', is_deleted = false where user_id is not null`;
  await server.admin`update contacts set notes = 'prefere de manhã'`;
  await server.admin`update chat_messages set body = 'outra', is_deleted = false`;
  const before = await state();
  expect(await run(commands)).toEqual(results);
  expect(await state()).toEqual(before);
});

test('one of an older console, which has no id, changes nothing when it comes again at once', async () => {
  const commands = await oneOfEach();
  await run(commands);
  const before = await state();
  const answers = await run(commands);
  expect(await state()).toEqual(before);
  // What is no longer there, or no longer seen, is said so.
  expect(answers.filter(([, answer]) => answer !== 'applied').toSorted()).toEqual([
    ['schedule.cancel', 'ERR_NO_SCHEDULE_FOUND'],
    ['ticket.transfer', 'ERR_TICKET_FOREIGN_QUEUE'],
  ]);
});

test('one that is still running under the earlier name is asked for again', async () => {
  const command = { id: uuidv7(), name: 'ticket.markRead' as const, ticketId: (await ticketOfAna()).id };
  const desks = [server.console(ana), server.console(ana)];
  await Promise.all(desks.map((desk) => desk.live()));
  await server.admin.begin(async (tx) => {
    await tx`select from tickets where id = ${command.ticketId} for update`;
    for (const desk of desks) {
      const { ticketId, name, id } = command;
      desk.pushMutations([{ ...desk.mutation(desk.store.pushed + 1, name, { ticketId }), id }]);
    }
    const waiting = async () =>
      (
        await server.admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%tickets%'`
      ).count;
    await expect.poll(waiting).toBe(2);
  });
  const told = await Promise.race(
    desks.map(async (desk) => ({ desk, error: await desk.next('error', undefined, 0) })),
  );
  expect(told.error).toMatchObject({ code: 'ERR_UNAVAILABLE', mutationSeq: 2, retryable: true });
  const { ticketId, name, id } = command;
  told.desk.pushMutations([{ ...told.desk.mutation(2, name, { ticketId }), id }]);
  await acked(told.desk, 2);
  for (const desk of desks) desk.cut();
});
