import { createHmac } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import { formatMoney } from '@balcao/shared/money/money.ts';
import { maskName, readTaxNumber } from '@balcao/shared/money/tax-number.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { LOCALES } from '@balcao/shared/time/dates.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { type AsaasAccount, findBills as findAtAsaas } from '../../services/asaas.ts';
import type { Bill } from '../../services/bill.ts';
import { findBills as findAtIxc, type IxcAccount } from '../../services/ixc.ts';
import { findBills as findAtMkAuth } from '../../services/mkauth.ts';
import type { MkauthAccount } from '../../services/mkauth-api.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import { readProviders } from '../settings/settings.service.ts';
import * as lookups from './bill-lookups.repo.ts';
import { listHeard, type SaidMessage } from './conversation.repo.ts';
import type { AskResponder, ResponderDeps, Time } from './responder.ts';

const TIMEOUT_MS = 15_000;
/** Those that are due first: whoever has a year of them wants to pay these. Who owes more talks to people. */
const MAX_SHOWN = 3;
/** Anybody can type anybody's number. */
const MAX_DOCUMENTS_A_DAY = 3;

/** What differs when nobody is there. */
interface Asking {
  listMessages(tx: Tx, turn: Turn): Promise<SaidMessage[]>;
  mayLookUp: typeof isAllowed;
}

/**
 * The second copy of a bill, from whatever billing systems the company has. Names are masked, and nothing is told but amounts
 * and codes. ERR_BILLS_NOT_SET without any system.
 */
export function askBills(
  deps: ResponderDeps,
  { listMessages = listHeard, mayLookUp = isAllowed }: Partial<Asking> = {},
): AskResponder {
  const { db, secrets, clock } = deps;

  return async (turn, time) => {
    const { id: companyId } = turn.company;
    const words = wordsOf(turn);
    const heard = await db.readCompany(companyId, (tx) => listMessages(tx, turn));
    const document = heard
      .toReversed()
      .map(({ body }) => readTaxNumber(body))
      .find((read) => read !== null);
    if (!document) return saying(words.nothing, true);
    const { mayAsk, providers } = await db.withCompany(companyId, async (tx) => ({
      mayAsk: await mayLookUp(tx, secrets, turn, document.digits, clock()),
      providers: await readProviders(tx, companyId, secrets),
    }));
    if (!mayAsk) return saying(words.tooMany, false);
    const bills = await findBills(deps, providers, document.digits, time);
    if (bills.length === 0) return saying(words.nothing, true);
    return tell(deps, turn, bills);
  };
}

/** Whether this contact may ask for one more document today. */
function isAllowed(
  tx: Tx,
  secrets: Secrets,
  { company, contact }: Turn,
  digits: string,
  now: Date,
): Promise<boolean> {
  const hash = createHmac('sha256', secrets.derive('bill lookups')).update(digits).digest();
  return lookups.allow(tx, company.id, contact.id, hash, MAX_DOCUMENTS_A_DAY, now);
}

const wordsOf = ({ company }: Turn) => AUTOMATIC_TEXTS[company.language].bills;

const textSaid = (text: string): Answer['said'][number] => ({ text, file: null, delayMs: 0 });

function saying(text: string, goesOn: boolean): Answer {
  const people = { kind: 'people', cause: 'limit', queueId: null } as const;
  return { said: [textSaid(text)], note: null, next: goesOn ? { kind: 'goOn' } : people, session: null };
}

interface Providers {
  ixc: IxcAccount | null;
  mkauth: MkauthAccount | null;
  asaas: AsaasAccount | null;
}

/** What any of the systems knows; that one of several is down is no reason to know nothing. */
async function findBills(
  { outside, log }: ResponderDeps,
  { ixc, mkauth, asaas }: Providers,
  digits: string,
  time: Time,
): Promise<Bill[]> {
  const how = { timeoutMs: Math.min(time.left(), TIMEOUT_MS), signal: time.signal };
  const asked = [
    ...(ixc ? [findAtIxc(outside, ixc, digits, how)] : []),
    ...(mkauth ? [findAtMkAuth(outside, mkauth, digits, how)] : []),
    ...(asaas ? [findAtAsaas(outside, asaas, digits, how)] : []),
  ];
  if (asked.length === 0) throw new AppError('ERR_BILLS_NOT_SET');
  const answers = await Promise.allSettled(asked);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  if (found.length === 0 && failures.length > 0) throw failures[0];
  for (const error of failures) log.warn({ err: error }, 'a billing system was not asked');
  return found.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}

/** Whoever has what they wanted needs nobody; a new word begins anew. */
async function tell(deps: ResponderDeps, turn: Turn, bills: readonly Bill[]): Promise<Answer> {
  const words = wordsOf(turn);
  const shown = bills.slice(0, MAX_SHOWN);
  const said = [
    textSaid(shown.length < bills.length ? words.several : bills.length > 1 ? words.some : words.one),
  ];
  for (const bill of shown) said.push(...(await linesOf(deps, turn, bill)));
  said.push(textSaid(words.done));
  return { said, note: null, next: { kind: 'close' }, session: null };
}

/**
 * Each code in a message of its own, because that is how a phone copies one. A provider's page shows whose bill it is to
 * whoever typed that number: it is told only of a bill that cannot be paid otherwise.
 */
async function linesOf(deps: ResponderDeps, turn: Turn, bill: Bill): Promise<Answer['said'][number][]> {
  const { language } = turn.company;
  const words = wordsOf(turn);
  const pdf = bill.pdf && (await keepPdf(deps, turn, bill.dueDate, bill.pdf));
  const page = bill.line || bill.pix || pdf ? null : bill.link;
  const lines = [
    `*${maskName(bill.customerName)}*`,
    `${words.dueDate}: ${day(bill.dueDate, language)}`,
    `${words.amount}: ${formatMoney(bill.amountCents, 'BRL', language)}`,
    ...(page ? [page] : []),
  ];
  const code = (label: string, value: string | null) =>
    value ? [textSaid(`${label}:`), textSaid(value)] : [];
  return [
    textSaid(lines.join('\n')),
    ...code(words.line, bill.line),
    ...code(words.pix, bill.pix),
    ...(pdf ? [{ text: '', file: pdf, delayMs: 0 }] : []),
  ];
}

/** The codes do without the file. */
async function keepPdf({ media, log }: ResponderDeps, turn: Turn, dueDate: string, bytes: Buffer) {
  const name = `${wordsOf(turn).fileName}-${dueDate}.pdf`;
  try {
    return await media.take(turn.company.id, { bytes, name, voice: false });
  } catch (error) {
    log.warn({ err: error, companyId: turn.company.id }, 'the file of a bill was not kept');
    return null;
  }
}

const day = (date: string, language: keyof typeof LOCALES) =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
