import { randomUUID } from 'node:crypto';
import { checksum, decimalOf } from '@balcao/shared/features/invoices/pix-code.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defineStandIn, readJson } from './stand-in.ts';

/** An account at the bank that is played. Its certificate is made with the bank. */
export const EFI_KEYS = { clientId: 'Client_Id_balcao', clientSecret: 'Client_Secret_segredo-da-efi' };
/** The account's Pix key. */
export const EFI_PIX_KEY = 'caixa@operadora.test';

interface Paid {
  endToEndId: string;
  txid: string;
  valor: string;
  horario: string;
  devolucoes?: { id: string; valor: string; status: string }[];
}

interface PlayedCharge {
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  calendario: { criacao: string; expiracao: number };
  valor: { original: string };
  chave: string;
  loc: { id: number; location: string; tipoCob: 'cob' };
  pix: Paid[];
}

interface State {
  charges: Map<string, PlayedCharge>;
  /** Where each Pix key's payments are told. */
  webhooks: Map<string, string>;
  tokens: Set<string>;
  /** Older versions give the code only when it is asked for. */
  isOld: boolean;
}

/** How a notice leaves the bank. @returns the status of the answer */
export type SendNotice = (url: string, body: object) => Promise<number>;

/** What people and tests do at the bank. */
export interface Bank {
  /** Those that can be paid, the newest first. */
  open(): { txid: string; code: string; amountCents: number }[];
  /**
   * Pays a charge, the newest open one when none is named; what is not the whole amount is a mistake that no bank makes.
   * Nobody is told: that is `notify`. Throws for what cannot be paid.
   */
  pay(what?: { txid?: string; code?: string; cents?: number }): string;
  /** Tells of what was paid, as often as it is called. @returns the answer's status; null: nobody wants to know */
  notify(txid: string): Promise<number | null>;
  /** Gives back what was paid. */
  giveBack(txid: string): void;
  /** The receiver takes a charge back. */
  remove(txid: string): void;
  /** Tokens that were given are none any more. */
  endTokens(): void;
  beOld(): void;
}

const TXID = /^[a-zA-Z0-9]{26,35}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const MAX_TOLD_MS = 5_000;

const post: SendNotice = async (url, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_TOLD_MS),
  });
  return answer.status;
};

/** The API Pix of Efí. Its program asks for a certificate before any of it is heard. */
export function playEfi(send: SendNotice = post) {
  let current: State;
  const begin = (): State => {
    current = { charges: new Map(), webhooks: new Map(), tokens: new Set(), isOld: false };
    return current;
  };
  const standIn = defineStandIn('efi', begin, (app, state) => {
    app.addHook('preHandler', async (request, reply) => {
      if (request.url === '/efi/oauth/token') return;
      const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (!state().tokens.has(token))
        return reply
          .code(401)
          .send({ error: 'invalid_token', error_description: 'Token inválido ou expirado' });
    });
    app.post('/oauth/token', (request, reply) => {
      const { clientId, clientSecret } = EFI_KEYS;
      const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      const asked = z.object({ grant_type: z.literal('client_credentials') }).safeParse(readJson(request));
      if (request.headers.authorization !== expected || !asked.success)
        return reply
          .code(401)
          .send({ error: 'invalid_client', error_description: 'Invalid or inactive credentials' });
      const access_token = randomUUID();
      state().tokens.add(access_token);
      return reply.send({
        access_token,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'cob.write cob.read pix.read',
      });
    });

    app.put<{ Params: { txid: string } }>('/v2/cob/:txid', (request, reply) =>
      makeCharge(state(), request, reply),
    );
    app.get<{ Params: { txid: string } }>('/v2/cob/:txid', ({ params }, reply) => {
      const charge = state().charges.get(params.txid);
      return charge
        ? reply.send(shown(state(), charge))
        : refuse(reply, 404, 'cobranca_nao_encontrada', 'Não existe');
    });
    app.get<{ Querystring: { inicio?: string; fim?: string } }>('/v2/cob', ({ query }, reply) => {
      if (!z.iso.datetime().safeParse(query.inicio).success || !z.iso.datetime().safeParse(query.fim).success)
        return refuse(reply, 400, 'valor_invalido', 'Campo inicio ou fim inválido');
      const cobs = [...state().charges.values()].map((charge) => shown(state(), charge));
      return reply.send({ parametros: { ...query, paginacao: { paginaAtual: 0 } }, cobs });
    });
    app.get<{ Params: { id: string } }>('/v2/loc/:id/qrcode', ({ params }, reply) => {
      const charge = [...state().charges.values()].find(({ loc }) => String(loc.id) === params.id);
      return charge
        ? reply.send({ qrcode: codeOf(charge), imagemQrcode: 'data:image/png;base64,' })
        : refuse(reply, 404, 'location_nao_encontrado', 'Não existe');
    });
    app.put<{ Params: { key: string } }>('/v2/webhook/:key', async (request, reply) => {
      const body = z.object({ webhookUrl: z.url({ protocol: /^https$/ }) }).safeParse(readJson(request));
      if (!body.success) return refuse(reply, 400, 'valor_invalido', 'Campo webhookUrl inválido');
      if (request.params.key !== EFI_PIX_KEY)
        return refuse(reply, 404, 'chave_nao_encontrada', 'Chave inexistente');
      if (request.headers['x-skip-mtls-checking'] !== 'true')
        return refuse(
          reply,
          400,
          'webhook_invalido',
          'A autenticação de TLS mútuo não está configurada na URL informada',
        );
      const { webhookUrl } = body.data;
      const status = await send(webhookUrl, {
        evento: 'teste_webhook',
        data_criacao: new Date().toISOString(),
      }).catch(() => null);
      if (status === null) return refuse(reply, 400, 'webhook_invalido', 'A URL informada está inacessível');
      if (status !== 200)
        return refuse(
          reply,
          400,
          'webhook_invalido',
          `A URL informada respondeu com o código HTTP ${status}`,
        );
      state().webhooks.set(request.params.key, webhookUrl);
      return reply.send({ webhookUrl });
    });
  });
  return { standIn, bank: openBank(() => current, send) };
}

