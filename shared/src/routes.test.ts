import { expect, test } from 'vitest';
import { z } from 'zod';
import { AUDIT_LISTS } from './audit-log.ts';
import { routeKey } from './contract/call.ts';
import { isErrorCode } from './errors.ts';
import { ACTIONS } from './permissions.ts';
import { ROUTES } from './routes.ts';

test('no two calls share a name', () => {
  const names = ROUTES.map(routeKey);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('calls name permissions and error codes that a feature declares', () => {
  const unknown = ROUTES.flatMap(({ access, errors = [], ...contract }) => [
    ...errors.filter((code) => !isErrorCode(code)).map((code) => `${routeKey(contract)}: ${code}`),
    ...(access.includes(':') && !Object.hasOwn(ACTIONS, access) ? [`${routeKey(contract)}: ${access}`] : []),
  ]);
  expect(unknown).toEqual([]);
});

test('a screen gets no tokens', () => {
  const answers = ROUTES.filter(({ screen }) => screen).map((contract) => ({
    name: routeKey(contract),
    schema: JSON.stringify(
      contract.response ? z.toJSONSchema(contract.response, { unrepresentable: 'any' }) : null,
    ),
  }));
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.filter(({ schema }) => schema.includes('"refreshToken"')).map(({ name }) => name)).toEqual(
    [],
  );
});

test('a file that a call answers is a list that the audit log notes, or tells of nobody', () => {
  const files = ROUTES.filter(({ method, response }) => method === 'GET' && !response);
  const others = files.filter(({ noted }) => !noted).map(routeKey);
  expect(others.toSorted()).toEqual([
    'GET /auth/oidc/callback',
    'GET /chat/:chatKey/files/:fileId/:link',
    'GET /contact-lists/template',
    'GET /help/:companyId',
    'GET /help/:companyId/articles/:articleId',
    'GET /help/:companyId/files/:mediaId',
    'GET /help/:companyId/files/:mediaId/thumbnail',
    'GET /help/:companyId/sitemap.xml',
    'GET /media/:mediaId',
    'GET /media/:mediaId/:link',
    'GET /privacy/:companyId',
    'GET /public/announcements/:imageName',
    'GET /public/announcements/:imageName/thumbnail',
    'GET /unsubscribe/:mailToken',
    'GET /updates/:file',
    'GET /webhooks/channels/:connectionToken',
  ]);
  const unknown = ROUTES.flatMap(({ noted }) =>
    typeof noted === 'object' && !AUDIT_LISTS.some((list) => list === noted.list) ? [noted.list] : [],
  );
  expect(unknown).toEqual([]);
});

test('whatever finds contacts, tickets or messages by words notes the documents among them', () => {
  const found = ROUTES.filter(
    ({ method, path, query }) =>
      method === 'GET' &&
      /^\/(contacts|tickets|messages)\b/.test(path) &&
      query &&
      'searchParam' in query.shape,
  );
  const silent = found.filter(({ noted }) => noted !== 'document' && noted !== 'hits').map(routeKey);
  expect([found.length > 3, silent]).toEqual([true, ['GET /contacts/phone']]);
});
