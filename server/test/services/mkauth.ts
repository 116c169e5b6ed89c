import type { FastifyReply } from 'fastify';
import { DEBTORS, type Debtor, type PlayedBill } from './debtors.ts';
import { defineStandIn } from './stand-in.ts';

export const MKAUTH_ACCOUNT = { clientId: 'balcao', clientSecret: 'segredo-do-mkauth' };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const TOKEN = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ exp: 4_102_444_800 })}.c2lnbmF0dXJl`;
const BASIC = Buffer.from(`${MKAUTH_ACCOUNT.clientId}:${MKAUTH_ACCOUNT.clientSecret}`).toString('base64');

/** A provider's MK-AUTH: filters stand in the path, and each answer has an envelope of its own. */
export const mkauth = defineStandIn(
  'mkauth',
  () => null,
  (app) => {
    app.addHook('preHandler', async ({ url, headers }, reply) => {
      const wanted = url.endsWith('/api/') ? `Basic ${BASIC}` : `Bearer ${TOKEN}`;
      if (headers.authorization !== wanted)
        return reply.code(401).send({ error: { text: 'Acesso não autorizado' } });
    });
    app.get('/api/', (_request, reply) => reply.type('text/html').send(`\uFEFF${TOKEN}\r\n`));
    app.get<{ Params: { filter: string } }>('/api/cliente/listar/:filter', ({ params }, reply) => {
      const [field, value] = params.filter.split('=');
      // The bakery is older than the list.
      const found = DEBTORS.filter(
        ({ document }) => field === 'cpf_cnpj' && document === value && document.length === 11,
      );
      if (found.length === 0) return none(reply);
      return reply.send({ total_registros: found.length, pagina_atual: 1, clientes: found.map(customerOf) });
    });
    app.get<{ Params: { document: string } }>('/api/cliente/show/:document', ({ params }, reply) => {
      const debtor = DEBTORS.find(({ document }) => document === params.document);
      const [bill] = debtor?.bills ?? [];
      if (!debtor || !bill) return reply.type('text/html').send('NULL');
      const { uuid: _uuid, ...shown } = titleOf(debtor, bill);
      return reply.send({
        dados_cliente: {
          titulos: {
            ...customerOf(debtor),
            ...shown,
            uuid_cliente: `c-${debtor.id}`,
            linhadig: bill.line,
            qrcode: bill.pix,
          },
        },
      });
    });
    for (const [which, isOverdue] of [
      ['vencido', [true]],
      // What is overdue is also open.
      ['aberto', [true, false]],
    ] as const)
      app.get<{ Params: { login: string } }>(`/api/titulo/${which}/:login`, ({ params }, reply) => {
        const debtor = DEBTORS.find((one) => loginOf(one) === params.login);
        const bills = (debtor?.bills ?? []).filter((bill) => isOverdue.some((one) => one === bill.isOverdue));
        if (!debtor || bills.length === 0) return none(reply);
        return reply.send({ Total: bills.length, titulos: bills.map((bill) => titleOf(debtor, bill)) });
      });
    app.get<{ Params: { uuid: string } }>('/api/titulo/show/:uuid', ({ params }, reply) => {
      const debtor = DEBTORS.find(({ bills }) => bills.some((bill) => uuidOf(bill) === params.uuid));
      const bill = debtor?.bills.find((one) => uuidOf(one) === params.uuid);
      if (!debtor || !bill) return none(reply);
      return reply.send({
        dados: {
          ...titleOf(debtor, bill),
          uuid_lanc: params.uuid,
          url: '',
          linhadig: bill.line,
          pix: bill.pix,
        },
      });
    });
  },
);

const none = (reply: FastifyReply) => reply.send({ mensagem: 'Registro não encontrado' });

const loginOf = ({ name }: Debtor): string => `${name.split(' ')[0]?.toLowerCase()}@provedor`;
const uuidOf = ({ id }: PlayedBill): string => `b-${id}`;

const customerOf = (debtor: Debtor) => ({
  uuid_cliente: `c-${debtor.id}`,
  login: loginOf(debtor),
  nome: debtor.name,
  cpf_cnpj: debtor.written,
  bloqueado: 'nao',
});

const titleOf = (_debtor: Debtor, bill: PlayedBill) => ({
  uuid: uuidOf(bill),
  titulo: bill.id,
  datavenc: `${bill.dueDate} 00:00:00`,
  valor: bill.amount,
  status: bill.isOverdue ? 'vencido' : 'aberto',
});