const CHARGE = z.object({
  calendario: z.object({ expiracao: z.int().positive() }),
  valor: z.object({
    original: z
      .string()
      .regex(AMOUNT)
      .refine((amount) => Number(amount) > 0),
  }),
  chave: z.string(),
});

function makeCharge(
  state: State,
  request: FastifyRequest<{ Params: { txid: string } }>,
  reply: FastifyReply,
) {
  const { txid } = request.params;
  if (!TXID.test(txid))
    return reply.code(400).send({
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      title: 'Cobrança inválida.',
      status: 400,
      violacoes: [{ razao: 'O campo txid não respeita o padrão.', propriedade: 'txid', valor: txid }],
    });
  const body = CHARGE.safeParse(readJson(request));
  if (!body.success) return refuse(reply, 400, 'valor_invalido', 'Campo inválido');
  if (body.data.chave !== EFI_PIX_KEY)
    return refuse(reply, 400, 'chave_invalida', 'A chave não é desta conta');
  if (state.charges.has(txid)) return refuse(reply, 409, 'txid_duplicado', 'Campo txid já utilizado');
  const id = state.charges.size + 1;
  const charge: PlayedCharge = {
    txid,
    status: 'ATIVA',
    calendario: { criacao: new Date().toISOString(), ...body.data.calendario },
    valor: body.data.valor,
    chave: body.data.chave,
    loc: { id, location: `pix.example.com/qr/v2/${txid}`, tipoCob: 'cob' },
    pix: [],
  };
  state.charges.set(txid, charge);
  return reply.code(201).send(shown(state, charge));
}

const refuse = (reply: FastifyReply, status: number, nome: string, mensagem: string) =>
  reply.code(status).send({ nome, mensagem });

const shown = ({ isOld }: State, charge: PlayedCharge) => {
  const { pix, ...rest } = charge;
  return {
    ...rest,
    revisao: 0,
    location: charge.loc.location,
    ...(isOld ? {} : { pixCopiaECola: codeOf(charge) }),
    ...(pix.length > 0 ? { pix } : {}),
  };
};

const field = (name: string, value: string) => `${name}${String(value.length).padStart(2, '0')}${value}`;

/** A code that leads to the charge, which says all the rest. */
function codeOf({ loc }: PlayedCharge): string {
  const account = field('26', field('00', 'BR.GOV.BCB.PIX') + field('25', loc.location));
  const receiver = '5204000053039865802BR5909OPERADORA6006RECIFE62070503***6304';
  const body = `000201010212${account}${receiver}`;
  return body + checksum(body);
}

function openBank(state: () => State, send: SendNotice): Bank {
  const of = (txid: string): PlayedCharge => {
    const charge = state().charges.get(txid);
    if (!charge) throw new Error('This bank has no such charge.');
    return charge;
  };
  const isOpen = ({ status, calendario }: PlayedCharge) =>
    status === 'ATIVA' && Date.parse(calendario.criacao) + calendario.expiracao * 1_000 > Date.now();
  const newestFirst = () => [...state().charges.values()].filter(isOpen).toReversed();

  return {
    open: () =>
      newestFirst().map((charge) => ({
        txid: charge.txid,
        code: codeOf(charge),
        amountCents: Number(charge.valor.original.replace('.', '')),
      })),
    pay({ txid, code, cents } = {}) {
      const charge = newestFirst().find(
        (one) =>
          (txid === undefined || one.txid === txid) && (code === undefined || codeOf(one) === code.trim()),
      );
      if (!charge) throw new Error('This bank has no such charge that can be paid.');
      charge.status = 'CONCLUIDA';
      charge.pix.push({
        endToEndId: `E18236120${Date.now()}${state().charges.size}`,
        txid: charge.txid,
        valor: cents === undefined ? charge.valor.original : decimalOf(cents),
        horario: new Date().toISOString(),
      });
      return charge.txid;
    },
    async notify(txid) {
      const { chave, pix } = of(txid);
      const url = state().webhooks.get(chave);
      // The end of the address, whatever that is.
      return url === undefined ? null : send(`${url}/pix`, { pix: pix.map((one) => ({ ...one, chave })) });
    },
    giveBack(txid) {
      for (const one of of(txid).pix)
        one.devolucoes = [{ id: 'DEVOLUCAO1', valor: one.valor, status: 'DEVOLVIDO' }];
    },
    remove(txid) {
      of(txid).status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    },
    endTokens: () => state().tokens.clear(),
    beOld() {
      state().isOld = true;
    },
  };
}
