import { createHash } from 'node:crypto';
import * as contracts from '@balcao/shared/features/knowledge/help-page.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { contrast } from '@balcao/shared/text/colours.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../test/fixtures.ts';

/** What customers read of what a company knows, without signing in. */

let api: TestApi;
let company: CompanyFixture;
let refunds: number;
let draft: number;
beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.admin, 'Padaria <b>');
  const insert = (title: string, fields: { audience?: string; published?: boolean; body?: string }) =>
    insertedId(api.admin`
      insert into knowledge_articles (company_id, language, category, title, body, audience, published)
      values (${company.companyId}, 'pt', 'Pedidos', ${title}, ${fields.body ?? ''}, ${fields.audience ?? 'customers'},
        ${fields.published ?? true})
      returning id`);
  refunds = await insert('Quando o dinheiro volta <i>', {
    body: '## Pix\n\n<script>alert(1)</script>\n\n[sim](https://loja.test) [não](javascript:alert)\n\n- um',
  });
  draft = await insert('Rascunho de reembolso', { published: false });
  await insert('Só a equipe devolve dinheiro', { audience: 'team' });
});
afterAll(() => api.stop());

const open = (query: Record<string, string> = {}, companyId = company.companyId) =>
  api.send(contracts.openHelpPage, { params: { companyId }, query });
const read = (articleId: number) =>
  api.send(contracts.openHelpArticle, { params: { companyId: company.companyId, articleId } });

it('is there for a company that wants it, and shows what customers may read', async () => {
  const [silent, missing] = [await open(), await open({}, 999_999)];
  expect([silent, missing].map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect((await read(refunds)).json().error).toBe('ERR_NO_COMPANY_FOUND');
  const token = await api.signIn(company.admin);
  await api.call(updateSetting, { params: { key: 'helpPage' }, body: { value: 'enabled' }, token });

  const { body, headers } = await open();
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*form-action 'self'/);
  expect(body).toContain('<h1>Padaria &lt;b&gt;</h1>');
  expect([...body.matchAll(/<li>.*?<\/li>/g)].map(([item]) => item)).toEqual([
    `<li><a href="/help/${company.companyId}/articles/${refunds}">Quando o dinheiro volta &lt;i&gt;</a></li>`,
  ]);
  expect((await open({ lang: 'en' })).body).toContain('There is nothing here yet.');
  expect((await open({ q: 'dinheiro' })).body.match(/<li>/g)).toHaveLength(1);
  const vain = await open({ q: '"><script>' });
  expect(vain.body).toContain('Nada foi encontrado.');
  expect(vain.body).not.toContain('<script');
});

it('shows an article as text, links to the web alone, and nothing that is not published', async () => {
  const { body } = await read(refunds);
  expect(body).toContain('<h2>Pix</h2>');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect([...body.matchAll(/<article>.*?<\/article>/gs)][0]?.[0].match(/href="[^"]*"/g)).toEqual([
    'href="https://loja.test"',
    'href=""',
  ]);
  expect((await read(draft)).json().error).toBe('ERR_NO_ARTICLE_FOUND');
  const map = await api.send(contracts.openHelpSitemap, { params: { companyId: company.companyId } });
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(map.body.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    expect.stringMatching(`^<loc>https?://[^/]+/help/${company.companyId}/articles/${refunds}</loc>$`),
  ]);
});

it('wears the colour and the picture of the company, and every letter can be read', async () => {
  const token = await api.signIn(company.admin);
  const set = (key: SettingKey, value: string) =>
    api.call(updateSetting, { params: { key }, body: { value }, token });
  expect((await open()).headers['content-security-policy']).not.toContain('img-src');
  for (const [key, value] of [
    ['helpColour', 'red'],
    ['helpColour', '#fff;}'],
    ['helpLogo', 'http://loja.test/logo.png'],
    ['helpLogo', 'javascript:alert(1)'],
  ] as const)
    await api.refused('ERR_VALIDATION', updateSetting, { params: { key }, body: { value }, token });
  await set('helpLogo', 'https://loja.test/logo.png?a="><b>');
  await set('helpColour', '#FFE000');
  for (const { body, headers } of [await open(), await read(refunds)]) {
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('img-src https://loja.test;');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(body).toContain('src="https://loja.test/logo.png?a=&quot;&gt;&lt;b&gt;"');
    const looks = [...style.matchAll(/--link: (#\w+); --button: (#\w+); --on-button: (#\w+)/g)];
    expect(looks.map(([, , button]) => button)).toEqual(['#ffe000', '#ffe000']);
    for (const [at, [, link = '', button = '', letters = '']] of looks.entries()) {
      expect(contrast(link, at === 0 ? '#ffffff' : '#24201d')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(button, letters)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
