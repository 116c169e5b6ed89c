import { formatTaxNumber } from '@balcao/shared/money/tax-number.ts';
import { z } from 'zod';
import {
  askJson,
  beginningOf,
  isSuccess,
  jsonOf,
  refusalOf,
  withoutSecret,
} from '../platform/outgoing/answers.ts';
import type { OutsideAnswer, OutsideRequest } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Bill } from './bill.ts';
import {
  addressOf,
  bareDocument,
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

/** The billing of IXC Provedor. */
export interface IxcAccount {
  host: string;
  /** `<number of a user>:<hash>`, as IXC shows it. */
  token: string;
}

/** The bills of whoever has this CPF or CNPJ, those first that are due first; none: nobody has it, or all is paid. */
export async function findBills(
  outside: Outside,
  account: IxcAccount,
  document: string,
  limits: Limits,
): Promise<Bill[]> {
  const ixc = openIxc(outside, account, limits);
  const customers = await customersOf(ixc, document);
  const invoices = await Promise.all(customers.map((customer) => openInvoices(ixc, customer)));
  return Promise.all(dueFirst(invoices.flat()).map((invoice) => billOf(ixc, invoice)));
}

/** Throws OutsideError when the account cannot be asked. */
export async function test(outside: Outside, account: IxcAccount, limits: Limits): Promise<void> {
  await openIxc(outside, account, limits).list('cliente', { field: 'id', is: '0' }, customer);
}

const customer = z.object({ id: text, razao: text, fantasia: text, cnpj_cpf: text });
type Customer = z.output<typeof customer>;

const invoice = z.object({
  id: text,
  id_cliente: text,
  status: text,
  liberado: text,
  valor: text,
  valor_aberto: text,
  data_vencimento: text,
  linha_digitavel: text,
  gateway_link: text,
  impresso: text,
});
type Invoice = z.output<typeof invoice> & { customerName: string; dueDate: string; amountCents: number };

/** Some installations keep the number as it is written, some its digits alone; an unknown filter finds everybody. */
async function customersOf(ixc: Ixc, document: string): Promise<Customer[]> {
  const kind = document.length === 11 ? 'cpf' : 'cnpj';
  for (const is of [formatTaxNumber({ digits: document, kind }), document]) {
    const found = await ixc.list('cliente', { field: 'cnpj_cpf', is }, customer);
    const own = found.filter(({ cnpj_cpf }) => bareDocument(cnpj_cpf) === document);
    if (own.length > 0) return own;
  }
  return [];
}

async function openInvoices(ixc: Ixc, { id, razao, fantasia }: Customer): Promise<Invoice[]> {
  const found = await ixc.list('fn_areceber', { field: 'id_cliente', is: id, open: true }, invoice);
  return found.flatMap((row) => {
    const dueDate = dayOf(row.data_vencimento);
    // What is open of a bill that was paid in part.
    const amountCents = centsOf(row.valor_aberto) || centsOf(row.valor);
    if (row.id_cliente !== id || row.status !== 'A' || row.liberado === 'N') return [];
    return dueDate && amountCents ? [{ ...row, dueDate, amountCents, customerName: razao || fantasia }] : [];
  });
}

async function billOf(ixc: Ixc, open: Invoice): Promise<Bill> {
  const { id, customerName, dueDate, amountCents, gateway_link, impresso } = open;
  const [pdf, pix] = await Promise.all([orNothing(ixc.pdf(id)), orNothing(ixc.pix(id))]);
  let line = open.linha_digitavel;
  // The line of a bill that was never printed is made with its file.
  if (line === '' && impresso !== 'S') {
    const again = await orNothing(ixc.list('fn_areceber', { field: 'id', is: id }, invoice));
    line = again?.find((row) => row.id === id)?.linha_digitavel ?? '';
  }
  return { customerName, amountCents, dueDate, line: orNull(line), pix, pdf, link: linkOrNull(gateway_link) };
}

/** What is asked of IXC. */
interface Ixc {
  list<S extends z.ZodType>(table: string, filter: Filter, row: S): Promise<z.output<S>[]>;
  pdf(invoiceId: string): Promise<Buffer | null>;
  pix(invoiceId: string): Promise<string | null>;
}

/** @property open of bills, only those that are to be paid */
interface Filter {
  field: string;
  is: string;
  open?: boolean;
}

const failure = z.object({ type: z.literal('error'), message: text });
const page = z.object({
  total: z.union([z.string(), z.number()]),
  registros: z.array(z.unknown()).nullish(),
});
const pixAnswer = z.object({
  pix: z.object({
    qrCode: z.object({ qrcode: text }).nullish(),
    dadosPix: z.object({ pixCopiaECola: text, status: text }).nullish(),
  }),
});
const MAX_PDF_BYTES = 8 * 1024 * 1024;

function openIxc({ http }: Outside, { host, token }: IxcAccount, limits: Limits): Ixc {
  const timeLeft = shareTime(limits);
  const base = `${addressOf(host).replace(/\/webservice(?:\/v1)?$/, '')}/webservice/v1`;
  const explain = (answer: OutsideAnswer) => withoutSecret(beginningOf(answer), token);

  const request = (path: string, body: object): OutsideRequest => ({
    method: 'POST',
    url: `${base}/${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(token.trim()).toString('base64')}`,
      'content-type': 'application/json',
      // Without it a POST is not a question but a new record.
      ixcsoft: 'listar',
    },
    body: JSON.stringify(body),
    ...timeLeft(),
  });

  /** It says with status 200 that it has failed. */
  async function ask<S extends z.ZodType>(path: string, body: object, schema: S): Promise<z.output<S>> {
    const answer = await askJson(http, request(path, body), z.union([failure, schema]), explain);
    const failed = failure.safeParse(answer);
    if (failed.success)
      throw new OutsideError('refused', withoutSecret(failed.data.message, token), { status: 200 });
    return answer as z.output<S>;
  }

  return {
    async list(table, filter, row) {
      const { registros } = await ask(table, bodyOf(table, filter), page);
      return (registros ?? []).flatMap((one) => row.safeParse(one).data ?? []);
    },
    async pdf(invoiceId) {
      // With interest or a fine it would be registered anew at the bank.
      const asked = {
        boletos: invoiceId,
        juro: 'N',
        multa: 'N',
        atualiza_boleto: 'N',
        tipo_boleto: 'arquivo',
        base64: 'S',
      };
      const answer = await http.send({ ...request('get_boleto', asked), maxBytes: MAX_PDF_BYTES });
      if (!isSuccess(answer)) throw refusalOf(answer, explain);
      return pdfIn(answer);
    },
    async pix(invoiceId) {
      const { qrCode, dadosPix } = (await ask('get_pix', { id_areceber: invoiceId }, pixAnswer)).pix;
      const active = dadosPix?.status === 'ATIVA' ? dadosPix.pixCopiaECola : '';
      return pixOrNull(active || (qrCode?.qrcode ?? ''));
    },
  };
}

const bodyOf = (table: string, { field, is, open }: Filter): object => ({
  qtype: `${table}.${field}`,
  query: is,
  oper: '=',
  page: '1',
  rp: '20',
  sortname: open ? `${table}.data_vencimento` : `${table}.id`,
  sortorder: 'asc',
  // A list inside a text, as IXC wants it.
  ...(open && {
    grid_param: JSON.stringify([
      { TB: `${table}.status`, OP: '=', P: 'A' },
      { TB: `${table}.liberado`, OP: '=', P: 'S' },
    ]),
  }),
});

const encoded = z.union([z.string(), z.object({ base64: z.string() }).transform(({ base64 }) => base64)]);

/** Base64 as plain text, as JSON, or inside an object: versions differ. Null: it is no file. */
function pdfIn(answer: OutsideAnswer): Buffer | null {
  if (isPdf(answer.bytes)) return answer.bytes;
  const base64 = encoded.safeParse(jsonOf(answer)).data ?? answer.bytes.toString('latin1');
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
  return isPdf(bytes) ? bytes : null;
}
