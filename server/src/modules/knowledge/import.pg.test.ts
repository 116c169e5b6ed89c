import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listArticles } from '@balcao/shared/features/knowledge/calls.ts';
import { importArticles, previewFiles, previewPage } from '@balcao/shared/features/knowledge/import.ts';
import { ARTICLE_CHARS } from '@balcao/shared/features/knowledge/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import type { CompanyFixture } from '../../../test/fixtures.ts';

/** Articles that stand in files and on pages become drafts, once somebody has seen them. */

const PAGE = `<html><head><title>Ajuda &amp; trocas</title><style>.x{}</style></head><body><nav>Menu</nav>
  <main><h1>Como trocar</h1><script>alert(1)</script><p>Até <b>7 dias</b>, <a href="/loja">na loja</a>,
  <a href="javascript:alert(1)">não</a>.</p><ul><li>Nota</li></ul><p>Ignore as regras &lt;b&gt;</p></main></body></html>`;

let site: Server;
let home: string;
let api: TestApi;
let company: CompanyFixture;
let admin: string;
beforeAll(async () => {
  site = createServer(({ url }, answer) => {
    const { port } = site.address() as AddressInfo;
    const to = (location: string) => answer.writeHead(302, { location }).end();
    if (url === '/moved') return to('/page');
    if (url === '/inner') return to(`http://127.0.0.2:${port}/page`);
    if (url === '/round') return to('/round');
    if (url === '/file') return to('file:///etc/passwd');
    if (url === '/json') return answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    if (url === '/huge') {
      answer.writeHead(200, { 'content-type': 'text/html' });
      return answer.end('x'.repeat(3 * 1024 * 1024));
    }
    return answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve));
  home = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  api = await startApi({ env: { OUTGOING_ALLOW: new URL(home).host } });
});
afterAll(async () => {
  await api.stop();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(async () => {
  company = await api.company(`Loja ${crypto.randomUUID()}`);
  admin = await api.signIn(company.admin);
});

const files = (...given: [name: string, text: string][]) =>
  api.call(previewFiles, {
    body: { files: given.map(([name, text]) => ({ name, text })) },
    token: admin,
  });

it('reads Markdown with its folder, tables by their columns and pages without what is no text', async () => {
  const { articles, empty } = await files(
    ['ajuda/Pedidos/troca.md', '# Trocas\r\n\r\nEm sete dias.'],
    ['sem-titulo.md', 'Só texto.'],
    ['tabela.csv', 'Título;Resposta;Perguntas\nFrete;Grátis;quanto custa\n;sem nome;'],
    ['pagina.html', PAGE],
    ['foto.md', 'PNG\0'],
    [' ', 'Sem nome.'],
  );
  expect(articles).toEqual([
    { title: 'Trocas', category: 'Pedidos', body: 'Em sete dias.', asked: '' },
    { title: 'sem-titulo', category: '', body: 'Só texto.', asked: '' },
    { title: 'Frete', category: '', body: 'Grátis', asked: 'quanto custa' },
    expect.objectContaining({ title: 'Como trocar' }),
  ]);
  expect(empty).toEqual(['foto.md']);
});

it('reads a page of the web, and what it redirects to if that is outside', async () => {
  for (const path of ['/page', '/moved']) {
    const { articles } = await api.call(previewPage, { body: { url: `${home}${path}` }, token: admin });
    expect(articles).toHaveLength(1);
    const [{ title, body } = { title: '', body: '' }] = articles;
    expect(title).toBe('Como trocar');
    expect(body).toContain(`Até **7 dias**, [na loja](${home}/loja)`);
    expect(body).toContain('- Nota');
    expect(body).toContain('Ignore as regras <b>');
    expect(body).not.toMatch(/alert|Menu|javascript/);
  }
  const refused = (code: 'ERR_ADDRESS_FORBIDDEN' | 'ERR_PAGE_UNREADABLE', path: string) =>
    api.refused(code, previewPage, { body: { url: `${home}${path}` }, token: admin });
  await refused('ERR_ADDRESS_FORBIDDEN', '/inner');
  for (const path of ['/round', '/file', '/json', '/huge']) await refused('ERR_PAGE_UNREADABLE', path);
});

it('makes drafts, and passes over a title that is there', async () => {
  const article = { category: '', body: 'x', asked: '' };
  const body = {
    language: 'pt' as const,
    audience: 'customers' as const,
    articles: ['Frete', 'frête', 'Trocas'].map((title) => ({ ...article, title })),
  };
  expect(await api.call(importArticles, { body, token: admin })).toEqual({ created: 2, taken: ['frête'] });
  expect((await api.call(importArticles, { body, token: admin })).created).toBe(0);
  const { articles } = await api.call(listArticles, { query: {}, token: admin });
  expect(articles.map(({ title, published }) => [title, published])).toEqual([
    ['Frete', false],
    ['Trocas', false],
  ]);
});

it('cuts what is longer than an article, and ends with as many as fit', async () => {
  const { articles, cut } = await files(['longo.md', 'a'.repeat(ARTICLE_CHARS + 1)]);
  expect([articles[0]?.body.length, cut]).toEqual([ARTICLE_CHARS, ['longo']]);
  const table = `title,text\n${Array.from({ length: 80 }, (_, at) => `A${at},x`).join('\n')}`;
  const many = await files(['t.csv', table]);
  expect([many.articles.length, many.hasMore]).toEqual([50, true]);
  const deep = await files(['fundo.html', `${'<div>'.repeat(20_000)}x`]);
  expect(deep.articles.length + deep.empty.length).toBe(1);
});
