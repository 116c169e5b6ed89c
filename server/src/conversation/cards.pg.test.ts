import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/phones/samples.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, QUICK, startWorld } from '../../test/world.ts';
import type { SessionProcess } from '../sessions.ts';
import { addCustomer } from './testing/customer.ts';

type Sample = (typeof SAMPLES)[number];

/** Of each: the kind of its card, what its ticket shows, and its words. */
const STORED: Record<Sample, [card: string | null, line: string, body: string]> = {
  order: [
    'order',
    '🛒\uFE0E Pedido do catálogo Quero estes, por favor • 1 × Bolo de cenoura: R$ 24,00 • 3 × Pão de queijo: R$ 7,30 R$ 45,90',
    'Pedido do catálogo\nQuero estes, por favor\n• 1 × Bolo de cenoura: R$ 24,00\n• 3 × Pão de queijo: R$ 7,30\nR$ 45,90',
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
};

describe('cards over the wire', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let sessions: SessionProcess;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    sessions = await world.startSessions();
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

  describe('the lines of an order', () => {
    const bare = 'Pedido do catálogo\nQuero estes, por favor\nR$ 45,90';
    const [, , whole] = STORED.order;
    const stored = (id: string) => async () =>
      (await world.database.admin<{ body: string }[]>`select body from messages where wa_id = ${id}`)[0]
        ?.body;
    const kept = async () => (await world.database.admin`select from inbound_journal`).count;
    const restart = async (orderMs: number) => {
      await sessions.stop();
      sessions = await world.startSessions({ session: { ...QUICK.session, orderMs } });
    };

    it('come late, and keep nothing back meanwhile', async () => {
      const ines = await addCustomer(world, company, 'Inês', {});
      await restart(60_000);
      world.sandbox.world.orderDelayMs = 2_000;
      const order = await ines.write({ kind: 'sample', name: 'order' });
      const text = await ines.write({ kind: 'text', text: 'Recebeu?' });
      expect(await eventually(stored(text), Boolean)).toBe('Recebeu?');
      expect(await stored(order)()).toBe(bare);
      expect(await eventually(stored(order), (body) => body === whole)).toBe(whole);
      // Another message is the newest one, and stays it.
      expect((await ines.tickets())[0]?.last).toBe('Recebeu?');
    });

    it('are asked for again by the next session when the one before had no answer yet', async () => {
      const nuno = await addCustomer(world, company, 'Nuno', {});
      world.sandbox.world.orderDelayMs = null;
      const order = await nuno.write({ kind: 'sample', name: 'order' });
      expect(await eventually(stored(order), Boolean)).toBe(bare);
      await expect.poll(kept).toBe(1);
      world.sandbox.world.orderDelayMs = 0;
      await restart(60_000);
      expect(await eventually(stored(order), (body) => body === whole)).toBe(whole);
      await expect.poll(kept, { timeout: 10_000 }).toBe(0);
    });

    it('are not known where WhatsApp does not say them: then the message says how many', async () => {
      const olga = await addCustomer(world, company, 'Olga', {});
      await restart(300);
      world.sandbox.world.orderDelayMs = null;
      const asked = world.sandbox.world.orderQuestions;
      const order = await olga.write({ kind: 'sample', name: 'order' });
      await expect.poll(() => world.sandbox.world.orderQuestions).toBe(asked + 1);
      await expect.poll(kept, { timeout: 10_000 }).toBe(0);
      const [row] = await world.database.admin`
        select body, (card ->> 'itemCount')::int as items from messages where wa_id = ${order}`;
      expect(row).toEqual({ body: bare, items: 4 });
      world.sandbox.world.orderDelayMs = 0;
    });
  });
});
