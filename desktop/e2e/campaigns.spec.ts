import { type Browser, expect, type Page } from '@playwright/test';
import { workbook } from '../../server/test/workbook.ts';
import { bubble, goTo, row, sentTo, signIn } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { CARLA, COMPANY, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Stack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';

/** A campaign from the spreadsheet to the desk: checked, asked, restricted in the middle, and answered. */

const NAME = 'Pão de sábado';
const QUESTION = 'Oi, {nome}! Quer receber as ofertas de sábado?';
const MESSAGE = '{nome}, no sábado o {oferta} sai pela metade do preço.';
/** Whose turn comes after WhatsApp has begun to refuse. */
const LATER = { '5511955550001': 'Davi', '5511955550002': 'Elisa', '5511955550003': 'Fred' };
const LAST = { '5511955550004': 'Gabi', '5511955550005': 'Hugo' };
const CUSTOMERS = { [JOAO]: 'João', [CARLA]: 'Carla', [MARIA]: 'Maria', ...LATER, ...LAST };
const NOT_ON_WHATSAPP = '5511955559999';

const day = beginDay({
  customers: CUSTOMERS,
  served: [],
  // What is a second of the pace in the shop is a hundredth here.
  env: { BALCAO_CAMPAIGN_PACE_MS: '10' },
  async prepare({ shop }) {
    await shop.sets('POST', '/campaign-settings', {
      messageInterval: 0,
      longerIntervalAfter: 1,
      greaterInterval: 100,
      variables: [{ key: 'oferta', value: 'pão de queijo' }],
    });
  },
});

test('a campaign asks, is restricted, goes on, and its answers come to the desk', async ({
  page,
  browser,
}) => {
  const { stack } = day();
  const admin = await openAdmin(stack, browser);
  await test.step('a spreadsheet becomes a list, whose numbers are checked', () => fillList(admin));
  await test.step('the admin writes it and sees what it would do', () => write(admin));
  await test.step('WhatsApp restricts the number in the middle', () => restrict(admin, stack));
  await test.step('one says yes, one wants no more, one says nothing', () => reply(stack));
  await test.step('the report', () => report(admin));
  await test.step('what a customer says further is a ticket', () => follow(page, stack));
  await admin.close();
});

async function openAdmin(stack: Stack, browser: Browser): Promise<Page> {
  const admin = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await admin.goto(await stack.startSecondConsole());
  await signIn(admin, 'admin@demo.balcao.test');
  return admin;
}

async function fillList(admin: Page): Promise<void> {
  await goTo(admin, 'Listas de contatos');
  await admin.getByRole('button', { name: 'Nova lista' }).first().click();
  await admin.getByRole('textbox', { name: 'Nome' }).fill('Clientes da feira');
  await admin.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByText('Preencha este campo')).toBeVisible();
  await admin.getByRole('radio', { name: 'Elas consentiram' }).check();
  await admin.getByRole('textbox', { name: 'Data do consentimento' }).fill('03/05/2025');
  await admin.getByRole('textbox', { name: 'Onde consentiram' }).fill('Cadastro na feira');
  await show(admin, 'contact-list-new', ['light', 'dark', 'phone']);
  await admin.getByRole('button', { name: 'Salvar' }).click();
  await admin.getByRole('button', { name: 'Importar' }).click();
  const people = [...Object.entries(CUSTOMERS), [NOT_ON_WHATSAPP, 'Ivo']];
  const buffer = workbook([['nome', 'numero'], ...people.map(([number, name]) => [name, number])]);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const dialog = admin.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'feira.xlsx', mimeType, buffer });
  await dialog.getByRole('button', { name: 'Importar agora' }).click();
  await expect(dialog.getByText('Novos: 9')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(admin.getByText('8 de 9 têm WhatsApp')).toBeVisible();
  await expect(admin.getByRole('row', { name: /Ivo/ })).toContainText('Sem WhatsApp');
}

