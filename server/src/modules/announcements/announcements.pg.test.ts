import { randomUUID } from 'node:crypto';
import * as contracts from '@balcao/shared/features/announcements/calls.ts';
import { ANNOUNCEMENT_LIMITS } from '@balcao/shared/features/announcements/rules.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../test/api.ts';
import type { CompanyFixture } from '../../../test/fixtures.ts';
import { createPicture, PICTURE } from '../../../test/picture.ts';
import { openListener } from '../../sync/testing/listener.ts';
import { openSyncApi, type SyncApi } from '../../sync/testing/sync-api.ts';

const JOB = 'announcement news';

let api: SyncApi;
let shop: CompanyFixture;
let operator: string;
let agent: string;

beforeAll(async () => {
  api = await openSyncApi(await startApi());
  const platform = await api.company('Operadora');
  await api.admin`update users set super = true where id = ${platform.admin.id}`;
  operator = await api.signIn(platform.admin);
  shop = await api.company('Padaria');
  agent = await api.signIn(shop.ana);
});
afterAll(() => api.stop());

const create = (fields: object = {}) =>
  api.call(contracts.createAnnouncement, {
    body: { title: 'Manutenção', text: 'Domingo às 3h', ...fields },
    token: operator,
  });
const at = (announcementId: number, body?: object) => ({
  params: { announcementId },
  token: operator,
  ...(body ? { body } : {}),
});
const update = (id: number, body: object) => api.call(contracts.updateAnnouncement, at(id, body));
const seenBy = async (token: string) =>
  (await api.call(contracts.listAnnouncements, { token })).records.map(({ id }) => id);
const get = (mediaPath: string | null) => api.app.inject({ method: 'GET', url: mediaPath ?? '' });

it('are written by operators, and the inactive ones stay editable and are seen by nobody else', async () => {
  const made = await create();
  expect(made).toMatchObject({ priority: 3, status: true, mediaPath: null, mediaName: null });
  for (const body of [{ text: 'x' }, { title: 'x' }, { title: ' ', text: 'x' }, { title: 'x', text: ' ' }])
    await api.refused('ERR_VALIDATION', contracts.createAnnouncement, { body, token: operator });
  await api.refused('ERR_VALIDATION', contracts.updateAnnouncement, at(made.id, { priority: 4 }));
  const own = { body: { title: 'Meu', text: 'Meu' }, token: agent };
  await api.refused('ERR_NO_PERMISSION', contracts.createAnnouncement, own);

  const inactive = await update(made.id, { status: false });
  expect(await seenBy(agent)).not.toContain(made.id);
  await api.refused('ERR_NO_ANNOUNCEMENT_FOUND', contracts.getAnnouncement, { ...at(made.id), token: agent });
  expect(await seenBy(operator)).toContain(made.id);
  expect(await update(made.id, { title: 'Adiada' })).toMatchObject({ title: 'Adiada', status: false });
  expect(inactive.updatedAt > made.updatedAt).toBe(true);
  // What changes nothing is no news.
  const same = await update(made.id, { title: 'Adiada' });
  expect(same).toEqual(await api.call(contracts.getAnnouncement, at(made.id)));
  await api.call(contracts.deleteAnnouncement, at(made.id));
  await api.refused('ERR_NO_ANNOUNCEMENT_FOUND', contracts.updateAnnouncement, at(made.id, { title: 'x' }));
});

