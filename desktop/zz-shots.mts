import { chromium } from '@playwright/test';

const url = process.argv[2]!;
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
});
const ctx = await b.newContext({ viewport: { width: 1366, height: 768 } });
const page = await ctx.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text().slice(0, 300)));
const shot = (n: string) => page.screenshot({ path: `/tmp/shots-b/${n}.png` });
const step = async (n: string, f: () => Promise<unknown>) => {
  try {
    await f();
  } catch (e) {
    console.log('FAIL', n, String(e).slice(0, 400));
    await shot(`fail-${n}`);
  }
};
await page.goto(url);
await step('login', async () => {
  await page.getByRole('button', { name: /Admin/ }).first().click();
  await page.waitForURL(/tickets/, { timeout: 20000 }).catch(() => {});
  await page.waitForTimeout(3000);
});
await shot('01-home');
const origin = new URL(url).origin;
const dismiss = async () => {
  const c = page.getByRole('button', { name: 'Começar' });
  if (await c.count()) await c.click();
};
await dismiss();
await step('menu', async () => {
  await page
    .getByRole('button', { name: 'Abrir o menu' })
    .click({ timeout: 2000 })
    .catch(() => {});
  await page.waitForTimeout(500);
});
const go = async (path: string) => {
  await page.evaluate((p) => {
    history.pushState({}, '', p);
    dispatchEvent(new PopStateEvent('popstate'));
    location.hash;
  }, path);
  await page.waitForTimeout(1200);
};
await step('campaigns', async () => {
  await page.getByRole('button', { name: 'Campanhas' }).click();
  await page.waitForTimeout(300);
  await shot('02-submenu');
  await page.getByRole('navigation').getByRole('link', { name: 'Configurações' }).first().click();
  await page.waitForTimeout(1500);
  await shot('03-config');
});
await step('variable', async () => {
  await page.getByRole('button', { name: 'Adicionar Variável' }).click();
  await page.getByLabel('Atalho').fill('a b');
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.waitForTimeout(300);
  await shot('04-variable');
  await page.getByLabel('Atalho').fill('prazo');
  await page.getByLabel('Conteúdo').fill('3 dias');
  await page.getByLabel('Conteúdo').press('Enter');
  await page.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Salvar Configurações' }).click();
  await page.waitForTimeout(600);
  await shot('05-saved');
});
await step('files', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Listas de arquivos' }).click();
  await page.waitForTimeout(1200);
  await shot('06-files');
  await page.getByRole('button', { name: 'Editar Catálogo' }).click();
  await page.waitForTimeout(800);
  await shot('07-file-dialog');
  await page.getByRole('button', { name: 'Adicionar arquivo' }).click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'tabela-de-precos.txt', mimeType: 'text/plain', buffer: Buffer.from('preços') });
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'Subir o arquivo 3' }).click();
  await page.waitForTimeout(300);
  await shot('08-file-dialog-moved');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForTimeout(1000);
  await shot('09-files-saved');
});
await step('dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(400);
  await shot('10-files-dark');
  await page.getByRole('button', { name: 'Editar Catálogo' }).click();
  await page.waitForTimeout(600);
  await shot('11-dialog-dark');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(400);
  await page.getByRole('navigation').getByRole('button', { name: 'Campanhas' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Configurações' }).first().click();
  await page.waitForTimeout(1000);
  await shot('12-config-dark');
});
await step('composer', async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).first().click();
  await page.waitForTimeout(1500);
  await shot('13-tickets');
  await page
    .getByRole('tab')
    .filter({ hasText: /Atendendo|Abertos|atendimento/i })
    .first()
    .click({ timeout: 1500 })
    .catch(() => {});
  await page.waitForTimeout(600);
  await page
    .locator('main [role=listitem] a, main a[href*="tickets/"], main [role=option]')
    .first()
    .click({ timeout: 4000 });
  await page.waitForTimeout(1500);
  await shot('14-ticket');
});
await step('attach', async () => {
  await page.getByRole('button', { name: /Anexar/ }).click();
  await page.waitForTimeout(400);
  await shot('15-attach-menu');
  await page.getByRole('menuitem', { name: 'Lista de arquivos' }).click();
  await page.waitForTimeout(1200);
  await shot('16-picker');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(300);
  await shot('17-picker-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Usar esta lista' }).click();
  await page.waitForTimeout(1200);
  await shot('18-draft');
  await page.getByRole('button', { name: 'Enviar' }).first().click();
  await page.waitForTimeout(4000);
  await shot('19-sent');
});
await step('narrow', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  for (const [p, n] of [
    ['/files', '20-files-narrow'],
    ['/campaigns-config', '21-config-narrow'],
  ] as const) {
    await page.goto(origin + '/#' + p);
    await page.waitForTimeout(2500);
    await shot(n);
  }
});
await b.close();
