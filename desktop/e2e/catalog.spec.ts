import { type Browser, expect, type Page } from '@playwright/test';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { askToRemove, EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Queues with their menus, tags and quick messages: by an admin, and what an agent sees of it at the same time. */

test.setTimeout(240_000);
test.use({ actionTimeout: 15_000 });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
const FILE = { name: 'cardápio.png', mimeType: 'image/png', buffer: PNG };

let stack: Stack;
let sql: Sql;
let page: Page;
let agent: Page;

test.beforeAll(async () => {
  stack = await startStack({ withLine: true });
  sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-catalog' });
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('queues, tags and quick messages', async ({ page: itsPage, browser }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  agent = await anAgent(browser);
  await test.step('a queue with all of its texts', addingAQueue);
  await test.step('two people change it', changingItAtOnce);
  await test.step('its menu', writingItsMenu);
  await test.step('its hours, once queues have their own', itsHours);
  await test.step('a queue goes', deletingAQueue);
  await test.step('tags', tags);
  await test.step('quick messages', quickMessages);
  await test.step('in English', inEnglish);
  expectNoTrouble();
  await agent.close();
});

async function anAgent(browser: Browser): Promise<Page> {
  const other = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await other.goto(await stack.startSecondConsole());
  await signIn(other, 'ana@demo.balcao.test');
  return other;
}

async function open(name: string, at = page): Promise<void> {
  await goTo(at, name);
  await expect(at.getByRole('heading', { level: 1, name })).toBeVisible();
}

const dialog = () => page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Salvar', exact: true }).click();
const told = (text: string) => expect(page.getByText(text).first()).toBeVisible();

async function confirmDelete(): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Deseja realmente excluir este registro?' });
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(question).toHaveCount(0);
}

async function addingAQueue(): Promise<void> {
  await expect(agent.getByRole('link', { name: 'Filas e chatbot' })).toHaveCount(0);
  await open('Filas e chatbot');
  await page.getByRole('button', { name: 'Nova fila' }).click();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await save();
  await expect(page.getByText('Preencha este campo')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).fill('V');
  await save();
  await expect(page.getByText('Use pelo menos 2 caracteres')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Atendimento');
  await page.getByRole('radio').nth(32).check();
  const greeting = page.getByRole('textbox', { name: 'Mensagem de saudação' });
  await greeting.fill('Olá , como posso ajudar?');
  await greeting.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4));
  await page
    .getByRole('group', { name: 'Variáveis para Mensagem de saudação' })
    .getByRole('button', { name: 'Primeiro nome' })
    .click();
  await expect(greeting).toHaveValue('Olá {{firstName}}, como posso ajudar?');
  await expect(greeting).toBeFocused();
  await dialog().locator('input[type=file]').setInputFiles(FILE);
  await expect(dialog().getByText('cardápio.png')).toBeVisible();
  await page.getByRole('button', { name: 'Outras mensagens' }).click();
  await page.getByRole('textbox', { name: 'Mensagem de conclusão' }).fill('Até logo!');
  await show(page, 'queue-new', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Integração, IA, segunda via e token' }).click();
  await expect(page.getByRole('combobox', { name: 'Prompt' })).toBeDisabled();
  // The faulty field scrolls into view, from the end of the form too.
  await page.getByRole('textbox', { name: 'Token' }).fill('x'.repeat(201));
  await page.getByRole('button', { name: 'Integração, IA, segunda via e token' }).click();
  await save();
  await expect(page.getByRole('textbox', { name: 'Token' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Token' }).fill('vendas');
  await save();
  await expect(dialog().getByRole('alert')).toBeInViewport();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Vendas');
  await leadingThere();
  await told('Fila salva');
  const row = page.getByRole('row', { name: /Vendas/ });
  await expect(row).toContainText('cardápio.png');
  await expect(row).toContainText('WhatsApp Principal');
  // The admin removes it from the connection again.
  await sql`delete from connection_queues using queues q where q.id = queue_id and q.name = 'Vendas'`;
  await expect(row).toContainText('Nenhuma conexão oferece esta fila');
  await show(page, 'queues', ['dark', 'phone']);
  // The colour that another queue has cannot be chosen.
  await page.getByRole('button', { name: 'Nova fila' }).click();
  await expect(page.getByRole('radio', { name: /já usada por Vendas/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
}

/** A connection offers a second queue only with a greeting. */
async function leadingThere(): Promise<void> {
  await dialog().getByRole('combobox', { name: 'Conexões' }).click();
  await page.getByRole('option', { name: 'WhatsApp Principal' }).click();
  await save();
  const refusal = dialog()
    .getByRole('alert')
    .filter({ hasText: '“WhatsApp Principal” ofereceria várias filas' });
  await expect(refusal).toBeInViewport();
  await show(page, 'queue-refused', ['light', 'phone-dark']);
  // What is missing is written where it turns out to be.
  await expect(
    dialog().getByRole('textbox', { name: 'O que “WhatsApp Principal” pergunta a quem escreve' }),
  ).toHaveValue('Olá! Com quem você quer falar?');
  await dialog().getByRole('button', { name: 'Salvar e continuar' }).click();
}

async function changingItAtOnce(): Promise<void> {
  await page.getByRole('button', { name: 'Editar Vendas' }).click();
  const greeting = page.getByRole('textbox', { name: 'Mensagem de saudação' });
  await expect(greeting).toHaveValue(/como posso ajudar/);
  await sql`update queues set completion_message = 'Volte sempre!', order_queue = 7 where name = 'Vendas'`;
  await expect(page.getByRole('row', { name: /Vendas/, includeHidden: true })).toContainText('7');
  await greeting.fill('Olá!');
  await dialog().getByRole('button', { name: 'Tempo de espera' }).click();
  await dialog().getByRole('textbox', { name: 'Vermelho depois de (minutos)' }).fill('25');
  await show(page, 'queue-waiting', ['light', 'phone-dark']);
  await save();
  await expect(dialog()).toHaveCount(0);
  const [stored] = await sql`
    select greeting_message, completion_message, order_queue, wait_warn_minutes, wait_late_minutes
    from queues where name = 'Vendas'`;
  expect(stored).toEqual({
    greetingMessage: 'Olá!',
    completionMessage: 'Volte sempre!',
    orderQueue: 7,
    waitWarnMinutes: 5,
    waitLateMinutes: 25,
  });
}

async function addOption(title: string, below?: string): Promise<void> {
  const button = below ? `Adicionar opção abaixo de ${below}` : 'Adicionar opção';
  await dialog().getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Título' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await page.getByRole('textbox', { name: 'Resposta' }).fill(`Sobre ${title.toLowerCase()}`);
  await page.getByRole('button', { name: 'Salvar opção' }).click();
  await expect(dialog().getByText(title, { exact: true })).toBeVisible();
}

const level = () => dialog().getByRole('list').first().locator(':scope > li > div').allInnerTexts();

/** A phone beside the menu plays what customers will see. */
async function tryingIt(): Promise<void> {
  await dialog().getByRole('button', { name: 'Testar o bot' }).click();
  const phone = page.getByRole('region', { name: 'Celular de teste' });
  await phone.getByRole('button', { name: 'Oi', exact: true }).click();
  await expect(phone).toContainText('estas são as opções deste nível do menu.');
  await phone.getByRole('button', { name: '[ 2 ] - Preços' }).click();
  await expect(phone).toContainText('Sobre preços');
  await phone.getByRole('button', { name: 'Enviar uma mensagem de voz' }).click();
  await expect(phone).toContainText('Silêncio: a mensagem veio logo depois do menu');
  await show(page, 'queue-phone', ['light', 'dark', 'phone']);
  expect(await sql`select from messages where from_me`).toHaveLength(0);
  await phone.getByRole('button', { name: 'Fechar o celular' }).click();
}

async function writingItsMenu(): Promise<void> {
  await page.getByRole('button', { name: 'Editar Vendas' }).click();
  await page.getByRole('tab', { name: 'Menu do chatbot' }).click();
  for (const title of ['Preços', 'Horários', 'Endereço']) await addOption(title);
  await addOption('Atacado', 'Preços');
  await addOption('Varejo', 'Preços');
  await show(page, 'queue-menu', ['dark', 'phone']);
  const up = dialog().getByRole('button', { name: 'Mover Endereço para cima' });
  for (const place of [1, 0]) {
    await up.press('Enter');
    await expect.poll(async () => (await level()).findIndex((text) => text.includes('Endereço'))).toBe(place);
  }
  // The topmost option can only move down.
  await expect(dialog().getByRole('button', { name: 'Mover Endereço para baixo' })).toBeFocused();
  await expect(up).toBeDisabled();
  await dialog().getByRole('button', { name: 'Excluir Horários' }).click();
  await confirmDelete();
  await expect.poll(async () => (await level()).map((text) => text.split('\n')[0])).toEqual(['1', '2']);
  await dialog().getByRole('button', { name: 'Editar Endereço' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Onde fica');
  await leavingAnOption();
  await page.getByRole('button', { name: 'Salvar opção' }).click();
  await expect(dialog().getByText('Onde fica')).toBeVisible();
  await tryingIt();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
}

/** An edited option is never discarded without a question. */
async function leavingAnOption(): Promise<void> {
  const title = page.getByRole('textbox', { name: 'Título' });
  const question = page.getByRole('dialog', { name: 'O que você escreveu não foi salvo' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog().getByRole('button', { name: 'Editar Preços' }).click(),
    () => dialog().getByRole('button', { name: 'Adicionar opção', exact: true }).click(),
    async () => {
      await page.getByRole('tab', { name: 'Fila' }).click();
      await save();
    },
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole('button', { name: 'Continuar escrevendo' }).click();
    await expect(question).toHaveCount(0);
  }
  await page.getByRole('tab', { name: 'Menu do chatbot' }).click();
  await expect(title).toHaveValue('Onde fica');
  await dialog().getByRole('button', { name: 'Editar Preços' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(title).toHaveValue('Preços');
  await dialog().getByRole('button', { name: 'Editar Endereço' }).click();
  await title.fill('Onde fica');
}

async function itsHours(): Promise<void> {
  await open('Configurações');
  // Any option is found by its words, and is alone on the page then.
  await page.getByRole('searchbox', { name: 'Achar uma opção' }).fill('horarios valem');
  await page.getByRole('link', { name: /^Os horários valem por/ }).click();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Os horários valem por' }).click();
  await page.getByRole('option', { name: 'Fila' }).click();
  await told('Operação atualizada com sucesso.');
  await open('Filas e chatbot');
  await page.getByRole('button', { name: 'Editar Vendas' }).click();
  await page.getByRole('button', { name: 'Horário de atendimento' }).click();
  const saturday = page.getByRole('textbox', { name: 'Fim de Sábado' });
  await saturday.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('13');
  await page.getByRole('button', { name: 'Horário de atendimento' }).click();
  await save();
  await expect(saturday).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1330');
  await saturday.scrollIntoViewIfNeeded();
  await show(page, 'queue-hours', ['light']);
  await save();
  await expect(dialog()).toHaveCount(0);
  await page.getByRole('button', { name: 'Editar Vendas' }).click();
  await page.getByRole('button', { name: 'Horário de atendimento' }).click();
  await expect(saturday).toHaveValue('13:30');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
}

async function deletingAQueue(): Promise<void> {
  await page.getByRole('searchbox', { name: 'Buscar filas' }).fill('nao existe');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar filas' }).fill('VENDAS');
  await askToRemove(page, 'Vendas');
  await confirmDelete();
  await expect(page.getByRole('row', { name: /Vendas/ })).toHaveCount(0);
}

async function tags(): Promise<void> {
  await open('Etiquetas');
  await expect(page.getByText('Nenhuma etiqueta ainda')).toBeVisible();
  await open('Etiquetas', agent);
  await page.getByRole('button', { name: 'Nova etiqueta' }).first().click();
  await save();
  await expect(page.getByText('Obrigatório')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).fill('ab');
  await save();
  await expect(page.getByText('Mensagem muito curta')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Em negociação');
  await page.getByRole('radio').nth(11).check();
  await page.getByRole('switch', { name: 'Coluna do kanban' }).check();
  await show(page, 'tag-new', ['phone-dark']);
  await save();
  await told('Etiqueta salva');
  // The agent sees it at once, and neither makes lanes nor takes them away.
  await expect(agent.getByText('Em negociação')).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Mais: Excluir Em negociação' })).toHaveCount(0);
  await agent.getByRole('button', { name: 'Nova etiqueta' }).first().click();
  await expect(agent.getByRole('switch')).toHaveCount(0);
  await agent.getByRole('textbox', { name: 'Nome' }).fill('em negociacao');
  await agent.getByRole('button', { name: 'Salvar' }).click();
  await expect(agent.getByRole('alert')).toContainText('Já existe uma etiqueta com este nome.');
  await agent.getByRole('textbox', { name: 'Nome' }).fill('Cliente fiel');
  await agent.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Cliente fiel')).toBeVisible();
  await show(page, 'tags', ['light', 'phone-dark']);
  await askToRemove(page, 'Cliente fiel');
  await confirmDelete();
  await expect(agent.getByText('Cliente fiel')).toHaveCount(0);
}

async function quickMessages(): Promise<void> {
  await open('Respostas rápidas', agent);
  await open('Respostas rápidas');
  await page.getByRole('button', { name: 'Nova resposta' }).first().click();
  await save();
  await expect(page.getByText('Obrigatório')).toBeVisible();
  await attachingSlowly();
  await page.getByRole('textbox', { name: 'Atalho' }).fill('/cardapio');
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Segue o cardápio, ');
  await dialog().getByRole('button', { name: 'Primeiro nome' }).click();
  await page.getByRole('switch', { name: 'Geral' }).check();
  await show(page, 'quick-message-new', ['light', 'phone-dark']);
  await save();
  await told('Resposta rápida salva');
  await expect(agent.getByRole('row', { name: /\/cardapio/ })).toContainText('cardápio.png');
  await expect(agent.getByRole('button', { name: 'Editar /cardapio' })).toHaveCount(0);

  await agent.getByRole('button', { name: 'Nova resposta' }).click();
  await agent.getByRole('textbox', { name: 'Atalho' }).fill('CARDAPIO');
  await agent.getByRole('button', { name: 'Salvar' }).click();
  await expect(agent.getByRole('dialog').getByRole('alert')).toContainText('Este atalho já é usado');
  await agent.getByRole('textbox', { name: 'Atalho' }).fill('ola');
  await agent.getByRole('textbox', { name: 'Mensagem' }).fill('Olá! Tudo bem?');
  await agent.getByRole('button', { name: 'Salvar' }).click();
  await expect(agent.getByRole('row', { name: /\/ola/ })).toContainText('Só eu');
  await show(agent, 'quick-messages', ['dark', 'phone']);
  await expect(page.getByText('/ola')).toHaveCount(0);
}

/** A file on its way is neither saved without nor thrown away unasked; it may be taken back. */
async function attachingSlowly(): Promise<void> {
  stack.line?.set({ mode: 'stall' });
  await dialog().locator('input[type=file]').setInputFiles(FILE);
  await expect(dialog().getByText('cardápio.png')).toBeVisible();
  const saves = dialog().getByRole('button', { name: 'Salvar', exact: true });
  await expect(saves).toBeDisabled();
  await expect(dialog().getByText('0%')).toBeVisible();
  await show(page, 'file-on-its-way', ['light', 'phone-dark']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continuar escrevendo' }).click();
  await dialog().getByRole('button', { name: 'Remover o arquivo' }).click();
  await expect(dialog().getByText('cardápio.png')).toBeHidden();
  await expect(saves).toBeEnabled();
  await dialog().locator('input[type=file]').setInputFiles(FILE);
  await expect(saves).toBeDisabled();
  stack.line?.set({ mode: 'pass' });
  await expect(saves).toBeEnabled();
  await expect(dialog().getByText('cardápio.png')).toBeVisible();
}

async function inEnglish(): Promise<void> {
  await agent.getByRole('button', { name: /Perfil de/ }).click();
  await agent.getByText('English', { exact: true }).click();
  await agent.keyboard.press('Escape');
  await open('Quick replies', agent);
  await agent.getByRole('button', { name: 'Edit /ola' }).click();
  await show(agent, 'quick-message-en', ['light']);
  await agent.keyboard.press('Escape');
  await open('Tags', agent);
  await show(agent, 'tags-en', ['dark']);

  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByText('English', { exact: true }).click();
  await page.keyboard.press('Escape');
  await open('Queues and chatbot', page);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await show(page, 'queue-en', ['light']);
  await page.getByRole('tab', { name: 'Chatbot menu' }).click();
  await show(page, 'queue-menu-en', ['phone-dark']);
  await page.keyboard.press('Escape');
}
