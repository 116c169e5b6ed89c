import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { DEEP, SEED } from '../../../test/sample.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as charges from './charges.service.ts';
import * as invoices from './invoices.service.ts';
import * as model from './testing/invoice-life.ts';
import { type PlayedGateway, playGateway } from './testing/played-gateway.ts';

/**
 * An invoice is made, charged, paid in part, late or twice, canceled, and told of in any order; the process may end in the
 * middle of every transaction and behind each. After every step the rows are those of the model.
 */

let api: TestApi;
let operator: Actor;
let firms = 0;

beforeAll(async () => {
  api = await startApi();
  const { companyId, admin } = await createCompany(api.admin, 'Operadora');
  operator = { companyId, userId: admin.id, profile: 'admin', super: true, allTicket: false, queueIds: [] };
});
afterAll(() => api.stop());

const which = fc.nat({ max: 3 });
const dies = fc.boolean();
/** Where a payment's beginning breaks off: in or behind its first transaction, at the gateway, in the last one. */
const end = fc.constantFrom('', '', '', 'beginning', 'begun', 'lost', 'asked', 'keeping');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('begin'), which, end }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pay'), which, less: fc.constantFrom(0, 0, 0, 1, 5_000) }),
  },
  // `ago`: how many payments the notice is older than the last word of the gateway.
  { weight: 8, arbitrary: fc.record({ do: fc.constant('notice'), which, ago: fc.nat({ max: 2 }), dies }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('foreign') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), which, dies }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark'), which, dies }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('price'), cents: fc.integer({ min: 100, max: 50_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(20, 59, 61, 1_440, 14_400) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

it('lives as it ought to, whatever is lost, doubled, late or broken off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 50 }), async (steps) => {
      const walk = await begin();
      for (const one of steps) {
        await take(walk, one);
        // A payment has it done too, at any moment after it.
        await look(walk);
        await compare(walk);
      }
    }),
    { numRuns: DEEP ? 150 : 6, seed: SEED, endOnFailure: !DEEP },
  );
}, 300_000);

interface Walk {
  shop: CompanyFixture;
  planId: number;
  gateway: PlayedGateway;
  life: model.Life;
}

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(api.deps.clock());

async function begin(): Promise<Walk> {
  const shop = await createCompany(api.admin, `Loja ${++firms}`);
  const planId = await givePlan(api.admin, shop.companyId);
  await api.admin`update plans set value = 9900 where id = ${planId}`;
  const dueDate = today();
  await api.admin`update companies set due_date = null`;
  await api.admin`update companies set due_date = ${dueDate} where id = ${shop.companyId}`;
  const gateway = playGateway(`W${firms}`, api.deps.clock);
  return { shop, planId, gateway, life: { dueDate, price: 9_900, invoices: [], charges: [] } };
}

async function take(walk: Walk, one: Step): Promise<void> {
  const { life } = walk;
  const id = life.invoices[('which' in one ? one.which : 0) % Math.max(1, life.invoices.length)]?.id ?? 0;
  if (one.do === 'begin') return beginPayment(walk, id, one.end);
  if (one.do === 'pay') return payAtGateway(walk, one);
  if (one.do === 'notice') return notice(walk, one);
  if (one.do === 'foreign') expect(await settle('SOMEBODY', 1e9)).toBe(false);
  if (one.do === 'wait') api.advance(one.minutes * 60_000);
  if (one.do === 'price') {
    await api.admin`update plans set value = ${one.cents} where id = ${walk.planId}`;
    walk.life = { ...life, price: one.cents };
  }
  const status = life.invoices.find((invoice) => invoice.id === id)?.status;
  if (one.do === 'cancel') {
    const told = await commit((tx) => invoices.cancel(tx, operator, id), one.dies);
    expect(told).toBe(refusalOf(status) ?? (one.dies ? 'died' : 'done'));
    if (told === 'done') walk.life = model.canceled(life, id);
  }
  if (one.do === 'mark') {
    const told = await commit((tx) => invoices.markPaid(tx, operator, id, api.deps), one.dies);
    const refused = status === 'canceled' ? undefined : refusalOf(status);
    expect(told).toBe(refused ?? (one.dies ? 'died' : 'done'));
    if (told === 'done') walk.life = model.paid(life, id);
  }
}

const refusalOf = (status: 'open' | 'paid' | 'canceled' | undefined) =>
  status === undefined
    ? 'ERR_NO_INVOICE_FOUND'
    : { open: undefined, paid: 'ERR_INVOICE_PAID', canceled: 'ERR_INVOICE_CANCELED' }[status];

class Death extends Error {}

