import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ASAAS_KEY } from '../../test/services/asaas.ts';
import { BAKERY, JOAO, MARIA, pdfOf } from '../../test/services/debtors.ts';
import { IXC_TOKEN } from '../../test/services/ixc.ts';
import { MKAUTH_ACCOUNT } from '../../test/services/mkauth.ts';
import type { Failure } from '../../test/services/stand-in.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import * as asaas from './asaas.ts';
import { centsOf, dayOf, dueFirst } from './bill-fields.ts';
import * as ixc from './ixc.ts';
import * as mkauth from './mkauth.ts';
import type { Outside } from './outside.ts';
import { openOutside } from './testing/open-outside.ts';

let standIns: StandIns;
let outside: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
  outside = openOutside(standIns.url);
});
afterEach(() => standIns.reset());
afterAll(() => Promise.all([outside.http.close(), standIns.close()]));

const LIMITS = { timeoutMs: 5_000 };
const HEALTHY: Failure = { kind: 'slow', ms: 0 };
const answering = (body: unknown): Failure => ({ kind: 'status', status: 200, body });

const ofIxc = (document: string) =>
  ixc.findBills(outside, { host: `${standIns.url}/ixc/`, token: IXC_TOKEN }, document, LIMITS);
const ofMkauth = (document: string) =>
  mkauth.findBills(outside, { host: `${standIns.url}/mkauth/api/`, ...MKAUTH_ACCOUNT }, document, LIMITS);
const ofAsaas = (document: string, apiKey = ASAAS_KEY) =>
  asaas.findBills(outside, { apiKey }, document, LIMITS);

describe.each([
  ['ixc', ofIxc],
  ['mkauth', ofMkauth],
  ['asaas', ofAsaas],
] as const)('%s', (_name, find) => {
  it('finds what is open, first what is due first', async () => {
    const [overdue, next, ...more] = await find(MARIA.document);
    expect(overdue).toMatchObject({
      customerName: 'Maria da Silva',
      amountCents: 9_990,
      dueDate: '2026-10-10',
      line: MARIA.bills[0]!.line,
      pix: MARIA.bills[0]!.pix,
      link: expect.stringContaining('http'),
    });
    expect(next).toMatchObject({ amountCents: 9_990, dueDate: '2026-12-10', pix: MARIA.bills[1]!.pix });
    expect(more).toEqual([]);
  });

  it('finds a company', async () => {
    const [overdue] = await find(BAKERY.document);
    expect(overdue).toMatchObject({ customerName: BAKERY.name, amountCents: 123_456, dueDate: '2026-11-05' });
  });

  it('finds nothing where everything is paid, or nobody is known', async () => {
    expect(await find(JOAO.document)).toEqual([]);
    expect(await find('52998224806')).toEqual([]);
  });
});

describe('IXC', () => {
  it('is only asked, never told: each request says so, and none asks for a charge anew', async () => {
    await ofIxc(MARIA.document);
    const asked = standIns.asked('ixc');
    expect(asked.every(({ method, headers }) => method === 'POST' && headers.ixcsoft === 'listar')).toBe(
      true,
    );
    const files = asked.filter(({ path }) => path.endsWith('get_boleto')).map(({ body }) => body);
    expect(files).toHaveLength(2);
    for (const body of files) expect(body).toMatchObject({ juro: 'N', multa: 'N', atualiza_boleto: 'N' });
  });

  it('is asked for the document as it is written, and then for its digits', async () => {
    await ofIxc(BAKERY.document);
    const queries = standIns
      .asked('ixc')
      .flatMap(({ path, body }) => (path.endsWith('/cliente') ? [body] : []));
    expect(queries).toMatchObject([{ query: BAKERY.written }, { query: BAKERY.document }]);
  });

  it('gives files in both of its shapes, and makes the line of a bill with its file', async () => {
    const bills = await ofIxc(MARIA.document);
    expect(bills.map(({ pdf }) => pdf)).toEqual(MARIA.bills.map(pdfOf));
    expect(bills.map(({ line }) => line)).toEqual(MARIA.bills.map(({ line }) => line));
  });

  it('shows nobody what is another customer’s, when it takes no notice of a filter', async () => {
    const everybody = [{ id: '1', razao: 'Outra', cnpj_cpf: BAKERY.written }];
    standIns.fail('ixc', { ...answering({ total: '1', registros: everybody }), times: 2 });
    expect(await ofIxc(MARIA.document)).toEqual([]);
    standIns.reset();
    standIns.fail('ixc', HEALTHY);
    const others = [{ id: '5', id_cliente: '99', status: 'A', valor: '5.00', data_vencimento: '2026-01-01' }];
    standIns.fail('ixc', answering({ total: 1, registros: others }));
    expect(await ofIxc(MARIA.document)).toEqual([]);
  });

  it('is not needed for every part of a bill', async () => {
    standIns.fail('ixc', { ...HEALTHY, times: 2 });
    standIns.fail('ixc', { kind: 'html', times: 9 });
    const bills = await ofIxc(MARIA.document);
    expect(bills).toMatchObject([
      { amountCents: 9_990, line: MARIA.bills[0]!.line, pix: null, pdf: null },
      { amountCents: 9_990, line: null, pix: null, pdf: null },
    ]);
  });

  it('fails with status 200', async () => {
    standIns.fail('ixc', answering({ type: 'error', message: 'Usuário sem permissão' }));
    await expect(ofIxc(MARIA.document)).rejects.toMatchObject({
      problem: 'refused',
      message: 'Usuário sem permissão',
    });
  });

  it('is found without a scheme, by TLS', async () => {
    const account = { host: new URL(standIns.url).host, token: IXC_TOKEN };
    await expect(ixc.test(outside, account, LIMITS)).rejects.toMatchObject({ problem: 'unreachable' });
  });
});

