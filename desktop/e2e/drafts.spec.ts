import { expect } from '@playwright/test';
import { bubble, expectTick, message, openTicket, row } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { expectSameLedgers } from './ledgers.ts';
import { COMPANY, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import {
  allowMicrophone,
  breakOff,
  denyMicrophone,
  expectSpeech,
  loseMicrophone,
  shownTo,
  watchMicrophone,
} from './recording.ts';
import { test } from './same-browser.ts';
import { keptDraft } from './stored.ts';

/** Unsent recordings and drafts survive whatever dies. */

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira' },
  served: [MARIA, JOAO],
});

test('a voice note is recorded, heard and sent; the phone gets Ogg with Opus', async ({ page }) => {
  const { stack } = day();
  await openTicket(page, 'João Pereira');
  await denyMicrophone(page);
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await expect(page.getByText('O microfone está bloqueado.')).toBeVisible();
  await show(page, 'composer-denied', ['phone']);
  await allowMicrophone(page);
  await watchMicrophone(page);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  const timer = page.getByRole('timer', { name: 'Duração' });
  await expect(timer).toHaveText('0:02');
  const shown = () => shownTo(stack, JOAO);
  await expect.poll(shown).toBe('recording');
  await page.getByRole('button', { name: 'Pausar a gravação' }).click();
  await expect.poll(shown).toBeUndefined();
  await show(page, 'composer-recording', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Continuar a gravação' }).click();
  await expect(timer).toHaveText('0:03');
  await loseMicrophone(page);
  const tile = page.getByRole('list', { name: 'Arquivos da mensagem' }).getByRole('listitem');
  await expect(tile).toContainText('voice-');
  await show(page, 'composer-voice', ['dark']);
  await message(page).focus();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  const note = await stack.sandbox.waitForMessage({ number: JOAO, kind: 'voice', progress: 'delivered' });

  await expectSpeech(page, stack, note.id);
  await breakOff(page);
});

test('W5: a draft outlives a switch in the same breath and the death of program and page', async ({
  page,
}) => {
  const { stack } = day();
  await openTicket(page, 'Maria Souza');
  await message(page).fill('Para a ');
  await message(page).pressSequentially('Maria');
  await openTicket(page, 'João Pereira');
  await expect(message(page)).toHaveValue('');
  await message(page).pressSequentially('Para o João');
  await openTicket(page, 'Maria Souza');
  await expect(message(page)).toHaveValue('Para a Maria');
  await expect(row(page, 'João Pereira')).toContainText('Rascunho: Para o João');
  await openTicket(page, 'João Pereira');
  await expect(message(page)).toHaveValue('Para o João');
  await message(page).pressSequentially(', com pressa');
  await expect.poll(() => keptDraft(stack, 'Para o João, com pressa')).toBe(true);
  const place = page.url();
  await stack.killConsole();
  await stack.startConsole();
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo', { timeout: 30_000 });
  expect(page.url()).toBe(place);
  await message(page).pressSequentially('!');
  await expect.poll(() => keptDraft(stack, 'Para o João, com pressa!')).toBe(true);

  // The page itself dies; what is loaded in its place shows the same ticket and the same words.
  const next = await page.context().newPage();
  await page.goto('chrome://crash').catch(() => {});
  await next.goto(place);
  await expect(message(next)).toHaveValue('Para o João, com pressa!');

  // A window beside it shows and writes the same draft; the program dies over its answer to what is sent.
  const beside = await page.context().newPage();
  await beside.goto(place);
  await message(beside).pressSequentially(' Hoje');
  await expect(message(next)).toHaveValue('Para o João, com pressa! Hoje');
  await next.bringToFront();
  await message(next).press('Home');
  await message(beside).pressSequentially(' ainda.');
  await expect(message(next)).toHaveValue('Para o João, com pressa! Hoje ainda.');
  await message(next).pressSequentially('Oi. ');
  const words = 'Oi. Para o João, com pressa! Hoje ainda.';
  await expect(message(beside)).toHaveValue(words);
  await stack.killConsole();
  await stack.startConsole({ BALCAO_FAILPOINT: 'command.stored' });
  await expect(next.getByTestId('sync-status')).toHaveText('Ao vivo', { timeout: 30_000 });
  await message(next).press('Enter');
  await expect(next.getByTestId('sync-status')).not.toHaveText('Ao vivo');
  await stack.startConsole();
  await expectTick(next, words, 'delivered');
  await expect(message(next)).toHaveValue('');
  await expect(message(beside)).toHaveValue('');
  await expect(bubble(next, words)).toHaveCount(1);
  await openTicket(next, 'Maria Souza');
  await expect(message(next)).toHaveValue('Para a Maria');
  await message(next).fill('');
  await expectSameLedgers(stack, COMPANY, [JOAO]);
});
