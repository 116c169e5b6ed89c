import { listAudit } from '@balcao/shared/audit-log.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/knowledge/calls.ts';
import {
  ARTICLE_CHARS,
  MAX_ARTICLE_VERSIONS,
  MAX_ARTICLES,
} from '@balcao/shared/features/knowledge/limits.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const create = (title: string, more: object = {}, token = admin) =>
  api.call(contracts.createArticle, { body: { language: 'pt', title, ...more }, token });
const change = (articleId: number, body: object, token = admin) =>
  api.call(contracts.updateArticle, { params: { articleId }, body, token });
const refuse = (code: ErrorCode, body: object, token = admin) =>
  api.refused(code, contracts.createArticle, { body: { language: 'pt', title: 'Outro', ...body }, token });
const listed = async (token: string, query: Record<string, string> = {}) => {
  const { articles } = await api.call(contracts.listArticles, { query, token });
  return articles.map(({ category, title }) => [category, title]);
};
/** What a console gets. */
const onFeed = async (articleId: number) => {
  const rows = await api.database.admin`
    select op, scopes from change_log where company_id = ${company.companyId} and entity = 'article'
      and row_id = ${String(articleId)} order by seq`;
  return rows.map(({ op, scopes }) => [op, ...scopes.toSorted()]);
};

it('is a draft until it is published, and then everybody’s to read', async () => {
  const made = await create(' Trocas e devoluções ', {
    category: 'Pedidos',
    body: '# Prazo\n\nTrinta dias.',
  });
  expect(made).toEqual({
    id: expect.any(Number),
    subjectId: expect.any(String),
    language: 'pt',
    category: 'Pedidos',
    title: 'Trocas e devoluções',
    body: '# Prazo\n\nTrinta dias.',
    files: [],
    asked: '',
    audience: 'team',
    published: false,
    version: 1,
    userName: 'Admin',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    sent: 0,
    helped: 0,
  });
  const params = { articleId: made.id };
  await api.refused('ERR_NO_ARTICLE_FOUND', contracts.getArticle, { params, token: ana });
  await change(made.id, { published: true, audience: 'customers' });
  await create('Abertura', { published: true });
  await create('Zelo', { published: true, category: 'Pedidos' });
  expect(await listed(ana)).toEqual([
    ['', 'Abertura'],
    ['Pedidos', 'Trocas e devoluções'],
    ['Pedidos', 'Zelo'],
  ]);
  expect(await api.call(contracts.getArticle, { params, token: ana })).toMatchObject({
    body: made.body,
    // Other people may see it now; the words are the same.
    version: 1,
    updatedAt: made.updatedAt,
  });
  await change(made.id, { published: false });
  await api.call(contracts.deleteArticle, { params, token: admin });
  expect(await onFeed(made.id)).toEqual([
    ['put', 'k'],
    ['put', 'a', 'k'],
    ['put', 'a', 'k'],
    ['delete', 'k'],
  ]);
  const { entries } = await api.call(listAudit, { query: { entity: 'article' }, token: admin });
  expect(entries.map(({ action, entityName }) => `${action} ${entityName}`).slice(0, 2)).toEqual([
    'delete Trocas e devoluções',
    'update Trocas e devoluções',
  ]);
});

