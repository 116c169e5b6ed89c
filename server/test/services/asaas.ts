import type { FastifyReply } from 'fastify';
import { DEBTORS, type Debtor, type PlayedBill, pdfOf } from './debtors.ts';
import { defineStandIn, readBytes } from './stand-in.ts';

export const ASAAS_KEY = '$aact_hmlg_segredo-do-asaas';

interface Query {
  cpfCnpj?: string;
  customer?: string;
  status?: string;
}

/** The API of Asaas, with its limits in headers and its errors in lists. */
export const asaas = defineStandIn(
  'asaas',
  () => null,
  (app) => {
    app.addHook('preHandler', async (request, reply) => {
      if (!request.url.startsWith('/asaas/v3/')) return;
      reply.headers({ 'RateLimit-Limit': '100', 'RateLimit-Remaining': '99', 'RateLimit-Reset': '30' });
      if (readBytes(request).length > 0 || request.headers['content-length'] !== undefined)
        return reply.code(403).send();
      if (!request.headers['user-agent'])
        return refuse(reply, 400, 'invalid_header', 'O header User-Agent é obrigatório.');
      if (request.headers.access_token !== ASAAS_KEY)
        return refuse(reply, 401, 'invalid_access_token', 'A chave de API fornecida é inválida');
    });

    app.get<{ Querystring: Query }>('/v3/customers', ({ query }) =>
      listOf(customers.filter(({ cpfCnpj }) => query.cpfCnpj === undefined || query.cpfCnpj === cpfCnpj)),
    );
    app.get<{ Querystring: Query }>('/v3/payments', ({ query, host }) =>
      listOf(
        payments(`http://${host}`).filter(
          ({ customer, status }) => query.customer === customer && query.status === status,
        ),
      ),
    );
    app.get<{ Params: { id: string } }>('/v3/payments/:id/identificationField', ({ params }, reply) => {
      const bill = billOf(params.id);
      if (!bill) return reply.code(404).send();
      if (!isSlip(bill))
        return refuse(reply, 400, 'invalid_action', 'Somente é possível obter a linha digitável de boletos.');
      return reply.send({ identificationField: bill.line, nossoNumero: bill.id, barCode: bill.line });
    });
    app.get<{ Params: { id: string } }>('/v3/payments/:id/pixQrCode', ({ params }, reply) => {
      const bill = billOf(params.id);
      if (!bill?.pix) return reply.code(404).send();
      return reply.send({ encodedImage: '', payload: bill.pix, expirationDate: '2027-12-31 23:59:59' });
    });
    app.get<{ Params: { id: string } }>('/b/pdf/:id', ({ params }, reply) => {
      const bill = billOf(params.id);
      return bill ? reply.type('application/pdf').send(pdfOf(bill)) : reply.code(404).send();
    });
  },
);

const refuse = (reply: FastifyReply, status: number, code: string, description: string) =>
  reply.code(status).send({ errors: [{ code, description }] });

const listOf = (data: object[]) => ({
  object: 'list',
  hasMore: false,
  totalCount: data.length,
  limit: 100,
  offset: 0,
  data,
});

const billOf = (id: string): PlayedBill | undefined =>
  DEBTORS.flatMap(({ bills }) => bills).find((bill) => idOf(bill) === id);
const idOf = ({ id }: { id: string }): string => `pay_${id}`;
/** Only what is overdue was sent as a slip; the others are paid by Pix. */
const isSlip = ({ isOverdue }: PlayedBill): boolean => isOverdue;

const customers = DEBTORS.flatMap(({ id, name, document }) => [
  { object: 'customer', id: `cus_${id}`, name, cpfCnpj: document, deleted: false },
  // Taken in twice, and thrown away once.
  { object: 'customer', id: `cus_${id}_old`, name, cpfCnpj: document, deleted: true },
]);

const payments = (address: string) =>
  DEBTORS.flatMap((debtor) => [
    ...debtor.bills.map((bill) => paymentOf(address, debtor, bill)),
    {
      id: `pay_old_${debtor.id}`,
      customer: `cus_${debtor.id}_old`,
      value: 10,
      dueDate: '2026-01-10',
      status: 'OVERDUE',
    },
    {
      id: `pay_gone_${debtor.id}`,
      customer: `cus_${debtor.id}`,
      value: 10,
      dueDate: '2026-01-10',
      status: 'OVERDUE',
      deleted: true,
    },
  ]);

const paymentOf = (address: string, debtor: Debtor, bill: PlayedBill) => ({
  object: 'payment',
  id: idOf(bill),
  customer: `cus_${debtor.id}`,
  value: Number(bill.amount),
  dueDate: bill.dueDate,
  status: bill.isOverdue ? 'OVERDUE' : 'PENDING',
  billingType: isSlip(bill) ? 'BOLETO' : 'PIX',
  invoiceUrl: `https://fatura.example.com/i/${bill.id}`,
  bankSlipUrl: isSlip(bill) ? `${address}/asaas/b/pdf/${idOf(bill)}` : null,
  deleted: false,
});