describe('MK-AUTH', () => {
  it('shows a bill by its page where it has no other link', async () => {
    const [bill] = await ofMkauth(MARIA.document);
    expect(bill?.link).toBe(`${standIns.url}/mkauth/boleto/21boleto.php?titulo=71`);
  });

  it('is asked in its older way where the list is missing', async () => {
    standIns.fail('mkauth', HEALTHY);
    standIns.fail('mkauth', { kind: 'status', status: 404 });
    expect(await ofMkauth(MARIA.document)).toMatchObject([
      {
        customerName: 'Maria da Silva',
        amountCents: 9_990,
        line: MARIA.bills[0]!.line,
        pix: MARIA.bills[0]!.pix,
      },
    ]);
  });

  it.each([
    ['in quotes', (token: string) => JSON.stringify(token)],
    ['as access_token', (access_token: string) => ({ access_token })],
    ['as jwt', (jwt: string) => ({ jwt })],
  ])('gives its token %s', async (_how, write) => {
    await mkauth.test(outside, { host: `${standIns.url}/mkauth`, ...MKAUTH_ACCOUNT }, LIMITS);
    standIns.reset();
    const [, token] = await tokenOfMkauth();
    standIns.fail('mkauth', answering(write(token!)));
    expect(await ofMkauth(MARIA.document)).toHaveLength(2);
  });

  it.each([
    [{ error: 'Sem permissão' }],
    [{ error: { text: 'Sem permissão' } }],
    [{ status: 'erro', mensagem: 'Sem permissão' }],
  ])('fails with status 200: %j', async (body) => {
    standIns.fail('mkauth', HEALTHY);
    standIns.fail('mkauth', { ...answering(body), times: 2 });
    await expect(ofMkauth(MARIA.document)).rejects.toMatchObject({
      problem: 'refused',
      message: 'Sem permissão',
    });
  });

  it.each([
    [[{ datavenc: '10/10/2026', valor: '5,00', titulo: 3, status: 'aberto' }]],
    [{ titulos: { datavenc: '2026-10-10', valor: 5, titulo: '3' } }],
    [
      {
        dados: {
          lista: [
            { datavenc: '2026-10-10', valor: '5.00', titulo: '3' },
            { datavenc: '2026-10-10', valor: '5.00', status: 'pago' },
          ],
        },
      },
    ],
  ])('lists in envelopes of any kind: %j', async (body) => {
    standIns.fail('mkauth', { ...HEALTHY, times: 2 });
    standIns.fail('mkauth', { ...answering(body), times: 2 });
    expect(await ofMkauth(MARIA.document)).toMatchObject([{ amountCents: 500, dueDate: '2026-10-10' }]);
  });
});

const tokenOfMkauth = async () => {
  await ofMkauth(MARIA.document);
  return String(standIns.asked('mkauth').at(-1)?.headers.authorization).split(' ');
};

describe('Asaas', () => {
  it('is asked without a body, by name, and for no line where there is none', async () => {
    const bills = await ofAsaas(MARIA.document);
    expect(bills.map(({ line, pdf }) => [line, pdf])).toEqual([
      [MARIA.bills[0]!.line, pdfOf(MARIA.bills[0]!)],
      [null, null],
    ]);
    const asked = standIns.asked('asaas');
    expect(
      asked.every(({ headers }) => headers['user-agent'] === 'Balcao' && !('content-type' in headers)),
    ).toBe(true);
    expect(asked.some(({ path }) => path.includes('pay_72/identificationField'))).toBe(false);
  });

  it('is not needed for every part of a bill', async () => {
    standIns.fail('asaas', { ...HEALTHY, times: 3 });
    const body = { errors: [{ code: 'invalid_action', description: 'Não é boleto' }] };
    standIns.fail('asaas', { kind: 'status', status: 400, body, times: 9 });
    expect(await ofAsaas(MARIA.document)).toMatchObject([
      { amountCents: 9_990, line: null, pix: null, pdf: null },
      { amountCents: 9_990, line: null, pix: null, pdf: null },
    ]);
  });

  it('says in a list what it does not like', async () => {
    await expect(ofAsaas(MARIA.document, 'wrong')).rejects.toMatchObject({
      problem: 'refused',
      message: '401 A chave de API fornecida é inválida',
    });
  });
});

it.each([
  ['26.00', 2_600],
  ['26', 2_600],
  ['26.5', 2_650],
  ['129.9', 12_990],
  ['0.29', 29],
  ['1.234,56', 123_456],
  ['1234,5', 123_450],
  ['26.0000', 2_600],
  ['26.005', null],
  ['-5.00', null],
  ['1e3', null],
  ['R$ 5', null],
  ['', null],
])('%j are %j cents', (amount, cents) => {
  expect(centsOf(amount)).toBe(cents);
});

it.each([
  ['2026-11-24', '2026-11-24'],
  ['2026-11-24 00:00:00', '2026-11-24'],
  ['2026-11-24T03:00:00Z', '2026-11-24'],
  ['24/11/2026', '2026-11-24'],
  ['2026-02-30', null],
  ['0000-00-00', null],
  ['', null],
])('%j is the day %j', (date, day) => {
  expect(dayOf(date)).toBe(day);
});

it('shows five bills at most, and none that is due later than one it leaves out', () => {
  const days = ['05', '01', '07', '03', '02', '06', '04'].map((day) => ({ dueDate: `2026-11-${day}` }));
  expect(dueFirst(days).map(({ dueDate }) => dueDate.slice(-2))).toEqual(['01', '02', '03', '04', '05']);
});
