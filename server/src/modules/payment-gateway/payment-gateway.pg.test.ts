import { listAudit } from '@balcao/shared/audit-log.ts';
import { savePaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import * as contracts from '@balcao/shared/features/payments/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTlsCertificate } from '../../../sandbox/wire/tls-certificate.ts';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, givePlan } from '../../../test/fixtures.ts';
import { EFI_KEYS, EFI_PIX_KEY } from '../../../test/services/efi.ts';
import { pemOf } from '../../../test/services/efi-certificates.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';

let api: TestApi;
let services: StandIns;
let token: string;
/** Whether the bank's notices come through to this server. */
let isReached = true;

beforeAll(async () => {
  services = await startStandIns({
    sendNotice: async (url, body) => {
      if (!isReached) throw new Error('nobody there');
      const { pathname, search } = new URL(url);
      return (await api.app.inject({ method: 'POST', url: pathname + search, payload: body })).statusCode;
    },
  });
  api = await startApi({
    env: {
      PUBLIC_URL: 'https://balcao.operadora.test',
      OUTGOING_ALLOW: new URL(services.efi.url).host,
      EFI_URL: services.efi.url,
      EFI_CA_FILE: services.efi.caFile,
    },
  });
  const first = await createCompany(api.admin, 'Operadora');
  await givePlan(api.admin, first.companyId);
  await api.admin`update users set super = true where id = ${first.admin.id}`;
  token = await api.signIn(first.admin);
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(async () => {
  services.reset();
  isReached = true;
  await api.admin`delete from payment_gateway`;
  await api.admin`delete from payment_settings`;
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const file = () => base64(pemOf(services.efi.certificates.client));
const save = (body: object) => api.call(contracts.savePaymentGateway, { body, token });
const { clientId, clientSecret } = EFI_KEYS;
const account = () => ({ gateway: 'efi', account: clientId, clientSecret, certificate: file() });
const nameKey = (pixKey = EFI_PIX_KEY) => api.call(savePaymentSettings, { body: { pixKey }, token });
const tried = () => api.call(contracts.testPaymentGateway, { token });

it('keeps an account sealed, gives nothing of it back, and has the bank tell this server', async () => {
  await nameKey();
  const saved = await save(account());
  expect(saved).toEqual({
    gateway: 'efi',
    isSandbox: false,
    account: clientId,
    hasClientSecret: true,
    certificateUntil: expect.stringMatching(/^20/),
    isTold: true,
  });
  expect(await tried()).toEqual({ ok: true, error: null });
  expect(await api.call(contracts.getPaymentGateway, { token })).toEqual(saved);
  const [row] = await api.admin`select t::text as text from payment_gateway t`;
  const { entries } = await api.call(listAudit, { query: { entity: 'paymentGateway' }, token });
  const key = pemOf(services.efi.certificates.client).split('\n')[1] as string;
  for (const secret of [EFI_KEYS.clientSecret, key])
    for (const kept of [row?.text, JSON.stringify(entries), api.logged(), JSON.stringify(saved)])
      expect(kept).not.toContain(secret);
  // Another address, or another key, is told nothing yet.
  await nameKey('outra@operadora.test');
  expect(await api.call(contracts.getPaymentGateway, { token })).toMatchObject({ isTold: false });
});

it('says clearly what is wrong with it', async () => {
  const error = async () => (await tried()).error;
  await save({ gateway: 'efi' });
  expect(await error()).toBe('ERR_PAYMENT_NOT_SET_UP');
  await nameKey();
  await save(account());
  await save({ clientSecret: 'Client_Secret_outro' });
  expect(await error()).toBe('ERR_PAYMENT_REFUSED');
  await save({ ...account(), certificate: base64(pemOf(createTlsCertificate())) });
  expect(await error()).toBe('ERR_PAYMENT_NO_ANSWER');
  isReached = false;
  expect(await save(account())).toMatchObject({ isTold: false });
  expect(await error()).toBe('ERR_PAYMENT_NOT_REACHED');
  isReached = true;
  services.fail('efi', { kind: 'html' });
  expect(await error()).toBe('ERR_PAYMENT_NONSENSE');
  services.fail('efi', { kind: 'drop' });
  expect(await error()).toBe('ERR_PAYMENT_NO_ANSWER');
  await api.admin`update payment_gateway set certificate_until = '2026-01-01'`;
  expect(await error()).toBe('ERR_PAYMENT_CERTIFICATE_EXPIRED');
});

it('takes no file that is no certificate, or one that has expired, and nobody else’s word', async () => {
  const refused = (code: 'ERR_PAYMENT_CERTIFICATE' | 'ERR_PAYMENT_CERTIFICATE_EXPIRED', text: string) =>
    api.refused(code, contracts.savePaymentGateway, { body: { certificate: base64(text) }, token });
  await refused('ERR_PAYMENT_CERTIFICATE', 'nothing of the kind');
  await refused('ERR_PAYMENT_CERTIFICATE', services.efi.certificates.client.cert);
  await refused('ERR_PAYMENT_CERTIFICATE_EXPIRED', pemOf(services.efi.certificates.expired));
  const shop = await createCompany(api.admin, 'Loja');
  for (const contract of [
    contracts.getPaymentGateway,
    contracts.savePaymentGateway,
    contracts.testPaymentGateway,
  ])
    await api.refused('ERR_NO_PERMISSION', contract, { body: {}, token: await api.signIn(shop.admin) });
});
