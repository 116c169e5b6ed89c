import { z } from 'zod';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Bill } from './bill.ts';
import {
  bareDocument,
  centsOf,
  dayOf,
  dueFirst,
  linkOrNull,
  orNothing,
  orNull,
  pixOrNull,
  text,
} from './bill-fields.ts';
import { type Mkauth, type MkauthAccount, openMkauth, recordsIn } from './mkauth-api.ts';
import type { Limits, Outside } from './outside.ts';

/** The bills of whoever has this CPF or CNPJ, those first that are due first; none: nobody has it, or all is paid. */
export async function findBills(
  outside: Outside,
  account: MkauthAccount,
  document: string,
  limits: Limits,
): Promise<Bill[]> {
  const mkauth = await openMkauth(outside, account, limits);
  const customers = await customersOf(mkauth, document);
  const titles =
    customers.length > 0
      ? (await Promise.all(customers.map((customer) => titlesOf(mkauth, customer)))).flat()
      : await shownTitles(mkauth, document);
  return Promise.all(dueFirst(unique(titles)).map((title) => billOf(mkauth, title)));
}

/** Throws OutsideError when the account cannot be asked. */
export async function test(outside: Outside, account: MkauthAccount, limits: Limits): Promise<void> {
  await openMkauth(outside, account, limits);
}

const customer = z.object({ login: text, nome: text, cpf_cnpj: text });
type Customer = z.output<typeof customer>;

const title = z.object({
  uuid: text,
  uuid_lanc: text,
  titulo: text,
  nome: text,
  cpf_cnpj: text,
  datavenc: text,
  valor: text,
  status: text,
  linhadig: text,
  pix: text,
  qrcode: text,
  url: text,
});
type Title = z.output<typeof title>;
type OpenTitle = Title & { customerName: string; dueDate: string; amountCents: number };

const isCustomer = (record: object): boolean => 'login' in record;
const isTitle = (record: object): boolean => 'datavenc' in record;

/** Versions without this list say so in many ways. */
async function customersOf(mkauth: Mkauth, document: string): Promise<Customer[]> {
  try {
    const found = await mkauth.get(`cliente/listar/cpf_cnpj=${document}`);
    return recordsIn(found, isCustomer)
      .map((record) => customer.parse(record))
      .filter(({ login, cpf_cnpj }) => login !== '' && bareDocument(cpf_cnpj) === document);
  } catch (error) {
    const isMissing =
      error instanceof OutsideError && (error.problem === 'refused' || error.problem === 'nonsense');
    if (!isMissing) throw error;
    return [];
  }
}

async function titlesOf(mkauth: Mkauth, { login, nome }: Customer): Promise<OpenTitle[]> {
  const paths = ['vencido', 'aberto'].map((which) => `titulo/${which}/${encodeURIComponent(login)}`);
  const found = await Promise.all(paths.map((path) => mkauth.get(path)));
  return found.flatMap((answer) => openTitles(answer, nome));
}

/** The customer with the next bill, as every version shows it. */
async function shownTitles(mkauth: Mkauth, document: string): Promise<OpenTitle[]> {
  const found = openTitles(await mkauth.get(`cliente/show/${document}`), '');
  return found.filter(({ cpf_cnpj }) => cpf_cnpj === '' || bareDocument(cpf_cnpj) === document);
}

const openTitles = (answer: unknown, customerName: string): OpenTitle[] =>
  recordsIn(answer, isTitle)
    .map((record) => title.parse(record))
    .flatMap((row) => {
      const dueDate = dayOf(row.datavenc);
      const amountCents = centsOf(row.valor);
      const isOpen = row.status === '' || /^(?:aberto|vencido)$/i.test(row.status);
      return isOpen && dueDate && amountCents
        ? [{ ...row, dueDate, amountCents, customerName: customerName || row.nome }]
        : [];
    });

/** What is overdue is also open. */
const unique = (titles: readonly OpenTitle[]): OpenTitle[] => [
  ...new Map(titles.map((one) => [one.uuid || one.uuid_lanc || one.titulo, one])).values(),
];

async function billOf(mkauth: Mkauth, listed: OpenTitle): Promise<Bill> {
  const uuid = listed.uuid || listed.uuid_lanc;
  const answer = uuid ? await orNothing(mkauth.get(`titulo/show/${encodeURIComponent(uuid)}`)) : null;
  const [record] = recordsIn(answer, isTitle);
  const shown = title.parse(record ?? {});
  const { customerName, amountCents, dueDate } = listed;
  const number = listed.titulo || shown.titulo;
  return {
    customerName,
    amountCents,
    dueDate,
    line: orNull(shown.linhadig || listed.linhadig),
    pix: pixOrNull(shown.pix || shown.qrcode || listed.pix || listed.qrcode),
    pdf: null,
    link: linkOrNull(shown.url || listed.url) ?? (number ? mkauth.pageOf(number) : null),
  };
}
