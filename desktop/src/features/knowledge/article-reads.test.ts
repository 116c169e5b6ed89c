import { readFileSync } from 'node:fs';
import { MAX_ARTICLES } from '@balcao/shared/features/knowledge/limits.ts';
import { type ArticleRow, article as schema } from '@balcao/shared/features/knowledge/row.ts';
import { expect, test } from 'vitest';
import { stubUser } from '../../../test/stub-server.ts';
import type { Session } from '../../core/session/session.ts';
import { batch, instant, uuid } from '../../core/store/testing/rows.ts';
import { open, seeded, tempDir } from '../../core/store/testing/temp-store.ts';
import type { Workspace } from '../../core/workspace.ts';
import { knowledgeHandlers } from './handlers.ts';

/** Articles in the console's own database: no server is asked. */

const article = (id: number, fields: Partial<ArticleRow>): ArticleRow =>
  schema.parse({
    id,
    subjectId: uuid(id),
    language: 'pt',
    category: '',
    title: `Artigo ${id}`,
    body: '',
    files: [],
    asked: '',
    audience: 'team',
    published: true,
    version: 1,
    updatedAt: instant(1),
    ...fields,
  });

const ROWS = [
  article(1, {
    category: 'Pedidos',
    title: 'Trocas e devoluções',
    body: 'Sete dias para desistir.',
    asked: 'não gostei',
  }),
  article(2, { category: 'Entrega', title: 'Prazo de entrega', body: 'Quem troca de endereço avisa antes.' }),
  article(3, { title: 'Rascunho de trocas', published: false }),
  article(4, { title: 'Exchanges', body: 'Troca is Portuguese.', language: 'en', subjectId: uuid(1) }),
];
const store = () => seeded(open(tempDir()), [{ entity: 'article', rows: ROWS }]);
const found = (text: string, language: 'pt' | 'en' = 'pt', articles = store().articles) =>
  articles.search(text, language, 40).map(({ id }) => id);

test('lists them by category and title, and reads one with its other languages', () => {
  const { articles } = store();
  expect(articles.list().map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  expect(articles.list()[0]).not.toHaveProperty('body');
  expect(articles.byId(1)).toMatchObject({ article: ROWS[0], others: [{ id: 4, language: 'en' }] });
  expect(articles.byId(9)).toBeNull();
});

test('finds what is published in other forms of its words, titles and one’s own language first', () => {
  expect(found('quero trocar o que comprei')).toEqual([1, 2, 4]);
  expect(found('DEVOLUCAO')).toEqual([1]);
  expect(found('nao gostou')).toEqual([1]);
  expect(found('troca', 'en')[0]).toBe(4);
  for (const text of ['', ' a ', '"*', 'or and not', 'zebra']) expect(found(text)).toEqual([]);
});

test('finds what the company calls by another name', () => {
  const named = { id: 'synonyms', value: 'troca, permuta, swap\nendereço, CEP\nprazo de entrega, ETA' };
  const { articles } = seeded(open(tempDir()), [
    { entity: 'article', rows: ROWS },
    { entity: 'setting', rows: [named] },
  ]);
  expect(found('Permutas?', 'pt', articles)).toEqual([1, 2, 4]);
  expect(found('qual a eta', 'pt', articles)).toEqual([2]);
  expect(found('cep', 'pt', articles)).toEqual([2]);
  expect(found('prazo', 'pt', articles)).toEqual([2]);
});

test('nearly as much is found as the server finds where nobody has written how people ask', () => {
  const read = (name: string) =>
    readFileSync(
      new URL(`../../../../server/src/modules/knowledge/testing/${name}`, import.meta.url),
      'utf8',
    );
  const shop: { category: string; title: string; body: string; questions: string[] }[] = JSON.parse(
    read('shop.json'),
  );
  const { articles } = seeded(open(tempDir()), [
    {
      entity: 'article',
      rows: shop.map(({ category, title, body }, at) => article(at + 1, { category, title, body })),
    },
    { entity: 'setting', rows: [{ id: 'synonyms', value: read('synonyms.txt') }] },
  ]);
  const questions = shop.flatMap(({ questions }, at) => questions.map((text) => ({ text, id: at + 1 })));
  const hits = questions.filter(({ text, id }) =>
    articles.search(text, 'pt', 3).some((found) => found.id === id),
  );
  expect(hits.length / questions.length).toBeGreaterThanOrEqual(0.8);
});

test('holds as many as a company may have, and finds the one among them', () => {
  const rows = Array.from({ length: MAX_ARTICLES }, (_, at) =>
    article(at + 1, { title: `Artigo ${at + 1}`, body: `Palavra${at + 1} de muitas palavras. `.repeat(20) }),
  );
  const { articles } = seeded(open(tempDir()), [{ entity: 'article', rows }]);
  expect(articles.list()).toHaveLength(MAX_ARTICLES);
  expect(found('onde está a palavra4321?', 'pt', articles)[0]).toBe(4_321);
  expect(found('muitas palavras', 'pt', articles)).toHaveLength(40);
  expect(articles.byId(MAX_ARTICLES)?.article.title).toBe(`Artigo ${MAX_ARTICLES}`);
});

test('follows what is changed and taken away', () => {
  const held = store();
  const changed = article(1, { title: 'Garantia', body: 'Doze meses.' });
  const arriving = batch(10, 11, {
    puts: [{ entity: 'article', rows: [changed] }],
    deletes: [{ entity: 'article', ids: ['2'] }],
  });
  held.applyBatch(arriving, { interest: new Set() });
  expect(found('garantias', 'pt', held.articles)).toEqual([1]);
  expect(found('trocas', 'pt', held.articles)).toEqual([4]);
  expect(held.articles.byId(2)).toBeNull();
});

test('answers with words for the messenger, and with a link where customers may read them', () => {
  const answers = (serverUrl: string, helpPage: string) => {
    const store = seeded(open(tempDir()), [
      {
        entity: 'article',
        rows: [...ROWS, article(7, { title: 'Frete', body: '**Grátis**', audience: 'customers' })],
      },
      { entity: 'setting', rows: [{ id: 'helpPage', value: helpPage }] },
    ]);
    const session = { state: () => ({ serverUrl, user: stubUser, endedBy: null }) } as Session;
    const handlers = knowledgeHandlers({ session, workspace: () => ({ store }) as Workspace });
    return handlers['knowledge.answers']({ text: 'frete', language: 'pt' });
  };
  const answer = { id: 7, title: 'Frete', text: '*Grátis*' };
  const link = `https://loja.test/help/${stubUser.companyId}/articles/7`;
  expect(answers('https://loja.test', 'enabled')).toEqual([{ ...answer, link }]);
  expect(answers('https://loja.test', 'disabled')).toEqual([{ ...answer, link: null }]);
  expect(answers('http://10.0.0.2', 'enabled')).toEqual([{ ...answer, link: null }]);
});
