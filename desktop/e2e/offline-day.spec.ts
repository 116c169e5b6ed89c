import { expect } from '@playwright/test';
import { answer, bubble, expectOnce, expectTick, hurry, openTicket, restartConsole, sentTo } from './acts.ts';
import { expectFiles, missFiles, receiveFiles } from './bad-line.ts';
import { beginDay } from './desk-day.ts';
import { expectSameLedgers } from './ledgers.ts';
import { CARLA, COMPANY, JOAO, MARIA } from './phones.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { changeSchedules, deletePlan, planned, schedule, writeAnew } from './scheduling.ts';

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira', [CARLA]: 'Carla Dias' },
  served: [MARIA, JOAO],
  prepare: async ({ shop }) => void (await shop.receivesMessage(CARLA, 0, 'Tem alguém aí?')),
  withLine: true,
});

test('a day without a network: everything can be read and done, nothing is lost, and conflicts are reported', async ({
  page,
}) => {
  const { stack, shop } = day();
  await openTicket(page, 'João Pereira');
  for (const [count, text] of ['Fica até amanhã', 'Não fica', 'Some enquanto isso'].entries())
    await schedule(page, text, { count: count + 1 });
  await expect.poll(() => planned(stack, JOAO)).toHaveLength(3);
  await receiveFiles(page, stack, shop);
  await stack.line?.stop();
  await restartConsole(page, stack);
  await expect(page.getByTestId('offline-banner')).toContainText(/O servidor não responde desde \d\d:\d\d/);
  const beside = await missFiles(page);
  await openTicket(page, 'João Pereira');
  await expect(bubble(page, 'Olá, bom dia')).toBeVisible();
  await answer(page, 'Escrito no trem');
  await answer(page, 'Com um erro de digitasão');
  const chosen = await changeSchedules(page, stack);
  await schedule(page, 'Deixado para depois, no trem', { day: '02/01/2026', count: 3 });
  await expect(bubble(page, 'Escrito no trem').getByLabel('Na fila: o servidor não responde')).toBeVisible();
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await openTicket(page, 'Carla Dias');
  await page.getByRole('button', { name: 'Aceitar', exact: true }).first().click();
  await expect(page.getByRole('region', { name: 'Conversa com Carla Dias' })).toBeVisible();
  await answer(page, 'Já olho para você, Carla');

  await page.keyboard.press('Control+K');
  await page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('ola');
  const said = page.getByRole('group', { name: 'Mensagens', exact: true }).getByRole('button');
  await expect(said.filter({ hasText: 'João Pereira' })).toContainText('Olá, bom dia');
  await expect(page.getByText('Sem o servidor: só o que este computador guarda.')).toBeVisible();
  await picture(page, 'search-offline');
  await page.keyboard.press('Escape');

  await page.getByTestId('sync-status').click();
  const entries = page.getByTestId('outbox-entry');
  const entry = (text: string) => entries.filter({ hasText: text });
  await expect(entry('Escrito no trem')).toContainText(/O servidor não responde desde \d\d:\d\d/);
  await expect(entry('Aceitar o atendimento')).toContainText('Carla Dias');
  await expect(entry('Deixado para depois')).toContainText('Agendar a mensagem');
  await expect(entry('Deixado para depois').getByRole('link', { name: 'João Pereira' })).toBeVisible();
  await show(page, 'outbox-offline', ['light', 'dark', 'phone', 'phone-dark']);
  await entry('Escrito no trem')
    .getByRole('button', { name: /^Retirar/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await expect(entry('Escrito no trem')).toBeHidden();
  await entry('digitasão')
    .getByRole('button', { name: /^Editar/ })
    .click();
  const composer = page.getByRole('textbox', { name: 'Mensagem' });
  await expect(composer).toHaveValue('Com um erro de digitasão');
  await composer.fill('Sem erro de digitação');
  await composer.press('Enter');
  await expectTick(page, 'Sem erro de digitação', 'clock');

  // Meanwhile a colleague has taken Carla.
  await shop.accepts('bruno', CARLA);
  await deletePlan(stack, 'Some enquanto isso');
  await stack.line?.start();
  await hurry(page);
  await expectFiles(beside);
  await expectTick(page, 'Sem erro de digitação', 'delivered');
  await expectTick(page, 'Deixado para depois, no trem', 'delivered');
  await page.getByTestId('refused').click();
  await expect(entry('Aceitar o atendimento')).toContainText('Bruno');
  await expect(entry('Já olho para você, Carla')).toBeVisible();
  await show(page, 'outbox-refused', ['light', 'dark', 'phone']);
  await writeAnew(page, entry('Com tudo o que foi escrito'), chosen);
  await expect
    .poll(() => planned(stack, JOAO))
    .toEqual(['Com tudo o que foi escrito, e mais', 'Fica até o Natal']);
  await page.getByRole('button', { name: 'Retirar tudo o que foi recusado' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await expect(page.getByText('Nada está esperando')).toBeVisible();
  await show(page, 'outbox-empty', ['light']);
  for (const text of ['Sem erro de digitação', 'Deixado para depois, no trem'])
    await expectOnce(stack, JOAO, text);
  for (const text of ['Escrito no trem', 'Com um erro de digitasão'])
    expect((await sentTo(stack, JOAO)).filter((message) => message.text === text)).toEqual([]);
  expect(await sentTo(stack, CARLA)).toEqual([]);
  await expectSameLedgers(stack, COMPANY, [JOAO, MARIA]);
});
