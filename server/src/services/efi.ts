import { decimalOf } from '@balcao/shared/features/invoices/pix-code.ts';
import { v4 as uuidv4 } from 'uuid';
import { z } from 'zod';
import { isSuccess, jsonOf, refusalOf } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer, OutsideRequest } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import { explainEfi } from './efi-errors.ts';
import { type EfiAccount, forgetToken, identityOf, tokenOf } from './efi-token.ts';
import type { Outside } from './outside.ts';
import type { Charge, PixGateway } from './pix-gateway.ts';
import { shareTime } from './time-left.ts';

/** The API Pix of Efí (formerly Gerencianet). */
export interface Efi extends PixGateway {
  /** Throws OutsideError when the account cannot be asked. */
  test(): Promise<void>;
  /** Has Efí tell this address of what is paid to the account's key. Throws OutsideError. */
  tell(url: string): Promise<void>;
}

/**
 * The time from the first byte to the last, all requests of one call together: consoles give a call up after 15
 * seconds.
 */
const TIMEOUT_MS = 10_000;
/** How long a code can be paid, in seconds. */
const VALID_S = 3_600;
const DAY_MS = 86_400_000;

/** @param options.pixKey one of the account's own */
export function createEfi(
  outside: Outside,
  account: EfiAccount,
  options: { pixKey: string; clock: () => Date; timeoutMs?: number },
): Efi {
  const { pixKey, clock, timeoutMs = TIMEOUT_MS } = options;
  const open = () => openEfi(outside, account, { clock, timeoutMs });

  return {
    name: 'efi',
    newTxid: () => uuidv4().replaceAll('-', ''),
    async create({ txid, amountCents }) {
      const efi = open();
      const body = {
        calendario: { expiracao: VALID_S },
        valor: { original: decimalOf(amountCents) },
        chave: pixKey,
      };
      const made = await efi.ask('PUT', `v2/cob/${txid}`, CHARGE, body).catch((error) => {
        // Made before, by a call whose answer was lost, or by another tab.
        if (error instanceof OutsideError && error.status === 409)
          return efi.ask('GET', `v2/cob/${txid}`, CHARGE);
        throw error;
      });
      if (made.txid !== txid || made.valor.original !== body.valor.original)
        throw new OutsideError('nonsense', `another charge than ${txid}`);
      return { code: await codeOf(efi, made), expiresAt: endOf(made, clock()) };
    },
    async paidCents(txid) {
      const charge = await open()
        .ask('GET', `v2/cob/${txid}`, CHARGE)
        .catch((error) => {
          // Its name was kept, and it was never made: nobody can have paid it.
          if (error instanceof OutsideError && error.status === 404) return null;
          throw error;
        });
      if (!charge) return 0;
      if (charge.txid !== txid) throw new OutsideError('nonsense', `another charge than ${txid}`);
      if (charge.status !== 'CONCLUIDA') return 0;
      return charge.pix.reduce((sum, pix) => sum + pix.valor - givenBack(pix), 0);
    },
    async test() {
      const now = clock().getTime();
      const day = { inicio: new Date(now - DAY_MS).toISOString(), fim: new Date(now).toISOString() };
      await open().ask('GET', `v2/cob?${new URLSearchParams(day)}`, z.object({ parametros: z.object({}) }));
    },
    async tell(url) {
      await open().ask('PUT', `v2/webhook/${encodeURIComponent(pixKey)}`, z.unknown(), { webhookUrl: url });
    },
  };
}

/** `123.45`, digit by digit: sums of money are never calculated as fractions. */
const cents = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((amount) => Number(amount.replace('.', '')));

const CHARGE = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  calendario: z.object({ criacao: z.coerce.date(), expiracao: z.coerce.number().positive() }),
  valor: z.object({ original: z.string() }),
  loc: z.object({ id: z.int() }).optional(),
  /** Older versions answer it only when it is asked for. */
  pixCopiaECola: z.string().optional(),
  pix: z
    .array(
      z.object({
        valor: cents,
        devolucoes: z.array(z.object({ valor: cents, status: z.string() })).default([]),
      }),
    )
    .default([]),
});
type EfiCharge = z.output<typeof CHARGE>;
const QR_CODE = z.object({ qrcode: z.string().startsWith('000201') });

const givenBack = ({ devolucoes }: EfiCharge['pix'][number]): number =>
  devolucoes.reduce((sum, { valor, status }) => (status === 'DEVOLVIDO' ? sum + valor : sum), 0);

async function codeOf(efi: OpenEfi, { pixCopiaECola, loc }: EfiCharge): Promise<string> {
  if (pixCopiaECola) return pixCopiaECola;
  if (!loc) throw new OutsideError('nonsense', 'a charge without a code');
  return (await efi.ask('GET', `v2/loc/${loc.id}/qrcode`, QR_CODE)).qrcode;
}

/**
 * That time is up is no status; one that was taken back cannot be paid from now on. One that is paid, which nobody has
 * noted yet, stays: another one beside it would be paid as well.
 */
const endOf = ({ status, calendario }: EfiCharge, now: Date): Charge['expiresAt'] =>
  status === 'ATIVA' || status === 'CONCLUIDA'
    ? new Date(calendario.criacao.getTime() + calendario.expiracao * 1_000)
    : now;

interface OpenEfi {
  ask<S extends z.ZodType>(
    method: OutsideRequest['method'],
    path: string,
    schema: S,
    body?: object,
  ): Promise<z.output<S>>;
}

function openEfi(
  outside: Outside,
  account: EfiAccount,
  { clock, timeoutMs }: { clock: () => Date; timeoutMs: number },
): OpenEfi {
  if (account.certificate.validUntil <= clock())
    throw new OutsideError('refused', 'the certificate has expired');
  const timeLeft = shareTime({ timeoutMs });

  async function send(method: OutsideRequest['method'], path: string, token: string, body?: object) {
    return outside.http.send({
      method,
      url: `${outside.addresses.efi(account.isSandbox)}/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // Behind a proxy that several services share nobody can be asked for a certificate: our address has a secret.
        ...(path.startsWith('v2/webhook/') ? { 'x-skip-mtls-checking': 'true' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      identity: identityOf(outside, account),
      ...timeLeft(),
    });
  }

  return {
    async ask(method, path, schema, body) {
      let token = await tokenOf(outside, account, timeLeft());
      let answer: OutsideAnswer = await send(method, path, token, body);
      if (answer.status === 401) {
        // It ended before its time, and nothing was done.
        forgetToken(outside, account);
        token = await tokenOf(outside, account, timeLeft());
        answer = await send(method, path, token, body);
      }
      const explain = (of: OutsideAnswer) => explainEfi(of, [account.clientSecret, token]);
      if (!isSuccess(answer)) throw refusalOf(answer, explain);
      const parsed = schema.safeParse(jsonOf(answer));
      if (!parsed.success) throw new OutsideError('nonsense', explain(answer), { status: answer.status });
      return parsed.data;
    },
  };
}