it('is written by those who may, and refuses what is no article', async () => {
  const { id } = await create('Frete', { published: true });
  const at = { params: { articleId: id }, token: ana };
  await refuse('ERR_NO_PERMISSION', {}, ana);
  await api.refused('ERR_NO_PERMISSION', contracts.updateArticle, { ...at, body: { title: 'x' } });
  await api.refused('ERR_NO_PERMISSION', contracts.deleteArticle, at);
  await api.refused('ERR_NO_PERMISSION', contracts.listArticleVersions, at);
  const wrong = [
    { title: ' ' },
    { title: 'x'.repeat(201) },
    { body: 'x'.repeat(ARTICLE_CHARS + 1) },
    { language: 'de' },
    { audience: 'everybody' },
  ];
  for (const body of wrong) await refuse('ERR_VALIDATION', body);
  await refuse('ERR_BODY_TOO_LARGE', { body: 'x'.repeat(2 * 1_024 * 1_024) });
  await refuse('ERR_ARTICLE_TITLE_TAKEN', { title: 'FRETE' });
  await refuse('ERR_NO_ARTICLE_FOUND', { articleId: 999_999 });
  const foreign = await createCompany(api.database.admin, `Vizinha ${companies}`);
  const theirs = { params: { articleId: id }, token: await api.signIn(foreign.admin) };
  await api.refused('ERR_NO_ARTICLE_FOUND', contracts.getArticle, theirs);
  await api.database.admin`
    insert into knowledge_articles (company_id, language, title)
    select ${company.companyId}, 'en', 'Article ' || n from generate_series(2, ${MAX_ARTICLES}) as n`;
  const { params } = await api.refused('ERR_TOO_MANY_ARTICLES', contracts.createArticle, {
    body: { language: 'pt', title: 'Um a mais' },
    token: admin,
  });
  expect(params).toEqual({ limit: MAX_ARTICLES });
});

it('has a version in each language', async () => {
  const pt = await create('Garantia', { published: true });
  const en = await create('Warranty', { language: 'en', articleId: pt.id, published: true });
  expect(en.subjectId).toBe(pt.subjectId);
  await refuse('ERR_ARTICLE_LANGUAGE_TAKEN', { title: 'Warranties', language: 'en', articleId: pt.id });
  // The same words may be a title in two languages.
  await create('Garantia', { language: 'es', articleId: en.id, published: true });
  expect(await listed(ana, { language: 'en' })).toEqual([['', 'Warranty']]);
  await api.call(contracts.deleteArticle, { params: { articleId: pt.id }, token: admin });
  expect(await listed(ana)).toHaveLength(2);
});

it('keeps what was written, by whom, and overwrites nothing unseen', async () => {
  const sara = await createUser(api.database.admin, company.companyId, 'Sara', [], { profile: 'supervisor' });
  const token = await api.signIn(sara);
  const { id } = await create('Pix', { body: 'Um' });
  await change(id, { body: 'Dois', version: 1 }, token);
  await api.refused('ERR_ARTICLE_CHANGED', contracts.updateArticle, {
    params: { articleId: id },
    body: { body: 'Três', version: 1 },
    token: admin,
  });
  // The same words are no other version.
  expect((await change(id, { body: 'Dois', version: 2 })).version).toBe(2);
  const params = { articleId: id };
  const history = () => api.call(contracts.listArticleVersions, { params, token: admin });
  const who = (await history()).versions.map(({ version, userName }) => [version, userName]);
  expect(who).toEqual([
    [2, 'Sara'],
    [1, 'Admin'],
  ]);
  const at = (version: number) => ({ params: { ...params, version }, token: admin });
  expect(await api.call(contracts.getArticleVersion, at(1))).toMatchObject({ title: 'Pix', body: 'Um' });
  await api.refused('ERR_NO_ARTICLE_VERSION_FOUND', contracts.getArticleVersion, at(3));
  await api.call(deleteUser, { params: { userId: sara.id }, token: admin });
  expect((await history()).versions[0]?.userName).toBe(null);
  for (let n = 0; n < MAX_ARTICLE_VERSIONS; n++) await change(id, { body: `Mais ${n}` });
  const { versions } = await history();
  expect([versions.length, versions.at(-1)?.version]).toEqual([MAX_ARTICLE_VERSIONS, 3]);
});

it('counts how often it was sent and helped, without a word to the consoles', async () => {
  const { id } = await create('Horário', { published: true });
  const before = await onFeed(id);
  const note = (use: contracts.ArticleUse) =>
    api.call(contracts.noteArticleUse, { params: { articleId: id }, body: { use }, token: ana });
  await Promise.all([note('sent'), note('sent'), note('helped')]);
  expect(await note('sent')).toEqual({ sent: 3, helped: 1 });
  expect(await onFeed(id)).toEqual(before);
  const draft = await create('Rascunho');
  const unread = { params: { articleId: draft.id }, body: { use: 'sent' }, token: ana };
  await api.refused('ERR_NO_ARTICLE_FOUND', contracts.noteArticleUse, unread);
});