/** @param dies before the commit */
async function commit(work: (tx: Tx) => Promise<unknown>, dies: boolean): Promise<string> {
  try {
    await api.db.asSystem(async (tx) => {
      await work(tx);
      if (dies) throw new Death();
    });
    return 'done';
  } catch (error) {
    if (error instanceof Death) return 'died';
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function look(walk: Walk): Promise<void> {
  const { companyId } = walk.shop;
  const isDue = model.isDue(walk.life, today());
  await api.run('due invoices');
  const rows = await api.admin<{ id: string }[]>`
    select id from invoices where company_id = ${companyId} order by id desc`;
  expect(rows.length).toBe(walk.life.invoices.length + Number(isDue));
  if (isDue) walk.life = model.made(walk.life, Number(rows[0]?.id));
}

async function beginPayment(walk: Walk, id: number, broken: string): Promise<void> {
  const { gateway, life } = walk;
  const now = api.deps.clock();
  const payer = { companyId: walk.shop.companyId, userId: walk.shop.admin.id };
  const refused = refusalOf(life.invoices.find((invoice) => invoice.id === id)?.status);
  let begun: charges.BegunCharge | undefined;
  const told = await commit(async (tx) => {
    const invoice = await invoices.lock(tx, id);
    invoices.assertOpen(invoice);
    begun = await charges.beginAt(tx, gateway, invoice, now);
  }, broken === 'beginning');
  expect(told).toBe(refused ?? (broken === 'beginning' ? 'died' : 'done'));
  if (told !== 'done' || !begun) return;
  const shown = model.openCharge(life, id, now);
  if (shown) expect(begun.txid).toBe(shown.txid);
  walk.life = model.begun(life, id, begun.txid);
  if (broken === 'begun') return;
  if (broken === 'lost') gateway.loseAnswer();
  const charge = await charges.ask(begun).catch((error: AppError) => error.code);
  if (broken === 'lost') return expect(charge).toBe('ERR_PAYMENT_GATEWAY');
  if (broken === 'asked' || typeof charge === 'string') return expect(charge).not.toBeTypeOf('string');
  const { txid } = begun;
  const last = await commit(
    (tx) => charges.keep(tx, payer, begun as charges.BegunCharge, charge),
    broken === 'keeping',
  );
  if (last === 'done') walk.life = model.kept(walk.life, txid, charge.expiresAt);
}

/** Whoever has a code may use it at any time: also twice, also when it has expired. */
async function payAtGateway(walk: Walk, { which: at, less }: { which: number; less: number }): Promise<void> {
  const known = [...walk.gateway.charges];
  const [txid, charge] = known[at % Math.max(1, known.length)] ?? [];
  if (txid && charge) walk.gateway.pay(txid, Math.max(1, charge.amountCents - less));
}

async function notice(
  walk: Walk,
  { which: at, ago, dies: isLost }: { which: number; ago: number; dies: boolean },
): Promise<void> {
  const known = [...walk.gateway.charges];
  const [txid, charge] = known[at % Math.max(1, known.length)] ?? [];
  if (!txid || !charge) return;
  const cents = charge.paid.at(-1 - ago) ?? 0;
  const told = await commit((tx) => invoices.settle(tx, { txid, paidCents: cents }, api.deps), isLost);
  if (told === 'done') walk.life = model.noticed(walk.life, txid, cents);
}

const settle = (txid: string, paidCents: number) =>
  api.db.asSystem((tx) => invoices.settle(tx, { txid, paidCents }, api.deps));

async function compare({ shop: { companyId }, life }: Walk): Promise<void> {
  const [company] = await api.admin`select due_date::text as day from companies where id = ${companyId}`;
  const rows = await api.admin`
    select i.id::int, i.value, i.months, i.due_date::text as "dueDate", i.status,
      (select count(*)::int from audit_log a where a.entity = 'invoice' and a.entity_id = i.id::text
        and a.changes::text like '%"to": "paid"%') as "timesPaid"
    from invoices i where i.company_id = ${companyId} order by i.id`;
  const charged = await api.admin`
    select txid, invoice_id::int as "invoiceId", expires_at as "expiresAt" from charges
    where company_id = ${companyId} order by created_at, txid`;
  expect({ dueDate: company?.day, invoices: [...rows] }).toEqual({
    dueDate: life.dueDate,
    invoices: life.invoices.map((one) => ({ ...one, timesPaid: Number(one.status === 'paid') })),
  });
  expect([...charged].toSorted(byTxid)).toEqual(life.charges.toSorted(byTxid));
}

const byTxid = (a: { txid?: string }, b: { txid?: string }) => ((a.txid ?? '') < (b.txid ?? '') ? -1 : 1);
