import { type Browser, expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { ASAAS_KEY } from '../../server/test/services/asaas.ts';
import { bubble, goTo, row, sentTo, signIn } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { CARLA, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Shop } from './shop.ts';
import type { Stack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';

/** An AI, a billing system and a program answer the customers of a shop, and people follow where they are wanted. */

const PAULO = '5541955550005';
const RITA = '5551944440006';
const ORDER = 'Onde está o pedido 4512?';

/** Queues for whom the customer chooses, each to be answered by somebody else. */
async function openQueues({ databaseUrl }: Stack): Promise<Record<string, number>> {
  const sql = openPool(databaseUrl, { max: 1, name: 'e2e-responders' });
  await sql`update connections set greeting_message = 'Olá! Com quem você quer falar?'`;
  const made = await sql<{ id: string; name: string }[]>`
    with queue as (
      insert into queues (company_id, name, color, order_queue, greeting_message)
      select c.company_id, q.name, q.color, q.place, q.greeting from connections c,
        (values ('Dúvidas', '#7048e8', 2, 'Pode perguntar!'), ('Financeiro', '#0c8599', 3, 'Aqui é do financeiro.'),
          ('Pedidos', '#2f9e44', 4, 'Qual é o número do pedido?')) as q (name, color, place, greeting)
      returning company_id, id, name),
    offered as (
      insert into connection_queues (company_id, connection_id, queue_id)
      select q.company_id, c.id, q.id from queue q join connections c on c.company_id = q.company_id),
    options as (
      insert into queue_options (company_id, queue_id, title, option, action)
      select company_id, id, o.title, o.place, o.action from queue,
        (values ('Segunda via da conta', 1, 'bill'), ('Falar com uma pessoa', 2, 'people')) as o (title, place, action)
      where name = 'Financeiro'),
    tag as (
      insert into tags (company_id, name, color) select distinct company_id, 'Horário', '#2f9e44' from connections)
    select id, name from queue`;
  await sql.end();
  return Object.fromEntries(made.map(({ id, name }) => [name, Number(id)]));
}

const day = beginDay({
  customers: {
    [JOAO]: 'João Pereira',
    [CARLA]: 'Carla Dias',
    [MARIA]: 'Maria Souza',
    [PAULO]: 'Paulo Reis',
    [RITA]: 'Rita Alves',
  },
  served: [],
  withServices: true,
  async prepare({ stack, shop }) {
    const queues = await openQueues(stack);
    await shop.sets('PUT', '/settings/asaas', { value: ASAAS_KEY });
    const integration = {
      type: 'webhook',
      name: 'Loja virtual',
      urlN8N: `${stack.servicesUrl}/n8n/webhook/loja`,
      waitSeconds: 0,
    };
    const { id } = await shop.sets<{ id: number }>('POST', '/queueIntegration', integration);
    await shop.sets('PUT', `/queue/${queues.Pedidos}`, { integrationId: id });
  },
});

test('responders answer, hand over, and tell what they were told', async ({ page, browser }) => {
  const { stack, shop } = day();
  const admin = await openAdmin(stack, browser);
  await test.step('the admin makes a prompt whose key works', () => makePrompt(admin));
  await test.step('and gives it to a queue', () => givePrompt(admin));
  await test.step('the AI answers, and calls a person', () => askAi(page, stack, shop));
  await test.step('and helps that person, who sends', () => letAiHelp(page, stack));
  await test.step('a bill by the customer’s CPF', () => askBill(stack, shop));
  await test.step('what a program was told, once more', () => tellAgain(admin, stack, shop));
  await test.step('a question without an answer becomes an article, and the AI answers with it', () =>
    learn(admin, stack, shop));
  await test.step('other words are tried and judged before they count', () => tryWords(admin, stack));
  await admin.close();
});

async function openAdmin(stack: Stack, browser: Browser): Promise<Page> {
  const admin = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await admin.goto(await stack.startSecondConsole());
  await signIn(admin, 'admin@demo.balcao.test');
  return admin;
}

async function makePrompt(admin: Page): Promise<void> {
  await goTo(admin, 'Prompts de IA');
  await admin.getByRole('button', { name: 'Novo prompt' }).first().click();
  const dialog = admin.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await field('Nome').fill('Atendente virtual');
  await dialog.getByRole('combobox', { name: 'Fila' }).click();
  await admin.getByRole('option', { name: 'Atendimento' }).click();
  await dialog.getByLabel('Chave da API', { exact: true }).fill('chave-errada');
  await dialog.getByRole('button', { name: 'Testar' }).click();
  await expect(dialog.getByText('O serviço recusou. Confira a chave')).toBeVisible();
  await dialog.getByLabel('Chave da API', { exact: true }).fill('sk-loja');
  await dialog.getByRole('button', { name: 'Testar' }).click();
  await expect(dialog.getByText(/^Funciona: a resposta veio em/)).toBeVisible();
  await field('Prompt').fill('Você atende a loja. Abre das 7h às 23h.');
  await dialog.getByRole('button', { name: 'Avançado' }).click();
  await dialog.getByRole('textbox', { name: 'Espera (segundos)' }).fill('0');
  await show(admin, 'prompt-new', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByText('Prompt salvo')).toBeVisible();
  await expect(admin.getByRole('row', { name: /Atendente virtual/ })).toContainText('Atendimento');
  await admin.getByRole('combobox', { name: 'Ajuda aos atendentes' }).click();
  await admin.getByRole('option', { name: 'Atendente virtual' }).click();
  await expect(admin.getByText('Ajuda aos atendentes salva')).toBeVisible();
  await show(admin, 'prompts-agent-help', ['light', 'dark', 'phone']);
}

async function givePrompt(admin: Page): Promise<void> {
  await goTo(admin, 'Filas e chatbot');
  await admin.getByRole('button', { name: 'Editar Dúvidas' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Integração, IA/ }).click();
  await dialog.getByRole('combobox', { name: 'Prompt de IA' }).click();
  await admin.getByRole('option', { name: 'Atendente virtual' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByText('Fila salva')).toBeVisible();
}

/** A customer writes, and hears this next. */
async function hears(stack: Stack, shop: Shop, customer: string, text: string, answers: (string | RegExp)[]) {
  const before = (await sentTo(stack, customer)).length;
  await shop.receivesMessage(customer, 0, text);
  const heard = async () => (await sentTo(stack, customer)).slice(before).map(({ text }) => text ?? '');
  await expect.poll(async () => (await heard()).length).toBe(answers.length);
  for (const [place, said] of (await heard()).entries()) expect(said).toMatch(answers[place] ?? '');
}

async function askAi(page: Page, stack: Stack, shop: Shop): Promise<void> {
  const asks = (text: string, answer: string | RegExp) => hears(stack, shop, JOAO, text, [answer]);
  await asks('Olá', /Com quem você quer falar\?/);
  await asks('Dúvidas', /^Pode perguntar!/);
  await asks('Qual é o horário de vocês?', /7h às 23h/);
  await asks('Quero falar com um atendente', 'Vou chamar uma pessoa da equipe para continuar com você.');
  // Ana is in the queue alone that the prompt leads to.
  await tab(page, 'pending').click();
  await row(page, 'João Pereira').getByRole('button', { name: 'Aceitar' }).click();
  const note = bubble(page, 'Quer: ');
  await expect(note).toContainText('Quer: Resposta para “Qual é o horário de vocês?”');
  await expect(note).toContainText(/Já tentado: .*7h às 23h/);
  await expect(note).toContainText('Dados: ');
  await expect(page.getByText('A IA chamou uma pessoa: espera um atendente')).toBeVisible();
  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await expect(note).toBeInViewport();
  await show(page, 'conversation-after-ai', ['light', 'dark', 'phone']);
}

async function letAiHelp(page: Page, stack: Stack): Promise<void> {
  const ask = async (what: string) => {
    await page.getByRole('button', { name: 'Ajuda da IA' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  const proposal = page.getByRole('region', { name: 'Proposta da IA' });
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await ask('Resumir a conversa');
  const summary = page.getByRole('region', { name: 'Resumo da conversa' });
  await expect(summary).toContainText('Quer: Quero falar com um atendente');
  await show(page, 'agent-help-summary', ['light', 'dark', 'phone']);
  await summary
    .getByRole('button', { name: /^Ir para a mensagem/ })
    .first()
    .click();
  await expect(bubble(page, 'Quero falar com um atendente')).toBeInViewport();
  await summary.getByRole('button', { name: 'Fechar' }).click();
  await ask('Propor etiquetas e fila');
  const labels = page.getByRole('region', { name: 'Etiquetas e fila' });
  await expect(labels.getByRole('button', { name: 'Passar para Dúvidas' })).toBeVisible();
  await show(page, 'agent-help-labels', ['light', 'phone-dark']);
  await labels.getByRole('button', { name: 'Horário' }).click();
  await expect(labels.getByRole('button', { name: 'Horário' })).toBeDisabled();
  await labels.getByRole('button', { name: 'Fechar' }).click();
  const wish = bubble(page, 'Quero falar com um atendente').first();
  await wish.hover();
  await wish.getByRole('button', { name: 'Ações da mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Traduzir' }).click();
  await expect(wish).toContainText('(Brazilian Portuguese) Quero falar com um atendente');
  await show(page, 'message-translated', ['light', 'dark', 'phone']);
  await wish.getByRole('button', { name: 'Ocultar tradução' }).click();
  await expect(wish).not.toContainText('(Brazilian');
  await ask('Sugerir uma resposta');
  await proposal.getByRole('button', { name: 'Usar' }).click();
  await expect(field).not.toHaveValue('');
  // It writes and does not come to an end: whoever has read enough goes on.
  await field.fill('vc pode vir? [never-ends]');
  await ask('Corrigir o português');
  await expect(proposal).toContainText('Vou ver isso agora.');
  await show(page, 'agent-help-writing', ['light', 'phone-dark']);
  await proposal.getByRole('button', { name: 'Cancelar' }).click();
  await expect(proposal).toBeHidden();
  await field.fill('vc pode vir às 9h.');
  await ask('Corrigir o português');
  await expect(proposal).toContainText('Você pode vir às 9h.');
  await show(page, 'agent-help-proposal', ['light', 'phone-dark']);
  await proposal.getByRole('button', { name: 'Usar' }).click();
  await expect(field).toHaveValue('Você pode vir às 9h.');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect.poll(async () => (await sentTo(stack, JOAO)).at(-1)?.text).toMatch(/Você pode vir às 9h\.$/);
}

async function askBill(stack: Stack, shop: Shop): Promise<void> {
  await hears(stack, shop, CARLA, 'Oi', [/Com quem você quer falar\?/]);
  await hears(stack, shop, CARLA, 'Financeiro', [/\[ 1 \] - Segunda via da conta/]);
  await hears(stack, shop, CARLA, '1', [/CPF ou CNPJ/]);
  await shop.receivesMessage(CARLA, 0, '529.982.247-25');
  const heard = async () => (await sentTo(stack, CARLA)).map(({ text }) => text ?? '');
  await expect
    .poll(heard)
    .toContainEqual(expect.stringMatching(/Vencimento: 10\/10\/2026\nValor: R\$\s99,90/));
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^[\d. ]{47,60}$/));
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^000201.+6304[0-9A-F]{4}$/));
}

async function tellAgain(admin: Page, stack: Stack, shop: Shop): Promise<void> {
  await hears(stack, shop, MARIA, 'Olá', [/Com quem você quer falar\?/]);
  await hears(stack, shop, MARIA, 'Pedidos', [/^Qual é o número do pedido\?/]);
  await hears(stack, shop, MARIA, ORDER, [/O pedido \*4512\* saiu ontem/]);
  await goTo(admin, 'Integrações');
  await admin.getByRole('link', { name: 'Entregas de Loja virtual' }).click();
  await admin
    .getByRole('button', { name: /^Ver message/ })
    .first()
    .click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText(ORDER);
  await expect(dialog).toContainText('O pedido *4512* saiu ontem');
  await show(admin, 'delivery', ['light', 'dark', 'phone']);
  const told = async () => {
    const response = await fetch(`${stack.servicesUrl}/control/n8n/asked`);
    const asked = (await response.json()) as { headers: Record<string, string>; body: object }[];
    return asked
      .filter(({ body }) => JSON.stringify(body).includes(ORDER))
      .map(({ headers }) => headers['webhook-id']);
  };
  const [id] = await told();
  await dialog.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(admin.getByText('A entrega será feita de novo.')).toBeVisible();
  await expect.poll(told).toEqual([id, id]);
  // A notice alone: the customer hears nothing twice.
  expect((await sentTo(stack, MARIA)).filter(({ text }) => text?.includes('4512'))).toHaveLength(1);
}

async function learn(admin: Page, stack: Stack, shop: Shop): Promise<void> {
  await goTo(admin, 'Prompts de IA');
  await admin.getByRole('button', { name: 'Editar Atendente virtual' }).click();
  const prompt = admin.getByRole('dialog');
  await prompt.getByRole('switch', { name: 'Responder só com os artigos' }).check();
  await prompt.getByRole('button', { name: 'Salvar' }).click();
  await expect(prompt).toBeHidden();
  const asks = async (customer: string, text: string, answer: string | RegExp) => {
    await hears(stack, shop, customer, 'Olá', [/Com quem você quer falar\?/]);
    await hears(stack, shop, customer, 'Dúvidas', [/^Pode perguntar!/]);
    await hears(stack, shop, customer, text, [answer]);
  };
  await asks(PAULO, 'Fazem embrulho para presente?', /^Vou chamar uma pessoa da equipe/);
  await shop.accepts('ana', PAULO);
  await shop.answers('ana', PAULO, 0, 'O embrulho é grátis.');
  await shop.finishes('ana', PAULO);
  await goTo(admin, 'Conhecimento');
  await admin.getByRole('tab', { name: 'Perguntas sem resposta' }).click();
  await admin
    .getByRole('row', { name: /Fazem embrulho para presente\?/ })
    .getByRole('button', { name: 'Fazer rascunho' })
    .click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Fazem embrulho para presente?' })).toBeVisible();
  await admin.getByRole('button', { name: 'Editar' }).click();
  const article = admin.getByRole('dialog', { name: 'Editar artigo' });
  await article.getByRole('switch', { name: 'Publicado' }).check();
  await article.getByRole('button', { name: 'Salvar' }).click();
  await expect(article).toBeHidden();
  await asks(RITA, 'O embrulho custa quanto?', 'O embrulho é grátis.');
}

async function tryWords(admin: Page, stack: Stack): Promise<void> {
  await goTo(admin, 'Prompts de IA');
  await admin.getByRole('button', { name: 'Editar Atendente virtual' }).click();
  const prompt = admin.getByRole('dialog');
  const words = prompt.getByRole('textbox', { name: 'Prompt', exact: true });
  await words.fill(`${await words.inputValue()} Seja breve.`);
  await prompt.getByRole('button', { name: 'Salvar' }).click();
  await expect(prompt.locator('ins')).toHaveText('Seja breve.');
  await show(admin, 'prompt-change', ['light', 'dark', 'phone']);
  const sent = (await sentTo(stack, PAULO)).length;
  await prompt.getByRole('button', { name: 'Ensaiar antes' }).click();
  const question = admin.getByRole('listitem', { name: /^Pergunta/ }).filter({ hasText: 'embrulho' });
  await expect(question).toContainText('A equipe respondeuO embrulho é grátis.');
  const answers = question.getByRole('group');
  await expect(answers.filter({ hasText: 'O embrulho é grátis.' })).toHaveCount(2);
  await answers.first().focus();
  await admin.keyboard.press('2');
  await expect(answers.last()).toBeFocused();
  await admin.keyboard.press('1');
  await expect(admin.getByText(/^1 de \d+ boas, antes 0$/)).toBeVisible();
  await show(admin, 'evaluation', ['light', 'dark', 'phone']);
  await admin.getByRole('button', { name: 'Usar o texto novo' }).click();
  const use = admin.getByRole('dialog', { name: /^Usar o texto novo/ });
  await expect(use.locator('ins')).toHaveText('Seja breve.');
  await use.getByRole('button', { name: 'Usar o texto novo' }).click();
  await expect(admin.getByText('O texto novo vale agora')).toBeVisible();
  expect(await sentTo(stack, PAULO)).toHaveLength(sent);
  await goTo(admin, 'Ensaios da IA');
  await expect(admin.getByRole('row', { name: /Atendente virtual/ })).toContainText(/1 de \d+ boas, antes 0/);
  await show(admin, 'evaluations', ['light', 'dark', 'phone']);
}
