import { expect } from '@playwright/test';
import { expectTick, goTo, message, openTicket, sentTo } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { PNG } from './quick-messages.ts';
import { test } from './same-browser.ts';
import { planMany } from './scheduling.ts';

/** Messages for later; and all that agents write with, in English. */
test.describe.configure({ mode: 'serial' });

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira' },
  served: [MARIA, JOAO],
});

test('a message is scheduled: shown in its conversation, changed, and sent once at its time', async ({
  page,
}) => {
  const { stack } = day();
  await openTicket(page, 'Maria Souza');
  await message(page).fill('{{firstName}}, amanhã abrimos às 9.');
  const picture = { name: 'vitrine.png', mimeType: 'image/png', buffer: PNG };
  await page.locator('form input[type=file]').setInputFiles(picture);
  const tiles = page.getByRole('list', { name: 'Arquivos da mensagem' });
  await expect(tiles).toContainText('vitrine.png');
  await page.getByRole('button', { name: 'Agendar a mensagem' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('vitrine.png')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Mensagem' })).toHaveValue(
    '{{firstName}}, amanhã abrimos às 9.',
  );
  await expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveValue(/^Maria Souza/);
  await dialog.getByRole('button', { name: 'Amanhã, 09:00' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('só imagens') });
  await expect(page.getByText(/Este tipo de arquivo não é aceito/)).toBeVisible();
  await expect(dialog.locator('input[type=file]')).toHaveValue('');
  await show(page, 'schedule-new', ['light', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  const strip = page.getByTestId('schedule-strip');
  await expect(dialog).toHaveCount(0);
  await expect(strip).toContainText(/^1 mensagem agendada, para .* 09:00/);
  await expect(message(page)).toHaveValue('');
  await expect(tiles).toHaveCount(0);
  await strip.getByRole('button', { name: 'Ver as mensagens agendadas' }).click();
  await show(page, 'schedule-strip', ['light', 'phone-dark']);

  await strip.getByRole('button', { name: /^Editar a mensagem de / }).click();
  await dialog.getByRole('textbox', { name: 'Dia' }).fill('02/01/2026');
  await dialog.getByRole('textbox', { name: 'Dia' }).press('Tab');
  await expect(dialog).toContainText('a mensagem sai assim que for salva');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectTick(page, 'Maria, amanhã abrimos às 9.', 'delivered');
  await expect(strip).toHaveCount(0);
  const kinds = (await sentTo(stack, MARIA)).flatMap(({ text, kind }) =>
    text === 'Maria, amanhã abrimos às 9.' ? kind : [],
  );
  expect(kinds).toEqual(['image']);

  await goTo(page, 'Agendamentos');
  await expect(page.getByRole('row', { name: /Maria Souza/ })).toContainText('Enviada');
  await page.getByRole('button', { name: 'Novo agendamento' }).click();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Oi');
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect(dialog.getByText('Mensagem muito curta')).toBeVisible();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('joao');
  await page.getByRole('option', { name: /João Pereira/ }).click();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pedido está pronto para a retirada');
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  const planned = page.getByRole('row', { name: /João Pereira/ });
  await expect(planned).toContainText('Seu pedido está pronto pa…');
  await expect(planned).toContainText('Agendada');
  await show(page, 'schedules', ['light', 'dark', 'phone']);
  await planned.getByRole('button', { name: /^Mais: Excluir/ }).click();
  await page.getByRole('menuitem', { name: /^Excluir/ }).click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(planned).toHaveCount(0);

  // Opened from a contact's address, once.
  const joao = await planMany(stack, JOAO);
  await page.goto(new URL(`/#/schedules?contactId=${joao}`, page.url()).href);
  await expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveValue(/^João Pereira/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('row', { name: /Plano 01/ })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // These are more than one page.
  const last = page.getByRole('row', { name: /Plano 45/ });
  await expect(last).toHaveCount(0);
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(last).toHaveCount(1);
});

test('in English it reads as well', async ({ page }) => {
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByText('English', { exact: true }).click();
  await page.keyboard.press('Escape');
  await goTo(page, 'Scheduled');
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled messages' })).toBeVisible();
  await show(page, 'schedules-en', ['light', 'phone-dark']);
  await goTo(page, 'Tickets');
  await openTicket(page, 'João Pereira');
  const strip = page.getByTestId('schedule-strip');
  await strip.getByRole('button', { name: 'View the scheduled messages' }).click();
  await show(page, 'schedule-strip-en', ['light', 'phone-dark']);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill('{{greeting}}, {{firstName}}');
  await expect(page.getByText(/^The customer reads: .*, João$/)).toBeVisible();
  await page.getByRole('button', { name: 'Schedule the message' }).click();
  await show(page, 'schedule-new-en', ['light', 'phone-dark']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await field.fill('');
  for (const [button, name] of [
    ['Emoji', 'emoji'],
    ['Quick replies', 'quick'],
    ['Variables {{', 'variables'],
    ['Format and sending options', 'habits'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await show(page, `composer-${name}-en`, ['light', 'phone-dark']);
    // The variables are asked for in the list of quick replies.
    if (name !== 'quick') await page.keyboard.press('Escape');
  }
});
