import { type Browser, expect, type Page } from '@playwright/test';
import { goTo, hurry, openTicket, signIn } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { MARIA } from './phones.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Stack } from './stack.ts';

/** Two consoles of one team: Ana's, whose network fails, and that of the admin, who also operates the platform. */

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza' },
  served: [MARIA],
  withLine: true,
  prepare: async ({ shop }) => {
    for (const name of ['Orçamento', 'Entrega'])
      await shop.sets('POST', '/tags', { name, color: '#1971c2', kanban: 1 });
  },
});

test('a card moves before a colleague’s eyes, a chat outlives a cut, and an announcement arrives', async ({
  page,
  browser,
}) => {
  const { stack } = day();
  const admin = await openAdmin(stack, browser);
  await test.step('a card moves for both', () => moveCard(page, admin));
  await test.step('they talk, and see each other write', () => talk(page, admin));
  await test.step('without a network it goes on, and arrives once', () => goOffline(page, admin, stack));
  await test.step('a voice note goes to a colleague too', () => record(page, admin));
  await test.step('a conversation is shown as a card, which opens it', () => showTicket(page, admin));
  await test.step('an announcement arrives, and an urgent one is shown once', () => announce(page, admin));
  await admin.close();
});

async function openAdmin(stack: Stack, browser: Browser): Promise<Page> {
  const admin = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await admin.goto(await stack.startSecondConsole());
  await signIn(admin, 'admin@demo.balcao.test');
  return admin;
}

const lane = (page: Page, name: string) => page.getByTestId('kanban-lane').filter({ hasText: name });

async function moveCard(ana: Page, admin: Page): Promise<void> {
  for (const page of [ana, admin]) await goTo(page, 'Kanban');
  const card = (page: Page, where: string) => lane(page, where).getByRole('button', { name: /Olá, bom dia/ });
  // Whoever sees all begins with all, and an empty lane says why it is.
  await expect(card(admin, 'Em aberto')).toBeVisible();
  await admin.getByRole('button', { name: 'Filtrar', exact: true }).click();
  await admin.getByRole('switch', { name: /Mostrar todos/ }).click();
  await admin.keyboard.press('Escape');
  await expect(card(admin, 'Em aberto')).toHaveCount(0);
  await expect(admin.getByText('Só os meus e os que esperam')).toBeVisible();
  await picture(admin, 'kanban-own');
  await admin.getByRole('button', { name: 'Mostrar todos' }).click();
  await expect(card(admin, 'Em aberto')).toBeVisible();
  await card(ana, 'Em aberto').focus();
  for (const key of ['m', 'ArrowRight', 'Enter']) await ana.keyboard.press(key);
  await expect(ana.getByText('Ticket Tag Adicionado com Sucesso!')).toBeVisible();
  await expect(card(admin, 'Orçamento')).toBeVisible();
  await expect(card(admin, 'Em aberto')).toHaveCount(0);
}

const said = (page: Page, text: string) => page.getByTestId('chat-message').filter({ hasText: text });
const field = (page: Page) => page.getByRole('textbox', { name: 'Escreva uma mensagem' });

async function talk(ana: Page, admin: Page): Promise<void> {
  await ana.keyboard.press('Control+K');
  await ana.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('conversar com admin');
  await ana.getByRole('button', { name: 'Conversar com Admin' }).click();
  await field(ana).fill('Oi! Levei a Maria para o orçamento');
  await field(ana).press('Enter');
  await admin.getByRole('button', { name: /^Chat interno: 1 mensagem/ }).click();
  await admin.getByRole('button', { name: /Levei a Maria/ }).click();
  await expect(said(ana, 'Levei a Maria').getByRole('img', { name: 'Lida por Admin' })).toBeVisible();
  await field(admin).pressSequentially('Que bom');
  await expect(ana.getByText('Admin está digitando…')).toBeVisible();
  await admin.keyboard.press('Enter');
  await expect(said(ana, 'Que bom')).toBeVisible();
  await expect(ana.getByText('Admin está digitando…')).toBeHidden();
  await said(admin, 'Levei a Maria').hover();
  await said(admin, 'Levei a Maria').getByRole('button', { name: 'Opções da mensagem' }).click();
  await show(admin, 'chat-menu');
  await admin.getByRole('menuitem', { name: 'Reagir com 👍' }).click();
  await expect(ana.getByRole('button', { name: 'Reações: 👍 Admin' })).toBeVisible();
}

