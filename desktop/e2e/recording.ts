import { expect, type Page } from '@playwright/test';
import { readPages, secondsOfOpus } from '../../shared/src/features/media/ogg-opus.ts';
import { answer, bubble, expectTick, openTicket, row } from './acts.ts';
import { COMPANY } from './phones.ts';
import { show } from './pictures.ts';
import type { Stack } from './stack.ts';

/** Voice notes that agents record, and what is seen of that. */

/** The typing state of the company that a customer's phone shows. */
export const shownTo = async (stack: Stack, customer: string) =>
  (await stack.sandbox.phones()).find(({ number }) => number === customer)?.typing[COMPANY];

/** Expects that the phone received playable Ogg with Opus. */
export async function expectSpeech(page: Page, stack: Stack, id: string): Promise<void> {
  const address = new URL(`/file?${new URLSearchParams({ from: COMPANY, id })}`, stack.sandboxPage);
  const ogg = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const pages = readPages(ogg);
  expect(pages?.every(({ intact }) => intact)).toBe(true);
  expect(secondsOfOpus(ogg)).toBeGreaterThanOrEqual(2);
  const heard = await page.evaluate(
    async (bytes) => {
      const sound = await new AudioContext().decodeAudioData(Uint8Array.from(bytes).buffer);
      return sound.duration;
    },
    [...ogg],
  );
  expect(heard).toBeGreaterThan(2);
}

/** The browser answers as it does when its person has blocked the microphone, until `allowMicrophone`. */
export const denyMicrophone = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.set(navigator.mediaDevices, 'getUserMedia', () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError')),
    );
  });

/** The method of the prototype is behind it again. */
export const allowMicrophone = (page: Page): Promise<void> =>
  page.evaluate(() => void Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));

/** Holds on to what is recorded from, for `loseMicrophone`. */
export const watchMicrophone = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      Reflect.set(window, 'microphone', stream);
      return stream;
    };
  });

/** It is pulled out, and what was recorded cannot be kept at first: nothing of it is lost. */
export async function loseMicrophone(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { readAsDataURL } = FileReader.prototype;
    FileReader.prototype.readAsDataURL = function () {
      FileReader.prototype.readAsDataURL = readAsDataURL;
      queueMicrotask(() => this.dispatchEvent(new ProgressEvent('error')));
    };
    const stream: MediaStream = Reflect.get(window, 'microphone');
    for (const track of stream.getTracks()) track.dispatchEvent(new Event('ended'));
  });
  await expect(page.getByText('Não foi possível guardar a gravação. Ela ainda está aqui.')).toBeVisible();
  await show(page, 'composer-unkept', ['light', 'phone-dark']);
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** An agent who leaves meanwhile finds the recording again; a discarded one is gone. */
export async function breakOff(page: Page): Promise<void> {
  const timer = page.getByRole('timer', { name: 'Duração' });
  const tile = page.getByRole('list', { name: 'Arquivos da mensagem' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await expect(timer).toHaveText('0:01');
  await openTicket(page, 'Maria Souza');
  await expect(page.getByRole('region', { name: 'Conversa com Maria Souza' })).toBeVisible();
  await expect(tile).toHaveCount(0);
  await expect(row(page, 'João Pereira')).toContainText('Rascunho: 1 arquivo');
  await openTicket(page, 'João Pereira');
  await expect(tile).toContainText('voice-');
  await page.getByRole('button', { name: /^Remover voice-/ }).click();
  await editMeanwhile(page);
  // Records without a mouse.
  const record = page.getByRole('button', { name: 'Gravar mensagem de voz' });
  await record.press('Enter');
  await expect(timer).toHaveText('0:01');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Mensagem', exact: true })).toBeFocused();
  await expect(tile).toHaveCount(0);
  await record.press('Enter');
  await expect(page.getByRole('button', { name: 'Enviar a gravação' })).toBeFocused();
  await expect(timer).toHaveText('0:01');
  await page.keyboard.press('Enter');
  await expect(tile).toHaveCount(0);
  await expect(page.getByRole('log').getByRole('slider', { name: 'Posição no áudio' })).toHaveCount(2);
}

/** An agent who edits a message meanwhile finds the recording again as well, and the microphone off. */
async function editMeanwhile(page: Page): Promise<void> {
  await answer(page, 'Até jajá');
  await expectTick(page, 'Até jajá', 'delivered');
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await expect(page.getByRole('timer', { name: 'Duração' })).toHaveText('0:01');
  await bubble(page, 'Até jajá').focus();
  await page.keyboard.press('e');
  await expect(page.getByText('Editando a mensagem')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Remover voice-/ }).click();
  await expect(page.getByRole('textbox', { name: 'Mensagem', exact: true })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Duração' })).toHaveCount(0);
}
