import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFakeElectron } from './recording-fake.ts';
import { declareShell } from './shell.ts';
import { openShellFolders } from './testing/shell-folders.ts';

const { rendererDir, start } = openShellFolders();

describe('own schemes', () => {
  it('are declared secure before Electron is ready', () => {
    const fake = createFakeElectron();
    declareShell(fake.api);
    const privileges = { standard: true, secure: true, supportFetchAPI: true };
    expect(fake.privileged).toEqual([
      { scheme: 'app', privileges },
      { scheme: 'media', privileges: { ...privileges, stream: true } },
    ]);
  });

  it('serve the built screen under a strict policy, and nothing beside it', async () => {
    const { fake } = await start();
    const serve = fake.protocols.get('app')!;
    const page = await serve(new Request('app://balcao/tickets/1'));
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    expect(await page.text()).toBe(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    expect((await serve(new Request('app://balcao/app.js'))).status).toBe(200);
    for (const path of [
      '/../secret.js',
      '/..%2fsecret.js',
      '/%2e%2e/secret.js',
      '/%00.js',
      '/..%5csecret.js',
      '/none.js',
      '/%zz.js',
    ])
      expect((await serve({ url: `app://balcao${path}` } as Request)).status, path).toBe(404);
    expect((await serve(new Request('app://other/app.js'))).status).toBe(404);
  });

  it('serve a file of a conversation by ranges, and never as a page', async () => {
    const { fake, posted } = await start();
    const path = join(rendererDir, 'voice');
    writeFileSync(path, '0123456789');
    const asked = fake.protocols.get('media')!(
      new Request('media://file/m1', { headers: { range: 'bytes=2-4' } }),
    );
    const request = posted().at(-1) as unknown as { requestId: number };
    const file = { path, size: 10, mime: 'text/html', name: 'x.html' };
    fake.processes[0]!.emit('message', { kind: 'media', requestId: request.requestId, file });
    const answer = await asked;
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
  });
});
