import * as contracts from '@balcao/shared/features/knowledge/calls.ts';
import * as help from '@balcao/shared/features/knowledge/help-page.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { createPicture } from '../../../test/picture.ts';

/** Pictures and files in articles: whose they are, who sees them, and how long they stay. */

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;
let photo: Buffer;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
  photo = await createPicture('jpeg', 1600);
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

async function upload(name: string, bytes: Buffer, token = admin): Promise<string> {
  const mediaId = crypto.randomUUID();
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': name };
  await api.call(uploadMedia, { params: { mediaId }, body: bytes, token, headers });
  return mediaId;
}
const create = (body: string, more: object = {}) =>
  api.call(contracts.createArticle, {
    body: { language: 'pt', title: crypto.randomUUID(), body, ...more },
    token: admin,
  });
const change = (articleId: number, body: object) =>
  api.call(contracts.updateArticle, { params: { articleId }, body, token: admin });
const statusFor = async (mediaId: string, token: string) =>
  (await api.send(downloadMedia, { params: { mediaId }, token })).statusCode;
const sweep = async () => {
  for (const job of ['unused files', 'removed files']) await api.run(job);
};
const isKept = async (mediaId: string) =>
  (await api.database.admin`select from media where id = ${mediaId}`).count === 1;

const PUBLIC = { audience: 'customers', published: true } as const;
const openHelp = () =>
  api.call(updateSetting, { params: { key: 'helpPage' }, body: { value: 'enabled' }, token: admin });
const fetchFile = (mediaId: string, companyId = company.companyId) =>
  api.send(help.openHelpFile, { params: { companyId, mediaId } });

it('is seen by whoever reads the article, and by nobody before it is published', async () => {
  const mediaId = await upload('moedor.jpg', photo);
  const article = await create(`Assim:\n\n![Moedor](/media/${mediaId})`);
  const file = { id: mediaId, mime: 'image/jpeg', name: 'moedor.jpg', width: 1600, height: 1200 };
  expect(article.files).toEqual([expect.objectContaining(file)]);
  expect(await statusFor(mediaId, ana)).toBe(404);
  await change(article.id, { published: true });
  expect(await statusFor(mediaId, ana)).toBe(200);
  await change(article.id, { body: 'Sem foto.' });
  expect([await statusFor(mediaId, ana), await statusFor(mediaId, admin)]).toEqual([404, 200]);
});

it('names no file of another company, of a colleague, or that is not there', async () => {
  const other = await createCompany(api.database.admin, 'Outra');
  const foreign = await upload('a.jpg', photo, await api.signIn(other.admin));
  for (const mediaId of [foreign, await upload('b.jpg', photo, ana), crypto.randomUUID()]) {
    const body = { language: 'pt', title: 'Foto', body: `![](/media/${mediaId})` } as const;
    await api.refused('ERR_NO_MEDIA_FOUND', contracts.createArticle, { body, token: admin });
  }
  // What only looks like one is text.
  const address = `https://loja.test/media/${foreign}`;
  expect((await create(`[veja](${address}) e ![](${address})`)).files).toEqual([]);
});

it('stays as long as a version shows it, and goes with the last one', async () => {
  const mediaId = await upload('foto.jpg', photo);
  const { id: articleId, version } = await create(`![](/media/${mediaId})`);
  await change(articleId, { body: 'Sem foto.' });
  await api.database.admin`update media_let_go set at = now() where media_id = ${mediaId}`;
  await sweep();
  expect(await isKept(mediaId)).toBe(true);
  const params = { articleId, version };
  const { body } = await api.call(contracts.getArticleVersion, { params, token: admin });
  expect((await change(articleId, { body })).files).toHaveLength(1);
  await api.call(contracts.deleteArticle, { params: { articleId }, token: admin });
  await sweep();
  expect(await isKept(mediaId)).toBe(false);
});

it('shows customers the pictures of what is published for them, in their places', async () => {
  await openHelp();
  const mediaId = await upload('moedor.jpg', photo);
  const manual = await upload('manual.png', Buffer.from('<!doctype html><script>alert(1)</script>'));
  const { id: articleId } = await create(
    `![O "moedor"](/media/${mediaId})\n\n[Manual](/media/${manual}) ![](/media/${manual}) ![fora](https://fora.test/a.png)`,
    PUBLIC,
  );
  const { companyId } = company;
  const path = `/help/${companyId}/files/`;
  const { body, headers } = await api.send(help.openHelpArticle, { params: { companyId, articleId } });
  expect(headers['content-security-policy']).toContain("img-src 'self';");
  expect(/<article>\n(.*?)\n\s*<\/article>/s.exec(body)?.[1]).toBe(
    `<p><a href="${path}${mediaId}"><img src="${path}${mediaId}/thumbnail" alt="O &quot;moedor&quot;" width="640" height="480" loading="lazy"></a></p>\n` +
      `<p><a href="${path}${manual}">Manual</a> <a href="${path}${manual}">manual.png</a> fora</p>`,
  );

  const whole = await fetchFile(mediaId);
  expect(whole.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox/),
    'cache-control': 'private, max-age=3600',
  });
  const small = await api.send(help.openHelpThumbnail, { params: { companyId, mediaId } });
  expect(small.headers['content-type']).toBe('image/webp');
  expect(Number(small.headers['content-length'])).toBeLessThan(Number(whole.headers['content-length']));
  expect((await fetchFile(manual)).headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''manual.png",
  });
  await api.refused('ERR_NO_MEDIA_FOUND', help.openHelpThumbnail, { params: { companyId, mediaId: manual } });
});

it('gives strangers nothing of drafts, of the team, of versions of before, or of another company', async () => {
  await openHelp();
  const mediaId = await upload('foto.jpg', photo);
  const { id } = await create(`![](/media/${mediaId})`, PUBLIC);
  expect((await fetchFile(mediaId)).statusCode).toBe(200);
  const other = await createCompany(api.database.admin, 'Terceira');
  const token = await api.signIn(other.admin);
  await api.call(updateSetting, { params: { key: 'helpPage' }, body: { value: 'enabled' }, token });
  const missing = (await fetchFile(crypto.randomUUID())).json();
  const expectMissing = async (companyId?: number) =>
    expect((await fetchFile(mediaId, companyId)).json()).toMatchObject({ error: missing.error });
  await expectMissing(other.companyId);
  for (const hidden of [{ published: false }, { published: true, audience: 'team' }] as const) {
    await change(id, hidden);
    await expectMissing();
  }
  await change(id, { ...PUBLIC, body: 'Sem foto.' });
  await expectMissing();
});
