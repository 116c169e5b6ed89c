import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { DEBTORS, type Debtor, type PlayedBill, pdfOf } from './debtors.ts';
import { defineStandIn, readJson } from './stand-in.ts';

export const IXC_TOKEN = '5:segredo-do-ixc';

interface State {
  /** Records that were made by a POST that should have been a question, and bills that were registered anew. */
  damage: number;
  /** Bills whose file was made, and their line with it. */
  printed: Set<string>;
}

const LIST = z.object({
  qtype: z.string(),
  query: z.string(),
  oper: z.literal('='),
  grid_param: z.string().optional(),
});
const GRID = z.array(z.object({ TB: z.string(), OP: z.literal('='), P: z.string() }));
const BOLETO = z.object({
  boletos: z.string(),
  juro: z.string(),
  multa: z.string(),
  atualiza_boleto: z.string(),
  tipo_boleto: z.literal('arquivo'),
  base64: z.literal('S'),
});

/** A provider's IXC: everything is text, and failures have status 200. */
export const ixc = defineStandIn(
  'ixc',
  (): State => ({ damage: 0, printed: new Set() }),
  (app, state) => {
    app.addHook('preHandler', async ({ method, headers }, reply) => {
      const isKnown = headers.authorization === `Basic ${Buffer.from(IXC_TOKEN).toString('base64')}`;
      if (!isKnown) return reply.code(401).type('text/html').send('<h1>Acesso negado</h1>');
      if (method === 'POST' && headers.ixcsoft !== 'listar') {
        state().damage += 1;
        return fail(reply, 'Um registro foi inserido').code(500);
      }
    });

    app.post('/webservice/v1/get_boleto', (request, reply) => {
      const asked = BOLETO.safeParse(readJson(request)).data;
      const bill = asked && billOf(asked.boletos);
      if (!asked || !bill) return fail(reply, 'Boleto não encontrado');
      if ([asked.juro, asked.multa, asked.atualiza_boleto].includes('S')) {
        state().damage += 1;
        return fail(reply, 'O boleto foi registrado de novo');
      }
      state().printed.add(bill.id);
      const base64 = pdfOf(bill).toString('base64');
      // Versions differ.
      return bill.isOverdue ? reply.send({ base64 }) : reply.type('text/html').send(`${base64}\n`);
    });

    app.post('/webservice/v1/get_pix', (request, reply) => {
      const { id_areceber } = z.object({ id_areceber: z.string() }).parse(readJson(request));
      const bill = billOf(id_areceber);
      if (!bill?.pix) return fail(reply, 'Pix não disponível para este título');
      const copied = bill.isOverdue ? { pixCopiaECola: bill.pix, status: 'ATIVA' } : { status: 'EXPIRADA' };
      return reply.send({
        type: 'success',
        pix: { qrCode: { qrcode: bill.pix, imagemSrc: '' }, dadosPix: { ...copied, expiracaoPix: '3600' } },
        gateway: { gatewayNome: 'Banco Demo' },
      });
    });

    app.post<{ Params: { table: string } }>('/webservice/v1/:table', (request, reply) => {
      const asked = LIST.safeParse(readJson(request)).data;
      const rows = asked && tables(state())[request.params.table];
      if (!asked || !rows) return fail(reply, 'Recurso inválido');
      const grid = GRID.parse(JSON.parse(asked.grid_param ?? '[]'));
      const filters = [[asked.qtype, asked.query], ...grid.map(({ TB, P }) => [TB, P])];
      const found = rows.filter((row) =>
        filters.every(([field = '', value]) => row[field.replace(`${request.params.table}.`, '')] === value),
      );
      return reply.send({
        page: '1',
        total: String(found.length),
        ...(found.length > 0 && { registros: found }),
      });
    });
  },
);

const fail = (reply: FastifyReply, message: string) => reply.send({ type: 'error', message });

const billOf = (id: string): PlayedBill | undefined =>
  DEBTORS.flatMap(({ bills }) => bills).find((bill) => bill.id === id);

type Row = Record<string, string>;

const tables = ({ printed }: State): Record<string, Row[]> => ({
  // One has its document as it is written, the other its digits alone.
  cliente: DEBTORS.map(({ id, name, document, written }) => ({
    id,
    razao: name,
    fantasia: '',
    cnpj_cpf: document.length === 11 ? written : document,
    ativo: 'S',
  })),
  fn_areceber: DEBTORS.flatMap((debtor) => [
    ...debtor.bills.map((bill) => rowOf(debtor, bill, bill.isOverdue || printed.has(bill.id))),
    ...paid(debtor),
  ]),
});

const rowOf = ({ id }: Debtor, bill: PlayedBill, isPrinted: boolean): Row => ({
  id: bill.id,
  id_cliente: id,
  status: 'A',
  liberado: 'S',
  valor: bill.amount,
  valor_aberto: bill.amount,
  data_vencimento: bill.dueDate,
  linha_digitavel: isPrinted ? bill.line : '',
  gateway_link: bill.isOverdue ? `https://boleto.example.com/${bill.id}` : '',
  impresso: isPrinted ? 'S' : 'N',
});

/** What was paid, and what is not released yet. */
const paid = ({ id }: Debtor): Row[] =>
  [
    { status: 'R', liberado: 'S' },
    { status: 'C', liberado: 'S' },
    { status: 'A', liberado: 'N' },
  ].map((state, index) => ({
    ...state,
    id: `${id}${index + 5}`,
    id_cliente: id,
    valor: '10.00',
    data_vencimento: '2026-01-10',
  }));