async function write(admin: Page): Promise<void> {
  await goTo(admin, 'Listagem');
  await admin.getByRole('button', { name: 'Nova campanha' }).first().click();
  const dialog = admin.getByRole('dialog', { name: /^(Nova campanha|Antes de começar)$/ });
  const choose = async (name: string, option: string | RegExp) => {
    await dialog.getByRole('combobox', { name, exact: true }).click();
    await admin.getByRole('option', { name: option }).click();
  };
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill(NAME);
  await choose('Confirmação', 'Habilitada');
  await choose('Lista de Contatos', 'Clientes da feira · 9 contatos');
  await expect(dialog.getByText('Base: Consentimento de 03/05/2025: Cadastro na feira')).toBeVisible();
  await choose('Conexão', /^(?!Nenhuma)/);
  await seeRisk(admin);
  await dialog.getByRole('textbox', { name: 'Mensagem de confirmação' }).fill(QUESTION);
  await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(MESSAGE);
  await expect(dialog.getByText('no sábado o pão de queijo sai pela metade do preço.')).toBeVisible();
  await show(admin, 'campaign-new', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Começar agora' }).click();
  await expect(dialog.getByText('Vai para 8 de 9 contatos')).toBeVisible();
  await expect(dialog.getByText('O número não tem WhatsApp')).toBeVisible();
  await expect(dialog.getByText('Oi, João! Quer receber as ofertas de sábado?')).toBeVisible();
  await show(admin, 'campaign-review', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Começar agora' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: `Relatório da ${NAME}` })).toBeVisible();
}

/** What it is made of opens above the form, and closes without it. */
async function seeRisk(admin: Page): Promise<void> {
  const gauge = admin.getByTestId('ban-risk');
  await expect(gauge).toContainText('conexão recente');
  await gauge.click();
  const parts = admin.getByRole('dialog', { name: /^Risco baixo/ });
  await expect(parts).toContainText('Idade da conexão');
  await show(admin, 'campaign-risk', ['light', 'dark', 'phone']);
  await admin.keyboard.press('Escape');
  await expect(parts).toHaveCount(0);
  await expect(gauge).toBeFocused();
}

const question = (name: string) => QUESTION.replace('{nome}', name);
const asks = (stack: Stack, number: string, name: string) =>
  stack.sandbox.waitForMessage({ number, text: question(name), progress: 'delivered', timeoutMs: 20_000 });

/** Three refused one after the other are the number, not the people: the others are not tried. */
async function restrict(admin: Page, stack: Stack): Promise<void> {
  await asks(stack, MARIA, 'Maria');
  await stack.sandbox.restrict({ number: COMPANY, how: 'sending' });
  await expect(admin.getByText('Pausada: o WhatsApp restringiu este número.')).toBeVisible();
  await expect(admin.getByText('Quem insiste antes pode perder o número.')).toBeVisible();
  await expect(figure(admin, 'Falharam')).toHaveText('3');
  await show(admin, 'campaign-restricted', ['light', 'dark', 'phone']);
  await stack.sandbox.restrict({ number: COMPANY, how: 'none' });
  await admin.getByRole('button', { name: 'Retomar' }).click();
  await asks(stack, '5511955550005', 'Hugo');
  await expect(admin.getByText('Pausada: o WhatsApp restringiu este número.')).toHaveCount(0);
  await admin.getByRole('button', { name: 'Tentar de novo os que falharam' }).click();
}

async function reply(stack: Stack): Promise<void> {
  await stack.sandbox.send({ kind: 'text', from: JOAO, to: COMPANY, text: 'SIM' });
  await stack.sandbox.send({ kind: 'text', from: CARLA, to: COMPANY, text: 'SAIR' });
  const offer = 'João, no sábado o pão de queijo sai pela metade do preço.';
  await stack.sandbox.waitForMessage({ number: JOAO, text: offer, progress: 'delivered', timeoutMs: 20_000 });
  for (const [number, name] of Object.entries(LATER)) await asks(stack, number, name);
  const heard = async (number: string) => (await sentTo(stack, number)).map(({ text }) => text);
  expect(await heard(JOAO)).toEqual([question('João'), offer]);
  expect(await heard(CARLA)).toEqual([question('Carla')]);
  expect(await heard(MARIA)).toEqual([question('Maria')]);
}

const figure = (admin: Page, name: string) =>
  admin
    .locator('dl > div')
    .filter({ has: admin.getByText(name, { exact: true }) })
    .locator('dd');

async function report(admin: Page): Promise<void> {
  for (const [name, count] of Object.entries({
    'Contatos Válidos': 8,
    'Confirmações Solicitadas': 8,
    Confirmações: 1,
    'Esperando o sim': 6,
    Entregues: 1,
    'Ficaram de fora': 2,
    'Pediram para sair': 1,
  }))
    await expect(figure(admin, name)).toHaveText(String(count));
  await expect(figure(admin, 'Base')).toHaveText('Consentimento de 03/05/2025: Cadastro na feira');
  await expect(figure(admin, 'Consentimento na campanha')).toHaveText('1 pessoa disse sim à pergunta');
  await expect(admin.getByText('Entregue a 1 de 8 contatos válidos')).toBeVisible();
  await expect(admin.getByRole('row', { name: /Carla/ })).toContainText('Pediu para não receber campanhas');
  await expect(admin.getByRole('row', { name: /Maria/ })).toContainText('Esperando o sim');
  await show(admin, 'campaign-report', ['light', 'dark', 'phone']);
}

async function follow(page: Page, stack: Stack): Promise<void> {
  await expect(row(page, 'João')).toHaveCount(0);
  await stack.sandbox.send({ kind: 'text', from: JOAO, to: COMPANY, text: 'Até que horas?' });
  await tab(page, 'pending').click();
  await row(page, 'João').getByRole('button', { name: 'Aceitar' }).click();
  const said = page.getByRole('log').getByTestId('message');
  await expect(said).toHaveCount(4);
  for (const [place, text] of [
    question('João'),
    'SIM',
    'sai pela metade do preço',
    'Até que horas?',
  ].entries())
    await expect(said.nth(place)).toContainText(text);
  await expect(bubble(page, 'sai pela metade do preço')).toContainText('Campanha');
  await expect(page.getByText(`Veio da campanha ${NAME}`)).toBeVisible();
  await show(page, 'conversation-after-campaign', ['light', 'dark', 'phone']);
}