it('answer their picture to whoever has its address, which ends with it', async () => {
  const { id } = await create();
  const upload = (body: Buffer, name: string) => ({
    ...at(id),
    body,
    headers: { 'content-type': 'image/png', 'x-file-name': name },
  });
  for (const [bytes, name] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'falsa.png'],
    [Buffer.concat([PICTURE.subarray(0, 20), Buffer.alloc(50)]), 'quebrada.png'],
    [await createPicture('gif', 40, 40), 'animada.gif'],
  ] as const)
    await api.refused('ERR_ANNOUNCEMENT_IMAGE', contracts.uploadAnnouncementImage, upload(bytes, name));
  const picture = await createPicture('jpeg', 1_200);
  const shown = await api.call(contracts.uploadAnnouncementImage, upload(picture, 'aviso.png'));
  expect(shown.mediaName).toBe('aviso.png');
  expect(shown.mediaPath).toMatch(/^\/public\/announcements\/[\da-f-]{36}$/);
  const whole = await get(shown.mediaPath);
  expect(whole.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  const small = await get(`${shown.mediaPath}/thumbnail`);
  expect(small.headers['content-type']).toBe('image/webp');
  expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length / 2);

  // Another picture has another address, and the one before answers no more.
  const another = await api.call(contracts.uploadAnnouncementImage, upload(PICTURE, 'outra.png'));
  expect((await get(shown.mediaPath)).statusCode).toBe(404);
  expect((await get(another.mediaPath)).statusCode).toBe(200);
  await api.run('unused files');
  await api.run('removed files');
  expect((await get(another.mediaPath)).statusCode).toBe(200);
  expect(await api.admin`select from media where name = 'aviso.png'`).toHaveLength(0);
  expect(await api.call(contracts.removeAnnouncementImage, at(id))).toMatchObject({ mediaPath: null });
  expect((await get(another.mediaPath)).statusCode).toBe(404);

  // A form names a file that its writer has uploaded, and no file of others.
  const mediaId = randomUUID();
  await api.call(uploadMedia, { params: { mediaId }, body: PICTURE, token: operator });
  expect(await update(id, { mediaId })).toMatchObject({ mediaPath: expect.any(String) });
  const foreign = randomUUID();
  await api.call(uploadMedia, { params: { mediaId: foreign }, body: PICTURE, token: agent });
  await api.refused('ERR_NO_MEDIA_FOUND', contracts.updateAnnouncement, at(id, { mediaId: foreign }));
  await api.call(contracts.deleteAnnouncement, at(id));
});

it('reach the consoles and programs of all companies, once each, and leave them when they are inactive', async () => {
  const before = await create({ title: 'Antes' });
  const hidden = await create({ title: 'Oculto', status: false });
  const session = await api.openSession(shop.ana);
  const console = api.console(session);
  await console.live();
  const held = () => console.store.rows('announcement').map(({ id }) => id);
  expect(held()).toContain(before.id);
  expect(held()).not.toContain(hidden.id);

  const listener = openListener(api.url, session.token);
  await listener.frame('subscribed');
  await api.run(JOB);
  const made = await create({ title: 'Agora', priority: 1 });
  await api.run(JOB);
  const told = await listener.event('announcement', ({ record }) => record.id === made.id);
  expect(told).toEqual({ event: 'company-announcement', action: 'create', record: made });
  expect(await api.call(contracts.getAnnouncement, { ...at(made.id), token: session.token })).toEqual(made);
  await update(made.id, { text: 'Outra hora' });
  await api.run(JOB);
  await listener.event(
    'announcement',
    ({ action, record }) => action === 'update' && record.text === 'Outra hora',
  );
  await update(made.id, { status: false });
  await api.run(JOB);
  await listener.event('announcement', ({ action, record }) => action === 'delete' && record.id === made.id);
  await console.settle();
  expect(held()).not.toContain(made.id);

  // Nothing is left to be told, and each company's log has one entry for each change.
  expect(await api.admin`select from announcement_news`).toHaveLength(0);
  const entries = await api.admin<{ entries: number }[]>`
    select count(l.seq)::int as entries from companies c
    left join change_log l on l.company_id = c.id and l.entity = 'announcement' and l.row_id = ${String(made.id)}
    group by c.id`;
  expect(entries.map((one) => one.entries)).toEqual(entries.map(() => 3));
  listener.cut();
});

it('tell everybody of the newest change, also when it comes while they are being told', async () => {
  const { id } = await create({ title: 'Um' });
  await api.admin`update announcement_news set told_up_to = ${shop.companyId} where announcement_id = ${id}`;
  await api.call(contracts.deleteAnnouncement, at(id));
  await api.run(JOB);
  // The clock may run the job beside this: who is told twice reads the same.
  const told = await api.admin<{ op: string }[]>`
    select distinct company_id, op from change_log where entity = 'announcement' and row_id = ${String(id)}`;
  expect(new Set(told.map(({ op }) => op))).toEqual(new Set(['delete']));
  expect(told).toHaveLength((await api.admin`select from companies`).length);
});

it('are as many as every console can hold', async () => {
  await api.admin`
    insert into announcements (title, text)
    select 'Cheio', 'Cheio' from generate_series(1, ${ANNOUNCEMENT_LIMITS.active})`;
  const one = { body: { title: 'Mais', text: 'Mais' }, token: operator };
  await api.refused('ERR_TOO_MANY_ANNOUNCEMENTS', contracts.createAnnouncement, one);
  const { id } = await create({ status: false });
  await api.refused('ERR_TOO_MANY_ANNOUNCEMENTS', contracts.updateAnnouncement, at(id, { status: true }));
});
