import { RECURRENCE_MONTHS } from '@balcao/shared/features/companies/limits.ts';
import type {
  CompanyInvoice,
  InvoiceDetail,
  PaymentSettings,
} from '@balcao/shared/features/invoices/calls.ts';
import type { InvoiceRow } from '@balcao/shared/features/invoices/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { containing } from '../../platform/db/search.ts';
import { OPERATOR } from '../subscription/subscription.ts';

export type InvoiceRecord = Omit<InvoiceRow, 'paidAt' | 'createdAt'> & {
  companyId: number;
  paidAt: Date | null;
  createdAt: Date;
};
export type CompanyInvoiceRecord = InvoiceRecord & Pick<CompanyInvoice, 'company' | 'txid' | 'paidCents'>;

const columns = (tx: Tx) => tx`
  i.company_id, i.id, i.detail, i.value, i.currency, i.months, i.users, i.connections, i.queues, i.due_date::text, i.status, i.paid_at,
  i.created_at`;

const withCompany = (tx: Tx) => tx`
  select ${columns(tx)}, jsonb_build_object('id', c.id, 'name', c.name) as company,
    coalesce((select h.txid from charges h where h.company_id = i.company_id and h.invoice_id = i.id
      order by h.created_at desc limit 1), '') as txid,
    (select coalesce(sum(h.paid_cents), 0)::int from charges h
      where h.company_id = i.company_id and h.invoice_id = i.id) as paid_cents
  from invoices i join companies c on c.id = i.company_id`;

/** A plan's name, the number, or a part of either. */
const matching = (tx: Tx, text: string | undefined) =>
  text ? tx`and (plain(i.detail) like ${containing(tx, text)} or i.id::text = ${text})` : tx``;

/** The newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  text: string | undefined,
  { offset, limit, after }: Page<number>,
): Promise<InvoiceRecord[]> {
  return tx<InvoiceRecord[]>`
    select ${columns(tx)} from invoices i
    where i.company_id = ${companyId} ${after === undefined ? tx`` : tx`and i.id < ${after}`} ${matching(tx, text)}
    order by i.id desc offset ${offset} limit ${limit}`;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<InvoiceRecord[]> {
  return tx<InvoiceRecord[]>`
    select ${columns(tx)} from invoices i
    where i.company_id = ${companyId} and i.id = any (${[...ids]}::bigint[])`;
}

export interface InvoiceOfCompany extends InvoiceRecord {
  company: InvoiceDetail['company'];
}

export async function findOwn(tx: Tx, companyId: number, id: number): Promise<InvoiceOfCompany | undefined> {
  const [row] = await tx<InvoiceOfCompany[]>`
    select ${columns(tx)}, jsonb_build_object('name', c.name, 'billingName', c.billing_name, 'dueDate', c.due_date) as company
    from invoices i join companies c on c.id = i.company_id
    where i.company_id = ${companyId} and i.id = ${id}`;
  return row;
}

/** Where an invoice stands in the operator's list. */
export type PlaceByTime = readonly [createdAt: string, id: number];

/** Lists invoices of all companies, the newest first; a part of the company's name finds them too. */
export async function listAll(
  tx: Tx,
  text: string | undefined,
  { offset, limit, after }: Page<PlaceByTime>,
): Promise<CompanyInvoiceRecord[]> {
  const found = text
    ? tx`and (plain(c.name || ' ' || c.email) like ${containing(tx, text)} or i.id::text = ${text})`
    : tx``;
  return tx<CompanyInvoiceRecord[]>`
    ${withCompany(tx)} where true ${after ? tx`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]})` : tx``} ${found}
    order by i.created_at desc, i.id desc offset ${offset} limit ${limit}`;
}

async function find(tx: Tx, id: number): Promise<CompanyInvoiceRecord | undefined> {
  const [row] = await tx<CompanyInvoiceRecord[]>`${withCompany(tx)} where i.id = ${id}`;
  return row;
}

/** Its company first, as everybody who changes one does: two who wait for each other would wait for ever. */
export async function lock(tx: Tx, id: number): Promise<CompanyInvoiceRecord | undefined> {
  await tx`
    select from companies where id = (select company_id from invoices where id = ${id}) for update`;
  await tx`select from invoices where id = ${id} for update`;
  return find(tx, id);
}

export async function setPaid(tx: Tx, companyId: number, id: number, at: Date): Promise<void> {
  await tx`update invoices set status = 'paid', paid_at = ${at} where company_id = ${companyId} and id = ${id}`;
}

export async function setCanceled(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`update invoices set status = 'canceled' where company_id = ${companyId} and id = ${id}`;
}

/** Companies whose due date is fewer days away, on their own calendar, and which have no invoice for it. */
const due = (tx: Tx, now: Date, days: number) => tx`
  companies c join plans p on p.id = c.plan_id
    cross join lateral (select (${tx.json(RECURRENCE_MONTHS)}::jsonb ->> c.recurrence)::int as months) m
  where c.id <> ${OPERATOR} and p.value > 0
    -- A day more than anywhere on earth, for the index.
    and c.due_date < (${now}::timestamptz at time zone 'UTC')::date + ${days + 1}::int
    and c.due_date < (${now}::timestamptz at time zone c.timezone)::date + ${days}::int
    and not exists (select from invoices i where i.company_id = c.id and i.due_date = c.due_date)`;

interface DueCompany {
  companyId: number;
  id: number;
}

/** The earliest first. @param days an invoice is made when its due date is fewer days away */
export async function companiesDue(tx: Tx, now: Date, days: number, limit: number): Promise<DueCompany[]> {
  return tx<DueCompany[]>`
    select c.id as company_id, c.id from ${due(tx, now, days)} order by c.due_date, c.id limit ${limit}`;
}

/** The company's next invoice, if it is due and nobody has made it: whoever comes second makes nothing. */
export async function insertDue(
  tx: Tx,
  companyId: number,
  now: Date,
  { invoiceDays, currency }: Pick<PaymentSettings, 'invoiceDays' | 'currency'>,
): Promise<void> {
  await tx`
    insert into invoices (company_id, detail, users, connections, queues, months, value, currency, due_date)
    select c.id, p.name, p.users, p.connections, p.queues, m.months, p.value * m.months, ${currency}, c.due_date
    from ${due(tx, now, invoiceDays)} and c.id = ${companyId}
    on conflict (company_id, due_date) do nothing`;
}

/** What those who wait for a payment want to know of the company. */
export async function loadCompany(tx: Tx, companyId: number): Promise<object | undefined> {
  const [row] = await tx`
    select id, name, due_date::text as due_date, recurrence from companies where id = ${companyId}`;
  return row;
}

/** Which invoice somebody was asked for by a charge of this name. */
export async function findInvoiceOf(tx: Tx, txid: string): Promise<number | undefined> {
  const [row] = await tx<{ invoiceId: number }[]>`select invoice_id from charges where txid = ${txid}`;
  return row?.invoiceId;
}

/** Words of a gateway may come in any order: the most that it has said counts. */
export async function notePaid(tx: Tx, companyId: number, txid: string, cents: number): Promise<void> {
  await tx`
    update charges set paid_cents = greatest(paid_cents, ${cents}) where company_id = ${companyId} and txid = ${txid}`;
}
