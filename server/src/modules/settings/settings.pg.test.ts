import { listAudit } from '@balcao/shared/audit-log.ts';
import { login, me } from '@balcao/shared/features/auth/calls.ts';
import { listSettings, updateSetting } from '@balcao/shared/features/settings/calls.ts';
import {
  isPublicSetting,
  SETTING_KEYS,
  SETTINGS,
  settingRule,
} from '@balcao/shared/features/settings/rules.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { loadSettings } from './settings.sync.ts';

let api: TestApi;
let company: CompanyFixture;
let other: CompanyFixture;
let admin: string;
let ana: string;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  other = await createCompany(api.database.admin, 'Livraria');
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});
afterAll(() => api.stop());

const put = (key: string, value: unknown, token = admin) => ({ params: { key }, body: { value }, token });
const list = async (token: string) =>
  new Map((await api.call(listSettings, { token })).map(({ key, value }) => [key, value]));
const SECRETS = SETTING_KEYS.filter((key) => settingRule(key).secret);
const PUBLIC = SETTING_KEYS.filter(isPublicSetting);

it('answers every option at its default until somebody sets it, of the own company alone', async () => {
  expect(Object.fromEntries(await list(admin))).toEqual(
    Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].initial])),
  );
  expect(await api.call(updateSetting, put('userRating', 'enabled'))).toEqual({
    key: 'userRating',
    value: 'enabled',
  });
  expect(await api.call(updateSetting, put('ipixc', ' https://ixc.test '))).toMatchObject({
    value: 'https://ixc.test',
  });
  expect([(await list(ana)).get('userRating'), (await list(admin)).get('ipixc')]).toEqual([
    'enabled',
    'https://ixc.test',
  ]);
  expect((await list(await api.signIn(other.ana))).get('userRating')).toBe('disabled');
  await api.call(updateSetting, put('ipixc', ''));
  expect((await list(admin)).get('ipixc')).toBe('');
});

it('tells everybody at signing in what they may know, also what nobody has set yet', async () => {
  const young = await createCompany(api.database.admin, 'Floricultura');
  for (const { email, password } of [young.ana, young.admin]) {
    const { user } = await api.call(login, { body: { email, password } });
    expect(user.company.settings).toEqual(PUBLIC.map((key) => ({ key, value: SETTINGS[key].initial })));
  }
  expect([...(await list(await api.signIn(young.ana))).keys()]).toEqual(PUBLIC);
  expect(PUBLIC.filter((key) => /ixc|mkauth|asaas|hub/i.test(key))).toEqual([]);
});

it('takes of each option only what its own rule allows, and from those alone who may set it', async () => {
  for (const [key, value] of [
    ['userRating', 'yes'],
    ['scheduleType', 'enabled'],
    ['timeCreateNewTicket', '-1'],
    ['timeCreateNewTicket', '1e9'],
    ['campaignsEnabled', 'x'],
    ['asaas', 'x'.repeat(501)],
    ['userRating', null],
    ['userRating', { $gt: '' }],
  ] as const) {
    const refused = await api.refused(
      ['campaignsEnabled'].includes(key) ? 'ERR_NO_PERMISSION' : 'ERR_VALIDATION',
      updateSetting,
      put(key, value),
    );
    if (refused.details) expect(refused.details[0]?.location).toBe('body.value');
  }
  for (const key of ['unknown', '__proto__', 'constructor', 'toString'])
    await api.refused('ERR_NO_SETTING_FOUND', updateSetting, put(key, 'enabled'));
  await api.refused('ERR_NO_PERMISSION', updateSetting, put('userRating', 'enabled', ana));
  for (const key of SETTING_KEYS.filter((name) => settingRule(name).operator))
    await api.refused('ERR_NO_PERMISSION', updateSetting, put(key, SETTINGS[key].initial));
  await api.database.admin`update users set super = true where id = ${other.admin.id}`;
  const operator = await api.signIn(other.admin);
  expect(await api.call(updateSetting, put('userCreation', 'disabled', operator))).toMatchObject({
    value: 'disabled',
  });
});

