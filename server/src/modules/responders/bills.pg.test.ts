import { updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { ASAAS_KEY } from '../../../test/services/asaas.ts';
import { IXC_TOKEN } from '../../../test/services/ixc.ts';
import { MKAUTH_ACCOUNT } from '../../../test/services/mkauth.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';

/** A customer gets a second copy of a bill, and a stranger nothing of anybody's but amounts and codes. */

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});

beforeEach(async () => {
  services.reset();
  company = await createCompany(api.database.admin, `Provedor ${crypto.randomUUID()}`);
  const { companyId, connectionId, queues } = company;
  await givePlan(api.database.admin, companyId);
  await api.database.admin`update connections set status = 'connected' where id = ${connectionId}`;
  await api.database
    .admin`update connection_queues set queue_id = ${queues.sales} where company_id = ${companyId}`;
  admin = await api.signIn(company.admin);
  counter = openCounter(api, company);
  const body = { secondCopy: true, greetingMessage: 'Financeiro.' };
  await api.call(updateQueue, { params: { queueId: queues.sales }, body, token: admin });
});

const set = (key: string, value: string) =>
  api.call(updateSetting, { params: { key }, body: { value }, token: admin });
const SETTINGS = {
  ixc: { ipixc: () => `${services.url}/ixc`, tokenixc: () => IXC_TOKEN },
  mkauth: {
    ipmkauth: () => `${services.url}/mkauth`,
    clientidmkauth: () => MKAUTH_ACCOUNT.clientId,
    clientsecretmkauth: () => MKAUTH_ACCOUNT.clientSecret,
  },
  asaas: { asaas: () => ASAAS_KEY },
};
async function configure(system: keyof typeof SETTINGS): Promise<void> {
  for (const [key, value] of Object.entries(SETTINGS[system])) await set(key, value());
}
const failed = async () => (await counter.events()).filter(({ kind }) => kind === 'failed');
const ASKS = expect.stringContaining('CPF ou CNPJ');

it.each(['ixc', 'mkauth', 'asaas'] as const)(
  '%s: the number is asked for and checked, the bills come',
  async (system) => {
    await configure(system);
    expect(await counter.asks('Oi')).toEqual([expect.stringMatching(/^Financeiro\.\n\n.*CPF ou CNPJ/s)]);
    expect(await counter.asks('529.982.247-24')).toEqual([expect.stringContaining('não é válido')]);
    expect(services.asked(system)).toEqual([]);
    const said = await counter.asks('meu cpf é 529.982.247-25');
    expect(said[0]).toMatch(/Um momento/);
    expect(said[1]).toMatch(/contas em aberto/);
    const bills = said.filter((text) => /Vencimento: \d{2}\/\d{2}\/\d{4}\nValor: R\$\s\d+,\d{2}/.test(text));
    expect(bills).toHaveLength(2);
    expect(bills[0]).toMatch(/^\*\p{L}\*{4}/u);
    // A code alone in its message is what a phone copies.
    expect(said.some((text) => /^000201.+6304[0-9A-F]{4}$/.test(text))).toBe(true);
    expect(said.some((text) => /^[\d. ]{44,60}$/.test(text))).toBe(true);
    // A page would show whose bill it is.
    expect(said.join('\n')).not.toMatch(/https?:/);
    expect(await counter.ticket()).toMatchObject({ status: 'closed', user: null });
  },
);

it('nothing found has its words, another number may follow, and 0 leads to people', async () => {
  await configure('asaas');
  await counter.asks('Oi');
  // Anybody's, whom nobody knows.
  expect((await counter.asks('111.444.777-35')).at(-1)).toMatch(/Não encontrei conta/);
  expect(await counter.ticket()).toMatchObject({ answerer: 'bill' });
  expect((await counter.asks('52998224725'))[1]).toMatch(/contas em aberto/);
  await counter.asks('Oi', { number: '5511900005555' });
  await counter.asks('0', { number: '5511900005555' });
  expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', waits: true });
});

it('a contact looks up three documents a day: then people ask who is asking', async () => {
  await configure('asaas');
  await counter.asks('Oi');
  for (const document of ['111.444.777-35', '390.533.447-05', '935.411.347-80'])
    expect((await counter.asks(document)).at(-1)).toMatch(/Não encontrei conta/);
  // The same one again counts once.
  expect((await counter.asks('11144477735')).at(-1)).toMatch(/Não encontrei conta/);
  const before = services.asked('asaas').length;
  expect((await counter.asks('529.982.247-25')).at(-1)).toMatch(/não consulto mais/);
  expect(services.asked('asaas')).toHaveLength(before);
  expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', waits: true });
});

it('a billing system that is down calls people, unless another one knows the bills', async () => {
  await configure('ixc');
  services.fail('ixc', { kind: 'status', status: 503, times: 200 });
  await counter.asks('Oi');
  expect(await counter.asks('52998224725')).toEqual([expect.stringMatching(/Um momento/)]);
  api.advance(25_000);
  await api.app.calls.drain();
  expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_BILLS_FAILED' }]);
  expect((await counter.heard()).at(-1)).toMatch(/^Não consegui consultar/);
  expect(await counter.ticket()).toMatchObject({ answerer: 'nobody', ended: 'failed', waits: true });

  await configure('asaas');
  const number = '5511900006666';
  await counter.asks('Oi', { number });
  expect((await counter.asks('52998224725', { number }))[1]).toMatch(/contas em aberto/);
});

it('without a billing system people follow, and the timeline says what is missing', async () => {
  expect(await counter.asks('Oi')).toEqual([ASKS]);
  await counter.asks('52998224725');
  expect(await failed()).toEqual([{ kind: 'failed', code: 'ERR_BILLS_NOT_SET' }]);
});
