import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/phones/samples.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import { addCustomer } from './testing/customer.ts';

type Sample = (typeof SAMPLES)[number];

/** Of each: the kind of its card, what its ticket shows, and its words. */
const STORED: Record<Sample, [card: string | null, line: string, body: string]> = {
  order: [
    'order',
    '🛒\uFE0E Pedido do catálogo Quero estes, por favor R$ 45,90',
    'Pedido do catálogo\nQuero estes, por favor\nR$ 45,90',
  ],
  product: [
    'product',
    '🛍\uFE0E Ainda tem esse? • Bolo de cenoura: Com cobertura de chocolate: R$ 39,90 • https://example.com/bolo',
    'Ainda tem esse?\n• Bolo de cenoura: Com cobertura de chocolate: R$ 39,90\n• https://example.com/bolo',
  ],
  pix: [
    'pix',
    '💠\uFE0E Minha chave para a devolução • Pix Loja: loja@example.com',
    'Minha chave para a devolução\n• Pix Loja: loja@example.com',
  ],
  bill: [
    'order',
    '🛒\uFE0E Seu pedido está pronto para pagar • 1 × Bolo de cenoura: R$ 39,90 • 3 × Pão de queijo: R$ 7,30 R$ 61,80 Padaria Central • Pix Padaria Central: 00020126PIX5204',
    'Seu pedido está pronto para pagar\n• 1 × Bolo de cenoura: R$ 39,90\n• 3 × Pão de queijo: R$ 7,30\nR$ 61,80\nPadaria Central\n• Pix Padaria Central: 00020126PIX5204',
  ],
  buttons: [
    'buttons',
    '🔘\uFE0E Confirma o endereço da entrega? Entregas • Sim • Não',
    'Confirma o endereço da entrega?\nEntregas\n• Sim\n• Não',
  ],
  list: [
    'list',
    '📋\uFE0E Horários Escolha um horário Manhã • 9h • 10h Tarde • 15h: Última vaga • Ver horários',
    'Horários\nEscolha um horário\nManhã\n• 9h\n• 10h\nTarde\n• 15h: Última vaga\n• Ver horários',
  ],
  // What is tapped reads as if it had been written.
  listAnswer: [null, '9h', '9h'],
  buttonAnswer: [null, 'Sim', 'Sim'],
  template: [
    'template',
    '📢\uFE0E Sua fatura vence amanhã. Banco • Ver boleto: https://example.com/boleto • Ligar: +551130000000',
    'Sua fatura vence amanhã.\nBanco\n• Ver boleto: https://example.com/boleto\n• Ligar: +551130000000',
  ],
  event: [
    'appointment',
    '📅\uFE0E Entrega técnica Levar a chave Loja, Rua das Palmeiras, 20',
    'Entrega técnica\nLevar a chave\nLoja, Rua das Palmeiras, 20',
  ],
  groupInvite: ['groupInvite', '👥\uFE0E Condomínio Entre no grupo', 'Condomínio\nEntre no grupo'],
  paymentRequest: ['paymentRequest', '💰\uFE0E Almoço R$ 25,00', 'Almoço\nR$ 25,00'],
  numberRequest: ['numberRequest', '🔢\uFE0E', ''],
  ad: [null, 'Olá! Quero encomendar o bolo de festa.', 'Olá! Quero encomendar o bolo de festa.'],
  adClick: ['arrival', '👋\uFE0E', ''],
};

describe('cards over the wire', () => {
  let world: LocalWorld;
  let company: PhoneCompany;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    await world.startSessions();
    await company.link();
  });
  afterAll(() => world.stop());

  it('are stored with their words, and their ticket shows what they are', async () => {
    const rita = await addCustomer(world, company, 'Rita', {});
    const shown = async () => (await rita.tickets())[0]?.last;
    for (const name of SAMPLES) {
      await rita.write({ kind: 'sample', name });
      const [card, line, body] = STORED[name];
      expect(await eventually(shown, (last) => last === line)).toBe(line);
      const [row] = await world.database.admin`
        select card ->> 'kind' as card, body, media_type as type,
          webhook_about(m) #>> '{message,card,kind}' as told
        from messages m order by created_at desc, id desc limit 1`;
      expect(row).toEqual({ card, body, type: 'chat', told: card });
    }
  });

  it('are plain words again when they are edited: what was shown beside them is old', async () => {
    const davi = await addCustomer(world, company, 'Davi', {});
    const target = await davi.write({ kind: 'sample', name: 'template' });
    await davi.write({ kind: 'edit', target, text: 'Sua fatura foi paga.' });
    const edited = () => world.database.admin`
      select body, card, is_edited as "isEdited" from messages where wa_id = ${target}`;
    expect(await eventually(edited, ([row]) => row?.isEdited === true)).toEqual([
      { body: 'Sua fatura foi paga.', card: null, isEdited: true },
    ]);
  });
});