it('stays in order whatever is sent: what is stored always keeps its rule', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.constantFrom(
      'enabled',
      'disabled',
      'company',
      'true',
      '0',
      '99999',
      '',
      ' ',
      '{}',
      '(a+)+$',
      '\u0000',
      '\ud800',
    ),
    fc.json(),
  );
  // Once it is demanded nothing else is open to whoever has none.
  const keys = SETTING_KEYS.filter((key) => key !== 'requireSecondFactor');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...keys), value, async (key, text) => {
      const { statusCode, body } = await api.send(updateSetting, put(key, text));
      expect([200, 400, 403], body).toContain(statusCode);
    }),
    { numRuns: 100 },
  );
  for (const [key, stored] of await list(admin))
    if (!settingRule(key).secret) expect(settingRule(key).value.safeParse(stored).success, key).toBe(true);
});

it('keeps secrets sealed, shows a mask to those who set them, and nothing to anybody else', async () => {
  const canary = (key: string) => `canary-${key}-0123456789abcd`;
  for (const key of SECRETS) {
    expect(await api.call(updateSetting, put(key, canary(key)))).toEqual({ key, value: '••••abcd' });
    // A form that comes back as it was shown changes nothing.
    await api.call(updateSetting, put(key, '••••abcd'));
  }
  expect(await api.call(updateSetting, put('asaas', 'short'))).toMatchObject({ value: '••••' });
  await api.call(updateSetting, put('asaas', canary('asaas')));
  const rows = await api.database.admin<{ key: string; value: string; sealed: Buffer }[]>`
    select key, value, sealed from settings where company_id = ${company.companyId} and key = any (${SECRETS})`;
  expect(rows).toHaveLength(SECRETS.length);
  for (const { key, value, sealed } of rows) {
    expect([value, sealed.includes('canary')]).toEqual(['••••abcd', false]);
    const { companyId } = company;
    expect(api.deps.secrets.open(sealed, `settings.sealed/${companyId}/${key}`).toString()).toBe(canary(key));
    // Moved to another row or company it opens no more.
    expect(() => api.deps.secrets.open(sealed, `settings.sealed/${companyId + 1}/${key}`)).toThrow();
    expect(() => api.deps.secrets.open(sealed, `settings.sealed/${companyId}/other`)).toThrow();
  }
  const shown = [...(await list(admin)).keys()].filter((key) => settingRule(key).secret);
  expect(shown).toEqual(SECRETS);
  expect([...(await list(ana)).keys()]).toEqual(PUBLIC);

  const session = (await api.call(me, { token: admin })).company.settings;
  const { companyId } = company;
  const loaded = await api.db.readCompany(companyId, (tx) => loadSettings(tx, companyId, SETTING_KEYS));
  const feed = loaded.map(({ row }) => row);
  expect(feed.map(({ id }) => id)).toContain('userRating');
  for (const key of [...session.map((pair) => pair.key), ...feed.map(({ id }) => id)])
    expect(PUBLIC).toContain(key);
  const { entries } = await api.call(listAudit, {
    query: { entity: 'setting', searchParam: 'asaas' },
    token: admin,
  });
  expect(entries[0]).toMatchObject({
    entityId: 'asaas',
    changes: [{ field: 'value', from: '••••', to: '••••' }],
  });
  const everything = JSON.stringify([session, feed, entries]) + api.logged();
  expect(everything).not.toContain('canary');

  expect(await api.call(updateSetting, put('asaas', ''))).toEqual({ key: 'asaas', value: '' });
  const [cleared] = await api.database.admin`
    select sealed from settings where company_id = ${company.companyId} and key = 'asaas'`;
  expect(cleared?.sealed).toBeNull();
});

it('notes what an option was and what it became', async () => {
  await api.call(updateSetting, put('timeCreateNewTicket', '30'));
  await api.call(updateSetting, put('timeCreateNewTicket', '45'));
  const { entries } = await api.call(listAudit, { query: { searchParam: 'timecreate' }, token: admin });
  expect(entries.slice(0, 2).map(({ userName, changes }) => [userName, changes])).toEqual([
    ['Admin', [{ field: 'value', from: '30', to: '45' }]],
    ['Admin', [{ field: 'value', from: expect.stringMatching(/^\d+$/), to: '30' }]],
  ]);
});
