import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as prompts from '../modules/prompts/prompts.service.ts';
import { createQueueIntegrations } from '../modules/queue-integrations/queue-integrations.service.ts';
import * as options from '../modules/queues/queue-options.service.ts';
import * as queues from '../modules/queues/queues.service.ts';
import * as settings from '../modules/settings/settings.service.ts';
import { createWebhooks } from '../modules/webhooks/webhooks.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Secrets } from '../platform/secrets.ts';
import { logDeliveries } from './deliveries.ts';
import type { Shop } from './enacted.ts';
import { logToldEvents } from './told-events.ts';
import { tryOtherWords } from './tried-words.ts';

/** Where those who answer from outside are. Nobody real: the keys below open the stand-ins alone. */
export interface Outside {
  secrets: Secrets;
  /** The one address of the stand-ins. */
  standIn: string;
  /** They can call us. */
  isReached: boolean;
}

const AI_KEY = 'sk-demo';
const BILLING_KEY = '$aact_hmlg_segredo-do-asaas';

const INSTRUCTION = `Você é o atendente virtual da Loja Demo, que vende café em grãos, máquinas, moedores e acessórios pelo WhatsApp e em uma loja em São Paulo.

Como você fala: com simpatia e calma, em frases curtas, sem gírias. Um emoji de vez em quando. Uma pergunta por vez.

O que você sabe:
- Vendas: todos os dias, das 7h às 23h. Suporte: de segunda a sexta, das 8h às 18h, e aos sábados até o meio-dia.
- Entregas: para todo o Brasil. O pedido sai em até 24 horas e chega em 3 a 5 dias úteis. Acima de R$ 150,00 o frete é grátis. Dá para retirar na loja.
- Pagamento: Pix com 5% de desconto, boleto, ou cartão em até 10× sem juros.
- Trocas: grátis em até 30 dias, com a nota e o produto sem uso. Com defeito, a garantia é de um ano e buscamos em casa.
- Clube do café: todo mês um café diferente em casa. Pode ser pausado sem custo.

O que você não faz: não dá desconto, não promete data de entrega, não confirma pagamento e não inventa preço. Para isso, chame uma pessoa.

Chame uma pessoa também quando o cliente pedir, quando estiver chateado, ou quando a mesma pergunta voltar. Antes, pergunte o número do pedido, se houver um.`;

/** An AI, the program of a web shop and a billing system begin to answer the shop's customers. */
export async function addResponders(tx: Tx, actor: Actor, shop: Shop, outside: Outside): Promise<void> {
  await hireAssistant(tx, actor, shop, outside);
  await openWebShop(tx, actor, shop, outside);
  await openBilling(tx, actor, shop, outside);
  await openWebhook(tx, actor, shop, outside);
}

async function hireAssistant(tx: Tx, actor: Actor, shop: Shop, { secrets }: Outside): Promise<void> {
  const prompt = {
    name: 'Atendente virtual',
    prompt: INSTRUCTION,
    apiKey: AI_KEY,
    queueId: shop.queues.support,
    maxTokens: 300,
    temperature: 0.4,
    maxMessages: 20,
  };
  const { id: promptId } = await prompts.create(tx, actor, prompt, secrets);
  await queues.update(tx, actor, shop.queues.questions, { promptId });
  await settings.set(tx, actor, { key: 'aiMonthlyTokens', value: '1000000' }, secrets);
  await settings.set(tx, actor, { key: 'agentHelpPrompt', value: String(promptId) }, secrets);
  await countMonth(tx, shop, promptId);
  await tryOtherWords(tx, actor, shop, promptId);
}

/** What the assistant has used on each day of the month that has begun. */
const A_DAY = { calls: 9, handOvers: 2, promptTokens: 11_800, completionTokens: 940 };

async function countMonth(tx: Tx, { companyId, now, timezone }: Shop, promptId: number): Promise<void> {
  const { calls, handOvers, promptTokens, completionTokens } = A_DAY;
  await tx`
    with month as (
      select date_trunc('month', today)::date as first, extract(day from today)::int as days
      from (select ${now}::timestamptz at time zone ${timezone} as today) t),
    company as (
      insert into ai_usage (company_id, month, calls, prompt_tokens, completion_tokens)
      select ${companyId}, first, days * ${calls}::int, days * ${promptTokens}::int, days * ${completionTokens}::int
      from month)
    insert into prompt_usage (company_id, prompt_id, month, answers, hand_overs, prompt_tokens, completion_tokens)
    select ${companyId}, ${promptId}, first, days * ${calls - handOvers}::int, days * ${handOvers}::int,
      days * ${promptTokens}::int, days * ${completionTokens}::int
    from month`;
}

/** Opens the web shop, with what it was told this morning in its log. */
async function openWebShop(tx: Tx, actor: Actor, shop: Shop, { secrets, standIn }: Outside): Promise<void> {
  const integrations = createQueueIntegrations({ secrets, clock: () => shop.now, isAllowed: () => true });
  const { id: integrationId } = await integrations.create(tx, actor, {
    type: 'webhook',
    name: 'Loja virtual',
    urlN8N: `${standIn}/n8n/webhook/loja`,
  });
  await queues.update(tx, actor, shop.queues.orders, { integrationId });
  await logDeliveries(tx, shop, integrationId);
}

async function openBilling(tx: Tx, actor: Actor, { queues }: Shop, { secrets }: Outside): Promise<void> {
  await settings.set(tx, actor, { key: 'asaas', value: BILLING_KEY }, secrets);
  await options.create(tx, actor, {
    queueId: queues.support,
    title: 'Segunda via da conta',
    message: 'Claro! Vale para o clube do café e para as compras no boleto.',
    action: 'bill',
  });
}

/** The panel of the shop hears of the counter, and has heard of the last of the morning. */
async function openWebhook(tx: Tx, actor: Actor, shop: Shop, { secrets, standIn }: Outside): Promise<void> {
  const webhooks = createWebhooks({ secrets, clock: () => shop.now, isAllowed: () => true, publicUrl: null });
  const { id } = await webhooks.create(tx, actor, {
    name: 'Painel da loja',
    url: `${standIn}/n8n/webhook/painel`,
    events: ['ticket.created', 'ticket.accepted', 'ticket.closed', 'message.received', 'connection.down'],
  });
  await logToldEvents(tx, shop, id);
}