async function goOffline(ana: Page, admin: Page, stack: Stack): Promise<void> {
  await stack.line?.stop();
  await expect(ana.getByTestId('offline-banner')).toBeVisible();
  await field(ana).fill('Escrita sem rede');
  await field(ana).press('Enter');
  await expect(said(ana, 'Escrita sem rede').getByRole('img', { name: 'Esperando a conexão' })).toBeVisible();
  await said(ana, 'Que bom').hover();
  await said(ana, 'Que bom').getByRole('button', { name: 'Opções da mensagem' }).click();
  await ana.getByRole('menuitem', { name: 'Reagir com 🙏' }).click();
  await field(ana).fill('E ainda por dizer');
  await field(admin).fill('Dita no meio tempo');
  await field(admin).press('Enter');
  // What was begun is marked in the list and outlives the page, and what was said is found.
  await ana.getByRole('link', { name: /^Chat interno/ }).click();
  await ana.getByRole('link', { name: /Rascunho: E ainda por dizer/ }).click();
  await ana.reload();
  await expect(field(ana)).toHaveValue('E ainda por dizer');
  await ana.keyboard.press('Control+K');
  await ana.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('sem rede');
  const found = ana.getByRole('group', { name: 'Mensagens da equipe' }).getByRole('button');
  await expect(found).toContainText('Escrita sem rede');
  await picture(ana, 'palette-chats');
  await ana.keyboard.press('Escape');
  await stack.line?.start();
  await hurry(ana);
  for (const page of [ana, admin]) {
    await expect(said(page, 'Dita no meio tempo')).toHaveCount(1);
    await expect(said(page, 'Escrita sem rede')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Reações: 🙏/ })).toBeVisible();
  }
  await show(ana, 'chat', ['light', 'dark', 'phone', 'phone-dark']);
  await field(ana).press('Enter');
  await expect(said(admin, 'E ainda por dizer')).toHaveCount(1);
}

async function record(ana: Page, admin: Page): Promise<void> {
  await ana.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await expect(ana.getByRole('timer', { name: 'Duração' })).toHaveText('0:01');
  await expect(admin.getByText('Ana está gravando um áudio…')).toBeVisible();
  await ana.getByRole('button', { name: 'Enviar a gravação' }).click();
  await expect(said(ana, '0:0').getByRole('button', { name: 'Tocar o áudio' })).toBeVisible();
  await expect(said(admin, '0:0').getByRole('button', { name: 'Tocar o áudio' })).toBeVisible();
}

async function showTicket(ana: Page, admin: Page): Promise<void> {
  await goTo(ana, 'Atendimentos');
  await openTicket(ana, 'Maria Souza');
  await ana.keyboard.press('Control+K');
  await ana.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('mostrar no chat');
  await ana.getByRole('button', { name: 'Mostrar no chat interno' }).click();
  await ana.getByRole('dialog', { name: 'Mostrar à equipe' }).getByRole('button', { name: 'Admin' }).click();
  await expect(ana.getByText('Mostrado em Admin.')).toBeVisible();
  await admin.getByRole('button', { name: /Maria Souza\s*Abrir o atendimento/ }).click();
  await expect(admin.getByRole('region', { name: 'Conversa com Maria Souza' })).toBeVisible();
}

async function announce(ana: Page, admin: Page): Promise<void> {
  await goTo(admin, 'Avisos');
  await admin.getByRole('button', { name: 'Novo aviso' }).first().click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Obrigatório')).toHaveCount(2);
  const noPicture = { name: 'cartaz.png', mimeType: 'image/png', buffer: Buffer.from('só texto') };
  await dialog.locator('input[type=file]').setInputFiles(noPicture);
  await expect(admin.getByText('Este arquivo não é uma imagem PNG ou JPG. Escolha outro.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Manutenção hoje');
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('O servidor para às 22h por dez minutos.');
  await dialog.getByRole('combobox', { name: 'Prioridade' }).click();
  await admin.getByRole('option', { name: 'Alta' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByText('Aviso salvo')).toBeVisible();
  // Whoever is at work is not disturbed: the bar counts it.
  await expect(ana.getByRole('button', { name: 'Avisos: 1 não lido' })).toBeVisible();
  await ana.reload();
  const notice = ana.getByRole('dialog', { name: 'Aviso importante' });
  await expect(notice).toContainText('O servidor para às 22h');
  await show(ana, 'announcement-notice', ['light', 'phone-dark']);
  await notice.getByRole('button', { name: 'Entendi' }).click();
  await expect(ana.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible();
}
