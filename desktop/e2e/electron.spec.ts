import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { _electron, expect, test } from '@playwright/test';

const binary = join(dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'dist');

test('real Electron: the window opens on the sign-in screen, locked to its own pages', async () => {
  test.skip(!existsSync(binary), "Electron's binary is not installed here: this test ran nothing");
  const app = await _electron.launch({ args: ['.', '--server=http://127.0.0.1:9'] });
  const window = await app.firstWindow();
  await expect(window.getByRole('button', { name: /Entrar|Sign in/ })).toBeVisible();
  expect(window.url()).toMatch(/^app:\/\/balcao\//);
  expect(await window.evaluate(() => 'process' in globalThis || 'require' in globalThis)).toBe(false);
  await app.close();
});
