import { z } from 'zod';
import { askJson, beginningOf, isSuccess, jsonOf, withoutSecret } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';
import type { Bill } from './bill.ts';
import {
  centsOf,
  dayOf,
  dueFirst,
  isPdf,
  linkOrNull,
  orNothing,
  orNull,
  pixOrNull,
  text,
} from './bill-fields.ts';
import type { Limits, Outside } from './outside.ts';
import { shareTime } from './time-left.ts';

/** The billing of Asaas. */
export interface AsaasAccount {
  apiKey: string;
}

/** The bills of whoever has this CPF or CNPJ, those first that are due first; none: nobody has it, or all is paid. */
export async function findBills(
  outside: Outside,
  account: AsaasAccount,
  document: string,
  limits: Limits,
): Promise<Bill[]> {
  const asaas = openAsaas(outside, account, limits);
  const customers = (await asaas.list('customers', { cpfCnpj: document }, customer)).filter(isThere);
  const payments = await Promise.all(customers.map((one) => openPayments(asaas, one)));
  return Promise.all(dueFirst(payments.flat()).map((payment) => billOf(asaas, payment)));
}

/** Throws OutsideError when the account cannot be asked. */
export async function test(outside: Outside, account: AsaasAccount, limits: Limits): Promise<void> {
  await openAsaas(outside, account, limits).list('customers', { limit: '1' }, customer);
}

const flag = z.boolean().catch(false);
const isThere = ({ deleted }: { deleted: boolean }): boolean => !deleted;

const customer = z.object({ id: z.string().min(1), name: text, deleted: flag });
type Customer = z.output<typeof customer>;

const payment = z.object({
  id: z.string().min(1),
  value: text,
  dueDate: text,
  billingType: text,
  invoiceUrl: text,
  bankSlipUrl: text,
  deleted: flag,
});
type OpenPayment = z.output<typeof payment> & { customerName: string; amountCents: number };

async function openPayments(asaas: Asaas, { id, name }: Customer): Promise<OpenPayment[]> {
  const found = await Promise.all(
    ['OVERDUE', 'PENDING'].map((status) =>
      asaas.list('payments', { customer: id, status, limit: '100' }, payment),
    ),
  );
  return found
    .flat()
    .filter(isThere)
    .flatMap((row) => {
      const dueDate = dayOf(row.dueDate);
      const amountCents = centsOf(row.value);
      return dueDate && amountCents ? [{ ...row, dueDate, amountCents, customerName: name }] : [];
    });
}

const line = z.object({ identificationField: text });
const pix = z.object({ payload: text });

async function billOf(asaas: Asaas, open: OpenPayment): Promise<Bill> {
  const { id, customerName, amountCents, dueDate, billingType, invoiceUrl, bankSlipUrl } = open;
  // What is paid by card or Pix alone has no line, and to ask for one is a mistake.
  const hasLine = billingType === 'BOLETO' || billingType === 'UNDEFINED';
  const [lineAnswer, pixAnswer, pdf] = await Promise.all([
    hasLine ? orNothing(asaas.get(`payments/${encodeURIComponent(id)}/identificationField`, line)) : null,
    orNothing(asaas.get(`payments/${encodeURIComponent(id)}/pixQrCode`, pix)),
    bankSlipUrl ? orNothing(asaas.pdf(bankSlipUrl)) : null,
  ]);
  return {
    customerName,
    amountCents,
    dueDate,
    line: orNull(lineAnswer?.identificationField ?? ''),
    pix: pixOrNull(pixAnswer?.payload ?? ''),
    pdf,
    link: linkOrNull(invoiceUrl) ?? linkOrNull(bankSlipUrl),
  };
}

/** What is asked of Asaas. */
interface Asaas {
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  list<S extends z.ZodType>(path: string, query: Record<string, string>, row: S): Promise<z.output<S>[]>;
  pdf(url: string): Promise<Buffer | null>;
}

const page = z.object({ data: z.array(z.unknown()) });
const MAX_PDF_BYTES = 8 * 1024 * 1024;

function openAsaas({ http, addresses }: Outside, { apiKey }: AsaasAccount, limits: Limits): Asaas {
  const timeLeft = shareTime(limits);
  const explain = (answer: OutsideAnswer) => withoutSecret(reasonIn(answer), apiKey);

  // Without a body, not even an empty one: it is refused with one.
  const get = <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
    askJson(
      http,
      {
        method: 'GET',
        url: `${addresses.asaas}/${path}`,
        headers: { access_token: apiKey, 'user-agent': 'Balcao' },
        ...timeLeft(),
      },
      schema,
      explain,
    );

  return {
    get,
    async list(path, query, row) {
      const { data } = await get(`${path}?${new URLSearchParams(query)}`, page);
      return data.flatMap((one) => row.safeParse(one).data ?? []);
    },
    async pdf(url) {
      const answer = await http.send({ method: 'GET', url, maxBytes: MAX_PDF_BYTES, ...timeLeft() });
      return isSuccess(answer) && isPdf(answer.bytes) ? answer.bytes : null;
    },
  };
}

const errors = z.object({ errors: z.array(z.object({ description: text })).min(1) });

/** What it says of its refusal, which is a list. */
const reasonIn = (answer: OutsideAnswer): string =>
  errors
    .safeParse(jsonOf(answer))
    .data?.errors.map(({ description }) => description)
    .join(' ')
    .slice(0, 300) || beginningOf(answer);
