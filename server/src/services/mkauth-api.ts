import { z } from 'zod';
import { beginningOf, isSuccess, refusalOf, withoutSecret } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import { addressOf, text } from './bill-fields.ts';
import type { Limits, Outside } from './outside.ts';
import { shareTime } from './time-left.ts';

/** How MK-AUTH is spoken to: no two versions of it answer alike. */

export interface MkauthAccount {
  host: string;
  clientId: string;
  clientSecret: string;
}

export interface Mkauth {
  /** Null: there is none. */
  get(path: string): Promise<unknown>;
  /** The page that shows a bill. */
  pageOf(number: string): string;
}

/** Gets a token, which lives longer than any lookup. Throws OutsideError. */
export async function openMkauth({ http }: Outside, account: MkauthAccount, limits: Limits): Promise<Mkauth> {
  const { host, clientId, clientSecret } = account;
  const timeLeft = shareTime(limits);
  const base = addressOf(host).replace(/\/api$/, '');
  let token = '';
  const masked = (said: string) => withoutSecret(withoutSecret(said, clientSecret), token);
  const explain = (answer: OutsideAnswer) => masked(beginningOf(answer));
  const nonsense = (answer: OutsideAnswer) =>
    new OutsideError('nonsense', explain(answer), { status: answer.status });
  const ask = (path: string, authorization: string) =>
    http.send({ method: 'GET', url: `${base}/api/${path}`, headers: { authorization }, ...timeLeft() });

  const opened = await ask('', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  if (!isSuccess(opened)) throw refusalOf(opened, explain);
  token = tokenIn(bare(opened)) ?? '';
  if (token === '') throw nonsense(opened);

  return {
    async get(path) {
      const answer = await ask(path, `Bearer ${token}`);
      const said = bare(answer);
      if (/^"?null"?$/i.test(said)) return null;
      const value = jsonIn(said);
      if (isNothing(value)) return null;
      if (!isSuccess(answer)) throw refusalOf(answer, explain);
      if (typeof value !== 'object' || value === null) throw nonsense(answer);
      // It says with status 200 that it has failed.
      const failed = failure.safeParse(value);
      if (failed.success)
        throw new OutsideError('refused', masked(failed.data).slice(0, 300), { status: answer.status });
      return value;
    },
    pageOf: (number) => `${base}/boleto/21boleto.php?titulo=${encodeURIComponent(number)}`,
  };
}

/** Text without the mark of its encoding, and without what stands around it. */
const bare = ({ bytes }: OutsideAnswer): string => bytes.toString('utf8').replaceAll('\uFEFF', '').trim();

function jsonIn(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

const wrapped = z.union([
  z.string(),
  z.object({ token: z.string() }).transform(({ token }) => token),
  z.object({ access_token: z.string() }).transform(({ access_token }) => access_token),
  z.object({ jwt: z.string() }).transform(({ jwt }) => jwt),
]);

/** A token as it is, in quotes, or inside an object. */
function tokenIn(said: string): string | null {
  const token = (wrapped.safeParse(jsonIn(said)).data ?? said).trim();
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? token : null;
}

const failure = z.union([
  z.object({ error: z.object({ text: z.string() }) }).transform(({ error }) => error.text),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ status: z.literal('erro'), mensagem: text }).transform(({ mensagem }) => mensagem || 'erro'),
]);
const remark = z.object({ mensagem: z.string() }).transform(({ mensagem }) => mensagem);

/** That there is no such record is no failure, however it is said. */
const isNothing = (value: unknown): boolean =>
  /n[ãa]o encontrad|nenhum/i.test(failure.or(remark).safeParse(value).data ?? '');

/** What versions put around what they list. */
const ENVELOPES = [
  'clientes',
  'cliente',
  'titulos',
  'titulo',
  'registros',
  'dados',
  'dados_cliente',
  'data',
  'lista',
];
const MAX_DEPTH = 6;

/** The records in an answer, whatever stands around them. */
export function recordsIn(value: unknown, isRecord: (record: object) => boolean, depth = 0): object[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  const inside = (one: unknown) => recordsIn(one, isRecord, depth + 1);
  if (Array.isArray(value)) return value.flatMap(inside);
  if (isRecord(value)) return [value];
  return ENVELOPES.flatMap((name) => inside((value as Record<string, unknown>)[name]));
}
