import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { login, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { deleteCompany } from '@balcao/shared/features/companies/calls.ts';
import { uploadedMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import * as queues from '@balcao/shared/features/queues/calls.ts';
import * as options from '@balcao/shared/features/queues/options.ts';
import * as quick from '@balcao/shared/features/quick-messages/calls.ts';
import { deleteTicket } from '@balcao/shared/features/tickets/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../test/fixtures.ts';

const DAY_MS = 86_400_000;
let api: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(() => api.stop());

it('forgets what nobody asks for any more, and nothing that somebody still may', async () => {
  const { companyId, connectionId, ana, bruno } = company;
  const { admin } = api.database;
  const signIn = ({ email, password }: typeof ana) => api.call(login, { body: { email, password } });
  await signIn(bruno);
  await signIn(bruno);
  const kept = await signIn(ana);
  const ticket = await createTicket(admin, company);
  await admin`insert into early_acks (company_id, connection_id, wa_id, ack) values (${companyId}, ${connectionId}, 'A', 3)`;
  await admin`insert into early_changes (company_id, connection_id, wa_id, from_me, participant, identities, kind)
    values (${companyId}, ${connectionId}, 'A', false, '', '{}', 'edit')`;
  await admin`insert into read_receipts_due (company_id, connection_id, message_id)
    select ${companyId}, ${connectionId}, id from messages where ticket_id = ${ticket.id}`;
  await admin`insert into connection_events (company_id, connection_id, kind) values (${companyId}, ${connectionId}, 'dropped')`;
  await admin`insert into password_resets (company_id, user_id) values (${companyId}, ${ana.id})`;
  const tables = [
    'refresh_tokens',
    'sessions',
    'early_acks',
    'early_changes',
    'read_receipts_due',
    'connection_events',
    'password_resets',
  ];
  const after = async (days: number) => {
    await api.run('old rows', new Date(Date.now() + days * DAY_MS));
    return Promise.all(tables.map(async (name) => (await admin`select from ${admin(name)}`).count));
  };

  expect(await after(0.9)).toEqual([3, 3, 1, 1, 1, 1, 1]);
  expect(await after(6.9)).toEqual([3, 3, 1, 0, 1, 1, 1]);
  await api.call(refreshToken, { body: { refreshToken: kept.refreshToken } });
  expect(await after(7.1)).toEqual([0, 3, 0, 0, 0, 1, 0]);
  expect(await after(31)).toEqual([0, 2, 0, 0, 0, 1, 0]);
  expect(await after(91)).toEqual([0, 2, 0, 0, 0, 0, 0]);
});

it('forgets imports of contacts with their rows, but none that is under way', async () => {
  const { admin } = api.database;
  const { companyId } = company;
  await admin`
    with made as (
      insert into contact_imports (company_id, state, headings, meanings, total)
      select ${companyId}, state, '{}', '{}', 1 from unnest(array['draft', 'running', 'done']) as state
      returning company_id, id)
    insert into contact_import_rows (company_id, import_id, row, cells) select company_id, id, 2, '{}' from made`;
  const left = async () =>
    (
      await admin<{ state: string }[]>`
        select state from contact_imports i
        join contact_import_rows r on r.company_id = i.company_id and r.import_id = i.id
        where i.company_id = ${companyId} order by 1`
    ).map(({ state }) => state);
  await api.run('old rows', new Date(Date.now() + 6.9 * DAY_MS));
  expect(await left()).toEqual(['done', 'draft', 'running']);
  await api.run('old rows', new Date(Date.now() + 7.1 * DAY_MS));
  expect(await left()).toEqual(['running']);
  await admin`delete from contact_imports where company_id = ${companyId}`;
});

it('leaves no file of a company that was deleted, not even one that came while it was', async () => {
  const { admin } = api.database;
  const files = async () =>
    (await readdir(join(api.deps.config.dataDir, 'media'), { recursive: true })).filter((path) =>
      path.startsWith(String(gone.companyId)),
    );
  const gone = await createCompany(admin, 'Efêmera');
  const store = async () => {
    const file = await api.deps.storage.put(gone.companyId, Buffer.from('bytes'), { limit: 10 });
    await file.settle(async () => true);
  };
  await store();
  expect(await files()).not.toEqual([]);
  await admin`update users set super = true where id = ${company.admin.id}`;
  const token = await api.signIn(company.admin);
  await api.call(deleteCompany, { params: { companyId: gone.companyId }, token });
  await expect.poll(files).toEqual([]);

  await store();
  const sweep = (minutes: number) => api.run('removed companies', new Date(Date.now() + minutes * 60_000));
  await sweep(1);
  expect(await files()).toEqual([]);
  await store();
  await sweep(31);
  expect(await files()).toEqual([]);
  expect(await admin`select from removed_companies`).toHaveLength(0);
});

it('removes a file, row and bytes, as soon as nothing shows it any more, whatever let go of it', async () => {
  const { admin } = api.database;
  const shop = await createCompany(admin, 'Loja');
  const [token, ana] = [await api.signIn(shop.admin), await api.signIn(shop.ana)];
  const upload = async (name: string, by = token) => {
    const mediaId = crypto.randomUUID();
    const file = { params: { mediaId }, body: Buffer.from(name), headers: { 'x-file-name': `${name}.txt` } };
    await api.call(uploadMedia, { ...file, token: by });
    return mediaId;
  };
  const kept = async () => {
    for (const job of ['unused files', 'removed files']) await api.run(job);
    const rows = await admin<{ name: string; path: string }[]>`
      select name, path from media where company_id = ${shop.companyId} order by name`;
    const files = await readdir(join(api.deps.config.dataDir, 'media'), { recursive: true });
    const bytes = files.filter((path) => path.startsWith(`${shop.companyId}/`) && path.length > 40);
    expect(bytes.toSorted()).toEqual(rows.map(({ path }) => path).toSorted());
    return rows.map(({ name }) => name.replace('.txt', ''));
  };
  const [ticket, other] = [await createTicket(admin, shop), await createTicket(admin, shop)];
  const show = (id: number, mediaId: string) => admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, media_type, media_id, state,
      created_at)
    select company_id, gen_random_uuid(), id, contact_id, connection_id, true, 'application', ${mediaId}, 'sent', now()
    from tickets where id = ${id}`;
  await show(ticket.id, await upload('said'));
  const twice = await upload('twice');
  await show(ticket.id, twice);
  await show(other.id, twice);
  const queue = await api.call(queues.createQueue, {
    body: { name: 'Financeiro', color: '#2F9E44', mediaId: await upload('queue') },
    token,
  });
  const option = { queueId: queue.id, title: 'Boleto', mediaId: await upload('option') };
  await api.call(options.createQueueOption, { body: option, token });
  const reply = await api.call(quick.createQuickMessage, {
    body: { shortcode: 'pix', message: '', mediaId: await upload('reply', ana) },
    token: ana,
  });
  expect(await kept()).toEqual(['option', 'queue', 'reply', 'said', 'twice']);

  await api.call(deleteTicket, { params: { ticketId: ticket.id }, token });
  expect(await kept()).toEqual(['option', 'queue', 'reply', 'twice']);
  const another = { mediaId: await upload('another', ana) };
  await api.call(quick.updateQuickMessage, {
    params: { quickMessageId: reply.id },
    body: another,
    token: ana,
  });
  await api.call(queues.removeQueueMedia, { params: { queueId: queue.id }, token });
  expect(await kept()).toEqual(['another', 'option', 'twice']);
  await api.call(queues.deleteQueue, { params: { queueId: queue.id }, token });
  await api.call(deleteUser, { params: { userId: shop.ana.id }, token });
  expect(await kept()).toEqual(['twice']);

  // What was brought for nothing waits for a day, which begins anew when its person asks for it again.
  const waiting = await upload('waiting');
  await upload('forgotten');
  const late = await upload('late');
  const pass = (hours: number) =>
    admin`update media_let_go set at = at - make_interval(hours => ${hours}) where company_id = ${shop.companyId}`;
  await pass(23);
  expect(await api.call(uploadedMedia, { params: { mediaId: waiting }, token })).toMatchObject({
    complete: true,
  });
  await show(other.id, late);
  expect(await kept()).toEqual(['forgotten', 'late', 'twice', 'waiting']);
  await pass(2);
  expect(await kept()).toEqual(['late', 'twice', 'waiting']);
  await pass(23);
  expect(await kept()).toEqual(['late', 'twice']);
});

it('knows everything that may show a file: what is not known here would lose its own', async () => {
  const rows = await api.database.admin<{ name: string }[]>`
    select conrelid::regclass::text as name from pg_constraint where confrelid = 'media'::regclass order by 1`;
  // Each is asked for by `isAttached` (modules/media), or by the sweep itself, and lets go of its file by a trigger; what was
  // heard in a file goes with it.
  expect(rows.map(({ name }) => name)).toEqual([
    'announcements',
    'article_files',
    'campaign_sends',
    'campaigns',
    'chat_messages',
    'contacts',
    'file_list_items',
    'media_let_go',
    'messages',
    'queue_options',
    'queues',
    'quick_messages',
    'schedules',
    'transcripts',
  ]);
});
