import { readFileSync } from 'node:fs';
import { createArticle, listArticles, updateArticle } from '@balcao/shared/features/knowledge/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';

/** What is found: 200 questions as customers ask them, each with the article, out of 80, that answers it. */

interface Written {
  category: string;
  title: string;
  body: string;
  asked: string;
  questions: string[];
}
const SHOP: Written[] = JSON.parse(readFileSync(new URL('testing/shop.json', import.meta.url), 'utf8'));
/** What a shop calls by several names. They know its trade, and none of the questions. */
const SYNONYMS = readFileSync(new URL('testing/synonyms.txt', import.meta.url), 'utf8');
const QUESTIONS = SHOP.flatMap(({ title, questions }) => questions.map((question) => ({ question, title })));

let api: TestApi;
let company: CompanyFixture;
let token: string;
let admin: string;
beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Loja');
  token = await api.signIn(company.ana);
  admin = await api.signIn(company.admin);
  for (const { category, title, body, asked } of SHOP)
    await api.database.admin`
      insert into knowledge_articles (company_id, language, category, title, body, asked, published)
      values (${company.companyId}, 'pt', ${category}, ${title}, ${body}, ${asked}, true)`;
});
afterAll(() => api.stop());

const found = async (searchParam: string, query: Record<string, string> = { language: 'pt' }) => {
  const { articles } = await api.call(listArticles, { query: { ...query, searchParam }, token });
  return articles.map(({ title }) => title);
};

const setSynonyms = (value: string) =>
  api.call(updateSetting, { params: { key: 'synonyms' }, body: { value }, token: admin });

/** How many of the questions have their article among the first three. */
async function recall(search: (question: string) => Promise<string[]>): Promise<number> {
  let hits = 0;
  for (const { question, title } of QUESTIONS)
    if ((await search(question)).slice(0, 3).includes(title)) hits++;
  return hits / QUESTIONS.length;
}

/** The articles that have most of the words somewhere. */
async function byIlike(question: string): Promise<string[]> {
  const words = question.split(/\s+/).filter((word) => word.length > 2);
  const rows = await api.database.admin<{ title: string }[]>`
    select title from knowledge_articles
    order by (select count(*) from unnest(${words}::text[]) as word
      where concat_ws(' ', title, category, body, asked) ilike '%' || word || '%') desc, id limit 3`;
  return rows.map(({ title }) => title);
}

it('nine of ten questions lead to their answer, a fifth more than by the same words alone', async () => {
  expect([SHOP.length, QUESTIONS.length]).toEqual([80, 200]);
  const [ours, plain] = [await recall((question) => found(question)), await recall(byIlike)];
  expect(ours).toBeGreaterThanOrEqual(0.9);
  expect(ours / plain).toBeGreaterThanOrEqual(1.15);
  // Where nobody has said how people ask.
  await api.database.admin`update knowledge_articles set asked = ''`;
  const [bare, plainBare] = [await recall((question) => found(question)), await recall(byIlike)];
  expect(bare / plainBare).toBeGreaterThanOrEqual(1.6);
  expect(bare).toBeGreaterThanOrEqual(0.5);
  await setSynonyms(SYNONYMS);
  const meant = await recall((question) => found(question));
  expect(meant).toBeGreaterThanOrEqual(0.85);
  expect(meant / plainBare).toBeGreaterThanOrEqual(2.5);
  await setSynonyms('');
  for (const { title, asked } of SHOP)
    await api.database.admin`update knowledge_articles set asked = ${asked} where title = ${title}`;
});

it('forgives letters, and shows what one may see in the language that is asked for', async () => {
  expect((await found('reembouso'))[0]).toBe('Quando o dinheiro volta');
  expect(await found('Zwxyk')).toEqual([]);
  for (const odd of ["'", ':* & |', '\\', 'é'.repeat(200)]) expect(await found(odd)).toEqual([]);
  const body = { language: 'en' as const, title: 'Refunds and xylophones', body: 'They are returned.' };
  const { id } = await api.call(createArticle, { body, token: admin });
  expect(await found('xylophone', {})).toEqual([]);
  await api.call(updateArticle, { params: { articleId: id }, body: { published: true }, token: admin });
  expect(await found('xylophone', {})).toEqual(['Refunds and xylophones']);
  expect(await found('xylophone')).toEqual([]);
  const other = await createCompany(api.database.admin, 'Vizinha');
  const theirs = { query: { searchParam: 'xylophone' }, token: await api.signIn(other.admin) };
  expect((await api.call(listArticles, theirs)).articles).toEqual([]);
});

it('finds what other words say, each of a phrase, whatever the accents, and says which words are too long', async () => {
  await setSynonyms(' Geladeira,FRIGOBÁR ,,\n\n,\nde, a\nfora do Brasil, ESTRANGEIRO, vale-compra');
  expect((await found('meu frigobar'))[0]).toBe('Geladeira não gela');
  expect((await found('um vale compra')).slice(0, 2)).toEqual(
    expect.arrayContaining(['Vale-compra de troca', 'Entrega para outros países']),
  );
  expect(await found('estrangeiro', { language: 'en' })).toEqual([]);
  const long = { params: { key: 'synonyms' }, body: { value: `a, ${'b'.repeat(61)}` }, token: admin };
  await api.refused('ERR_VALIDATION', updateSetting, long);
  await setSynonyms('');
  expect(await found('meu frigobar')).toEqual([]);
});

it('looks into the index for a question, however many articles others have', async () => {
  await api.database.admin`
    insert into knowledge_articles (company_id, language, title, body, published)
    select ${company.companyId}, 'pt', 'Artigo ' || n, 'Palavra ' || n || ' de muitas palavras', true
    from generate_series(1, 4000) as n`;
  await api.database.admin`analyze knowledge_articles`;
  const began = performance.now();
  expect((await found('quero meu reembolso'))[0]).toBe('Quando o dinheiro volta');
  expect(performance.now() - began).toBeLessThan(1_000);
});
